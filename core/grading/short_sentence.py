"""Whether one short sentence, in one of seven languages, gives a target and says nothing but what was asked.

"Die Hauptstadt von Österreich ist Wien.", "Faust was written by Goethe." and
"La capitale est Paris." answer as well as the bare word does. Every word of
such a sentence is accounted for: the target, a verb that links it, small words,
and words of the question. So a negation, a doubt, a second candidate or a
longer name ("New Paris") is refused without being listed: it is a word that the
question did not use. Four shapes are known:

    X is T          X begins with what the question asks for, or is a pronoun
    T is X          the same, the other way round; or T and the question's own words after its "who"
    X was V by T    the question asks who does V, and V is its verb
    X comes from T  the question asks what gives or causes X

What stands behind a comma or in brackets and only denies another candidate
("…, not Sydney") takes nothing back.
"""

import re

from core.grading.sentence_words import (
    AGENT,
    ASKING,
    AUXILIARY,
    BE,
    CAUSES,
    ENDINGS,
    NAMED,
    PRONOUNS,
    SAME_VERB,
    SMALL,
    UNDOES,
)
from core.grading.text_dress import articles_of, is_another_name

_COMES_FROM = re.compile(
    r"^(?P<subject>.+) (?:comes? from|came from|originates? from|stammt (?:aus|von|vom)|"
    r"kommt (?:aus|von|vom)|(?:pro)?vient d(?:e|u|es)|(?:pro)?viene (?:del?|da[li]?|dall[ao])|vem d[eoa]s?|"
    r"provém d[eoa]s?|komt (?:van|uit|door)) \Z"
)
_COURTESY = re.compile(
    r"(?:sure|of course|certainly|absolutely|(?:great|good) question|okay|ok|natürlich|gerne?|klar|"
    r"selbstverständlich|bien sûr|certainement|claro(?: que s(?:im|í))?|por supuesto|certo|certamente|"
    r"natuurlijk|zeker)(?:[!.:] ?|, )",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"(?:, | \()(?:and |und |et |y |e |en )?(?:not|nicht|et pas|pas|no|non|não|niet) (?:the |die |der |das )?"
    r"(?P<other>[\w'-]+)(?P<more>[^()\n?]{0,120})\)?[.!]?\Z",
    re.IGNORECASE,
)
_UNSURE = re.compile(
    r"\b(?:sure|certain|confirmed|verified|really|quite|entirely|exactly|only|just|but|actually|rather|instead|may|might|could|maybe|"
    r"perhaps|though|however|wait|sorry|sicher|ganz|wirklich|genau|nur|sondern|aber|sûr|sûre|vraiment|mais|seguro|segura|"
    r"realmente|pero|sino|sicuro|davvero|ma|certo|certeza|mas|zeker|echt|maar|should|would|if|unless)\b",
    re.IGNORECASE,
)
_PLAIN = re.compile(r"[\w'’ \"“”„«»‘.-]*")
_QUOTES = re.compile(r"[\"“”„«»]")
_WORD = re.compile(r"[ldcn]'(?=\w)|[^\W_]+(?:['-][^\W_]+)*", re.IGNORECASE)
_SUBJECT_QUESTION = re.compile(
    r"(?:by whom|von wem|par qui|por quién|da chi|por quem|door wie)\b|"
    r"(?:who|wer|qui|quién|chi|quem|wie|which|welche[rs]?|quel(?:le)?|quale?|qué|welke?)\b"
    r"(?!.*\b(?:did|does|do|wen|wem)\b)(?!.*-t?-?(?:il|elle)\b)",
    re.IGNORECASE,
)
_STOP = re.compile(r"[,;:]|\b(?:of|in|that|which|who|by|from|von|im|der|des|die|de|du|d'|del|di|da|do|van)\b")
_SAYS_IT = frozenset({"es", "è", "é", "fue", "fu", "foi"})  # "it is" and "it was", with the pronoun in the verb
_MOST_SIGNS = 300
_STEM = 4  # letters that two forms of a word share


def gives_shortly(value: str, target: str, asked: str) -> bool:
    """Whether `value`, the only sentence of a reply, gives `target` as the answer to the question `asked`.

    >>> gives_shortly("Es ist Wien.", "Wien", "Nenne die Hauptstadt von Österreich.")
    True
    >>> gives_shortly("La capitale est New Paris.", "Paris", "Quelle est la capitale de la France ?")
    False
    """
    sides = _sides_of(value, target)
    if sides is None:
        return False
    before, after = sides
    if not before and not after:
        return _without_denied(value, target) != value  # "Canberra, not Sydney"
    question = _Question(asked)
    bare = re.sub(rf"(?:(?<=\s)|\A){articles_of(asked)}\Z", "", before)
    if is_another_name(before[len(bare) :] + target.casefold()):
        return False
    return any(
        _is_predicate(start, after, question) or _is_deed(start, after, question) for start in (before, bare)
    ) or (not bare.strip() and _is_subject(after, question))


