"""Options of dataclasses and their fields that Monty refuses and that change nothing it can see.

`slots` and `kw_only` forbid what a right program does not do; `repr=False` of a
field is written out as the `__repr__` that it means.
"""

import ast

from core.grading.sandbox.tree_names import last_name

_CLASS_OPTIONS = frozenset({"slots", "kw_only", "match_args", "weakref_slot"})
_FIELD_OPTIONS = frozenset({"repr", "hash", "kw_only", "metadata", "doc"})


def without_dataclass_options(tree: ast.Module) -> ast.Module:
    """The same program without these options."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.ClassDef):
            continue
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call) and last_name(decorator.func) == "dataclass":
                decorator.keywords = [word for word in decorator.keywords if word.arg not in _CLASS_OPTIONS]
        if any(last_name(decorator) == "dataclass" for decorator in node.decorator_list):
            _simplify_fields(node)
    return ast.fix_missing_locations(tree)


def _simplify_fields(node: ast.ClassDef) -> None:
    shown: list[str] = []
    hides = False
    for part in node.body:
        if not isinstance(part, ast.AnnAssign) or not isinstance(part.target, ast.Name):
            continue
        hidden = False
        if isinstance(part.value, ast.Call) and last_name(part.value.func) == "field":
            hidden = any(word.arg == "repr" and _is_false(word.value) for word in part.value.keywords)
            part.value.keywords = [word for word in part.value.keywords if word.arg not in _FIELD_OPTIONS]
        hides = hides or hidden
        if not hidden:
            shown.append(part.target.id)
    defined = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
    if hides and "__repr__" not in defined:
        texts = ", ".join(f"{name}={{self.{name}!r}}" for name in shown)
        node.body += ast.parse(f"def __repr__(self):\n    return f{f'{node.name}({texts})'!r}").body


def _is_false(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and not value.value
