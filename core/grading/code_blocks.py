"""The program inside a reply.

Fenced blocks first: the last one that defines the wanted function, with the
helpers of the others before it. Without fences, the code that stands between
the prose. Doctest prompts, an indented whole, a method of a class Solution, a
body without its head (of a base model that goes on where the prompt ended) are
read too. Of the program, what defines is kept; examples of use, tests, prints
and `input()` at module level are left out, so that they cannot fail it.
"""

import ast
import re
import textwrap
from dataclasses import dataclass

MAX_SIGNS = 100_000
_FENCE = re.compile(r"^[ \t>]{0,8}(?P<sign>`{3,}|~{3,})[ \t]*(?P<language>[\w+#.-]*)[^\n]*$", re.MULTILINE)
_INLINE = re.compile(r"(?<!`)(`{1,2})(?!`)((?:def|async def|[A-Za-z_])[^`\n]{4,2000})\1(?!`)")
_PYTHON = frozenset({"", "python", "py", "python3", "py3", "ipython", "pycon", "python2", "tool_code", "code"})
_PROMPT = re.compile(r"^[ \t]*(?:>>>|\.\.\.)(?: |$)")
_CODE_START = re.compile(
    r"^(?:async def|def|class|import|from \w[\w.]* import|@\w)\b|^@\w|^\w{1,80} ?= ?lambda\b", re.MULTILINE
)
_CODE_LINE = re.compile(
    r"^(?:\s|$|#|@\w|\)|\]|\}|\"\"\"|'''|(?:def|class|import|from|if|elif|else|for|while|try|except|finally|with|return|"
    r"async|assert|print|raise|global|pass|match)\b|[A-Za-z_][\w.\[\], ]{0,80}\s*(?:[-+*/|&]?=(?!=)|\(|:\s*\w+\s*=))"
)
_TALK = frozenset({"print", "input", "main", "exit", "quit", "help"})


@dataclass(frozen=True)
class Program:
    source: str  # what defines, ready to run
    defined: tuple[str, ...]  # its functions and classes; empty where it does not parse
    closed: bool  # its block ended before the reply did
    fault: str = ""  # why it does not parse


def find_program(text: str, entry_point: str, prefix: str = "") -> Program | None:
    """The program of a reply that defines `entry_point`, or the nearest to it; None where there is no code.

    `prefix` is the code with which the prompt ended, for replies that go on with the body.

    >>> find_program("Sure:\\n```python\\ndef f(x):\\n    return x\\nprint(f(1))\\n```", "f").source
    'def f(x):\\n    return x'
    """
    text = text.replace("\r\n", "\n").replace("\xa0", " ")[:MAX_SIGNS]
    blocks = [(_without_prompts(code), closed) for code, closed in _fenced(text)]
    blocks = [(textwrap.dedent(code).strip("\n"), closed) for code, closed in blocks if code.strip()]
    defining = [number for number, (code, _) in enumerate(blocks) if _defines(code, entry_point)]
    if defining:
        chosen = defining[-1]
        return _prepare(_joined(blocks, chosen, entry_point), entry_point, blocks[chosen][1])
    if not blocks and (line := _inline(text, entry_point)):
        return _prepare(line, entry_point, closed=True)
    bare = _bare(text) if not blocks else None
    if prefix and not (bare and _defines(bare, entry_point)):
        code = _body(blocks[-1][0] if blocks else text, prefix)
        if code is not None:
            return _prepare(code, entry_point, closed=False)
    if blocks:
        return _prepare("\n".join(code for code, _ in blocks), entry_point, blocks[-1][1])
    return _prepare(bare, entry_point, closed=False) if bare else None


def _fenced(text: str) -> list[tuple[str, bool]]:
    """Python blocks and whether each was closed."""
    found = []
    position = 0
    first = _FENCE.search(text)
    if first and not first["language"] and _CODE_START.match(text.lstrip()):
        # A base model goes on inside a block that its prompt opened.
        found.append((text[: first.start()], True))
        position = first.end()
    while (opening := _FENCE.search(text, position)) is not None:
        position = opening.end()
        closing = None
        for fence in _FENCE.finditer(text, position):
            if fence["sign"][0] == opening["sign"][0] and not fence["language"]:
                closing = fence
                break
        end = closing.start() if closing else len(text)
        code = text[opening.end() : end].removeprefix("\n")
        if opening["language"].lower() in _PYTHON:
            found.append((_unquoted(code), closing is not None))
        if closing is None:
            break
        position = closing.end()
    return found


def _inline(text: str, entry_point: str) -> str | None:
    """A function in one line that stands between backticks in the text."""
    lines = [code for _, code in _INLINE.findall(text) if _defines(code, entry_point) and _parse(code)[0]]
    return lines[-1] if lines else None


def _unquoted(code: str) -> str:
    lines = code.split("\n")
    if all(line.startswith(">") or not line.strip() for line in lines) and not any(map(_PROMPT.match, lines)):
        return "\n".join(line.removeprefix(">").removeprefix(" ") for line in lines)
    return code


