"""Enumerations for an interpreter without inheritance.

`class Colour(Enum)` becomes a plain class whose members are its instances, set
on it after its body, and a list of them: `for c in Colour` goes over that list,
`Colour(2)` and `Colour["RED"]` look in it (stand_ins/enumerations.py). A member
of an IntEnum has the operators of its number. Refused: members that count as
texts or flags (StrEnum, Flag), aliases, members made by methods of their own, a
class that is handed on as a value, and a number that is formatted or asked
whether it is an int.
"""

import ast

from core.grading.sandbox.refusal import NotInDialect
from core.grading.sandbox.stand_in import own_name
from core.grading.sandbox.tree_names import last_name

_FIND, _NAMED = own_name("enumerations", "find"), own_name("enumerations", "named")
_TAKE_MEMBERS = frozenset(
    {"list", "tuple", "set", "frozenset", "len", "sorted", "enumerate", "zip", "iter", "map", "filter", "min", "max",
     "any", "all", "reversed", "sum"}
)  # fmt: skip
_MADE = """
def __init__(self, name, value):
    self.name = self._name_ = name
    self.value = self._value_ = value
"""
_STR = "def __str__(self):\n    return {owner!r} + '.' + self._name_"
_REPR = "def __repr__(self):\n    return '<' + {owner!r} + '.' + self._name_ + ': ' + repr(self._value_) + '>'"


def tell_enumerations(tree: ast.Module) -> ast.Module:
    """The same program without classes that inherit from Enum. Raises NotInDialect."""
    owners = {
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and [last_name(base) for base in node.bases] in _BASES
    }
    if not owners:
        return tree
    if any(
        isinstance(node, ast.ClassDef) and node.bases and last_name(node.bases[0]) == "IntEnum"
        for node in ast.walk(tree)
    ):
        _refuse_what_tells_numbers_apart(tree)
    tree = _Classes().visit(tree)
    changed = _Uses(owners).visit(tree)
    assert isinstance(changed, ast.Module)
    return ast.fix_missing_locations(changed)


_BASES = (["Enum"], ["IntEnum"])
_AS_NUMBER = "(o._value_ if hasattr(o, '_value_') else o)"
_OPERATORS = (
    *(("add", "+"), ("sub", "-"), ("mul", "*"), ("truediv", "/"), ("floordiv", "//"), ("mod", "%"), ("pow", "**")),
)
_OF_NUMBERS = (
    "".join(
        f"def __{name}__(self, o):\n    return self._value_ {sign} {_AS_NUMBER}\n"
        for name, sign in (
            *_OPERATORS,
            *(("eq", "=="), ("lt", "<"), ("gt", ">"), ("le", "<="), ("ge", ">=")),
        )
    )
    + "".join(f"def __r{name}__(self, o):\n    return o {sign} self._value_\n" for name, sign in _OPERATORS)
    + "".join(
        f"def __{name}__(self):\n    return {told}\n"
        for name, told in (
            *(("int", "self._value_"), ("index", "self._value_"), ("float", "float(self._value_)")),
            *(("neg", "-self._value_"), ("abs", "abs(self._value_)"), ("bool", "self._value_ != 0")),
            *(("hash", "hash(self._value_)"), ("str", "str(self._value_)")),
        )
    )
    + (
        f"def __divmod__(self, o):\n    return divmod(self._value_, {_AS_NUMBER})\n"
        "def __rdivmod__(self, o):\n    return divmod(o, self._value_)\n"
    )
)


class _Classes(ast.NodeTransformer):
    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        bases = [last_name(base) for base in node.bases]
        if bases not in _BASES:
            return node
        if node.keywords or any(last_name(decorator) != "unique" for decorator in node.decorator_list):
            raise NotInDialect("an enumeration has a decorator")
        members: list[tuple[str, ast.expr]] = []
        kept: list[ast.stmt] = []
        for part in node.body:
            match part:
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if not name.startswith("_"):
                    members.append((name, value))
                case ast.FunctionDef():
                    kept.append(_with_own_class(part, node.name))
                case ast.Expr(value=ast.Constant()) | ast.Pass():
                    continue
                case _:
                    raise NotInDialect("an enumeration holds more than members and methods")
        return _told(node.name, _counted(members), kept, is_number=bases == ["IntEnum"])


