"""Attributes of a program's functions (`fib.cache = {}`), for an interpreter whose functions have none.

A function on which the program sets an attribute is put into an object that is
called like it and takes attributes (`WithAttributes` in stand_ins/functions.py).
"""

import ast

from core.grading.sandbox.stand_in import own_name


def tell_function_attributes(tree: ast.Module) -> ast.Module:
    """The same program with such functions as objects."""
    functions = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    with_attributes = {
        node.value.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        if isinstance(node.value, ast.Name) and node.value.id in functions
    }
    if not with_attributes:
        return tree
    changed = _Wrapped(with_attributes).visit(tree)
    assert isinstance(changed, ast.Module)
    return ast.fix_missing_locations(changed)


class _Wrapped(ast.NodeTransformer):
    def __init__(self, names: set[str]) -> None:
        self._names = names

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """A method is not reached by its bare name; functions inside it are."""
        for part in node.body:
            self.generic_visit(part)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        if node.name not in self._names:
            return node
        given: list[ast.expr] = [ast.Name(node.name, ast.Load()), ast.Constant(node.name)]
        made = ast.Call(ast.Name(own_name("functions", "WithAttributes"), ast.Load()), given, [])
        return [node, ast.Assign([ast.Name(node.name, ast.Store())], made)]
