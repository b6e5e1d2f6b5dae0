"""Rows and columns of one model that are parts of the test beside them: its categories, and its lengths of context."""

import re
from collections.abc import Sequence

from core.cards.own_model import names_stage_only
from core.cards.row_labels import LENGTH_ROWS, are_lengths
from core.cards.table_words import AVERAGE

_CATEGORIES = re.compile(
    r"(?i)\W*(?:(?:sub-?)?(?:categor(?:y|ies)|subjects?|domains?|topics?|skills?|tasks?|sets?|aspects?|"
    r"abilit(?:y|ies)|capabilit(?:y|ies)|fields?|disciplines?|sections?|splits?|dimensions?|areas?)|difficulty|"
    r"(?:difficulty )?levels?|question types?|类别|分类|科目|学科|领域|难度|분류|카테고리|분야|과목|カテゴリー?|分野|"
    r"kategorien?|fach(?:gebiet)?|catégories?|categor[ií]as?)(?: names?)?\W*"
)
_SUBJECTS = re.compile(
    r"(?i)\W*(?:subjects?|(?:subject )?domains?|topics?|disciplines?|fields?|科目|学科|领域|과목|분야|分野|"
    r"fach(?:gebiet)?)\W*"
)
# Kinds of models, and what others are called beside the card's own: such rows are no parts of a test.
_OF_MODELS = re.compile(
    r"(?i)\b(?:models?|llms?|open|open[- ](?:source|weights?)|closed|proprietary|commercial|baselines?|bases?|ours?|"
    r"others?|this|humans?|experts?|random|pre-?train\w*|(?:fine-?)?tun\w*|instruct\w*|original|small|medium|large|tiny|frontier|quanti\w*|before|after|"
    r"without|with|w/o|sft|dpo|rl|lora|merged?|distill\w*|v\d|old|new|previous)\b|模型|모델|モデル"
)
_MOST_CHARS = 60
_AT_LENGTHS = re.compile(
    r"(?i)\b(?:ruler|niah|needle\w*|hay-?stack|pass-?key|babilong|infinite-?bench|long-?bench|nolima|mrcr|helmet|loft|"
    r"retrieval|variable tracking|long[- ]context)\b|∞bench|大海捞针"
)


def are_categories(labels: Sequence[str | None], corner: str, *, several: bool = False) -> bool:
    """True for rows that the corner calls categories, subjects or the like, where none is called like a model.

    `several` tells that more than one test stands beside them, all of which must then have such parts.

    >>> are_categories(["Writing", "Coding"], "Category"), are_categories(["Open models", "Ours"], "Category")
    (True, False)
    """
    words = _SUBJECTS if several else _CATEGORIES
    if len({*labels}) < 2 or not words.fullmatch(corner[:_MOST_CHARS]):
        return False
    if sum(bool(label and names_stage_only(label)) for label in labels) > 1:
        return False
    return all(label and len(label) <= _MOST_CHARS and not _OF_MODELS.search(label) for label in labels)


def name_of_part(test: str, label: str) -> str:
    """The name of a test's part; the average of the parts is the whole test.

    >>> name_of_part("MMLU (5-shot)", "STEM"), name_of_part("MMLU (5-shot)", "Average")
    ('MMLU STEM (5-shot)', 'MMLU (5-shot)')
    """
    bare, opened, asked = test.partition(" (")
    return test if AVERAGE.match(label) else f"{bare} {label.strip(' *_')}{opened}{asked}"


def are_lengths_of_test(headers: Sequence[str], corner: str, rows: Sequence[str]) -> bool:
    """True for columns that are lengths of context, as the corner says, or the rows by their tests.

    >>> are_lengths_of_test(["4k", "8k"], "", ["RULER"]), are_lengths_of_test(["4k", "128k"], "", ["MMLU"])
    (True, False)
    """
    if not are_lengths(headers, corner):
        return False
    return bool(LENGTH_ROWS.fullmatch(corner)) or any(_AT_LENGTHS.search(row[:_MOST_CHARS]) for row in rows)
