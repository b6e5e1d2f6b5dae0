"""Small pure-Python stand-ins for what Monty's library lacks.

Each file of stand_ins/ is an ordinary typed module in the Python that Monty
understands (no generators, no inheritance), tested against the module of
CPython that it stands for. Its text goes before the foreign code, with its
names made its own: `heappush` of heapq becomes `_heapq_heappush`.
"""

import ast
from functools import cache
from pathlib import Path

from core.grading.sandbox.annotations import WithoutAnnotations

_FOLDER = Path(__file__).parent / "stand_ins"


def own_name(module: str, name: str) -> str:
    return f"_{module.replace('.', '_')}_{name}"


@cache
def names_of(module: str) -> frozenset[str]:
    """What the stand-in for `module` defines; empty where there is none."""
    path = _path(module)
    return frozenset(_defined(ast.parse(path.read_text(encoding="utf-8")))) if path.is_file() else frozenset()


@cache
def load_stand_in(module: str) -> str:
    """The stand-in's source, renamed and without annotations."""
    tree = ast.parse(_path(module).read_text(encoding="utf-8"))
    renamed = _Rename({name: own_name(module, name) for name in _defined(tree)}).visit(tree)
    return ast.unparse(ast.fix_missing_locations(renamed))


@cache
def modules() -> tuple[str, ...]:
    """All modules for which there is a stand-in."""
    return tuple(sorted(path.stem.replace("collections_abc", "collections.abc") for path in _FOLDER.glob("*.py")))


def _path(module: str) -> Path:
    return _FOLDER / f"{module.replace('.', '_')}.py"


def _defined(tree: ast.Module) -> list[str]:
    names: list[str] = []
    for statement in tree.body:
        match statement:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                names.append(name)
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                names.append(name)
    return names


class _Rename(WithoutAnnotations):
    def __init__(self, names: dict[str, str]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Name(self._names.get(node.id, node.id), node.ctx)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.name = self._names.get(node.name, node.name)
        return super().visit_FunctionDef(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.name = self._names.get(node.name, node.name)
        return super().visit_ClassDef(node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        return ast.Pass() if node.module in ("collections.abc", "typing") else node  # for annotations only
