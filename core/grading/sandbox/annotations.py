"""Annotations, and what serves them alone, are taken out: they mean nothing when a program runs."""

import ast


class WithoutAnnotations(ast.NodeTransformer):
    """Drops annotations, which Monty need not understand; in a class body, where they make fields, only their text."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        node.returns = None
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        self.generic_visit(node)
        node.returns = None
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        for part in node.body:
            if isinstance(part, ast.AnnAssign) and "ClassVar" not in ast.dump(part.annotation):
                part.annotation = ast.Name("object", ast.Load())
                part.value = self.visit(part.value) if part.value else None
        node.body = [part if isinstance(part, ast.AnnAssign) else self.visit(part) for part in node.body]
        node.decorator_list = [self.visit(decorator) for decorator in node.decorator_list]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        self.generic_visit(node)
        return ast.Assign([node.target], node.value) if node.value else ast.Pass()


def without_aliases(tree: ast.Module) -> ast.Module:
    """Without `Grid = list[list[int]]` and `T = TypeVar("T")`, which annotations alone used."""
    while True:
        used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
        kept = [part for part in tree.body if not (_is_alias(part) and _first_target(part) not in used)]
        if len(kept) == len(tree.body):
            return tree
        tree.body = kept


def _is_alias(statement: ast.stmt) -> bool:
    match statement:
        case ast.Assign(targets=[ast.Name()], value=ast.Subscript() | ast.Name() | ast.Attribute() | ast.BinOp()):
            return True
        case ast.Assign(targets=[ast.Name()], value=ast.Call(func=ast.Name(id="TypeVar" | "NewType" | "ParamSpec"))):
            return True
    return False


def _first_target(statement: ast.stmt) -> str:
    assert isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)
    return statement.targets[0].id
