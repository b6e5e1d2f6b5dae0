# ruff: noqa: E501 - a sentence of a question stays on one line
"""Chat: texts of a given length or shape, from one rule (level 1) to four (level 3).

Every question carries an answer that keeps its rules in metadata "example",
built from the same parts: the rules can be met, and the tests grade it.
"""

from collections.abc import Sequence
from itertools import cycle, islice
from random import Random
from typing import Any

from core.catalogue.use_cases import UseCase
from core.questions.generators.list_topics import about_list, list_topic, on_list_topic
from core.questions.generators.making import Generator, ask_rules, joined, pick
from core.questions.generators.vocabulary import FREQUENT_LETTERS, PLAIN_WORDS, TRADES
from core.questions.generators.writing_tasks import TOPICS, about, on_topic, plain_text, writing_task
from core.questions.question import Question

Rule = dict[str, Any]


def word_count(rng: Random, level: int) -> Question:
    """At most; between; exactly n words with a word that must be there."""
    task, word = writing_task(rng), rng.choice(PLAIN_WORDS)
    n = rng.randrange(12, 40)
    topic = about(task, [word])
    base = plain_text(1, [topic] if level < 3 else [word, topic]).rstrip(".").split()
    if level == 1:
        asked = rng.choice(
            (f"Use at most {n} words.", f"Your answer may have up to {n} words.", f"No more than {n} words, please.")
        )
        return ask_rules(
            f"{task} {asked}", [{"rule": "words", "min": 3, "max": n}, on_topic(task)], " ".join(base) + "."
        )
    if level == 2:
        low = n + 8
        asked = rng.choice(
            (
                f"Use between {low} and {low + 20} words.",
                f"Stay above {low - 1} and below {low + 21} words.",
                f"The answer has {low} to {low + 20} words.",
            )
        )
        between: list[Rule] = [{"rule": "words", "min": low, "max": low + 20}, on_topic(task)]
        return ask_rules(f"{task} {asked}", between, _padded(base, low + 5))
    n = rng.randrange(10, 19)
    asked = rng.choice(
        (
            f"Use exactly {n} words, one of them '{word}'.",
            f"The word '{word}' must occur, and the whole answer must have exactly {n} words.",
        )
    )
    rules: list[Rule] = [{"rule": "words", "min": n, "max": n}, {"rule": "include", "texts": [word]}, on_topic(task)]
    return ask_rules(f"{task} {asked}", rules, _padded(base, n))


def _padded(words: Sequence[str], count: int) -> str:
    filler = cycle(
        ("that", "stands", "near", "our", "house", "where", "we", "met", "on", "a", "warm", "day", "in", "spring")
    )
    return " ".join([*words, *islice(filler, max(0, count - len(words)))][:count]) + "."


def sentence_count(rng: Random, level: int) -> Question:
    """One sentence; exactly n; exactly n, the first with a word that is not in the rest."""
    task, n = writing_task(rng), rng.randrange(2, 6)
    if level == 1:
        n = rng.choice((1, 2))
        many = "one sentence" if n == 1 else "two sentences"
        asked = rng.choice((f"Answer in {many}.", f"Use exactly {many}.", f"Keep it to {many}."))
        exactly: list[Rule] = [{"rule": "sentences", "min": n, "max": n}, {"rule": "words", "min": 3}]
        return ask_rules(f"{task} {asked}", [*exactly, on_topic(task)], plain_text(n, [about(task)]))
    rules: list[Rule] = [{"rule": "sentences", "min": n, "max": n}]
    named = ("two", "three", "four", "five")[n - 2]
    if level == 2:
        asked = rng.choice(
            (
                f"The answer consists of exactly {named} sentences.",
                f"Use {named} sentences, neither more nor fewer.",
                f"Write {named} full sentences.",
            )
        )
        return ask_rules(f"{task} {asked}", [*rules, on_topic(task)], plain_text(n, [about(task)]))
    word = rng.choice(PLAIN_WORDS)
    rules += [
        {"rule": "count", "text": word, "min": 1, "max": 1},
        {"rule": "regex", "pattern": rf"(?i)\A[^.!?]*\b{word}\b"},
        on_topic(task),
    ]
    asked = rng.choice(
        (
            f"Use exactly {named} sentences; the word '{word}' occurs in the first one and nowhere else.",
            f"Of exactly {named} sentences the first, and only the first, contains '{word}', once.",
        )
    )
    return ask_rules(f"{task} {asked}", rules, plain_text(n, [word, about(task, [word])]))


