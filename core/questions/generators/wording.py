# ruff: noqa: E501 - a sentence of a question stays on one line
"""Chat: texts with given words, letters, beginnings and endings, from one rule (level 1) to five (level 3).

Every question carries an answer that keeps its rules in metadata "example".
"""

from random import Random
from typing import Any

from core.catalogue.use_cases import UseCase
from core.questions.generators.making import Generator, ask_rules, capital, joined, pick
from core.questions.generators.vocabulary import FREQUENT_LETTERS, PLAIN_WORDS
from core.questions.generators.writing_tasks import TOPICS, about, on_topic, plain_text, writing_task
from core.questions.question import Question

Rule = dict[str, Any]


def words_to_include(rng: Random, level: int) -> Question:
    """One, three or five words; at level 3 in the given order within few sentences."""
    task, words = writing_task(rng), pick(rng, PLAIN_WORDS, {1: 1, 2: 3, 3: 5}[level])
    quoted = [f"'{word}'" for word in words]
    rules: list[Rule] = [{"rule": "include", "texts": words}, on_topic(task)]
    held = [*words, about(task, words)]
    if level == 1:
        asked = rng.choice(
            (
                f"Use the word {quoted[0]}.",
                f"The word {quoted[0]} must occur in it.",
                f"Make sure that {quoted[0]} is in the text.",
            )
        )
        return ask_rules(f"{task} {asked}", rules, plain_text(1, held))
    if level == 2:
        asked = rng.choice(
            (f"Use the words {joined(quoted)}.", f"{joined(quoted)} must all occur.", f"Work in {joined(quoted)}.")
        )
        return ask_rules(f"{task} {asked}", rules, plain_text(2, held))
    rules += [
        {"rule": "sentences", "min": 1, "max": 3},
        {"rule": "regex", "pattern": "(?is)" + ".*".join(rf"\b{word}\b" for word in words)},
    ]
    return ask_rules(
        f"{task} Use the words {joined(quoted)} in this order, in at most three sentences.",
        rules,
        plain_text(2, held),
    )


def words_to_avoid(rng: Random, level: int) -> Question:
    """Without one, two or four frequent words; at level 3 in a given length too."""
    task = writing_task(rng)
    frequent = ("and", "is", "with", "but", "so", "very", "was", "have", "because", "they", "not", "this", "for", "are")
    words = pick(rng, frequent, {1: 1, 2: 2, 3: 4}[level])
    quoted = [f"'{word}'" for word in words]
    rules: list[Rule] = [{"rule": "exclude", "texts": words}, {"rule": "words", "min": 5, "max": 150}]
    example = f"Our old dog sleeps near a warm {about(task)} while snow falls on every roof in town."
    if level == 1:
        asked = rng.choice(
            (f"Do not use the word {quoted[0]}.", f"The word {quoted[0]} is forbidden.", f"Avoid the word {quoted[0]}.")
        )
    elif level == 2:
        asked = rng.choice(
            (
                f"Use neither {quoted[0]} nor {quoted[1]}.",
                f"The words {joined(quoted)} are forbidden.",
                f"Do without {joined(quoted)}.",
            )
        )
    else:
        rules[1] = {"rule": "words", "min": 10, "max": 30}
        asked = f"Use 10 to 30 words, but none of {joined(quoted, 'or')}."
    return ask_rules(f"{task} {asked}", [*rules, on_topic(task)], example)


_WITHOUT = {
    "e": "A dog ran to our barn today.", "a": "The old house stood there in the hills.", "o": "A small bird is in the tree near the field.",
    "i": "We saw the moon over the calm sea.", "s": "A dog ran home on the wet road.", "t": "A dog ran home on a grey morning again.",
    "r": "The dog sat on the old bed all day.", "n": "The dog sat by the sea all day.",
}  # fmt: skip


def letters_to_avoid(rng: Random, level: int) -> Question:
    """Without a sign; without a rarer letter; without a frequent letter in a given length."""
    task = writing_task(rng)
    if level == 1:
        sign, named = rng.choice(
            (
                (",", "comma"),
                ("!", "exclamation mark"),
                ("0123456789", "digit"),
                ("?", "question mark"),
                ("()", "bracket"),
            )
        )
        asked = rng.choice(
            (f"Do not use any {named}.", f"The text must not contain a {named}.", f"Get by without a {named}.")
        )
        rules: list[Rule] = [{"rule": "avoid_characters", "characters": sign}, {"rule": "words", "min": 3, "max": 200}]
        return ask_rules(f"{task} {asked}", [*rules, on_topic(task)], plain_text(1, [about(task)]))
    letter = rng.choice(("q", "x", "z", "j", "k", "v") if level == 2 else tuple(_WITHOUT))
    low, high = (6, 100) if level == 2 else (7, 20)
    rules = [{"rule": "avoid_characters", "characters": letter}, {"rule": "words", "min": low, "max": high}]
    example = "The dog is asleep near the open door." if level == 2 else _WITHOUT[letter]
    topic = on_topic(task)
    without = [word for word in topic["texts"] if letter not in word]
    if len(without) > 3:  # or too few words are left to write about it
        rules.append(topic)
        example += f" {capital(without[0])}."
    asked = rng.choice(
        (
            f"The letter '{letter}' must not occur.",
            f"Use no word with the letter '{letter}'.",
            f"Write it without the letter '{letter}'.",
        )
    )
    length = f" Use at least {low} words." if level == 2 else f" Use {low} to {high} words."
    return ask_rules(f"{task} {asked}{length}", rules, example)