def _sides_of(value: str, target: str) -> tuple[str, str] | None:
    """What stands before and behind the target; None where it is no short sentence that names it once, undenied."""
    if len(value) > _MOST_SIGNS or not target or "\n" in value:
        return None
    sentence = _without_denied(value, target)
    courtesy = _COURTESY.match(sentence)
    told = sentence[courtesy.end() if courtesy else 0 :].strip(" .!\"'“”‘’«»„").casefold()
    wanted = target.casefold()
    places = [found.start() for found in re.finditer(rf"(?<![\w-]){re.escape(wanted)}(?![\w'’-])", told)]
    if len(places) != 1:
        return None
    before, after = told[: places[0]], told[places[0] + len(wanted) :]
    plain = all(_PLAIN.fullmatch(part) and ". " not in part for part in (before, after)) and after[:1] != "."
    if not plain or UNDOES & {*_words(before), *_words(after)}:
        return None
    return _QUOTES.sub("", before), _QUOTES.sub("", after).strip()


class _Question:
    """What the question of a text asks: its last sentence that asks, and the words in it that mean something."""

    def __init__(self, asked: str) -> None:
        sentences = [part for part in re.split(r"(?<=[.?!])\s+", asked.strip().casefold()) if _WORD.search(part)]
        asking = [part for part in sentences if part.rstrip().endswith("?")] or sentences
        self.last = asking[-1].strip(" ?.!¿¡") if asking else ""
        self.words = set(_words(self.last))
        self.content: list[str] = []
        self.n_head = 0  # words that name what is asked for, two at most: "capital" of "What is the capital of Peru?"
        self._read()

    def _read(self) -> None:
        position: int | None = None
        for word in _WORD.finditer(self.last):
            if word[0] in SMALL | BE or (word[0] in ASKING and not self.content):
                continue
            if position is None or (self.n_head == 1 and not _STOP.search(self.last, position, word.start())):
                self.n_head += 1
            self.content.append(word[0])
            position = word.end()

    def runs(self, words: list[str], *, head: bool) -> bool:
        """Whether the words with a meaning stand in the question one after the other, from its head on if `head`."""
        said = [word for word in words if word not in SMALL]
        starts = range(self.n_head if head else len(self.content))
        return bool(said) and any(
            len(part := self.content[start : start + len(said)]) == len(said) and all(map(_is_form, said, part))
            for start in starts
        )

    def knows(self, word: str) -> bool:
        return any(_is_form(word, known) for known in self.words)


def _is_predicate(opening: str, after: str, question: _Question) -> bool:
    """X is T."""
    words = _words(opening)
    if after or not words:
        return False
    length = 2 if " ".join(words[-2:]) in NAMED else 1
    if length == 1 and words[-1] not in BE:
        return words in (["it's"], ["that's"])
    subject = words[:-length]
    return _is_asked(subject, question) if subject else words[-1] in _SAYS_IT


def _is_asked(subject: list[str], question: _Question) -> bool:
    """Whether a subject is a pronoun, or names what the question asks for in the question's words."""
    if len(subject) == 1 and subject[0] in PRONOUNS:
        return True
    return question.runs(subject, head=True)


def _is_subject(after: str, question: _Question) -> bool:
    """T is X, or T and the question's own words: "Goethe wrote Faust"."""
    words = _words(after)
    if words and words[0] in BE:
        return len(words) > 1 and _is_asked(words[1:], question) and words[1] not in PRONOUNS
    asking, _, rest = question.last.partition(" ")
    return asking in {"who", "wer", "qui", "quién", "chi", "quem", "wie"} and words == _words(rest) and len(words) > 1


def _is_deed(opening: str, after: str, question: _Question) -> bool:
    """X was V by T, or X comes from T."""
    if not after and (found := _COMES_FROM.match(opening)):
        return bool(CAUSES & question.words) and question.runs(_words(found["subject"]), head=False)
    words = _words(opening)
    if not words or words[-1] not in AGENT or not _SUBJECT_QUESTION.match(question.last.lstrip()):
        return False
    auxiliary = next((place for place, word in enumerate(words) if word in AUXILIARY), None)
    if not auxiliary:
        return False
    deed = [word for word in [*words[auxiliary:-1], *_words(after)] if word not in AUXILIARY]
    done_to = words[:auxiliary]
    known = (len(done_to) == 1 and done_to[0] in PRONOUNS) or question.runs(done_to, head=False)
    return known and len(deed) == 1 and question.knows(deed[0])


def _is_form(word: str, known: str) -> bool:
    """Whether two words are forms of one: "Österreichs" and "Österreich", "written" and "wrote"."""
    if word == known or any(word in group and known in group for group in SAME_VERB):
        return True
    word, known = word.removeprefix("ge"), known.removeprefix("ge")
    shared = next((i for i, (one, other) in enumerate(zip(word, known, strict=False)) if one != other), None)
    shared = min(len(word), len(known)) if shared is None else shared
    return shared >= _STEM and all(rest in ENDINGS or not rest for rest in (word[shared:], known[shared:]))


def _without_denied(value: str, target: str) -> str:
    """`value` without an end that only denies another candidate: "(not Sydney)", ", not Sydney"."""
    found = _DENIED.search(value)
    if found is None or target.casefold() in found[0].casefold() or _UNSURE.search(f"{found['other']} {found['more']}"):
        return value
    return value[: found.start()] if found["other"][0].isupper() else value


def _words(text: str) -> list[str]:
    return _WORD.findall(text)