def bullet_list(rng: Random, level: int) -> Question:
    """n bullets; n bullets and nothing else; n bullets of few words with a word that must not occur."""
    n, what = rng.randrange(2, 7), list_topic(rng)
    items = pick(rng, PLAIN_WORDS, n)
    example = "\n".join(f"- the {item}" for item in [about_list(what), *items[1:]])
    rules: list[Rule] = [{"rule": "bullets", "min": n, "max": n}, on_list_topic(what)]
    opening = rng.choice((f"List {n} {what}", f"Give {n} {what}", f"Name {n} {what}", f"I need {n} {what}"))
    if level == 1:
        return ask_rules(f"{opening}, as bullet points that start with a dash (-).", rules, example)
    rules.append({"rule": "lines", "min": n, "max": n})
    alone = rng.choice(
        (
            "Write nothing before or after the list.",
            "The answer is the list alone.",
            "No introduction and no closing line.",
        )
    )
    if level == 2:
        return ask_rules(f"{opening}, each on a line that starts with '-'. {alone}", rules, example)
    word = rng.choice([word for word in PLAIN_WORDS if word not in items])
    limit = rng.choice((3, 4, 5))
    rules += [
        {"rule": "exclude", "texts": [word]},
        {"rule": "regex", "pattern": rf"\A(\s*-\s*\S+([ \t]+\S+){{0,{limit - 1}}}[ \t]*(\n+|\Z)){{{n}}}\s*\Z"},
    ]
    text = f"{opening}, each on a line that starts with '-' and has at most {limit} words. {alone} Do not use the word '{word}'."
    return ask_rules(text, rules, example)


def numbered_list(rng: Random, level: int) -> Question:
    """n numbered lines; with a word in it; each a sentence, nothing else."""
    n, what = rng.randrange(2, 7), list_topic(rng)
    word, *items = pick(rng, PLAIN_WORDS, n + 1)
    items[0] = about_list(what)
    example = "\n".join(f"{i + 1}. We take the {item} and the {word}." for i, item in enumerate(items))
    rules: list[Rule] = [{"rule": "numbered", "min": n, "max": n}, on_list_topic(what)]
    opening = rng.choice(
        (
            f"Write a numbered list (1., 2., …) of {n} {what}.",
            f"Number them from 1 to {n}: {what}.",
            f"Give {what} as a numbered list with {n} entries.",
        )
    )
    if level == 1:
        return ask_rules(opening, rules, example)
    rules.append({"rule": "include", "texts": [word]})
    if level == 2:
        return ask_rules(f"{opening} The word '{word}' occurs in at least one of them.", rules, example)
    rules.append({"rule": "regex", "pattern": rf"\A(\s*\d[.)][^\n]*[.]\s*(\n|\Z)){{{n}}}\s*\Z"})
    return ask_rules(
        f"{opening} The word '{word}' occurs at least once, every entry ends with a full stop, and nothing stands before or after the list.",
        rules,
        example,
    )


def one_line(rng: Random, level: int) -> Question:
    """A list in one line; of single words; of single words with the same first letter."""
    n, separator = rng.randrange(3, 6), rng.choice((",", ";"))
    named = {",": "commas", ";": "semicolons"}[separator]
    letter = rng.choice(FREQUENT_LETTERS)
    words = [word for word in PLAIN_WORDS if word[0] == letter][:n]
    rules: list[Rule] = [{"rule": "lines", "min": 1, "max": 1}]
    item = {1: rf"[^{separator}\n]+", 2: r"\s*[\w'-]+\s*", 3: rf"\s*{letter}[\w'-]*\s*"}[level]
    rules.append({"rule": "regex", "pattern": rf"(?i)\A{item}({separator}{item}){{{n - 1}}}\.?\s*\Z"})
    what = list_topic(rng)
    if level < 3:
        rules.append(on_list_topic(what))
        words[0] = about_list(what)
    extra = {1: "", 2: " Each is a single word.", 3: f" Each is a single word that begins with '{letter}'."}[level]
    if level == 3:
        what = rng.choice(
            (
                "words for a quiz",
                "words for a spelling game",
                "English words",
                "words for a children's book",
                "words to draw",
                "code words",
            )
        )
    text = rng.choice((
        f"Give {n} {what} in one line, separated by {named}, and nothing else.{extra}",
        f"In a single line, with {named} between them and no other text: {n} {what}.{extra}",
    ))  # fmt: skip
    return ask_rules(text, rules, f"{separator} ".join(words if level > 1 else [f"the {word}" for word in words]))