def _told(
    owner: str, members: list[tuple[str, ast.expr]], methods: list[ast.stmt], *, is_number: bool
) -> list[ast.stmt]:
    names = {part.name for part in methods if isinstance(part, ast.FunctionDef)}
    if names & {"__new__", "_missing_", "_generate_next_value_", "__eq__", "__hash__", "name", "value"}:
        raise NotInDialect("an enumeration makes its members in its own way")
    body = ast.parse(_MADE).body
    if "__init__" in names:
        own = next(part for part in methods if isinstance(part, ast.FunctionDef) and part.name == "__init__")
        own.name = "_set_up"
        made = body[0]
        assert isinstance(made, ast.FunctionDef)
        made.body += ast.parse("self._set_up(*(value if isinstance(value, tuple) else (value,)))").body
    if is_number:
        if names & {"__init__", "__str__", "__format__"}:
            raise NotInDialect("an enumeration of numbers has a text of its own")
        body += ast.parse(_OF_NUMBERS).body
        names |= {"__str__"}
    for name, text in (("__str__", _STR), ("__repr__", _REPR)):
        if name not in names:
            body += ast.parse(text.format(owner=owner)).body
    told: list[ast.stmt] = [ast.ClassDef(owner, [], [], [*body, *methods], [])]
    for name, value in members:
        made_one = ast.Call(
            ast.Attribute(ast.Name("_Plain", ast.Load()), owner, ast.Load()), [ast.Constant(name), value], []
        )
        told.append(ast.Assign([ast.Attribute(ast.Name(owner, ast.Load()), name, ast.Store())], made_one))
    listed = [ast.Attribute(ast.Name(owner, ast.Load()), name, ast.Load()) for name, _ in members]
    if is_number:  # what a call gives back holds the numbers
        told.append(ast.Expr(ast.Name(own_name("enumerations", "plain"), ast.Load())))
    told.append(ast.Assign([ast.Name(_members(owner), ast.Store())], ast.List(list(listed), ast.Load())))
    return told


def _counted(members: list[tuple[str, ast.expr]]) -> list[tuple[str, ast.expr]]:
    """The members with `auto()` counted on; refuses two members of one value."""
    counted: list[tuple[str, ast.expr]] = []
    last = 0
    for name, value in members:
        if isinstance(value, ast.Call) and last_name(value.func) == "auto":
            value = ast.Constant(last + 1)  # noqa: PLW2901
        if isinstance(value, ast.Constant) and isinstance(value.value, int):
            last = value.value
        counted.append((name, value))
    names = {name for name, _ in members}
    values = [ast.dump(value) for _, value in counted]
    if len(set(values)) < len(values) or any(
        isinstance(part, ast.Name) and part.id in names for _, value in counted for part in ast.walk(value)
    ):
        raise NotInDialect("an enumeration has aliases")
    return counted


def _with_own_class(method: ast.FunctionDef, owner: str) -> ast.FunctionDef:
    """A class method knows its class by name."""
    is_on_class = any(last_name(decorator) == "classmethod" for decorator in method.decorator_list)
    if is_on_class and method.args.args:
        first = method.args.args[0].arg
        for part in ast.walk(method):
            if isinstance(part, ast.Name) and part.id == first:
                part.id = owner
    for part in ast.walk(method):
        asks = isinstance(part, ast.Call) and last_name(part.func) == "type"
        if asks or (isinstance(part, ast.Attribute) and part.attr == "__class__"):
            raise NotInDialect("an enumeration asks for its class")
    return method


class _Uses(ast.NodeTransformer):
    def __init__(self, owners: set[str]) -> None:
        self._owners = owners

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        match node:
            case ast.Attribute(value=ast.Name(id="_Plain"), attr=owner):  # a member is made
                return ast.Name(owner, ast.Load())
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name in self._owners:
                if attribute.startswith("__"):
                    raise NotInDialect(f"{attribute} of an enumeration is asked for")
                return node
        return self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        if isinstance(node.value, ast.Name) and node.value.id in self._owners:
            key = self.visit(node.slice)
            return ast.Call(ast.Name(_NAMED, ast.Load()), [self._listed(node.value.id), key], [])
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        match node.func:
            case ast.Name(id=name) if name in self._owners:
                given = [self.visit(argument) for argument in node.args]
                return ast.Call(ast.Name(_FIND, ast.Load()), [self._listed(name), *given, ast.Constant(name)], [])
            case ast.Name(id="isinstance"):
                node.args[:1] = [self.visit(argument) for argument in node.args[:1]]
                return node
            case ast.Name(id=name) if name in _TAKE_MEMBERS:
                return self.generic_visit(node)
        if any(isinstance(argument, ast.Name) and argument.id in self._owners for argument in node.args):
            raise NotInDialect("an enumeration is handed on")
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return self._listed(node.id) if node.id in self._owners and isinstance(node.ctx, ast.Load) else node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        if any(isinstance(op, (ast.Is, ast.IsNot, ast.Eq, ast.NotEq)) for op in node.ops):
            sides = [node.left, *node.comparators]
            if any(isinstance(side, ast.Name) and side.id in self._owners for side in sides):
                raise NotInDialect("an enumeration is compared")
        return self.generic_visit(node)

    def _listed(self, owner: str) -> ast.expr:
        return ast.Name(_members(owner), ast.Load())


def _refuse_what_tells_numbers_apart(tree: ast.Module) -> None:
    for node in ast.walk(tree):
        match node:
            case ast.FormattedValue(format_spec=ast.JoinedStr()):
                raise NotInDialect("a number of an enumeration may be formatted")
            case ast.Call(func=ast.Name(id="isinstance"), args=[_, kinds]) if any(
                isinstance(part, ast.Name) and part.id == "int" for part in ast.walk(kinds)
            ):
                raise NotInDialect("a member of an enumeration may be asked whether it is an int")


def _members(owner: str) -> str:
    return f"_members_of_{owner}"
