"""Whether an object of a class counts as true, and how long it is.

Monty does not ask a class for its `__bool__` or `__len__` in `if x`, `while x`,
`not x`, `x or y` and `len(x)`. Where a program defines these methods, every
such place asks for it (`truth` and `length` in stand_ins/builtins.py).
"""

import ast

from core.grading.sandbox.stand_in import own_name
from core.grading.sandbox.tree_names import method_names

_TRUTH, _LENGTH = own_name("builtins", "truth"), own_name("builtins", "length")


def ask_classes(tree: ast.Module, *, has_numbers: bool = False) -> ast.Module:
    """The same program, asking its classes, or a stand-in's numbers, for their truth and length."""
    if not has_numbers and not method_names(tree) & {"__bool__", "__len__"}:
        return tree
    changed = _Truth().visit(tree)
    assert isinstance(changed, ast.Module)
    return changed


class _Truth(ast.NodeTransformer):
    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node.func:
            case ast.Name(id="bool") if len(node.args) == 1:
                node.func = ast.Name(_TRUTH, ast.Load())
            case ast.Name(id="len") if len(node.args) == 1:
                node.func = ast.Name(_LENGTH, ast.Load())
        return node

    def _truth(self, test: ast.expr) -> ast.expr:
        match test:
            case ast.Compare() | ast.Constant():
                return test
            case ast.BoolOp(op=op, values=values):
                return ast.BoolOp(op, [self._truth(value) for value in values])
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return ast.UnaryOp(ast.Not(), self._truth(operand))
        return ast.Call(ast.Name(_TRUTH, ast.Load()), [test], [])

    def visit_If(self, node: ast.If) -> ast.AST:
        node.test = self._truth(node.test)
        return self.generic_visit(node)

    def visit_While(self, node: ast.While) -> ast.AST:
        node.test = self._truth(node.test)
        return self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        node.test = self._truth(node.test)
        return self.generic_visit(node)

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        node.test = self._truth(node.test)
        return self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        node.ifs = [self._truth(test) for test in node.ifs]
        return self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        """`a or b` gives one of its operands: `(lambda _v: _v if truth(_v) else b)(a)`."""
        if all(map(_is_plain_truth, node.values)):
            return self.generic_visit(node)
        value = node.values[-1]
        name = ast.Name("_operand", ast.Load())
        for operand in reversed(node.values[:-1]):
            branches = (name, value) if isinstance(node.op, ast.Or) else (value, name)
            choice = ast.IfExp(ast.Call(ast.Name(_TRUTH, ast.Load()), [name], []), *branches)
            arguments = ast.arguments([], [ast.arg("_operand")], None, [], [], None, [])
            value = ast.Call(ast.Lambda(arguments, choice), [operand], [])
        return self.generic_visit(value)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        if isinstance(node.op, ast.Not) and not _is_plain_truth(node.operand):
            node.operand = self._truth(node.operand)
        return self.generic_visit(node)


def _is_plain_truth(node: ast.expr) -> bool:
    """Whether an operand is True or False already."""
    match node:
        case ast.Call(func=ast.Name(id=called)):
            return called == _TRUTH
        case ast.Compare() | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.BoolOp(values=values):
            return all(map(_is_plain_truth, values))
    return False
