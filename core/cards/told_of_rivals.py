"""Whether a fact that a sentence tells is one of another model: "Unlike Claude, which has a context of 200K tokens".

The subject of a fact is the last model named before it. A rival counts as that subject only where the words between
lead from its name to the fact; where the card's own model stands in between, or where the rival is the one that this
model was made from, the fact is the card's own.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from core.cards.document import Document
from core.cards.name_match import Match
from core.cards.name_words import looks_like_model, words_of
from core.cards.own_model import OwnModel

_NAMED = re.compile(
    r"(?<![\w/.-])(?:[A-Z]|(?=[a-z]{1,12}-?\d))[\w.+/-]{0,60}(?<=[\w+])(?:[ -](?:v?\d[\w.]{0,8}|"
    r"[A-Z][\w.+-]{0,30})){0,3}",
    re.ASCII,
)
_LEADS_ON = re.compile(
    r"['’]s?\b|\s?[(:：]|\s[-–—]\s|,? (?:which|that|whose|having|with|an?|at|of)\b|"
    r" (?:models?|family|series|and|is|are|was|were|has|have|had|uses?|supports?|offers?|comes?|takes?|handles?|reads?|"
    r"knows?|does|did|stops?|ends?|reaches|goes|only|can|hat|kennt|verfügt|a|possède|connaît|tiene|conoce|tem|ha)\b|"
    r"\s?(?:は|の|が|的|有|拥有|支持|는|은|의)"
)
_OWN_AGAIN = re.compile(
    r"(?i)\b(?:our|ours|we|i|this model|the model|it|its own|es|unser|notre|nuestro)\b|本模型|我们|우리|本モデル"
)
_MADE_FROM = re.compile(
    r"(?i)\b(?:based|bas[ée]+|basiert|basad[oa]|built|tun(?:ed?|ing)|train(?:ed|ing)|derived|initiali[sz]ed|merged?|"
    r"version|quanti[sz]\w+|starting|continued|基于|from|upon|extend\w*)\b[^.;]{0,40}$|基于[^。]{0,12}$"
)
_OTHER_ROLE = re.compile(
    r"(?i)\b(?:rivals?|competitors?|predecessors?|previous (?:version|generation|release)|teachers?|judges?|draft "
    r"model|baselines?|larger sibling|smaller sibling|vorgänger\w*|prédécesseur|antecesor)\b(?! (?:tokens|"
    r"data))[^.;,:]{0,50}$"
)
_CAPITALISED = re.compile(r"\b[A-Z][\w.-]{2,40}")
_BEGINS = re.compile(r"(?:An?|The|This|That|Our|Its|With|At|Of|In|It|Each|One|These|For|Our|We) ")
_CLAUSE_END = re.compile(r"[.;!?。；]\s")


_WHOLE_NAME = 6  # letters that a name has at least, to be known without its maker's


@dataclass(frozen=True)
class Subjects:
    """Tells whose a fact is, from the names that the card gives its own model and the models that it comes from."""

    own: OwnModel
    titles: frozenset[str] = field(default_factory=frozenset)  # words of the first heading, which may be no sure name
    bases: tuple[str, ...] = ()

    @classmethod
    def of(cls, document: Document, own: OwnModel, bases: Iterable[str] = ()) -> "Subjects":
        titles = [text for _, text, _ in document.headings[:1]]
        return cls(own, frozenset(word for text in titles for word in words_of(text).words), tuple(bases))

    def is_rival(self, name: str) -> bool:
        """True for the name of a model that is neither the card's own nor one it was made from."""
        name = _BEGINS.sub("", name)
        words = words_of(name)
        if not words.words - words.sizes:
            return False  # "A 7B model": a size is no name
        if not looks_like_model(name) or self.own.match(name) is not Match.NONE:
            return False
        if len(words.key) >= _WHOLE_NAME and any(words_of(own).key.endswith(words.key) for own in self.own.names[:2]):
            return False  # "QuillCoder" on the card of lab-quillcoder: a file's name with its maker's before it
        if words.first in self.titles:
            return bool(words.sizes - self.titles and self.titles & words_of(self.own.name or "").sizes)
        return not any(words.words <= words_of(base).words for base in self.bases)

    def told_of_rival(self, text: str, start: int, end: int) -> bool:
        """True where what stands from `start` to `end` is told of another model than the card's own."""
        told_at = start
        while start and re.match(r"[\w+/-]", text[start - 1], re.ASCII):
            start -= 1  # "Llama-2-70B": a size in a name belongs to that name
        clause = _CLAUSE_END.split(text[:start][-160:])[-1]
        if start < told_at and text[start].isalpha():
            named = _NAMED.match(text, start)
            whole = named[0] if named else text[start:end]
            before = text[:start]
            return self.is_rival(whole) and not _MADE_FROM.search(before[-60:])
        models = [match for match in _NAMED.finditer(clause) if looks_like_model(match[0])]
        if not models:
            other = _OTHER_ROLE.search(clause)
            return bool(other) and not _OWN_AGAIN.search(clause, other.start() if other else 0)
        last = models[-1]
        between = clause[last.end() :]
        name = last[0] if between.strip() else f"{last[0]} {text[start:end].split(' ', maxsplit=1)[0]}"
        if not self.is_rival(name) or _OWN_AGAIN.search(between) or _MADE_FROM.search(clause[: last.start()][-60:]):
            return False
        if any(words_of(word).first in self.titles for word in _CAPITALISED.findall(between)):
            return False
        return not between.strip() or _LEADS_ON.match(between) is not None

    def is_own(self, name: str) -> bool:
        """True for a name of the card's own model, the title's word for it too."""
        words = words_of(name)
        return self.own.match(name) is not Match.NONE or bool(words.first and words.first in self.titles)
