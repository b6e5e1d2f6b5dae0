"""Python as Monty understands it, with the meaning kept.

Monty is a small Python: no `yield`, no `del`, no inheritance, no method as a
value (`key=counts.get`), no heapq. Most programs that use these can be said
without them. `translate` says them so: it rewrites the syntax tree and puts
the functions that this needs (stand_in.py) before the code. Where the meaning
could change, the code is refused, and the answer is "could not run", never
"wrong". What belongs together has a module of its own (classes, own_errors,
enumerations, orderings, statements, …); imports, names and calls are rewritten here.
"""

import ast
from dataclasses import dataclass

from core.grading.sandbox.annotations import WithoutAnnotations, without_aliases
from core.grading.sandbox.classes import flatten_classes
from core.grading.sandbox.dataclass_options import without_dataclass_options
from core.grading.sandbox.enumerations import tell_enumerations
from core.grading.sandbox.function_attributes import tell_function_attributes
from core.grading.sandbox.generators import ENDLESS, collect_yields
from core.grading.sandbox.known_names import public_names
from core.grading.sandbox.orderings import ask_orderings, compare_by_asking
from core.grading.sandbox.own_errors import tell_own_errors
from core.grading.sandbox.refusal import NotInDialect
from core.grading.sandbox.stand_in import load_stand_in, modules, names_of, own_name
from core.grading.sandbox.statements import tell_statements
from core.grading.sandbox.tree_names import assigned_names, dotted_name, method_names
from core.grading.sandbox.truth import ask_classes
from core.grading.sandbox.verbose_patterns import without_verbose_patterns

_WHOLE_MODULES = frozenset(
    {
        "heapq",
        "string",
        "operator",
        "statistics",
        "calendar",
        "textwrap",
        "collections.abc",
        "types",
        "numbers",
        "abc",
        "io",
        "contextlib",
        "fractions",
    }
)
_PART_MODULES = frozenset(
    {"functools", "collections", "typing", "sys", "re", "dataclasses"}
)  # Monty has the rest of these
_BUILTIN_TYPES = frozenset({"str", "int", "float", "list", "dict", "set", "tuple", "bytes", "frozenset", "bool"})
_STATIC_METHODS = frozenset({"maketrans", "fromkeys", "fromhex", "from_bytes"})
_METHOD_NAMES = frozenset(
    name
    for kind in (str, int, float, list, dict, set, tuple, bytes, frozenset)
    for name in dir(kind)
    if not name.startswith("_") and name not in ("real", "imag", "numerator", "denominator")
)
_LACKING_METHODS = frozenset(
    {"translate", "bit_length", "bit_count", "to_bytes", "is_integer", "as_integer_ratio", "move_to_end"}
)
_ONE_ARGUMENT_METHODS = frozenset(
    {"union", "intersection", "difference", "update", "intersection_update", "difference_update"}
)
# Methods that stand for an operator, with what they do to `_o` and `_k`.
_DUNDERS = {"__contains__": "_k in _o", "__getitem__": "_o[_k]", "__eq__": "_o == _k", "__add__": "_o + _k"}
_LACKING_BUILTINS = {"callable": "is_callable", "input": "read_line", "exit": "leave", "quit": "leave"}


@dataclass(frozen=True)
class Translation:
    source: str
    eager: bool  # something lazy was made eager: an endless run proves nothing


def translate(source: str) -> Translation:
    """`source` in Monty's Python. Raises NotInDialect, and what `ast.parse` raises.

    >>> translate("def f(d):\\n    del d['a']").source.splitlines()[-1].strip()
    "_methods_delete_item(d, 'a')"
    """
    tree = tell_enumerations(tell_function_attributes(ast.parse(source)))
    tree = flatten_classes(tell_own_errors(without_verbose_patterns(tree)))
    tree = without_dataclass_options(tree)
    has_numbers = any(map(_is_fractions, ast.walk(tree)))
    tree, has_orderings = ask_orderings(tree, has_numbers=has_numbers)
    tree = ask_classes(without_aliases(WithoutAnnotations().visit(tree)), has_numbers=has_numbers)
    tree, eager = collect_yields(tell_statements(tree))
    rewriter = _Rewriter(tree)
    tree = ast.fix_missing_locations(rewriter.visit(tree))
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    needed = [module for module in modules() if any(own_name(module, name) in names for name in names_of(module))]
    if has_orderings and "orderings" not in needed:
        needed.append("orderings")  # of the heaps
    parts = [
        _ordered(load_stand_in(module)) if has_orderings and module == "heapq" else load_stand_in(module)
        for module in needed
    ]
    return Translation("\n".join([*parts, ast.unparse(tree)]) + "\n", eager or rewriter.eager)


def _is_fractions(node: ast.AST) -> bool:
    """Whether a statement imports fractions."""
    if isinstance(node, ast.ImportFrom):
        return node.module == "fractions"
    return isinstance(node, ast.Import) and any(alias.name == "fractions" for alias in node.names)


def _ordered(stand_in: str) -> str:
    return ast.unparse(compare_by_asking(ast.parse(stand_in)))


