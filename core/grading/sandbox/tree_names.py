"""What the names in a syntax tree stand for."""

import ast


def last_name(node: ast.expr) -> str:
    """`abc.ABC` → "ABC", `Generic[T]` → "Generic", `lru_cache(None)` → "lru_cache"."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Subscript(value=value) | ast.Call(func=value):
            return last_name(value)
    return ""


def dotted_name(node: ast.expr) -> str | None:
    """`collections.abc` as it is written; None for anything longer or computed."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=ast.Name(id=name), attr=attribute):
            return f"{name}.{attribute}"
    return None


def assigned_names(tree: ast.Module) -> frozenset[str]:
    """Names that the code binds itself, other than by import."""
    names: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                names.add(name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
    return frozenset(names)


def method_names(tree: ast.AST) -> frozenset[str]:
    """The methods of all classes in a tree."""
    return frozenset(
        part.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for part in node.body
        if isinstance(part, ast.FunctionDef)
    )
