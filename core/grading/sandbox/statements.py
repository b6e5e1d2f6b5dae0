"""Statements that Monty lacks or reads otherwise: `del`, `assert` and `x += y` on objects of one's own."""

import ast
import copy

from core.grading.sandbox.refusal import NotInDialect
from core.grading.sandbox.stand_in import own_name
from core.grading.sandbox.tree_names import method_names

_IN_PLACE: dict[type[ast.operator], str] = {
    ast.Add: "__iadd__",
    ast.Sub: "__isub__",
    ast.Mult: "__imul__",
    ast.BitOr: "__ior__",
    ast.BitAnd: "__iand__",
}


def tell_statements(tree: ast.Module) -> ast.Module:
    """The same program with these statements as others that Monty has. Raises NotInDialect."""
    changed = _Statements(method_names(tree)).visit(tree)
    assert isinstance(changed, ast.Module)
    return ast.fix_missing_locations(changed)


class _Statements(ast.NodeTransformer):
    def __init__(self, methods: frozenset[str]) -> None:
        self._methods = methods

    def visit_Delete(self, node: ast.Delete) -> ast.AST | list[ast.stmt]:
        statements: list[ast.stmt] = []
        for target in node.targets:
            match target:
                case ast.Name():
                    continue  # an unbound name matters to code that catches NameError only
                case ast.Subscript(value=value, slice=ast.Slice() as part):
                    bounds = [bound or ast.Constant(None) for bound in (part.lower, part.upper, part.step)]
                    statements.append(ast.Expr(_helped("delete_slice", value, *bounds)))
                case ast.Subscript(value=value, slice=index):
                    statements.append(ast.Expr(_helped("delete_item", value, index)))
                case _:
                    raise NotInDialect("an attribute is deleted")
        return statements or ast.Pass()

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        """`x += y` where a class of the program has an `__iadd__`, which Monty does not ask for."""
        method = _IN_PLACE.get(type(node.op), "")
        if method not in self._methods or not isinstance(node.target, ast.Name):
            return node
        owner = ast.Name(node.target.id, ast.Load())
        asks = ast.Call(ast.Name("hasattr", ast.Load()), [owner, ast.Constant(method)], [])
        called = ast.Call(ast.Attribute(copy.deepcopy(owner), method, ast.Load()), [copy.deepcopy(node.value)], [])
        return ast.If(asks, [ast.Assign([ast.Name(node.target.id, ast.Store())], called)], [node])

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        """Monty adds the tested expression to the text of the error."""
        told = [ast.Call(ast.Name("str", ast.Load()), [node.msg], [])] if node.msg is not None else []
        error = ast.Call(ast.Name("AssertionError", ast.Load()), list(told), [])
        return ast.If(ast.UnaryOp(ast.Not(), node.test), [ast.Raise(error)], [])


def _helped(name: str, *given: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(own_name("methods", name), ast.Load()), list(given), [])