def _without_prompts(code: str) -> str:
    """A doctest or console session as the code that was typed."""
    lines = code.split("\n")
    first = next((line for line in lines if line.strip()), "")
    if not _PROMPT.match(first):
        return code
    return "\n".join(line.lstrip()[4:] for line in lines if _PROMPT.match(line))


def _defines(code: str, name: str) -> bool:
    return bool(
        re.search(
            rf"^[ \t]*(?:async )?def {re.escape(name)}\b|^{re.escape(name)} ?=|^class {re.escape(name)}\b", code, re.M
        )
    )


def _joined(blocks: list[tuple[str, bool]], chosen: int, entry_point: str) -> str:
    """The chosen block after the helpers of the others: blocks that parse and define something else."""
    helpers = [
        code
        for number, (code, _) in enumerate(blocks)
        if number != chosen and not _defines(code, entry_point) and _CODE_START.search(code) and _parse(code)[0]
    ]
    return "\n\n".join([*helpers, blocks[chosen][0]])


def _bare(text: str) -> str | None:
    """Code between prose: from the first line that can only be code to the first that cannot be."""
    text = _without_prompts(re.sub(r"^python\n", "", text.strip(), flags=re.IGNORECASE))
    start = _CODE_START.search(text)
    if start is None:
        return None
    lines = text[start.start() :].split("\n")
    quote = ""
    for number, line in enumerate(lines):
        if not quote and not _CODE_LINE.match(line):
            lines = lines[:number]
            break
        for sign in ('"""', "'''"):
            if line.count(sign) % 2 and (not quote or quote == sign):
                quote = "" if quote else sign
    return "\n".join(lines).rstrip()


def _body(text: str, prefix: str) -> str | None:
    """The program of a reply that goes on in the middle of a function, where `prefix` stopped."""
    lines = text.strip("\n").rstrip().split("\n")
    kept = lines[:1]
    for line in lines[1:]:
        if line.strip() and not line[:1].isspace():
            break
        kept.append(line)
    following = next((line for line in kept[1:] if line.strip()), "")
    indents = {"    ", following[: len(following) - len(following.lstrip())]}
    # The white space before the first line is often lost.
    for first in [kept[0], *(indent + kept[0].lstrip() for indent in sorted(indents))]:
        code = "\n".join([prefix.rstrip(), first, *kept[1:]])
        if first[:1].isspace() and _parse(code)[0]:
            return code
    return None


def _parse(code: str) -> tuple[ast.Module | None, str]:
    try:
        return ast.parse(code), ""
    except SyntaxError as error:
        return None, f"line {error.lineno}: {error.msg}"
    except (ValueError, RecursionError, MemoryError):
        return None, "it is nested too deeply, or holds a null byte"


def _prepare(code: str, entry_point: str, closed: bool) -> Program:
    code = textwrap.dedent(code)
    tree, fault = _parse(code)
    if tree is None:
        return Program(code, (), closed, fault)
    kept = [statement for statement in tree.body if not _is_talk(statement, entry_point)]
    defined = [node.name for node in kept if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef)]
    defined += [
        target.id
        for node in kept
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    ]
    if entry_point not in defined:
        kept += _from_solution_class(kept, entry_point)
        defined += [node.name for node in kept if isinstance(node, ast.FunctionDef) and node.name == entry_point]
    try:
        source = ast.unparse(ast.Module(kept, []))
    except RecursionError:
        return Program(code, (), closed, "it is nested too deeply")
    return Program(source, tuple(defined), closed)


def _from_solution_class(body: list[ast.stmt], entry_point: str) -> list[ast.stmt]:
    """`class Solution: def f(self, …)` also offers `f`."""
    for node in body:
        if isinstance(node, ast.ClassDef) and any(
            isinstance(part, ast.FunctionDef) and part.name == entry_point for part in node.body
        ):
            call = f"def {entry_point}(*args, **kwargs):\n    return {node.name}().{entry_point}(*args, **kwargs)"
            return list(ast.parse(call).body)
    return []


def _is_talk(statement: ast.stmt, entry_point: str) -> bool:
    """Whether a module-level statement shows or tests the program rather than being part of it."""
    match statement:
        case (
            ast.Assert()
            | ast.ClassDef(bases=[ast.Attribute(attr="TestCase") | ast.Name(id="TestCase")])
            | ast.If(test=ast.Compare(left=ast.Name(id="__name__")))
            | ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id="unittest" | "doctest" | "pytest"))))
        ):
            return True
        case ast.FunctionDef() | ast.ClassDef() | ast.AsyncFunctionDef() | ast.Import() | ast.ImportFrom():
            return False
        case ast.Expr(value=value) if not isinstance(value, ast.Call) or isinstance(value.func, ast.Name):
            return True
    calls = {
        node.func.id for node in ast.walk(statement) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    return bool(calls & (_TALK | {entry_point}))