def letter_case(rng: Random, level: int) -> Question:
    """All in one case; with a word; with a length and an ending."""
    task, word = writing_task(rng), rng.choice(PLAIN_WORDS)
    case = rng.choice(("upper", "lower"))
    named = rng.choice(
        {
            "upper": ("capital letters only", "only capitals"),
            "lower": ("lower case letters only", "small letters only, no capitals"),
        }[case]
    )
    rules: list[Rule] = [{"rule": "case", "case": case}, {"rule": "words", "min": 3, "max": 200}]
    text = f"{task} Use {named}."
    if level > 1:
        rules.append({"rule": "include", "texts": [word]})
        text += f" The word '{word}' must occur."
    rules.append(on_topic(task))
    example = plain_text(1, [word, about(task, [word])] if level > 1 else [about(task)])
    if level > 2:
        sign = rng.choice(("!", "?"))
        rules[1] = {"rule": "words", "min": 4, "max": 12}
        rules.append({"rule": "ends_with", "text": sign})
        text += f" It has 4 to 12 words and ends with '{sign}'."
        example = example[:-1] + sign
    return ask_rules(text, rules, example.upper() if case == "upper" else example.lower())


_STARTS = (
    "Today",
    "Yesterday",
    "Honestly",
    "Dear friend",
    "At last",
    "Imagine",
    "Once",
    "Sometimes",
    "Good news",
    "Slowly",
)
_ENDS = (
    "for now",
    "in the end",
    "at home",
    "once more",
    "with joy",
    "forever",
    "as always",
    "next week",
    "in peace",
    "by night",
)


def edges(rng: Random, level: int) -> Question:
    """A given beginning; beginning and end; both, with a number of sentences between."""
    task, start, end = writing_task(rng), rng.choice(_STARTS), rng.choice(_ENDS)
    rules: list[Rule] = [{"rule": "starts_with", "text": start}]
    if level == 1:
        asked = rng.choice(
            (f"Begin with '{start}'.", f"The first word or words: '{start}'.", f"Your text starts with '{start}'.")
        )
        return ask_rules(f"{task} {asked}", [*rules, on_topic(task)], plain_text(1, [about(task)], start=start))
    rules += [{"rule": "ends_with", "text": end + "."}, on_topic(task)]
    if level == 2:
        asked = rng.choice(
            (f"Begin with '{start}' and end with '{end}.'", f"The text starts with '{start}' and stops with '{end}.'")
        )
        return ask_rules(f"{task} {asked}", rules, plain_text(1, [about(task)], start, end))
    n = rng.choice((3, 4))
    rules.append({"rule": "sentences", "min": n, "max": n})
    text = f"{task} Use exactly {('three', 'four')[n - 3]} sentences, begin with '{start}' and let the last sentence end with '{end}.'"
    return ask_rules(text, rules, plain_text(n, [about(task)], start, end))


def repeated_word(rng: Random, level: int) -> Question:
    """A word that occurs at least twice; exactly n times; two words with different counts."""
    task = writing_task(rng)
    word, other = pick(rng, PLAIN_WORDS, 2)
    topic = about(task, [word, other])
    n = rng.choice((2, 3))
    if level == 1:
        rules: list[Rule] = [{"rule": "count", "text": word, "min": 2}, on_topic(task)]
        return ask_rules(
            f"{task} {rng.choice((f'Use the word {chr(39)}{word}{chr(39)} at least twice.', f'The word {chr(39)}{word}{chr(39)} occurs two times or more.'))}",
            rules,
            plain_text(2, [word, word, topic]),
        )
    rules = [{"rule": "count", "text": word, "min": n, "max": n}, on_topic(task)]
    times = {2: "twice", 3: "three times"}[n]
    if level == 2:
        return ask_rules(
            f"{task} The word '{word}' occurs exactly {times}.", rules, plain_text(n, [*[word] * n, topic])
        )
    rules += [{"rule": "count", "text": other, "min": 1, "max": 1}, {"rule": "sentences", "max": 4}]
    return ask_rules(
        f"{task} Use at most four sentences, the word '{word}' exactly {times} and the word '{other}' exactly once.",
        rules,
        plain_text(4, [*[word] * n, other, topic]),
    )