def verses(rng: Random, level: int) -> Question:
    """A poem of n lines; of two stanzas; with short lines and a word in it."""
    topic, word = rng.choice(TOPICS), rng.choice(PLAIN_WORDS)
    form = rng.choice(("poem", "rhyme", "song text", "verse for a card", "chant", "lullaby"))
    n = rng.randrange(2, 6)
    line = rng.choice(("the wind is low", "the day is long", "we walk along", "the stars are near"))
    if level == 1:
        text = rng.choice(
            (
                f"Write a {form} about {topic} with exactly {n} lines.",
                f"A {form} of {n} lines, please. It is about {topic}.",
            )
        )
        counted: list[Rule] = [{"rule": "lines", "min": n, "max": n}, on_topic(text)]
        return ask_rules(text, counted, "\n".join([line] * (n - 1) + [f"beside the {about(text)}"]))
    rules: list[Rule] = [{"rule": "paragraphs", "min": 2, "max": 2}, {"rule": "lines", "min": 2 * n, "max": 2 * n}]
    text = f"Write a {form} about {topic}: two stanzas of {n} lines each, with a blank line between them."
    rules.append(on_topic(text))
    stanza = "\n".join([f"beside the {about(text)}", *[line] * (n - 2), f"beside the {word}"])
    if level == 3:
        rules += [{"rule": "include", "texts": [word]}, {"rule": "regex", "pattern": r"\A([^\n]{0,40}(\n|\Z))+\Z"}]
        text += f" No line is longer than 40 characters, and the word '{word}' occurs."
    return ask_rules(text + " Give no title.", rules, f"{stanza}\n\n{stanza}")


def questions(rng: Random, level: int) -> Question:
    """One question; n questions on lines of their own; n questions with given first words."""
    topic, trade = rng.choice(TOPICS), rng.choice(TRADES)
    asker = rng.choice(
        (
            f"a {trade} might ask about {topic}",
            f"one could put to the {trade} about {topic}",
            f"a child asks the {trade} about {topic}",
        )
    )
    if level == 1:
        return ask_rules(
            f"Write one question that {asker}. Write only the question.",
            [{"rule": "ends_with", "text": "?"}, {"rule": "sentences", "min": 1, "max": 1}, on_topic(asker)],
            f"What about the {about(asker)}?",
        )
    n = rng.choice((2, 3, 4))
    firsts = pick(rng, ("Why", "How", "When", "Where", "Who", "What"), n)
    rules: list[Rule] = [{"rule": "lines", "min": n, "max": n}, on_topic(asker)]
    line = r"[^\n]*\?[ \t]*"
    text = f"Write {n} questions that {asker}, each on a line of its own, each ending with a question mark, and nothing else."
    if level == 2:
        rules.append({"rule": "regex", "pattern": rf"\A({line}(\n+|\Z)){{{n}}}\s*\Z"})
    else:
        rules.append(
            {"rule": "regex", "pattern": r"\A" + r"\n+".join(rf"{first}\b{line}" for first in firsts) + r"\s*\Z"}
        )
        text += f" The lines begin, in this order, with {joined([f'{chr(39)}{first}{chr(39)}' for first in firsts])}."
    return ask_rules(text, rules, "\n".join(f"{first} is the {about(asker)} so?" for first in firsts))


GENERATORS = (
    Generator("length in words", UseCase.CHAT, word_count),
    Generator("length in sentences", UseCase.CHAT, sentence_count),
    Generator("bullet lists", UseCase.CHAT, bullet_list),
    Generator("numbered lists", UseCase.CHAT, numbered_list),
    Generator("verses", UseCase.CHAT, verses),
    Generator("one-line lists", UseCase.CHAT, one_line),
    Generator("questions", UseCase.CHAT, questions),
)
