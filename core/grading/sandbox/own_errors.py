"""Exceptions of a program's own, for an interpreter that knows the built-in ones only.

`class Empty(ValueError)` becomes a plain class. What is raised is a built-in
error that stands for an instance of it (`to_raise` in stand_ins/errors.py keeps
the two together), and a `try` of such a program catches everything, asks what
it stands for, and goes on as its handlers say:

    except Empty as e: …      →      except BaseException as _caught:
    except KeyError: …                   _error = own_of(_caught)
                                         if matches(_error, Empty): e = _error; …
                                         elif matches(_error, KeyError): …
                                         else: raise

An error that leaves the program carries the names of its class and parents in
its text (`MARK`), so that a test that asks for it by name finds it. Refused: an
exception with several parents, a class decorator or a `__new__`, and `with`,
which would see the built-in error.
"""

import ast
import builtins

from core.grading.sandbox.refusal import NotInDialect
from core.grading.sandbox.stand_in import own_name

MARK = "\u2060"  # WORD JOINER: between the names and the text of an own error
_PLAIN = frozenset(
    {
        *("Exception", "ValueError", "TypeError", "RuntimeError", "LookupError", "KeyError", "IndexError"),
        *("ArithmeticError", "ZeroDivisionError", "OverflowError", "AssertionError", "NotImplementedError"),
        *("AttributeError", "NameError", "PermissionError", "StatisticsError"),
    }
)
_TO_RAISE, _OWN_OF = own_name("errors", "to_raise"), own_name("errors", "own_of")
_MATCHES = own_name("errors", "matches")


def tell_own_errors(tree: ast.Module) -> ast.Module:
    """The same program without classes that inherit from built-in exceptions. Raises NotInDialect."""
    classes = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    lineages: dict[str, tuple[str, ...]] = {}
    for name in classes:
        _find_lineage(name, classes, lineages, 0)
    if not lineages:
        return tree
    if any(isinstance(node, ast.With) for node in ast.walk(tree)):
        raise NotInDialect("an exception of its own meets a with statement")
    for name, lineage in lineages.items():
        _make_plain(classes[name], lineage, is_root=lineage[1] not in lineages)
    changed = _Told(frozenset(lineages)).visit(tree)
    assert isinstance(changed, ast.Module)
    return ast.fix_missing_locations(changed)


def _find_lineage(
    name: str, classes: dict[str, ast.ClassDef], lineages: dict[str, tuple[str, ...]], depth: int
) -> tuple[str, ...]:
    """The names of an exception class and all its parents; () for another class."""
    if name in lineages:
        return lineages[name]
    node = classes[name]
    bases = [base.id for base in node.bases if isinstance(base, ast.Name)]
    built_in = [getattr(builtins, base) for base in bases if base not in classes and _is_error(base)]
    own = [base for base in bases if base in classes and depth < 20]
    parents = [_find_lineage(base, classes, lineages, depth + 1) for base in own]
    if not built_in and not any(parents):
        return ()
    if len(node.bases) > 1 or node.decorator_list or node.keywords:
        raise NotInDialect("an exception of its own has several parents or a decorator")
    if built_in and built_in[0].__name__ not in _PLAIN:
        raise NotInDialect(f"a class inherits from {built_in[0].__name__}")
    above = parents[0] if own else tuple(kind.__name__ for kind in built_in[0].__mro__ if kind is not object)
    lineages[name] = (name, *above)
    return lineages[name]


def _is_error(name: str) -> bool:
    kind = getattr(builtins, name, None)
    return isinstance(kind, type) and issubclass(kind, BaseException)


