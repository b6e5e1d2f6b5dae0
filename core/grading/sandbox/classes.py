"""Classes in the form that Monty understands: no bases, no decorated methods.

A class that inherits from another of the same program gets copies of the
methods and values it inherits; `super().m(…)` becomes a call of the copy of
the parent's `m`. A static method gets an unused first argument, a class method
starts with `cls = TheClass`, a property becomes a method that is called
wherever it is read, its setter one that is called where it is assigned, and a
method of a NamedTuple a function. Refused, since their meaning would change:
children of built-in types, several parents, a property whose name is also an
ordinary attribute.
"""

import ast
import copy

from core.grading.sandbox.refusal import NotInDialect
from core.grading.sandbox.tree_names import last_name

_EMPTY_BASES = frozenset({"object", "ABC", "Protocol", "Generic"})
_IGNORED_DECORATORS = frozenset({"abstractmethod", "override", "final"})


def flatten_classes(tree: ast.Module) -> ast.Module:
    """The same program without inheritance and decorated methods. Raises NotInDialect."""
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    if not classes:
        return tree
    records = _Records()
    tree = records.visit(tree)
    tree = _RecordMethods(records.methods, tree).visit(tree) if records.methods else tree
    family = _Family([node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)])
    family.flatten()
    return _Uses(family).visit(tree) if family.changes_uses else tree


class _Records(ast.NodeTransformer):
    """`class P(NamedTuple)` and `class P(TypedDict)` as the calls that they stand for."""

    def __init__(self) -> None:
        self.methods: dict[str, tuple[str, bool]] = {}  # a record's method -> its function, whether it is a property

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        bases = [last_name(base) for base in node.bases]
        if bases == ["TypedDict"]:
            return ast.parse(f"{node.name} = dict").body[0]
        if bases != ["NamedTuple"]:
            return node
        fields = [part for part in node.body if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)]
        functions = [self._as_function(node.name, part) for part in node.body if isinstance(part, ast.FunctionDef)]
        if len(fields) + len(functions) + _has_docstring(node) != len(node.body):
            raise NotInDialect("a NamedTuple holds more than fields and methods")
        names = [part.target.id for part in fields if isinstance(part.target, ast.Name)]
        defaults = ast.List([part.value for part in fields if part.value], ast.Load())
        statements = ast.parse(
            f"from collections import namedtuple\n{node.name} = namedtuple({node.name!r}, {names!r}, defaults=[])"
        ).body
        assignment = statements[1]
        assert isinstance(assignment, ast.Assign) and isinstance(assignment.value, ast.Call)
        assignment.value.keywords[0].value = defaults
        return [*statements, *functions]

    def _as_function(self, owner: str, method: ast.FunctionDef) -> ast.FunctionDef:
        decorators = [last_name(decorator) for decorator in method.decorator_list]
        if decorators not in ([], ["property"]) or method.name.startswith("__") or method.name in self.methods:
            raise NotInDialect("a NamedTuple has methods of another kind")
        function = f"_{owner}_{method.name}"
        self.methods[method.name] = (function, bool(decorators))
        method.name, method.decorator_list = function, []
        return method


class _RecordMethods(ast.NodeTransformer):
    """`record.method(x)` → `_Record_method(record, x)`, where nothing else has a method of that name."""

    def __init__(self, methods: dict[str, tuple[str, bool]], tree: ast.AST) -> None:
        self._methods = methods
        others = {part.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for part in node.body
                  if isinstance(part, ast.FunctionDef)}  # fmt: skip
        others |= {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store)}
        others |= {name for kind in (str, int, float, list, dict, set, tuple, bytes) for name in dir(kind)}
        if others & set(methods):
            raise NotInDialect("a NamedTuple has a method whose name others have too")

    def visit_Call(self, node: ast.Call) -> ast.AST:
        match node.func:
            case ast.Attribute(value=value, attr=name) if name in self._methods and not self._methods[name][1]:
                node.func = ast.Name(self._methods[name][0], ast.Load())
                node.args.insert(0, value)
        return self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        if node.attr not in self._methods:
            return node
        function, is_property = self._methods[node.attr]
        if not is_property:
            raise NotInDialect("a method of a NamedTuple is taken as a value")
        return ast.Call(ast.Name(function, ast.Load()), [node.value], [])


