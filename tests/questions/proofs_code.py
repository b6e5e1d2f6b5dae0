"""Keys of generated coding questions, proved by running what they show: Python, SQLite, re, csv, json."""

import contextlib
import csv
import fnmatch
import io
import json
import posixpath
import re
import sqlite3

from tests.questions.generated import key_of

FENCE = re.compile(r"```python\n(.*?)\n```", re.DOTALL)


def run(code):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(code, {})
    return out.getvalue().rstrip("\n")


def printed(question):
    assert run(FENCE.search(question.input)[1]) == key_of(question)


def loop_runs(question):
    line = re.search(r"`(\w+)\(\)`", question.input)[1]
    calls = []
    exec(FENCE.search(question.input)[1], {line: lambda: calls.append(1)})
    assert str(len(calls)) == key_of(question)


def one_filler_fits(question):
    wanted = re.search(r"must print (\[.*?\])\.", question.input)[1]
    code = FENCE.search(question.input)[1]
    fitting = [choice for choice in question.choices if run(code.replace("____", choice)) == wanted]
    assert fitting == [key_of(question)]


def one_valuation_fits(question):
    expression, wanted = re.search(r"`(.+?)` (True|False)\?", question.input).groups()
    fitting = [c for c in question.choices if str(eval(expression, {}, values(c))) == wanted]
    assert fitting == [key_of(question)]


def values(choice):
    return {name: value == "True" for name, value in re.findall(r"(\w+) = (\w+)", choice)}


def reference_passes(question):
    options = question.grader.options
    namespace = {}
    exec(options["reference"], namespace)
    tests = options["tests"]
    assert len(tests) >= 4
    for test in json.loads(json.dumps(tests)):
        assert namespace[options["entry_point"]](*test["args"]) == test["expected"]
    assert len({json.dumps(test["expected"]) for test in tests}) > 1, "a constant function would pass"
    example = re.search(r"Example: (.+) returns (.+)\.", question.input)
    assert eval(example[1], namespace) == eval(example[2])
    assert eval(example[2])


def query_returns(question):
    name, header, *rows = re.search(r"Table (\w+):\n(.+?)\n\n", question.input, re.DOTALL)[0].strip().splitlines()
    name, columns = name.removeprefix("Table ").removesuffix(":"), header.split(" | ")
    database = sqlite3.connect(":memory:")
    database.execute(f"CREATE TABLE {name} ({columns[0]} INTEGER, {columns[1]} TEXT, {columns[2]} INTEGER)")
    database.executemany(f"INSERT INTO {name} VALUES (?, ?, ?)", [row.split(" | ") for row in rows])
    (row,) = database.execute(question.input.rsplit("\n\n", 1)[1]).fetchall()
    assert str(row[0]) == key_of(question)


def one_text_matches(question):
    compiled = re.search(r"re\.compile\(r'(.+)'\)`", question.input)
    expression = (compiled or re.search(r"`(.+?)`", question.input))[1]
    negative = "does not match" in question.input or "is refused" in question.input
    fitting = [c for c in question.choices if (re.fullmatch(expression, c) is None) == negative]
    assert fitting == [key_of(question)]


def path_gives(question):
    asked, text = question.input.split("\n\n")
    data = json.loads(text)
    assert str(eval(re.search(r"`(data\[.+)`\?", asked)[1], {"data": data, "len": len})) == key_of(question)


def csv_reader_finds(question):
    if question.metadata["level"] == 3:
        _, line, asked = question.input.split("\n\n")
        (fields,) = csv.reader([line])
        answers = {
            "How many fields": len(fields),
            "What is the value": fields[0],
            "How many characters": len(fields[1]),
        }
        assert key_of(question) == str(next(value for start, value in answers.items() if asked.startswith(start)))
        return
    _, text, asked = question.input.split("\n\n")
    separator = next(s for s in (",", ";", "\t") if s in text)
    rows = list(csv.DictReader(io.StringIO(text), delimiter=separator))
    if question.metadata["level"] == 1:
        column, place = re.search(r"under '(\w+)' in the (\w+) data row", asked).groups()
        assert rows[("first", "second", "third", "fourth").index(place)][column] == key_of(question)
    else:
        limit = int(re.search(r"at least (\d+)", asked)[1])
        assert str(sum(int(r["count"]) for r in rows if int(r["count"]) >= limit)) == key_of(question)


def path_leads(question):
    text = question.input
    if question.metadata["level"] == 1:
        path = re.search(r"path (\S+)\. ", text)[1]
        expected = path.rsplit(".", 1)[1] if "extension" in text else posixpath.basename(posixpath.dirname(path))
    elif question.metadata["level"] == 2:
        here, path = re.search(r"folder (\S+)\. Which file is meant by (\S+)\?", text).groups()
        expected = posixpath.normpath(posixpath.join(here, path))
    else:
        files, mask = re.search(r"files: (.+?)\. How .*`ls (.+?)`", text).groups()
        expected = str(sum(fnmatch.fnmatchcase(name, mask) for name in files.split(", ")))
    assert key_of(question) == expected


PROOFS = {
    "output of text code": printed,
    "output of list code": printed,
    "output of loops": printed,
    "output of dict code": printed,
    "output of conditions": printed,
    "output of functions": printed,
    "counting loop runs": loop_runs,
    "filling gaps": one_filler_fits,
    "boolean conditions": one_valuation_fits,
    "text functions": reference_passes,
    "list functions": reference_passes,
    "record functions": reference_passes,
    "SQL": query_returns,
    "regular expressions": one_text_matches,
    "JSON paths": path_gives,
    "CSV files": csv_reader_finds,
    "file paths": path_leads,
}