def _make_plain(node: ast.ClassDef, lineage: tuple[str, ...], *, is_root: bool) -> None:
    """A class of its own: `args`, the text that a built-in exception would have, and its lineage."""
    methods = {part.name: part for part in node.body if isinstance(part, ast.FunctionDef)}
    if {"__new__", "__reduce__", "with_traceback"} & set(methods):
        raise NotInDialect("an exception of its own defines how it is made")
    added = ast.parse(f"_lineage = {lineage!r}").body
    if is_root:
        node.bases = []
        if "__init__" in methods:
            _keep_args(methods["__init__"])
        else:
            added += ast.parse("def __init__(self, *args):\n    self.args = args").body
        if "__str__" not in methods:
            how = "repr" if "KeyError" in lineage else "str"
            added += ast.parse(
                "def __str__(self):\n    if len(self.args) == 1:\n"
                f"        return {how}(self.args[0])\n    return str(self.args) if self.args else ''"
            ).body
        if "__repr__" not in methods:
            added += ast.parse(
                "def __repr__(self):\n"
                "    return type(self).__name__ + (repr(self.args) if len(self.args) != 1 else '(%r)' % self.args)"
            ).body
    node.body = [part for part in node.body if not isinstance(part, ast.Pass)] + added


def _keep_args(method: ast.FunctionDef) -> None:
    """`super().__init__(a, b)` keeps (a, b) as `args`; without it they are what the class was called with."""
    keeper = _Init(method.args.args[0].arg if method.args.args else "self")
    keeper.visit(method)
    if keeper.found:
        return
    takes = method.args
    if takes.vararg or takes.kwonlyargs or takes.defaults or takes.kwarg:
        raise NotInDialect("an exception of its own does not say what its text is")
    names = [argument.arg for argument in takes.args]
    kept = ast.parse(f"{names[0]}.args = ({''.join(name + ', ' for name in names[1:])})").body
    method.body = [*kept, *method.body]


class _Init(ast.NodeTransformer):
    def __init__(self, own: str) -> None:
        self._own = own
        self.found = False

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        match node.value:
            case ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr="__init__"), args=given):
                given = [*given]
            case ast.Call(func=ast.Attribute(value=ast.Name(id=kind), attr="__init__"), args=[_, *rest]) if _is_error(
                kind
            ):
                given = [*rest]
            case _:
                return node
        self.found = True
        target = ast.Attribute(ast.Name(self._own, ast.Load()), "args", ast.Store())
        return ast.Assign([target], ast.Tuple(given, ast.Load()))


class _Told(ast.NodeTransformer):
    """The places where errors are raised, caught and asked for."""

    def __init__(self, own: frozenset[str]) -> None:
        self._own = own

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        self.generic_visit(node)
        if node.exc is not None:
            node.exc = ast.Call(ast.Name(_TO_RAISE, ast.Load()), [node.exc], [])
        node.cause = None  # seen as __cause__ only, which Monty has not
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name(id="isinstance"), args=[_, kinds]) if self._asks_for_error(kinds):
                node.func = ast.Name(_MATCHES, ast.Load())
            case ast.Call(func=ast.Name(id="issubclass"), args=[_, kinds]) if self._asks_for_error(kinds):
                raise NotInDialect("a program asks for the parents of an exception class")
        return node

    def _asks_for_error(self, kinds: ast.expr) -> bool:
        return any(isinstance(n, ast.Name) and (n.id in self._own or _is_error(n.id)) for n in ast.walk(kinds))

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if node.attr in {"__cause__", "__context__", "__traceback__", "with_traceback", "add_note"}:
            raise NotInDialect(f"{node.attr} of an exception is asked for")
        return self.generic_visit(node)

    def visit_Try(self, node: ast.Try) -> ast.AST:
        self.generic_visit(node)
        if not node.handlers:
            return node
        error = ast.Name("_error", ast.Load())
        chain: list[ast.stmt] = [ast.Raise()]
        for handler in reversed(node.handlers):
            bound = [ast.Assign([ast.Name(handler.name, ast.Store())], error)] if handler.name else []
            if handler.type is None:
                chain = handler.body
                continue
            test = ast.Call(ast.Name(_MATCHES, ast.Load()), [error, handler.type], [])
            chain = [ast.If(test, [*bound, *handler.body], chain)]
        given = ast.Call(ast.Name(_OWN_OF, ast.Load()), [ast.Name("_caught", ast.Load())], [])
        body = [ast.Assign([ast.Name("_error", ast.Store())], given), *chain]
        node.handlers = [ast.ExceptHandler(ast.Name("BaseException", ast.Load()), "_caught", body)]
        return node

    def visit_TryStar(self, _: ast.AST) -> ast.AST:
        raise NotInDialect("groups of exceptions are caught")