class _Family:
    """The classes of a program and who inherits from whom."""

    def __init__(self, classes: list[ast.ClassDef]) -> None:
        self.classes = {node.name: node for node in classes}
        self.parents: dict[str, str] = {}
        self.unbound: set[tuple[str, str]] = set()  # (class, method) that is static or a class method
        self.properties: set[str] = set()
        self.set_by: set[str] = set()  # properties that can be set
        self._flat: set[str] = set()
        for node in classes:
            self._read_bases(node)

    @property
    def changes_uses(self) -> bool:
        return bool(self.unbound or self.properties or self.parents)

    def flatten(self) -> None:
        for node in self.classes.values():
            self._name_setters(node)
        for name in self.classes:
            self._flatten(name)
        self._check_setters()
        for node in self.classes.values():
            for part in node.body:
                if isinstance(part, ast.FunctionDef):
                    self._undecorate(node.name, part)

    def _name_setters(self, node: ast.ClassDef) -> None:
        """A setter has the name of its property; each needs its own."""
        for part in node.body:
            if isinstance(part, ast.FunctionDef) and any(last_name(d) == "setter" for d in part.decorator_list):
                self.set_by.add(part.name)
                part.name = f"_set_{part.name}"

    def _check_setters(self) -> None:
        """Who sets an attribute of that name must have the property."""
        for name in self.set_by:
            for owner, node in self.classes.items():
                has_it = any(isinstance(part, ast.FunctionDef) and part.name == f"_set_{name}" for part in node.body)
                sets_it = any(
                    isinstance(part, ast.Attribute) and part.attr == name and isinstance(part.ctx, ast.Store)
                    for part in ast.walk(node)
                )
                if sets_it and not has_it:
                    raise NotInDialect(f"{name} is a property of one class and an attribute of {owner}")

    def descendants(self, name: str) -> list[str]:
        children = [child for child, parent in self.parents.items() if parent == name]
        return [*children, *(below for child in children for below in self.descendants(child))]

    def _read_bases(self, node: ast.ClassDef) -> None:
        for keyword in node.keywords:
            if last_name(keyword.value) != "ABCMeta":
                raise NotInDialect("a class has a metaclass")
        node.keywords = []
        parents = [name for base in node.bases if (name := last_name(base)) not in _EMPTY_BASES]
        node.bases = []
        if len(parents) > 1:
            raise NotInDialect("a class has several parents")
        if parents:
            if parents[0] not in self.classes:
                raise NotInDialect(f"a class inherits from {parents[0]}")
            self.parents[node.name] = parents[0]

    def _flatten(self, name: str, depth: int = 0) -> None:
        if name in self._flat or name not in self.parents:
            return
        if depth > 20:
            raise NotInDialect("classes inherit in a circle")
        parent = self.parents[name]
        self._flatten(parent, depth + 1)
        self._flat.add(name)
        node, above = self.classes[name], self.classes[parent]
        own = {_part_name(part) for part in node.body}
        inherited = [copy.deepcopy(part) for part in above.body if (key := _part_name(part)) and key not in own]
        supers = _Supers(parent, {part.name: part for part in above.body if isinstance(part, ast.FunctionDef)})
        node.body = [supers.in_method(part) if isinstance(part, ast.FunctionDef) else part for part in node.body]
        node.body = [*inherited, *node.body, *supers.copies.values()]
        node.decorator_list = node.decorator_list or above.decorator_list

    def _undecorate(self, owner: str, method: ast.FunctionDef) -> None:
        kept = []
        for decorator in method.decorator_list:
            match last_name(decorator):
                case "staticmethod":
                    self.unbound.add((owner, method.name))
                    method.args.args.insert(0, ast.arg("_unused"))
                case "classmethod":
                    self.unbound.add((owner, method.name))
                    cls = method.args.args[0].arg if method.args.args else "cls"
                    method.args.args[:1] = [ast.arg("_unused")]
                    method.body = [*ast.parse(f"{cls} = {owner}").body, *method.body]
                case "property" | "cached_property":
                    self.properties.add(method.name)
                case name if name in _IGNORED_DECORATORS:
                    continue
                case "setter":
                    continue
                case "getter" | "deleter":
                    raise NotInDialect("a property is deleted")
                case _:
                    kept.append(decorator)
        method.decorator_list = kept


