"""What a card says of its licence where it names none: whose it is, and whether commercial use is open.

"Subject to the Model License" and a section that links "license" say nothing by that name, so that the words around it
are given, with their lines.
"""

import re
from collections.abc import Iterable

from core.cards.document import Document, Sentence
from core.cards.fast_patterns import fast_pattern
from core.cards.licence_limits import limit_told
from core.cards.licence_sections import TITLE
from core.cards.licence_subjects import is_of_model, is_of_other_work
from core.cards.own_model import OwnModel

_MAY_TELL = fast_pattern(r"[Ll]icen[cs]|LICEN[CS]|[Cc]ommercial|COMMERCIAL|许可|协议|商[用业]")  # found fast
_OWN_LICENCE = re.compile(
    r"(?<!base )(?<!original )(?<!\w)(?:Model|MODEL|model) [Ll]icen[cs]e\b(?! (?:for|of) (?:the )?code)|"
    r"模型许可协议|模型协议"
)
_OF_WHOM = re.compile(r"(?: [Aa]greement)? of (?:the )?(?P<name>[A-Z][\w.-]{1,40})")
_SOMEBODYS = re.compile(r"\b[Ll]icen[cs]e(?: agreement)? (?:from|of) (?P<maker>(?:[A-Z]|\d+-)[\w.-]{1,40})")

# "commercial use", "commercial or military purposes", "used commercially"; "commercial support" is no use.
_USE = (
    r"commercial(?:ly\b|(?:(?:,? (?:or|and|nor)|,|/) ?[\w-]+){0,2} (?:use[sd]?|usage|purposes?|applications?|"
    r"exploitation|(?:re)?distribution|deployments?|settings?|gain|benefit|activit(?:y|ies))\b)"
)
_OTHER_WORDS = r"(?: (?!restrict|limit|prohibit|forbid|exclud|charg|requir|need|but\b)[\w-]+)"
_FORBIDDEN = re.compile(
    r"(?i)\b(?:not|never|cannot|n['’]t|nor)(?! only\b)"
    rf"(?:{_OTHER_WORDS}{{0,5}} {_USE}|{_OTHER_WORDS}{{0,3}} used?\b{_OTHER_WORDS}{{0,4}} (?:in|for|within|as)"
    rf"(?: an?| any| the| your)? commercial)|"
    rf"\bno (?:\w+ (?:or|and) )?{_USE}|(?<!not )(?<!n't )\b(?:prohibit|forbid|exclud)\w*(?: [\w-]+){{0,4}} {_USE}|"
    r"(?<!commercial and )(?<!commercial or )(?<!commercial & )(?<!commercial/)(?<!limited to )(?<!restricted to )"
    r"(?<!no )\bnon-?commercial\b(?!(?:,? (?:and|or|&|as well as)(?: also)?|,|/) ?commercial|"
    r"[\w ]{0,20} (?:as well as|and|or) (?:for )?commercial)|"
    r"\bcommercial\w* (?:use|usage|purposes?|applications?)\b[^.;,]{0,20}"
    r"\b(?:not|prohibited|forbidden|excluded)\b|"
    r"(?:禁止|不得|不可|不允许|不能)[^。；，、]{0,12}商(?:用|业(?!版权|许可|授权))|非商[用业]"
)
# What is asked for: commercial use or a licence for it, and no commercial support, partners or questions.
_ASKED = rf"(?:{_USE}|commercial (?:licen[cs]\w*|users?|rights|products?|deployments?))"
_ON_APPLICATION = re.compile(
    r"(?i)\b(?:apply|application|request|contact|permission|authori[sz]ation|register|registration|obtain)\b"
    rf"[^.;]{{0,60}}\b{_ASKED}|\b{_ASKED}[^.;]{{0,80}}\b(?:apply|contact|request|permission|registration|approval|"
    r"obtain|form)\b|商[用业][^。]{0,60}(?:申请|联系|登记|授权)|(?:申请|登记)[^。；]{0,20}商[用业]"
)
# "Questions on commercial use? Contact us": an offer, which asks for nothing.
_OFFERED = re.compile(
    r"(?i)\b(?:questions?|enquir\w+|inquir\w+|support|partner\w*|collaborat\w+|feedback|love|happy|glad|feel free|"
    r"welcome|curious|let us know|appreciat\w+|cite|credit|help|consult\w*|interested)\b"
)
_OPEN = re.compile(
    r"(?i)\b(?:supports?|allow\w*|permit\w*|free|open (?:for|to)|available for|no restrict\w*|usable for|welcome\w*)\b"
    r"[^.;]{0,40}\bcommercial|\bcommercial\w*(?: (?:use|usage|purposes?|applications?))?\b[^.;]{0,30}\b(?:allowed|"
    r"permitted|supported|free|viable|welcome)\b|(?:支持|允许|可以?|免费)[^。；，]{0,8}商[用业]"
)
_ON_CONDITIONS = re.compile(
    rf"(?i)\b{_ASKED}[^.;]{{0,80}}"
    r"\b(?:(?:following|certain|some|these|additional|special) (?:conditions|terms|"
    r"requirements|restrictions)|(?:monthly|daily) active users|annual revenue)\b|"
    r"商[用业][^。]{0,60}(?:符合|满足|遵守)[^。]{0,12}条件"
)
_USES = (
    (_FORBIDDEN, "no commercial use"),
    (_ON_APPLICATION, "commercial use on application"),
    (_ON_CONDITIONS, "commercial use on conditions"),
    (_OPEN, "commercial use is allowed"),
)


