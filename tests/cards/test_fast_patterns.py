"""Patterns behind a look at their first letter find what the plain ones find."""

import importlib
import pkgutil
import re

import pytest

import core.cards
from core.cards.fast_patterns import fast_pattern


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"(?i)\b(?:beats|outperforms)\b", "It Outperforms both."),
        (r"(?i)\bist\b|训练", "Das IST so"),
        (r"(?i)\bist\b|训练", "经过训练"),
        (r"(?i)iyi", "İYİ iyi ıyı"),
        (r"(?i)straße|k\d", "STRASSE K7 \u212a7"),
        (r"(?i)s\w", "\u017fo"),
        (r"(?i)(?:un|re)?tuned", "Untuned and tuned"),
        (r"(?i)(?-i:[A-Z])\w+ beats", "lumen Lumen beats"),
        (r"(?ai)\b\d{1,2}[- ]shots?", "at 5-Shot"),
        (r"\d+ ?B", "\u0667 B, 7B"),
        (r"[^a]b", "ab cb"),
        (r"x?", "yyy"),
        (r"(?<=a)b|(?!c)d", "ab cd"),
        (r"(?P<name>Lumen)-(?P<size>\d)", "the Lumen-7"),
        (r".{0,3}end", "the end"),
        (r"(?:a|b){2,}c", "ababc"),
        (r"^(?:all|every)\b", "all of it"),
        (r"[à-ÿ]t", "été"),
    ],
)
def test_a_fast_pattern_finds_what_the_plain_one_finds(pattern, text):
    plain, fast = re.compile(pattern), fast_pattern(pattern)
    assert [(m.span(), m.groupdict()) for m in fast.finditer(text)] == [
        (m.span(), m.groupdict()) for m in plain.finditer(text)
    ]


def test_a_broken_pattern_is_told():
    with pytest.raises(re.error):
        fast_pattern("(?:a|b")


TEXT = (
    "Lumen-7B outperforms Rival-13B on MMLU with 61.3 (5-shot, BF16), and beats GPT-4. We REMOVED test questions; "
    "nicht trainiert, évalué sur, сравнима с, 超过了 72B 模型, 학습 데이터, en question, İyi, Straße, ßeta, KELVIN. "
)


def test_every_fast_pattern_of_the_card_reader_finds_what_its_plain_one_finds():
    fast = {
        (module.name, name): value
        for module in pkgutil.iter_modules(core.cards.__path__)
        for name, value in vars(importlib.import_module(f"core.cards.{module.name}")).items()
        if isinstance(value, re.Pattern) and re.match(r"(?:\(\?\w+\))?(?:\(\?-i:)?\(\?=\[", value.pattern)
    }
    assert len(fast) > 50
    for key, pattern in fast.items():
        flags, rest = re.fullmatch(
            r"(?s)(\(\?\w+\))?(?:\(\?-i:\(\?=\[.*?\]\)\)|\(\?=\[.*?\]\))(\(\?:.*\))", pattern.pattern
        ).groups()
        plain = re.compile(f"{flags or ''}{rest}")
        assert [m.span() for m in pattern.finditer(TEXT)] == [m.span() for m in plain.finditer(TEXT)], key