def first_letters(rng: Random, level: int) -> Question:
    """A first word with a given letter; all words with it; lines whose first letters spell a word."""
    letter = rng.choice(FREQUENT_LETTERS)
    words = [word for word in PLAIN_WORDS if word[0] == letter]
    if level == 1:
        text = f"{writing_task(rng)} The first word begins with the letter '{letter}'."
        return ask_rules(
            text,
            [{"rule": "regex", "pattern": rf"(?i)\A\W*{letter}"}, {"rule": "words", "min": 3}, on_topic(text)],
            f"{capital(words[0])} and {about(text)} came over the hill.",
        )
    if level == 2:
        topic = rng.choice(
            (
                "a tongue twister",
                "a newspaper headline",
                "a slogan for a shop",
                "a line of a nonsense poem",
                "a title for a song",
                "a motto for a club",
            )
        )
        text = f"Write {topic} of four to eight words, in which every word begins with '{letter}'."
        rules: list[Rule] = [
            {"rule": "words", "min": 4, "max": 8},
            {"rule": "regex", "pattern": rf"(?i)\A\W*{letter}[\w'’-]*(\W+{letter}[\w'’-]*){{3,7}}\W*\Z"},
        ]
        return ask_rules(text, rules, " ".join(words[:4]))
    word = rng.choice([word for word in PLAIN_WORDS if len(word) in (4, 5)])
    text = f"Write a poem about {rng.choice(TOPICS)} whose lines begin, from top to bottom, with the letters of the word '{word}'. Give no title."
    pattern = r"\n+".join(rf"\W*{letter}[^\n]*" for letter in word)
    rules = [
        {"rule": "lines", "min": len(word), "max": len(word)},
        {"rule": "regex", "pattern": rf"(?i)\A{pattern}\s*\Z"},
        on_topic(text),
    ]
    places = [about(text), *["hills"] * (len(word) - 1)]
    lines = [f"{letter.upper()}ver the {place}" for letter, place in zip(word, places, strict=True)]
    return ask_rules(text, rules, "\n".join(lines))


def several(rng: Random, level: int) -> Question:
    """Two, three or five rules of different kinds at once."""
    task = writing_task(rng)
    n = rng.choice((2, 3))
    words = pick(rng, PLAIN_WORDS, 3)
    start, end = rng.choice(_STARTS), rng.choice(_ENDS)
    named = {2: "two", 3: "three"}[n]
    parts: list[tuple[str, list[Rule]]] = [
        (f"use exactly {named} sentences", [{"rule": "sentences", "min": n, "max": n}]),
        (
            f"use the words {joined([f'{chr(39)}{w}{chr(39)}' for w in words[:2]])}",
            [{"rule": "include", "texts": words[:2]}],
        ),
        (f"begin with '{start}'", [{"rule": "starts_with", "text": start}]),
        (f"end with '{end}.'", [{"rule": "ends_with", "text": end + "."}]),
        ("use no exclamation mark and no digit", [{"rule": "avoid_characters", "characters": "!0123456789"}]),
        (f"do not use the word '{words[2]}'", [{"rule": "exclude", "texts": [words[2]]}]),
        ("use at most 60 words", [{"rule": "words", "min": 4, "max": 60}]),
    ]
    chosen = pick(rng, parts, {1: 2, 2: 3, 3: 5}[level])
    asked = (
        rng.choice(("Keep to these rules: ", "Please ", "Mind the following: "))
        + joined([part[0] for part in chosen])
        + "."
    )
    example = plain_text(n, [*words[:2], about(task, words)], start, end)
    rules = [*(rule for part in chosen for rule in part[1]), on_topic(task)]
    if not any(rule["rule"] in ("words", "sentences") for rule in rules):
        rules.append({"rule": "words", "min": 4})  # a word alone keeps most rules, and is no text
    return ask_rules(f"{task} {capital(asked)}", rules, example)


GENERATORS = (
    Generator("words to include", UseCase.CHAT, words_to_include),
    Generator("words to avoid", UseCase.CHAT, words_to_avoid),
    Generator("letters to avoid", UseCase.CHAT, letters_to_avoid),
    Generator("capital letters", UseCase.CHAT, letter_case),
    Generator("beginnings and endings", UseCase.CHAT, edges),
    Generator("repeated words", UseCase.CHAT, repeated_word),
    Generator("first letters", UseCase.CHAT, first_letters),
    Generator("several constraints", UseCase.CHAT, several),
)