def unnamed_licence(document: Document, own: OwnModel) -> str | None:
    """None where no section and no sentence speaks of a licence of the model.

    The strictest word on commercial use counts, since a later sentence puts its terms to an earlier one.
    """
    told = [sentence for sentence in document.prose() if _MAY_TELL.search(sentence.text[:600])]
    told = [sentence for sentence in told if sentence.kind != "heading"]
    within = [sentence for sentence in told if any(TITLE.match(title[:80]) for title in sentence.headings[-1:])]
    whose, at = _whose(told, within, own)
    near = [*within, *([at] if at and at not in within else [])]
    use, said = next(((word, s) for pattern, word in _USES for s in near if pattern.search(s.text[:600])), (None, None))
    if whose is None and use is None:
        limit = limit_told(document, own)
        return f"not named; {limit}" if limit else None
    lines = sorted({sentence.line for sentence in (at, said) if sentence})
    place = f"line{'s' * (len(lines) > 1)} {' and '.join(map(str, lines))}"
    return f"{'; '.join(part for part in (whose or 'not named', use) if part)} ({place})"


# "No permission is needed for commercial use", "you need not contact us"
_FREE = re.compile(
    r"(?i)\b(?:no|without|not|needn['’]t|don['’]t)\b[^.;]{0,24}\b(?:need|requir\w*|ask|necessary|permission|"
    r"application|registration|appl(?:y|ication)|request|contact)\b|无需|不需要|without restriction"
)


_CLAUSES = re.compile(r"(?i)[;；。]|[.!?]\s|,? (?:but|while|whereas|however|although|though)\b")
# The demo, the name, the version before: not the weights of this one.
_OF_ELSE = re.compile(
    r"(?i)^\W*(?:(?:the|our|this|its|an?|use|usage|of|for) ){0,4}(?:(?!model|weights)[\w-]+ )?(?:demos?|spaces?|apis?|"
    r"playground|website|(?:web ?)?app|chat ?bot|service|logos?|names?|trademarks?|brand|images?|audio|voices?)\b|"
    r"\b(?:the|our|this|its) (?:model['’]?s? )?(?:names?|logos?|trademarks?|brand)\b|\bunlike\b|\bused to be\b|"
    r"\b(?:earlier|previous|older|old|former|prior) (?:versions?|releases?|models?|licen[cs]es?)\b"
)
# "It was not tested for commercial use" warns, and "do not hesitate to use it commercially" invites.
_NO_BAN = re.compile(
    r"(?i)(?:\bnot|n['’]t|\bnever) (?:been |yet |specifically |explicitly |necessarily )?(?:tested|trained|tuned|"
    r"designed|evaluated|optimi[sz]ed|validated|suitable|ready|recommend\w*|meant|hesitate|worry|afraid|prohibit\w*|"
    r"forbid\w*|exclud\w*|restrict\w*|limit\w*|prevent)\b"
)
_OPEN_TO_ALL = re.compile(
    r"(?i)(?<!non-)(?<!non)\bcommercial\w*[^.;]{0,40}\b(?:without (?:any )?(?:restrict|limit|fee)|freely|unrestricted)|"
    r"\b(?:freely|any purpose|unrestricted|no restrict\w*)\b[^.;]{0,40}(?<!non-)(?<!non)\bcommercial"
)


def restricted_use(document: Document) -> str | None:
    """The strictest word that a section on the licence of the model says on commercial use; None where it is open."""
    told = [
        (clause, sentence)
        for sentence in document.prose()
        if _MAY_TELL.search(sentence.text[:600])
        and sentence.kind != "heading"
        and any(TITLE.match(title[:80]) for title in sentence.headings[-1:])
        for clause in _CLAUSES.split(sentence.text[:600])
        if (is_of_model(clause) or not is_of_other_work(clause))
        and not (_FREE.search(clause) or _OF_ELSE.search(clause) or _NO_BAN.search(clause))
    ]
    if forbidden := next((sentence for clause, sentence in told if _FORBIDDEN.search(clause)), None):
        return f"no commercial use (line {forbidden.line})"
    if any(_OPEN_TO_ALL.search(clause) for clause, _ in told):
        return None
    for pattern, word in _USES[1:-1]:
        if said := next((at for clause, at in told if pattern.search(clause) and not _OFFERED.search(clause)), None):
            return f"{word} (line {said.line})"
    return None


def _whose(told: Iterable[Sentence], within: Iterable[Sentence], own: OwnModel) -> tuple[str | None, Sentence | None]:
    for sentence in told:
        if any(_is_own(found, own) for found in _OWN_LICENCE.finditer(sentence.text[:600])):
            return "the model's own licence", sentence
    for sentence in within:
        if somebodys := _SOMEBODYS.search(sentence.text[:600]):
            return f"the licence of {somebodys['maker'].rstrip('.')}", sentence
    return None, None


def _is_own(found: re.Match[str], own: OwnModel) -> bool:
    """False for "the model license of Brio" on the card of another."""
    whom = _OF_WHOM.match(found.string, found.end())
    return whom is None or bool(own.match(whom["name"].rstrip(".-")))