class _Supers(ast.NodeTransformer):
    """`super().m(…)` → `self._of_Parent_m(…)`, with a copy of the parent's method."""

    def __init__(self, parent: str, methods: dict[str, ast.FunctionDef]) -> None:
        self._parent = parent
        self._methods = methods
        self._self = "self"
        self.copies: dict[str, ast.FunctionDef] = {}

    def in_method(self, method: ast.FunctionDef) -> ast.FunctionDef:
        self._self = method.args.args[0].arg if method.args.args else "self"
        changed = self.visit(method)
        assert isinstance(changed, ast.FunctionDef)
        return changed

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node.func:
            case ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr=name):
                if name not in self._methods:
                    if name == "__init__":
                        return ast.Constant(None)  # that of object
                    raise NotInDialect(f"super().{name} is not the program's own")
                own = f"_of_{self._parent}_{name.strip('_')}"
                if own not in self.copies:
                    self.copies[own] = copy.deepcopy(self._methods[name])
                    self.copies[own].name = own
                node.func = ast.Attribute(ast.Name(self._self, ast.Load()), own, ast.Load())
        return node


class _Uses(ast.NodeTransformer):
    """The places where properties are read, unbound methods are called, and descent is asked for."""

    def __init__(self, family: _Family) -> None:
        self._family = family

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        if node.attr not in self._family.properties:
            return node
        if not isinstance(node.ctx, ast.Load):
            raise NotInDialect(f"{node.attr} is a property and an attribute")
        return ast.Call(node, [], [])

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        """`a.x = v` → `a._set_x(v)`, where x is a property that can be set."""
        match node.targets:
            case [ast.Attribute(value=owner, attr=name)] if name in self._family.set_by:
                setter = ast.Attribute(self.visit(owner), f"_set_{name}", ast.Load())
                return ast.Expr(ast.Call(setter, [self.visit(node.value)], []))
        return self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        match node.target:
            case ast.Attribute(value=ast.Name(id=owner), attr=name) if name in self._family.set_by:
                read = ast.Attribute(ast.Name(owner, ast.Load()), name, ast.Load())
                target = ast.Attribute(ast.Name(owner, ast.Load()), name, ast.Store())
                return self.visit_Assign(ast.Assign([target], ast.BinOp(read, node.op, node.value)))
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=name)):
                owners = {owner, *(self._family.classes if owner == "cls" else ())}
                if any((one, name) in self._family.unbound for one in owners):
                    node.args.insert(0, ast.Constant(None))
            case ast.Call(func=ast.Name(id="isinstance"), args=[_, ast.Name(id=owner)]):
                if below := self._family.descendants(owner):
                    names: list[ast.expr] = [ast.Name(name, ast.Load()) for name in (owner, *below)]
                    node.args[1] = ast.Tuple(names, ast.Load())
        return node


def _part_name(part: ast.stmt) -> str | None:
    match part:
        case ast.FunctionDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name
    return None


def _has_docstring(node: ast.ClassDef) -> bool:
    return bool(node.body) and isinstance(node.body[0], ast.Expr) and isinstance(node.body[0].value, ast.Constant)
