# ruff: noqa: E501 - a sentence of a question stays on one line
"""Small data tasks of daily work: SQL, regular expressions, JSON, CSV, file paths."""

import json
from random import Random
from typing import Any

from core.catalogue.use_cases import UseCase
from core.questions.generators.making import Generator, ask_choice, ask_number, pick
from core.questions.generators.vocabulary import ANIMALS, COLOURS, NAMES, PLAIN_WORDS
from core.questions.prompt import ANSWER_ALONE
from core.questions.question import Question

# table, text column, its values, number column
_TABLES = (
    ("orders", "town", ("Bern", "Graz", "Lyon"), "amount"), ("staff", "team", ("sales", "lab", "web"), "age"),
    ("pets", "kind", ("cat", "dog", "hen"), "weight"), ("songs", "mood", ("calm", "sad", "wild"), "length"),
    ("rooms", "floor", ("first", "second", "third"), "seats"), ("books", "shelf", ("left", "middle", "right"), "pages"),
    ("trees", "sort", ("oak", "ash", "lime"), "height"), ("tickets", "status", ("open", "done", "held"), "hours"),
    ("games", "genre", ("quiz", "race", "card"), "players"), ("boats", "dock", ("north", "south", "west"), "metres"),
)  # fmt: skip


def sql(rng: Random, level: int) -> Question:
    """The result of a query: a filter; an aggregate with a filter; groups with HAVING or ORDER BY."""
    table, text, values, number = rng.choice(_TABLES)
    rows = [(i + 1, rng.choice(values), rng.randrange(1, 30)) for i in range(5 if level < 3 else 6)]
    shown = "\n".join([f"id | {text} | {number}", *(f"{i} | {t} | {n}" for i, t, n in rows)])
    limit, wanted = sorted(n for _, _, n in rows)[rng.randrange(1, 4)], rng.choice(rows)[1]
    sign = rng.choice((">", ">=", "<"))
    kept = [n for _, _, n in rows if {">": n > limit, ">=": n >= limit, "<": n < limit}[sign]]
    if level == 1:
        query, key = rng.choice((
            (f"SELECT COUNT(*) FROM {table} WHERE {number} {sign} {limit};", len(kept)),
            (f"SELECT COUNT(*) FROM {table} WHERE {text} = '{wanted}';", sum(t == wanted for _, t, _ in rows)),
            (f"SELECT MAX({number}) FROM {table};", max(n for _, _, n in rows)),
        ))  # fmt: skip
    elif level == 2:
        mine = [n for _, t, n in rows if t == wanted]
        query, key = rng.choice((
            (f"SELECT SUM({number}) FROM {table} WHERE {text} = '{wanted}';", sum(mine)),
            (f"SELECT COUNT(DISTINCT {text}) FROM {table} WHERE {number} >= {limit};", len({t for _, t, n in rows if n >= limit})),
            (f"SELECT id FROM {table} WHERE {text} = '{wanted}' ORDER BY {number} DESC, id LIMIT 1;", _top(rows, wanted)),
        ))  # fmt: skip
    else:
        sums = {t: sum(n for _, u, n in rows if u == t) for t in {t for _, t, _ in rows}}
        counts = {t: sum(u == t for _, u, _ in rows) for t in sums}
        query, key = rng.choice((
            (f"SELECT COUNT(*) FROM (SELECT {text} FROM {table} GROUP BY {text} HAVING SUM({number}) > {limit + 10}) AS g;", sum(s > limit + 10 for s in sums.values())),
            (f"SELECT MAX(s) FROM (SELECT SUM({number}) AS s FROM {table} WHERE id > 1 GROUP BY {text}) AS g;", max(_sums(rows[1:]).values())),
            (f"SELECT SUM({number}) FROM {table} WHERE {text} IN (SELECT {text} FROM {table} GROUP BY {text} HAVING COUNT(*) > 1);", sum(sums[t] for t in sums if counts[t] > 1)),
            (f"SELECT COUNT(*) FROM {table} a JOIN {table} b ON a.{text} = b.{text} AND a.id < b.id;", sum(c * (c - 1) // 2 for c in counts.values())),
        ))  # fmt: skip
        if key == 0 and query.startswith("SELECT SUM"):
            return sql(rng, level)  # SUM over nothing is NULL
    opening = rng.choice(
        (
            "What single number does this query return?",
            "Which number is the result of the query?",
            "The query runs on the table. What does it return?",
        )
    )
    return ask_number(f"{opening}\n\nTable {table}:\n{shown}\n\n{query}", key)


def _top(rows: list[tuple[int, str, int]], wanted: str) -> int:
    return min((-n, i) for i, t, n in rows if t == wanted)[1]


def _sums(rows: list[tuple[int, str, int]]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for _, text, number in rows:
        sums[text] = sums.get(text, 0) + number
    return sums


# A pattern, texts that it matches as a whole, texts that it does not.
_PATTERNS = {
    1: (
        (r"\d\d", ("42", "07", "99"), ("4", "123", "a1", "x")), (r"a+", ("a", "aa", "aaaa"), ("b", "ab", "")),
        (r"colou?r", ("color", "colour"), ("colouur", "colr", "col")), (r"[abc]x", ("ax", "bx", "cx"), ("dx", "abx", "x")),
        (r"\w+@\w+", ("me@home", "x@y"), ("me.home", "@home", "me@")), (r"yes|no", ("yes", "no"), ("yesno", "y", "maybe")),
        (r"b.g", ("bag", "big", "b7g"), ("bg", "baag", "gab")), (r"[A-Z]\d", ("A1", "Z9"), ("a1", "AB", "A12")),
    ),
    2: (
        (r"\d{2}:\d{2}", ("09:30", "23:59", "77:00"), ("9:30", "09-30", "09:3")), (r"[a-z]{3,5}", ("cat", "tiger", "lion"), ("ox", "rabbit", "Dog")),
        (r"(ab)+c?", ("ab", "ababc", "abc"), ("c", "aab", "abcc")), (r"[^0-9]+", ("abc", "a-b", "!"), ("a1", "7", "b2b")),
        (r"-?\d+", ("-5", "12", "0"), ("--5", "5-", "1.5")), (r"\S+ \S+", ("big dog", "a b"), ("bigdog", "a b c", "a-b")),
        (r"#[0-9a-f]{6}", ("#ff00aa", "#123456"), ("#ff00a", "ff00aa", "#GG0000")), (r"x*y+", ("y", "xxy", "xyy"), ("x", "yx", "xyx")),
    ),
    3: (
        (r"(\w)\w*\1", ("abca", "noon", "xx"), ("abc", "x", "moon")), (r"(?!.*aa)[ab]+", ("abab", "bb", "aba"), ("aab", "baab", "c")),
        (r"(\d+)-\1", ("12-12", "7-7"), ("12-21", "1-11", "3-")), (r"a(?=b)\w+", ("abc", "ab", "abba"), ("ac", "a", "bab")),
        (r"(?:\d{1,3}\.){3}\d{1,3}", ("10.0.0.1", "1.2.3.4"), ("1.2.3", "1.2.3.4.5", "1..2.3")),
        (r"[^aeiou\W]+ing?", ("sing", "string", "fin"), ("seeing", "ing", "being")), (r"(a|b(c|d))+e", ("ae", "bcbde", "abce"), ("e", "be", "abe")),
        (r"\b\w{2}\b.*", ("to be", "we", "at home"), ("one", "a to", "the")),
    ),
}  # fmt: skip


def pattern(rng: Random, level: int) -> Question:
    """Which text a regular expression matches, or which it does not match, as a whole."""
    expression, *texts = rng.choice(_PATTERNS[level])
    matching, failing = ([text for text in group if text] for group in texts)
    name = rng.choice(("pattern", "rule", "check", "field", "code", "rx"))
    if rng.randrange(2) or len(matching) < 3:
        right, wrong, verb = rng.choice(matching), failing, "matches"
    else:
        right, wrong, verb = rng.choice(failing), matching, "does not match"
    asked = rng.choice((
        f"`{name} = re.compile(r'{expression}')`. Which text {verb} with `{name}.fullmatch(text)`?",
        f"Which of these texts {verb} the regular expression `{expression}` as a whole?",
        f"A form accepts a value only if all of it fits `{expression}`. Which value {'is accepted' if verb == 'matches' else 'is refused'}?",
    ))  # fmt: skip
    return ask_choice(rng, asked, right, wrong)


def json_path(rng: Random, level: int) -> Question:
    """What an expression gives on a JSON document of depth 1, 2 or 3."""
    keys = pick(rng, ("id", "name", "size", "tags", "owner", "items", "price", "parts", "city", "notes", "state"), 4)
    names, colours, animals = pick(rng, NAMES, 3), pick(rng, COLOURS, 3), pick(rng, ANIMALS, 3)
    numbers = pick(rng, range(2, 60), 4)
    document: Any
    if level == 1:
        document = {keys[0]: names[0], keys[1]: numbers[0], keys[2]: colours[0]}
        path, value = rng.choice([(f"['{key}']", item) for key, item in document.items()])
    elif level == 2:
        document = {keys[0]: {keys[1]: numbers[0], keys[2]: colours}, keys[3]: [names[0], animals[0], numbers[1]]}
        path, value = rng.choice((
            (f"['{keys[0]}']['{keys[2]}'][1]", colours[1]), (f"['{keys[3]}'][-1]", numbers[1]),
            (f"['{keys[0]}']['{keys[1]}'] + data['{keys[3]}'][2]", numbers[0] + numbers[1]), (f"['{keys[3]}'][0]", names[0]),
        ))  # fmt: skip
    else:
        rows = [
            {keys[1]: name, keys[2]: number, keys[3]: [colour, animal]}
            for name, number, colour, animal in zip(names, numbers, colours, animals, strict=False)
        ]
        document = {keys[0]: rows}
        path, value = rng.choice((
            (f"['{keys[0]}'][1]['{keys[3]}'][0]", colours[1]), (f"['{keys[0]}'][-1]['{keys[3]}'][-1]", animals[2]),
            (f"['{keys[0]}'][0]['{keys[2]}'] - data['{keys[0]}'][2]['{keys[2]}']", numbers[0] - numbers[2]),
            (f"['{keys[0]}'][len(data['{keys[0]}']) - 2]['{keys[1]}']", names[1]),
        ))  # fmt: skip
    asked = rng.choice(
        (
            "`data` was read from this JSON. What is",
            "This JSON is loaded into the Python variable `data`. What is the value of",
            "After `data = json.loads(...)` of the text below, what is",
        )
    )
    text = f"{asked} `data{path}`?\n\n{json.dumps(document)}"
    if isinstance(value, int):
        return ask_number(text, value, instruction=ANSWER_ALONE)
    return ask_choice(rng, text, value, [item for item in (*names, *colours, *animals) if f'"{item}"' in text])


def csv_text(rng: Random, level: int) -> Question:
    """A field of a CSV; a sum over a column; a field with quoted separators."""
    header = pick(rng, ("item", "owner", "colour", "room", "shelf", "state"), 2)
    words = [pick(rng, PLAIN_WORDS, 2) for _ in range(4)]
    numbers = [rng.randrange(2, 50) for _ in range(4)]
    separator = rng.choice((",", ";", "\t"))
    lines = [separator.join([*header, "count"])] + [
        separator.join([*pair, str(n)]) for pair, n in zip(words, numbers, strict=True)
    ]
    row = rng.randrange(4)
    where = rng.choice(
        (
            "This is a small CSV file:",
            "A spreadsheet was exported as text:",
            "A log was saved like this:",
            "Here is a data file with a header line:",
        )
    )
    if level == 1:
        column = rng.randrange(2)
        place = ("first", "second", "third", "fourth")[row]
        text = f"{where}\n\n{chr(10).join(lines)}\n\nWhat stands under '{header[column]}' in the {place} data row?"
        near = [words[row][1 - column], *(pair[column] for pair in words)]  # beside it, and above or below it
        return ask_choice(rng, text, words[row][column], near)
    if level == 2:
        limit = sorted(numbers)[1]
        total = sum(n for n in numbers if n >= limit)
        return ask_number(
            f"{where}\n\n{chr(10).join(lines)}\n\nWhat is the sum of 'count' over the rows in which it is at least {limit}?",
            total,
        )
    quoted = f'"{words[row][0]}, {words[row][1]}"'
    other = rng.choice(PLAIN_WORDS)
    line = ",".join([quoted, '"say ""' + other + '"""', str(numbers[0])])
    asked, key = rng.choice((
        ("How many fields has this line of a comma-separated CSV file?", "3"),
        ("What is the value of the first field, without the quotes around it?", f"{words[row][0]}, {words[row][1]}"),
        ("How many characters has the second field when the line is read by a CSV reader?", str(len(f'say "{other}"'))),
    ))  # fmt: skip
    text = f"A line of a comma-separated CSV file:\n\n{line}\n\n{asked}"
    if key.isdigit():
        return ask_number(text, key)
    return ask_choice(rng, text, key, [words[row][0], words[row][1], f'{key}, say "{other}"'])


def file_path(rng: Random, level: int) -> Question:
    """Parts of a path; where a relative path leads; which files a wildcard takes."""
    *folders, name = pick(rng, PLAIN_WORDS, 4)
    ending = rng.choice(("txt", "csv", "py", "jpg", "json", "md"))
    full = f"/{'/'.join(folders)}/{name}.{ending}"
    if level == 1:
        asked, key = rng.choice(
            (("the file's extension, without the dot", ending), ("the folder that holds the file directly", folders[2]))
        )
        wrong = [ending, f"{name}.{ending}", name, *folders]
        return ask_choice(rng, f"A file has the path {full}. What is {asked}?", key, wrong)
    if level == 2:
        here = f"/{folders[0]}/{folders[1]}"
        path, target = rng.choice((
            (f"../{name}.{ending}", f"/{folders[0]}/{name}.{ending}"), (f"./{folders[2]}/{name}.{ending}", f"{here}/{folders[2]}/{name}.{ending}"),
            (f"../../{name}.{ending}", f"/{name}.{ending}"), (f"../{folders[2]}/../{name}.{ending}", f"/{folders[0]}/{name}.{ending}"),
        ))  # fmt: skip
        wrong = [
            f"/{folders[0]}/{name}.{ending}",
            f"{here}/{name}.{ending}",
            f"/{name}.{ending}",
            f"{here}/{folders[2]}/{name}.{ending}",
            f"/{folders[2]}/{name}.{ending}",
        ]
        return ask_choice(rng, f"A shell is in the folder {here}. Which file is meant by {path}?", target, wrong)
    files = [
        f"{name}.{ending}",
        f"{name}1.{ending}",
        f"{name}12.{ending}",
        f"{folders[0]}.{ending}",
        f"{name}.{ending}.old",
        f"my{name}.{ending}",
    ]
    rng.shuffle(files)
    mask, count = rng.choice((
        (f"{name}*.{ending}", 3), (f"{name}?.{ending}", 1), (f"*.{ending}", 5), (f"*{name}.{ending}", 2), (f"{name}*", 4), (f"*{name}*", 5),
    ))  # fmt: skip
    return ask_number(
        f"A folder holds these files: {', '.join(files)}. How many of them does the shell command `ls {mask}` list?",
        count,
    )


GENERATORS = (
    Generator("SQL", UseCase.CODING, sql),
    Generator("regular expressions", UseCase.CODING, pattern),
    Generator("JSON paths", UseCase.CODING, json_path),
    Generator("CSV files", UseCase.CODING, csv_text),
    Generator("file paths", UseCase.CODING, file_path),
)
