"""What a text may differ in from a target and still be the same answer: a leading article, and its dashes.

"The Reinheitsgebot", "das Reinheitsgebot" and "Reinheitsgebot" are one answer,
and so are "5.2-5.6", "5.2–5.6" and "5.2 - 5.6". An article of another language
than the question's belongs to a name ("Los Angeles" is not Angeles) and stays,
but for the English and German ones. Where a question tests the form of its
answer (see `form_counts`) nothing of this is allowed.
"""

import re

from core.grading.languages import find_language
from core.questions.question import Question

_ENGLISH_GERMAN = "the|an?|der|die|das|den|dem|des|ein|eine|einen|einem|einer|eines"
_ROMANCE = "le|la|les|un|une|du|des|de la|el|los|las|una|unos|unas|il|lo|gli|i|uno|o|os|as|a|um|uma|l'|un'|de l'|dell'"
_DUTCH = "de|het|een|'t"
_ASKS_IN_ROMANCE = re.compile(
    r"\b(?:quel(?:le)?s?|qui|combien|où|nommez|cuál|cuáles|qué|quién|quiénes|cuánt[oa]s?|dónde|quale|quali|chi|dove|"
    r"quant[oiea]|qual|quais|quem|onde)\b",
    re.IGNORECASE,
)
# Where the article makes it another place: a state and a city of Brazil, two cities each.
_OTHER_NAMES = frozenset({"el salvador", "los angeles", "los ángeles", "las palmas"})
_SMALLEST = 2  # letters of a text before which an article can stand: "a b" are two letters

_DASH_INSIDE = re.compile(r"(?<=\w)[‐‑‒–−](?=\w)")
_SPACED_RANGE = re.compile(r"(?<=\d) [-‐‑‒–−] (?=\d)")  # spaces on one side only are a sign: "5 -3"

_ASKS_FORM = re.compile(
    r"\b(?:reply|answer|respond|write|say|give|output|return|print|repeat|type|copy)\b[^.?!\n]{0,60}"
    r"\b(?:only|exactly|nothing else|just|alone|verbatim|no other)\b|\bword for word\b|\bnothing else\b|"
    r"\b(?:capital|block|small) letters?\b|\b(?:upper|lower)[ -]?case\b|"
    r"\bwithout (?:spaces?|an? articles?|articles?)\b|"
    r"\bwith(?:out)? (?:the|its|an?) article\b|\b(?:un)?hyphenat|\b(?:print|return|output)s?\b|```|"
    r"\b(?:antworte|schreibe?|gib|nenne)\b[^.?!\n]{0,60}\b(?:nur|genau|ausschließlich|nichts anderes)\b|"
    r"\bgroßbuchstaben\b|\bartikel\b|"
    r"\b(?:réponds|répondez|écris|écrivez|donne|donnez)\b[^.?!\n]{0,60}"
    r"\b(?:uniquement|seulement|exactement|rien d'autre)\b|"
    r"\bmajuscules?\b|\barticle\b|"
    r"\b(?:responde|escribe|escreva|rispondi|scrivi)\b[^.?!\n]{0,60}"
    r"\b(?:sólo|solo|solamente|únicamente|exactamente|apenas|somente|soltanto|esattamente|nada más|mais nada)\b|"
    r"\bmayúsculas?\b|\bmaiúsculas?\b|\bmaiuscol[oae]\b|\bart[ií](?:culo|go|colo)\b|"
    r"\b(?:antwoord|schrijf|geef)\b[^.?!\n]{0,60}\b(?:alleen|precies|niets anders)\b|\bhoofdletters?\b|\blidwoord\b",
    re.IGNORECASE,
)


def form_counts(question: Question) -> bool:
    """Whether the form of the answer is what a question tests.

    A question marks that by an "instruction" of "" (its own text says how to
    answer), by the option `case`, or in its words: "Reply with that word only."
    """
    return (
        question.metadata.get("instruction") == ""
        or question.grader.options.get("case", False) is True
        or _ASKS_FORM.search(question.input) is not None
    )


def is_same_text(shown: str, wanted: str, asked: str) -> bool:
    """Whether two texts (see text_match.normalise) differ in a leading article or in dashes only.

    >>> is_same_text("das gesetz", "gesetz", "Was regelt das?"), is_same_text("5.2 – 5.6", "5.2-5.6", "")
    (True, True)
    >>> is_same_text("los angeles", "angeles", "Which city?"), is_same_text("5.2 -5.6", "5.2-5.6", "")
    (False, False)
    """
    shown, wanted = with_plain_dashes(shown), with_plain_dashes(wanted)
    return shown == wanted or without_article(shown, wanted, asked) == wanted


def without_article(shown: str, wanted: str, asked: str) -> str:
    """`shown` without an article before it, where `wanted` has none and letters follow."""
    pattern = articles_of(asked)
    found = re.match(pattern, shown, re.IGNORECASE)
    if found is None or is_another_name(shown) or re.match(pattern, wanted, re.IGNORECASE):
        return shown
    rest = shown[found.end() :]
    return rest if len(rest) >= _SMALLEST and rest[0].isalpha() else shown


def is_another_name(text: str) -> bool:
    """Whether an article is part of a name that is another one without it: "Los Angeles"."""
    return text.casefold() in _OTHER_NAMES


def articles_of(asked: str) -> str:
    """The pattern of the articles, with the space after them, that can stand before an answer to the question."""
    languages, words = find_language(asked), _ENGLISH_GERMAN
    if "en" not in languages and (_ASKS_IN_ROMANCE.search(asked) or {"fr", "es", "it"} & set(languages)):
        words += f"|{_ROMANCE}"
    if languages == ["nl"]:
        words += f"|{_DUTCH}"
    listed = sorted(set(words.split("|")) - {"an?"} | {"a", "an"}, key=len, reverse=True)
    return rf"(?:{'|'.join(word if word.endswith(chr(39)) else f'{word} ' for word in listed)})"


def with_plain_dashes(text: str) -> str:
    """`text` with every dash inside a word or a range as "-", and a range of two numbers without spaces.

    >>> with_plain_dashes("it is 5.2 – 5.6"), with_plain_dashes("5 -3"), with_plain_dashes("T‑cell")
    ('it is 5.2-5.6', '5 -3', 'T-cell')
    """
    return _SPACED_RANGE.sub("-", _DASH_INSIDE.sub("-", text))
