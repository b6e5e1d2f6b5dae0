"""Instructions that can be counted: each rule holds, or its breach is named."""

import pytest

from core.grading.constraints import CHECKS, count_sentences, count_words
from core.grading.languages import NAMES, find_language
from core.grading.outcome import Outcome
from core.inference.exchange import FinishReason
from core.questions.rules import RULES

LIST = "- one\n- two\n- three"
HOLDS = [
    ({"rule": "words", "min": 3, "max": 3}, "A well-known fact —"),
    ({"rule": "characters", "max": 5}, "  abcde \n"),
    ({"rule": "sentences", "min": 2, "max": 2}, "It costs 3.50 euros. Why?"),
    ({"rule": "sentences", "min": 1, "max": 1}, "Dr. Smith and Mrs. Jones met at 5 p.m. in St. Ives!"),
    ({"rule": "sentences", "min": 3, "max": 3}, 'He said "No." She left. Then silence…'),
    ({"rule": "sentences", "min": 1, "max": 1}, "no stop at the end"),
    ({"rule": "sentences", "min": 2, "max": 2}, "这是第一句。这是第二句。"),
    ({"rule": "lines", "min": 2, "max": 2}, "one\n\ntwo\n"),
    ({"rule": "paragraphs", "min": 2, "max": 2}, "one\nstill one\n \ntwo"),
    ({"rule": "bullets", "min": 3, "max": 3}, LIST),
    ({"rule": "bullets", "min": 2, "max": 2}, "Here:\n* **Bold** item\n  • nested"),
    ({"rule": "numbered", "min": 2, "max": 2}, "1. one\n2) two\n3 three"),
    ({"rule": "include", "texts": ["snow", "white as snow"]}, "It was **white** as *snow*."),
    ({"rule": "include", "texts": ["don't"]}, "I don’t know"),
    ({"rule": "mention", "texts": ["rain", "wet"]}, "A *rainy* day"),
    ({"rule": "exclude", "texts": ["cat"]}, "A category of animals"),
    ({"rule": "count", "text": "light", "min": 1, "max": 1}, "Light, not lighter"),
    ({"rule": "count", "text": "ha", "min": 3, "max": 3}, "ha ha ha"),
    ({"rule": "avoid_characters", "characters": "e,"}, "A bird sang in a tall oak"),
    ({"rule": "starts_with", "text": "Hello"}, "**Hello** there"),
    ({"rule": "starts_with", "text": "Dear customer,"}, '"Dear customer, we'),
    ({"rule": "ends_with", "text": "Kind regards"}, "Thanks.\n\nKind regards."),
    ({"rule": "ends_with", "text": "enough."}, "That is *enough.*"),
    ({"rule": "ends_with", "text": "!"}, "WET FLOOR!"),
    ({"rule": "case", "case": "upper"}, "WET FLOOR, 3 CM!"),
    ({"rule": "case", "case": "lower"}, "bees make honey."),
    ({"rule": "language", "language": "de"}, "Ein Hund ist ein Haustier."),
    ({"rule": "json", "keys": ["a"]}, '```json\n{"a": 1}\n```'),
    ({"rule": "json", "schema": {"type": "array"}}, "[1]"),
    ({"rule": "regex", "pattern": r"^\d{4}$"}, "2024"),
]
BREAKS = [
    ({"rule": "words", "min": 3, "max": 3}, "one two", "2 words where exactly 3"),
    ({"rule": "words", "min": 3}, "one two", "at least 3"),
    ({"rule": "words", "min": 3, "max": 5}, "one two", "at least 3 and at most 5"),
    ({"rule": "characters", "max": 5}, "abcdef", "6 characters"),
    ({"rule": "sentences", "max": 1}, "One. Two.", "2 sentences"),
    ({"rule": "lines", "max": 1}, "one\ntwo", "2 lines"),
    ({"rule": "paragraphs", "min": 2}, "one\ntwo", "1 paragraphs"),
    ({"rule": "bullets", "min": 3}, "-one\n-two\n-three", "0 bullet points"),
    ({"rule": "numbered", "min": 2}, "1. one", "1 numbered"),
    ({"rule": "include", "texts": ["snow", "ice"]}, "snowy ice", "lacks “snow”"),
    ({"rule": "mention", "texts": ["rain", "wet"]}, "The train", "is not about what was asked"),
    ({"rule": "exclude", "texts": ["cat", "dog"]}, "A CAT.", "holds “cat”"),
    ({"rule": "count", "text": "key", "max": 1}, "key, key", "2 times “key”"),
    ({"rule": "avoid_characters", "characters": "e!"}, "Everything!", "“!”, “e”"),
    ({"rule": "starts_with", "text": "Hello"}, "Oh, hello", "does not start with"),
    ({"rule": "ends_with", "text": "bye"}, "bye now", "does not end with"),
    ({"rule": "case", "case": "upper"}, "WET Floor", "4 letters"),
    ({"rule": "case", "case": "lower"}, "bees make Honey", "1 letters"),
    ({"rule": "language", "language": "fr"}, "The dog is in the house.", "reads as English"),
    ({"rule": "json", "keys": ["a", "b"]}, '{"a": 1}', "lacks “b”"),
    ({"rule": "json"}, "no json", "no valid JSON"),
    ({"rule": "json", "schema": {"type": "array"}}, "{}", "does not fit the schema"),
    ({"rule": "regex", "pattern": r"^\d{4}$"}, "24", "is not found"),
]