class _Rewriter(ast.NodeTransformer):
    def __init__(self, tree: ast.Module) -> None:
        self.eager = False
        self._modules: dict[str, str] = {}  # local name -> module, for modules with a stand-in
        self._from: dict[str, str] = {}  # local name -> the stand-in's own name
        self._assigned = assigned_names(tree)
        self._used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        self._methods_defined = method_names(tree)
        self._attributes_set = {
            node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        }

    # ── imports ────────────────────────────────────────────────────────────
    def visit_Import(self, node: ast.Import) -> ast.AST:
        kept = []
        for alias in node.names:
            if (alias.asname or alias.name.partition(".")[0]) not in self._used:
                continue  # imported for annotations, or for nothing
            if alias.name in _WHOLE_MODULES | _PART_MODULES:
                self._modules[alias.asname or alias.name] = alias.name
            if alias.name not in _WHOLE_MODULES:
                kept.append(alias)
        return ast.Import(kept) if kept else ast.Pass()

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | list[ast.stmt]:
        module = node.module or ""
        if module == "__future__":
            return ast.Pass()
        if node.names[0].name == "*":
            node.names = [ast.alias(name) for name in sorted(public_names(module) & self._used - self._assigned)]
        node.names = [alias for alias in node.names if (alias.asname or alias.name) in self._used]
        if module == "itertools" and any(alias.name in ENDLESS for alias in node.names):
            self.eager = True
        if module not in _WHOLE_MODULES | _PART_MODULES:
            return node if node.names else ast.Pass()
        kept: list[ast.alias] = []
        statements: list[ast.stmt] = []
        for alias in node.names:
            local = alias.asname or alias.name
            if alias.name in names_of(module):
                own = self._own(module, alias.name)
                if local in self._assigned:
                    statements.append(ast.Assign([ast.Name(local, ast.Store())], own))
                else:
                    self._from[local] = own.id
            elif module in _WHOLE_MODULES:
                raise NotInDialect(f"{module}.{alias.name} is not available")
            else:
                kept.append(alias)
        if kept:
            statements.append(ast.ImportFrom(module, kept, 0))
        return statements or ast.Pass()

    # ── names, attributes and calls ────────────────────────────────────────
    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in self._from:
            return ast.Name(self._from[node.id], node.ctx)
        if node.id in _LACKING_BUILTINS and node.id not in self._assigned and isinstance(node.ctx, ast.Load):
            return self._own("builtins", _LACKING_BUILTINS[node.id])
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """An attribute that is not called: of a module, or a method taken as a value."""
        if stood_in := self._of_module(node):
            return stood_in
        if isinstance(node.ctx, ast.Load) and node.attr in _DUNDERS and not _is_type(node.value):
            return self._operator(node)
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load) or node.attr not in _METHOD_NAMES:
            return node
        if isinstance(node.value, ast.Name) and node.value.id in _BUILTIN_TYPES - self._assigned:
            return self._unbound(node.value.id, node.attr)
        if node.attr in self._attributes_set:
            return node  # the code's own attribute may have that name
        bound = ast.parse(
            f"(lambda _o: (lambda *_a, **_k: _o.{node.attr}(*_a, **_k)) if _methods_is_builtin(_o) else _o.{node.attr})"
        ).body[0]
        assert isinstance(bound, ast.Expr)
        return ast.Call(bound.value, [node.value], [])

    def _operator(self, node: ast.Attribute) -> ast.expr:
        """`seen.__contains__` → `(lambda _o: lambda _k: _k in _o)(seen)`."""
        told = ast.parse(f"lambda _o: lambda _k: {_DUNDERS[node.attr]}", mode="eval").body
        return ast.Call(told, [self.visit(node.value)], [])

    def visit_Call(self, node: ast.Call) -> ast.AST:
        function = node.func
        if isinstance(function, ast.Attribute):
            if function.attr not in _DUNDERS or _is_type(function.value) or len(node.args) != 1:
                return self._method_call(node, function)
            node = self._visit_arguments(node)
            node.func = self._operator(function)
            return node
        node = self._visit_arguments(node)
        node.func = self.visit(function)
        if _is_method_caller(node):
            return self._method_caller(node)
        if isinstance(function, ast.Name) and function.id not in self._assigned:
            return self._builtin_call(node, function.id)
        return node

    def _method_caller(self, node: ast.Call) -> ast.AST:
        """`methodcaller("get", key)` → `(lambda *_a: lambda _o: _o.get(*_a))(key)`."""
        name = node.args[0]
        if not isinstance(name, ast.Constant) or not isinstance(name.value, str) or not name.value.isidentifier():
            return node
        made = ast.parse(f"lambda *_a: lambda _o: _o.{name.value}(*_a)", mode="eval").body
        return ast.Call(made, node.args[1:], [])

    def _visit_arguments(self, node: ast.Call) -> ast.Call:
        node.args = [self.visit(argument) for argument in node.args]
        node.keywords = [self.visit(keyword) for keyword in node.keywords]
        return node

    def _builtin_call(self, node: ast.Call, name: str) -> ast.AST:
        if name == "round" and len(node.args) + len(node.keywords) == 2:
            node.func = self._own("builtins", "rounded")
        elif name == "pow" and len(node.args) == 3:
            node.func = self._own("builtins", "power")
        elif name == "bytes" and len(node.args) == 1:
            node.func = self._own("builtins", "to_bytes")
        elif name == "sorted":
            return self._sorted_by_comparison(node, [*node.args])
        return node

    def _method_call(self, node: ast.Call, function: ast.Attribute) -> ast.AST:
        stood_in = self._of_module(function)
        node = self._visit_arguments(node)
        if stood_in is not None:
            node.func = stood_in
            return self._method_caller(node) if _is_method_caller(node) else node
        name = function.attr
        on_type = isinstance(function.value, ast.Name) and function.value.id in _BUILTIN_TYPES - self._assigned
        if on_type and isinstance(function.value, ast.Name):
            return self._call_on_type(node, function.value.id, name)
        if name == "setrecursionlimit":
            return ast.Constant(None)
        function.value = self.visit(function.value)
        if name == "sort" and not node.args:
            return self._sorted_by_comparison(node, [function.value])
        several = len(node.args) != 1 or any(isinstance(argument, ast.Starred) for argument in node.args)
        lacking = (
            name in _LACKING_METHODS
            or (name in _ONE_ARGUMENT_METHODS and several and not node.keywords)
            or (name == "popitem" and bool(node.keywords or node.args))
            or (name == "sub" and bool(node.args) and not isinstance(node.args[0], ast.Constant | ast.JoinedStr))
        )
        if lacking and name not in self._methods_defined:
            return ast.Call(self._own("methods", name), [function.value, *node.args], node.keywords)
        return node

    def _call_on_type(self, node: ast.Call, kind: str, name: str) -> ast.AST:
        """`str.upper(s)` is `s.upper()`."""
        if f"{kind}_{name}" in names_of("methods"):
            node.func = self._own("methods", f"{kind}_{name}")
        elif name not in _STATIC_METHODS and name in _METHOD_NAMES:
            node.func = self._unbound(kind, name)
        return node

    def _unbound(self, kind: str, name: str) -> ast.expr:
        if f"{kind}_{name}" in names_of("methods"):
            return self._own("methods", f"{kind}_{name}")
        if name in _STATIC_METHODS:
            return ast.Attribute(ast.Name(kind, ast.Load()), name, ast.Load())
        call = f"_methods_{name}(_o, *_a, **_k)" if name in names_of("methods") else f"_o.{name}(*_a, **_k)"
        return ast.parse(f"lambda _o, *_a, **_k: {call}", mode="eval").body

    def _sorted_by_comparison(self, node: ast.Call, first: list[ast.expr]) -> ast.AST:
        """`sorted(xs, key=cmp_to_key(f))`, for which Monty would need an ordered class."""
        for keyword in node.keywords:
            if keyword.arg == "key" and _is_own_call(keyword.value, own_name("functools", "cmp_to_key")):
                assert isinstance(keyword.value, ast.Call)
                keyword.arg, keyword.value = "compare", keyword.value.args[0]
                in_place = isinstance(node.func, ast.Attribute)
                name = "sort_by" if in_place else "sorted_by"
                return ast.Call(self._own("functools", name), first, node.keywords)
        if isinstance(node.func, ast.Attribute):
            node.func.value = first[0]
        return node

    # ── helpers ────────────────────────────────────────────────────────────
    def _own(self, module: str, name: str) -> ast.Name:
        if name not in names_of(module):
            raise NotInDialect(f"{module}.{name} is not available")
        return ast.Name(own_name(module, name), ast.Load())

    def _of_module(self, node: ast.Attribute) -> ast.Name | None:
        """The stand-in for `heapq.heappush` or `collections.abc.Iterable`; None where Monty has it itself."""
        path = dotted_name(node.value)
        module = self._modules.get(path or "")
        if module is None and path == "collections.abc" and self._modules.get("collections") == "collections":
            module = path
        if module is None and path == "itertools" and node.attr in ENDLESS:
            self.eager = True
        if module is None or (path or "").partition(".")[0] in self._assigned:
            return None
        if node.attr in names_of(module):
            return self._own(module, node.attr)
        if module in _WHOLE_MODULES and node.attr != "abc":
            raise NotInDialect(f"{module}.{node.attr} is not available")
        return None


def _is_method_caller(node: ast.Call) -> bool:
    called = isinstance(node.func, ast.Name) and node.func.id == own_name("operator", "methodcaller")
    return called and bool(node.args) and not node.keywords


def _is_type(node: ast.expr) -> bool:
    """Whether an attribute is asked of a class, or of a parent."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in {"super", "type"}
    return isinstance(node, ast.Name) and (node.id in _BUILTIN_TYPES or node.id[:1].isupper() or node.id == "object")


def _is_own_call(node: ast.expr, name: str) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name and len(node.args) == 1
    )
