"""Generators for an interpreter without `yield`.

A generator becomes a function that collects what it would have yielded and
returns an iterator over it (`Yielded` in stand_ins/methods.py). A generator
that runs for ever is stopped after its first thousand items; whoever asks for
more is told so, and the program has then not been measured.
"""

import ast

from core.grading.sandbox.refusal import NotInDialect
from core.grading.sandbox.stand_in import own_name

ENDLESS = frozenset({"count", "cycle", "repeat"})  # of itertools
_EMIT, _EMIT_ALL = own_name("methods", "emit"), own_name("methods", "emit_all")


def collect_yields(tree: ast.Module) -> tuple[ast.Module, bool]:
    """The same program with its generators made eager, and whether it had any. Raises NotInDialect."""
    collector = _Collector()
    changed = collector.visit(tree)
    assert isinstance(changed, ast.Module)
    return changed, collector.found


class _Collector(ast.NodeTransformer):
    found = False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        is_generator = _own_yields(node)
        self.generic_visit(node)
        if is_generator:
            self.found = True
            limit = own_name("methods", "FEW" if _runs_for_ever(node.body) else "MANY")
            start = ast.parse(f"_yielded = {own_name('methods', 'Yielded')}({limit})").body
            node.body = [*start, *_Yields().in_body(node.body), *ast.parse("return _yielded").body]
        return node


class _Yields(ast.NodeTransformer):
    """`yield x` → an item is added, and enough is enough; inner functions are left alone."""

    def in_body(self, body: list[ast.stmt]) -> list[ast.stmt]:
        changed = ast.Module(body, [])
        self.generic_visit(changed)
        return changed.body

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node

    visit_Lambda = visit_FunctionDef  # type: ignore[assignment]
    visit_ClassDef = visit_FunctionDef  # type: ignore[assignment]

    def visit_Expr(self, node: ast.Expr) -> ast.AST | list[ast.stmt]:
        match node.value:
            case ast.Yield(value=value):
                give = _call(_EMIT, ast.Name("_yielded", ast.Load()), value or ast.Constant(None))
            case ast.YieldFrom(value=value):
                give = _call(_EMIT_ALL, ast.Name("_yielded", ast.Load()), value)
            case _:
                self.generic_visit(node)
                return node
        return [ast.Expr(give), *ast.parse("if _yielded.full:\n    return _yielded").body]

    def visit_Return(self, _: ast.Return) -> ast.AST:
        return ast.parse("return _yielded").body[0]

    def visit_Yield(self, _: ast.Yield) -> ast.AST:
        raise NotInDialect("a generator takes values")

    visit_YieldFrom = visit_Yield  # type: ignore[assignment]


def _runs_for_ever(body: list[ast.stmt]) -> bool:
    """Whether a generator has a loop without an end of its own."""
    for node in (part for statement in body for part in ast.walk(statement)):
        match node:
            case ast.While(test=ast.Constant()):
                return True
            case ast.For(iter=ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name))) if name in ENDLESS:
                return True
    return False


def _own_yields(node: ast.FunctionDef) -> bool:
    pending: list[ast.AST] = list(node.body)
    while pending:
        part = pending.pop()
        if isinstance(part, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(part, ast.FunctionDef | ast.Lambda | ast.ClassDef | ast.AsyncFunctionDef):
            pending.extend(ast.iter_child_nodes(part))
    return False


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])