@pytest.mark.parametrize(("rule", "text"), HOLDS)
def test_a_rule_holds(grade_text, rule, text):
    found = grade_text("constraints", text, rules=[rule])
    assert found.outcome is Outcome.RIGHT, found.why


@pytest.mark.parametrize(("rule", "text", "told"), BREAKS)
def test_a_breach_is_named(grade_text, rule, text, told):
    found = grade_text("constraints", text, rules=[rule])
    assert found.outcome is Outcome.WRONG and told in found.why, found.why


def test_every_rule_has_a_check_and_a_test():
    tested = {rule["rule"] for rule, *_ in HOLDS} & {rule["rule"] for rule, *_ in BREAKS}
    assert set(CHECKS) == set(RULES) == tested


def test_all_rules_must_hold_and_the_broken_are_listed(grade_text):
    rules = [{"rule": "bullets", "min": 3}, {"rule": "words", "max": 2}, {"rule": "exclude", "texts": ["two"]}]
    found = grade_text("constraints", LIST, rules=rules)
    assert (found.outcome, found.score) == (Outcome.WRONG, 0.0)
    assert "2 of 3 rules" in found.why and "3 words" in found.why and "“two”" in found.why


def test_thinking_and_turns_are_not_counted(grade_text):
    text = "<think>Many words of thought come here.</think>Two words<|im_end|>\n<|im_start|>user\nmore words"
    assert grade_text("constraints", text, rules=[{"rule": "words", "max": 2}]).outcome is Outcome.RIGHT


def test_a_dialogue_is_no_run_on(grade_text):
    text = "User: Hello\nAssistant: Hello\nUser: Bye"
    assert grade_text("constraints", text, rules=[{"rule": "lines", "min": 3, "max": 3}]).outcome is Outcome.RIGHT


def test_a_cut_text_is_cut_off_and_an_empty_one_no_answer(grade_text):
    rules = [{"rule": "words", "max": 9}]
    assert grade_text("constraints", "It was", rules=rules, finish=FinishReason.LENGTH).outcome is Outcome.CUT_OFF
    assert grade_text("constraints", " \n", rules=rules).outcome is Outcome.NO_ANSWER


def test_counting():
    assert count_words("") == count_sentences("") == 0
    assert count_words("e-mail me @ 10:30, OK?") == 4
    assert count_sentences("1. Boil water.\n2. Add tea.") == 2
    assert count_sentences("Wait... what?! Yes.") == 3


SENTENCES = {
    "en": ["The weather was fine and we went to the sea.", "Dogs are loyal.", "Bread gives us energy for the day."],
    "de": [
        "Das Wetter war schön und wir fuhren ans Meer.",
        "Ein Hund ist ein treues Tier.",
        "Bienen machen Honig für den Winter.",
    ],
    "fr": [
        "Le temps était beau et nous sommes allés à la mer.",
        "Nous avons besoin de pain pour vivre.",
        "C'est un chien fidèle.",
    ],
    "es": [
        "El tiempo era bueno y fuimos al mar.",
        "La gente tiene animales porque le hacen compañía.",
        "Un perro es fiel.",
    ],
    "it": ["Il tempo era bello e siamo andati al mare.", "Abbiamo bisogno di pane per vivere.", "Un cane è fedele."],
    "nl": [
        "Het weer was mooi en we gingen naar de zee.",
        "Een hond is een trouw dier.",
        "Wij hebben brood nodig om te leven.",
    ],
}


@pytest.mark.parametrize(
    ("language", "sentence"), [(code, text) for code, texts in SENTENCES.items() for text in texts]
)
def test_a_short_text_tells_its_language(language, sentence):
    assert find_language(sentence) == [language]


def test_no_language_is_made_of_digits():
    assert find_language("12 + 30 = 42") == [] and set(SENTENCES) == set(NAMES)


@pytest.mark.parametrize(
    ("rule", "text", "outcome"),
    [
        ({"rule": "numbered", "max": 2}, "1. a\n2. b\n3. c\n4. d", Outcome.WRONG),
        ({"rule": "words", "min": 3, "max": 4}, "one two three four five six", Outcome.WRONG),
        ({"rule": "words", "min": 3, "max": 5}, "one two three four five sec", Outcome.CUT_OFF),
        ({"rule": "exclude", "texts": ["cat"]}, "a cat sat on", Outcome.WRONG),
        (
            {"rule": "exclude", "texts": ["cat"]},
            "it is a cat",
            Outcome.CUT_OFF,
        ),  # may have been the beginning of "catalogue"
        ({"rule": "include", "texts": ["cat"]}, "a dog sat on", Outcome.CUT_OFF),
        ({"rule": "ends_with", "text": "end"}, "a dog sat on", Outcome.CUT_OFF),
        ({"rule": "words", "max": 9}, "a dog sat on", Outcome.CUT_OFF),
    ],
)
def test_a_reply_that_the_budget_cut_is_wrong_only_when_no_going_on_could_mend_it(grade_text, rule, text, outcome):
    assert grade_text("constraints", text, rules=[rule], finish=FinishReason.LENGTH).outcome is outcome
