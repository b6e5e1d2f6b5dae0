"""Order among objects of a program's own classes, which Monty does not ask for their `__lt__`.

Where a program has such classes, its comparisons, `sorted`, `sort`, `min`,
`max` and heaps ask the objects (stand_ins/orderings.py). `total_ordering` and
`dataclass(order=True)` are written out as the methods that they add.
"""

import ast
from collections.abc import Iterable, Iterator

from core.grading.sandbox.refusal import NotInDialect
from core.grading.sandbox.stand_in import own_name
from core.grading.sandbox.tree_names import last_name

_ASKED: dict[type[ast.cmpop], str] = {
    ast.Lt: "less",
    ast.Gt: "greater",
    ast.LtE: "less_or_equal",
    ast.GtE: "greater_or_equal",
}
_METHODS = ("__lt__", "__gt__", "__le__", "__ge__")
_TAKERS = {"sorted": "in_order", "min": "smallest", "max": "largest"}
# The other three from one of them and `==`, as functools writes them.
_FROM = {
    "__lt__": {"__gt__": "not ({lt} or self == other)", "__le__": "{lt} or self == other", "__ge__": "not {lt}"},
    "__gt__": {"__lt__": "not ({gt} or self == other)", "__ge__": "{gt} or self == other", "__le__": "not {gt}"},
    "__le__": {"__ge__": "not {le} or self == other", "__lt__": "{le} and not self == other", "__gt__": "not {le}"},
    "__ge__": {"__le__": "not {ge} or self == other", "__gt__": "{ge} and not self == other", "__lt__": "not {ge}"},
}
_OF_FIELDS = """
def {name}(self, other):
    if type(other) is not type(self):
        return NotImplemented
    return {ask}(({own}), ({others}))
"""


def ask_orderings(tree: ast.Module, *, has_numbers: bool) -> tuple[ast.Module, bool]:
    """The same program, asking its classes for their order, and whether it has such classes.

    `has_numbers` says that it uses those of a stand-in. Raises NotInDialect.
    """
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    for node in classes:
        _write_out(node)
    if not has_numbers and not any(_methods(node) & set(_METHODS) for node in classes):
        return tree, False
    return compare_by_asking(tree), True


def compare_by_asking(tree: ast.Module) -> ast.Module:
    """Every comparison of a tree as a call of what asks the two sides."""
    changed = _Comparisons().visit(tree)
    assert isinstance(changed, ast.Module)
    return ast.fix_missing_locations(changed)


def _write_out(node: ast.ClassDef) -> None:
    """`total_ordering` and `order=True` as methods."""
    kept = []
    for decorator in node.decorator_list:
        name = last_name(decorator)
        if name == "total_ordering":
            given = next((method for method in _METHODS if method in _methods(node)), None)
            if given is None:
                raise NotInDialect("a class is ordered by nothing")
            for method, text in _FROM[given].items():
                if method not in _methods(node):
                    told = text.format(**{given.strip("_"): f"self.{given}(other)"})
                    node.body += ast.parse(f"def {method}(self, other):\n    return {told}").body
            continue
        if name == "dataclass" and isinstance(decorator, ast.Call):
            ordered = [word for word in decorator.keywords if word.arg == "order"]
            compared = _compared_fields(node)
            decorator.keywords = [word for word in decorator.keywords if word.arg != "order"]
            if ordered and not (isinstance(ordered[0].value, ast.Constant) and not ordered[0].value.value):
                node.body += _by_fields(node, compared, zip(_METHODS, _ASKED.values(), strict=True))
        kept.append(decorator)
    node.decorator_list = kept
    if any(last_name(decorator) == "dataclass" for decorator in kept):
        _equal_by_compared_fields(node)


def _compared_fields(node: ast.ClassDef) -> list[str]:
    """The fields of a dataclass that count when two are compared."""
    return [name for name, word in _fields(node) if word is None]


def _fields(node: ast.ClassDef) -> Iterator[tuple[str, ast.keyword | None]]:
    """Each field with the `compare=False` of it, if it has one."""
    for part in node.body:
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            words = part.value.keywords if isinstance(part.value, ast.Call) else []
            hidden = (
                w for w in words if w.arg == "compare" and isinstance(w.value, ast.Constant) and not w.value.value
            )
            yield part.target.id, next(hidden, None)


def _equal_by_compared_fields(node: ast.ClassDef) -> None:
    """Fields with compare=False, which Monty does not know, count in no comparison."""
    compared = _compared_fields(node)
    if len(compared) == sum(1 for _ in _fields(node)):
        return
    for part in node.body:
        if isinstance(part, ast.AnnAssign) and isinstance(part.value, ast.Call):
            part.value.keywords = [word for word in part.value.keywords if word.arg != "compare"]
    if "__eq__" not in _methods(node):
        node.body += _by_fields(node, compared, [("__eq__", "equal")])


def _by_fields(node: ast.ClassDef, names: list[str], methods: Iterable[tuple[str, str]]) -> list[ast.stmt]:
    told: list[ast.stmt] = []
    for method, asked in methods:
        if method in _methods(node):
            raise NotInDialect("a dataclass is ordered in two ways")
        own, others = ("".join(f"{side}.{name}, " for name in names) for side in ("self", "other"))
        ask = own_name("orderings", asked)
        told += ast.parse(_OF_FIELDS.format(name=method, ask=ask, own=own, others=others)).body
    return told


class _Comparisons(ast.NodeTransformer):
    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        if not any(type(op) in _ASKED for op in node.ops):
            return node
        if any(isinstance(part, ast.NamedExpr) for side in node.comparators for part in ast.walk(side)):
            raise NotInDialect("a comparison binds a name")
        return self._chain(node.left, node.ops, node.comparators)

    def _chain(self, left: ast.expr, ops: list[ast.cmpop], right: list[ast.expr]) -> ast.expr:
        """`a < b() <= c` computes b() once: `(lambda _a, _b: _a < _b and _b <= c)(a, b())`."""
        if len(ops) == 1:
            return self._pair(left, ops[0], right[0])
        if isinstance(right[0], (ast.Name, ast.Constant)):  # anything larger would be written, and grow, twice
            rest = self._chain(right[0], ops[1:], right[1:])
            return ast.BoolOp(ast.And(), [self._pair(left, ops[0], right[0]), rest])
        a, b = ast.Name("_a", ast.Load()), ast.Name("_b", ast.Load())
        body = ast.BoolOp(ast.And(), [self._pair(a, ops[0], b), self._chain(b, ops[1:], right[1:])])
        arguments = ast.arguments([], [ast.arg("_a"), ast.arg("_b")], None, [], [], None, [])
        return ast.Call(ast.Lambda(arguments, body), [left, right[0]], [])

    def _pair(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> ast.expr:
        asked = _ASKED.get(type(op))
        if asked is None:
            return ast.Compare(left, [op], [right])
        return ast.Call(ast.Name(own_name("orderings", asked), ast.Load()), [left, right], [])

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        by_comparison = any(
            isinstance(word.value, ast.Call) and last_name(word.value) == "cmp_to_key" for word in node.keywords
        )
        match node.func:
            case ast.Name(id=name) if name in _TAKERS and not by_comparison:
                node.func = ast.Name(own_name("orderings", _TAKERS[name]), ast.Load())
            case ast.Attribute(value=value, attr="sort") if not node.args and not by_comparison:
                return ast.Call(ast.Name(own_name("orderings", "put_in_order"), ast.Load()), [value], node.keywords)
        return node


def _methods(node: ast.ClassDef) -> set[str]:
    return {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
