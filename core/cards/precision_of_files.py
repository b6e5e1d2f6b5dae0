"""At which precision the evaluated weights were, as a harness's file of results or a table of files tells it."""

import re
from bisect import bisect

from core.cards.document import Document
from core.cards.fast_patterns import fast_pattern
from core.cards.settings import find_precision

NOT_EVALUATED = fast_pattern(
    r"(?i)(?:\b(?:not|never)|n['’]t) (?:been |yet |have |be ){0,2}"
    r"(?:evaluat|benchmark|measur|test|run|taken|obtain|comput)\w*|"
    r"\b(?:will|going to|plan(?:ning)? to|hope to) (?:also |be )?(?:publish|release|report|add|follow|upload|shar|"
    r"provid|evaluat|benchmark|measur)\w*"
)
DTYPE = re.compile(
    r"(?i)\b(?:torch_?)?dtype['\"]?\s?[=: ]\s?['\"\\]{0,2}(?:torch\.)?(?:bf|fp|float|half|int|auto-?gptq)\w*"
)
_OF_RUN = re.compile(
    r"(?i)['\"](?:model_args|num_fewshot|n-shot|bootstrap_iters|(?:acc|exact_match|acc_norm|pass@1)(?:,[\w-]+)?|"
    r"task_hashes|"
    r"versions?|model_dtype)['\"]\s?:"
)


def dtypes_of_runs(document: Document) -> list[int]:
    """Lines in the results file of a harness that hold the precision of the run: '"dtype": "float16"'."""
    code = [sentence for sentence in document.code() if '"' in sentence.text or "'" in sentence.text][:4000]
    runs = [sentence.line for sentence in code if _OF_RUN.search(sentence.text[:1000])]
    dtypes = [sentence.line for sentence in code if DTYPE.search(sentence.text[:1000])] if runs else []
    return [line for line in dtypes if line - (runs[max(0, bisect(runs, line) - 1)]) in range(-60, 61)]


# A row of a table of files: "Q3_K_XL | the build all benchmarks below were measured on".
_TESTED_FILE = re.compile(
    r"(?i)\b(?:benchmarks?|scores?|numbers|results|evals?|evaluations|everything)\b(?: \w+){0,3}? (?:measured|"
    r"evaluated|"
    r"tested|benchmarked|run|taken|obtained)\b(?! (?:by|for))|"
    r"\b(?:numbers|scores|results|benchmarks) (?:\w+ ){0,2}?(?:come|came|are|were) (?:taken )?from\b|"
    r"\b(?:measured|evaluated|tested|benchmarked) (?:build|file|version|quant|one)\b"
)
_MOST_TABLES, _MOST_ROWS = 12, 120


def rows_of_tested_files(document: Document) -> list[int]:
    """Lines of rows that call a file of one precision the one that was tested."""
    found = []
    for table in document.tables[:_MOST_TABLES]:
        for row in table.rows[:_MOST_ROWS]:
            said = next(
                (cell.text for cell in row if 16 <= len(cell.text) < 400 and _TESTED_FILE.search(cell.text)), ""
            )
            if said and not NOT_EVALUATED.search(said) and any(find_precision(cell.text) for cell in row):
                found.append(row[0].line)
    return found
