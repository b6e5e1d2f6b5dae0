"""Regular expressions written with re.VERBOSE, for an interpreter without that flag.

White space and comments are taken out of the pattern where it stands in the
program as a text: in the call itself, or under a name that is bound once.
"""

import ast

from core.grading.sandbox.refusal import NotInDialect

_FLAGS = frozenset({"VERBOSE", "X"})


def without_verbose_patterns(tree: ast.Module) -> ast.Module:
    """The same program without re.VERBOSE. Raises NotInDialect where the pattern is put together."""
    if not any(_is_verbose(node) for node in ast.walk(tree)):
        return tree
    bound: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            bound.setdefault(node.targets[0].id, []).append(node.value)
    changed = _Patterns({name: values[0] for name, values in bound.items() if len(values) == 1}).visit(tree)
    assert isinstance(changed, ast.Module)
    if any(_is_verbose(node) for node in ast.walk(changed)):
        raise NotInDialect("re.VERBOSE is used in another way")
    return ast.fix_missing_locations(changed)


class _Patterns(ast.NodeTransformer):
    def __init__(self, bound: dict[str, ast.expr]) -> None:
        self._bound = bound

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        given = [*node.args[1:], *(keyword.value for keyword in node.keywords)]
        if not node.args or not any(_is_verbose(part) for value in given for part in ast.walk(value)):
            return node
        pattern = node.args[0]
        if isinstance(pattern, ast.Name):
            pattern = self._bound.get(pattern.id, pattern)
        if not isinstance(pattern, ast.Constant) or not isinstance(pattern.value, str):
            raise NotInDialect("a pattern with re.VERBOSE is put together")
        node.args = [ast.Constant(_compact(pattern.value)), *map(_without_flag, node.args[1:])]
        for keyword in node.keywords:
            keyword.value = _without_flag(keyword.value)
        return node


def _is_verbose(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr in _FLAGS and getattr(node.value, "id", "") == "re"


def _without_flag(value: ast.expr) -> ast.expr:
    match value:
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return ast.BinOp(_without_flag(left), ast.BitOr(), _without_flag(right))
    return ast.Constant(0) if _is_verbose(value) else value


def _compact(pattern: str) -> str:
    r"""A pattern without white space and comments, but for escaped ones and those in a class.

    >>> _compact("a b  # c\n [ #] \\ ")
    'ab[ #]\\ '
    """
    kept = []
    at, in_class = 0, False
    while at < len(pattern):
        sign = pattern[at]
        if sign == "\\":
            kept.append(pattern[at : at + 2])
            at += 2
            continue
        if in_class:
            in_class = sign != "]" or kept[-1] in ("[", "[^")
        elif sign == "[":
            in_class = True
            if pattern[at + 1 : at + 2] == "^":
                sign = "[^"
        elif sign.isspace():
            at += 1
            continue
        elif sign == "#":
            end = pattern.find("\n", at)
            at = len(pattern) if end < 0 else end
            continue
        kept.append(sign)
        at += len(sign)
    return "".join(kept)
