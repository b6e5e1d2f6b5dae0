"""Who a card says made its model, where no account in an id tells it: "Developed by: Falconry Labs".

A line or a row with a label, or a sentence whose subject is the card's own model; the maker of the model that this one
was built on is none.
"""

import re
from collections.abc import Iterator

from core.cards.card_ids import own_id
from core.cards.document import Document
from core.cards.fact_tables import told_in_tables
from core.cards.name_words import looks_like_model
from core.cards.own_model import OwnModel
from core.cards.people_listed import people_in, where_they_work
from core.cards.told_of_rivals import Subjects

_LABEL = (
    r"(?:model |original |primary )?(?:developed|created|made|built|trained|published|released|produced|fine-?tuned) "
    r"by|(?:the )?(?:model )?(?:developers?|creators?|publishers?|authors?|makers?|vendors?|providers?|"
    r"owners?)(?:\(s\))?|organi[sz]ations?|institutions?|(?:model )?developed by|entwickelt von|entwickler(?:in)?|"
    r"herausgeber|développée? par|développeurs?|créée? par|éditeur|desarrollado por|desarrollador(?:es)?|creado por|"
    r"desenvolvido por|desenvolvedor(?:es)?|criado por|sviluppato da|sviluppator[ei]|creato da|ontwikkeld door|"
    r"(?:模型)?(?:开发者|开发团队|开发机构|开发方|发布者|发布机构|研发团队)|開発者|開発元|提供元|作者|개발사|개발자|"
    r"개발|제작|제작사"
)
_LINE = re.compile(rf"(?i)^\W{{0,6}}(?:{_LABEL})(?: ?\([^()]{{1,20}}\))?\W{{0,4}}[:：]\W{{0,4}}(?P<said>\S.*)$")
_FIELD = re.compile(rf"(?i)^\W{{0,4}}(?:{_LABEL})\W{{0,4}}$")
_WORD = r"[A-Z0-9][\w.&'’+-]{0,30}"
_JOINING = r"(?:of|for|the|and|&|de|der|des|du|di|da|do|la|für|und|at|et|y|en|in) "
_NAME = rf"(?P<maker>{_WORD}(?: (?:{_JOINING}){{0,2}}{_WORD}){{0,7}})"
# "a team of researchers at the University of Tartu"
_WHO = (
    r"(?:the |an? )?(?:(?:[a-z-]+ ){0,3}(?:team|researchers?|engineers|group|people|members|lab|scientists|folks) "
    rf"(?:at|from|of) (?:the )?)?{_NAME}"
)
_VERB = (
    r"(?:developed|created|built|made|trained|released|published|designed|introduced|produced|pre-?trained|fine-?tuned|"
    r"open-?sourced)"
)
_ITSELF = (
    r"(?i:it|this (?:[\w-]+ ){0,3}?model|our model|"
    r"the (?!base|original|parent|teacher|reward|judge|first|source)(?:[\w-]+ ){0,2}?model)\b"
)
_MADE_BY = re.compile(
    rf"^\W{{0,4}}(?P<subject>{_ITSELF}|{_WORD}(?: {_WORD}){{0,3}}?)(?: ?\([^()]{{1,30}}\))?,? "
    r"(?:(?:is|was|has been|are|were) )?"
    rf"(?:(?:an?|the) [^.;,()]{{2,80}}?,? )?(?:(?:jointly|originally|first|also|which was|that was) )?"
    rf"(?:{_VERB}(?:(?:,| and|, and) (?:\w+ )?{_VERB}){{0,2}} by|(?<=model )(?:by|from)) {_WHO}"
)
# "We introduce Kestrel, an open model of 2.4B parameters, developed by Falconry Labs": a noun for a model leads on.
_MODEL_BY = re.compile(
    r"^\W{0,4}(?:[Ww]e (?:introduce|present|release|announce|propose) |[Ii]ntroducing )?"
    rf"(?P<subject>{_ITSELF}|{_WORD}(?: {_WORD}){{0,3}}?)(?:,| is| are| was) "
    r"(?:[^.;()]|\.(?=\d)|\(\w{2,12}\)){2,160}?\b(?:models?|LLMs?|versions?|checkpoints?|family|series|suite|"
    r"collection|assistant|chatbot|parameters)(?: \(\w{2,12}\))?,? "
    rf"(?:(?:that|which) (?:is|was|were) )?{_VERB}(?:(?:,| and|, and) {_VERB}){{0,2}} by {_WHO}"
)
# "a model trained on data created by", "a version of the Wren model developed by": somebody made what it was made with.
_MADE_WITH = re.compile(
    rf"(?i)\b(?:data\w*|corp(?:us|ora)|benchmarks?|tokeni[sz]ers?|frameworks?|codebase|code|pipeline|recipe|prompts?|"
    rf"techniques?|methods?|toolkit|library|algorithm|approach|architecture),? "
    rf"(?:(?:that|which) (?:is|was|were) |first )?{_VERB}\b|"
    r"\b(?:than|on|upon|to|over|from|with|against|like|of) [^,]{2,60}"
    rf"(?:, (?:an?|the)|,? (?:which|that)) [^,]{{2,80}} {_VERB}\b|"
    r"\b(?:than|on|upon|to|over|from|with|against|like) (?:an?|the|its|their) (?:[\w-]+ ){0,4}"
    rf"(?:models?|llms?|checkpoints?|weights|family|series) {_VERB}\b|"
    r"\b(?:versions?|fine-?tunes?|fine-?tuning|variants?|quanti\w+|derivatives?|adaptations?|conversions?|merges?) of "
    rf"[^,]{{2,100}} {_VERB}\b|"
    r"\b(?:based|built|builds|tuned|trained|derived|starts|started|initiali[sz]ed) (?:up)?(?:on|from|with) [^,]{2,60}, "
    rf"(?:an?|the) (?:[\w-]+ ){{0,4}}(?:models?|llms?|checkpoints?) {_VERB}\b"
)
# "Created by Falconry Labs.": a sentence without a subject is about the model of the card.
_BEGUN = re.compile(
    rf"^\W{{0,4}}(?:[Pp]roudly )?(?:Created|Built|Made|Developed|Quanti[sz]ed|Released|Published) by "
    rf"{_WHO}(?=\W{{0,3}}$|[.,;] | \(\w{{2,12}}\)(?:[.,;] | (?:in|of) [A-Z]))"
)
_ABROAD = re.compile(
    r"^\W{0,4}(?P<subject>(?:Es|Das Modell|Le modèle|Ce modèle|El modelo|Este modelo|O modelo|Il modello|Questo "
    r"modello|Il)\b|"
    rf"{_WORD}(?: {_WORD}){{0,3}}?) (?:wurde|wird|est|a été|fue|ha sido|es|foi|é|è stato|è) (?:[\w-]+ ){{0,4}}?"
    r"(?:von|par|por|pel[ao]|da|dal|dalla|della) (?:(?:der|dem|la|le|les|l['’]|el|o|a|il) ?)?"
    rf"{_NAME}(?= (?:entwickelt|erstellt|trainiert|veröffentlicht)|[.,;\s]|$)"
)
_MAKES_ZH = "开发|研发|训练|发布|推出|打造"
_EASTERN = re.compile(
    rf"由\s?(?P<zh>(?:(?!{_MAKES_ZH}|自主|联合开发|我们|的)[^，。、]){{2,30}}?)\s?(?:团队)?(?:自主|联合|"
    rf"独立)?(?:{_MAKES_ZH})|"
    r"(?:は、?)(?P<ja>[^、。は]{2,30}?)\s?(?:が|によって|により)(?:開発|作成|公開|学習)|"
    r"[은는] (?P<ko>[^,.]{2,40}?)(?:에서|이|가|에 의해) (?:공동 )?(?:개발|제작|공개|학습)(?:한|했|하였|된|되었)"
)
_DOER = re.compile(
    rf"^\W{{0,4}}{_NAME} (?:has |have |proudly )?(?:developed|created|built|trained|released|releases|published|"
    rf"introduces?d?|presents?|announces?d?|open-?sourced) (?:the |its |their |our )?(?:new |open |latest "
    rf")?(?P<made>{_WORD}(?: {_WORD}){{0,3}})"
)
_AT = re.compile(
    rf"(?:^|\b[Ww]e,? |\. )[Aa]t (?:the )?{_NAME},? (?:we |, )?(?:\w+ly )?(?:have |are )?(?:{_VERB}|present|introduc)"
)
_NOBODY = re.compile(
    r"(?i)(?:more information|information needed|unknown|n/?a\b|tbd|todo|none\b|see\b|anonymous|\[|http|various|the "
    r"community|community\b|me\b|us\b|myself|ourselves|fine-?tuning|training|using|merging|January|February|March|"
    r"April|May|June|July|August|September|October|November|December|(?:19|20)\d\d)(?![^\W_])"
)
# "trained by LoRA", "created by SLERP": how, and not by whom.
_METHOD = re.compile(
    r"(?i)(?:q?lora|dpo|sft|orpo|kto|ppo|grpo|rlhf|rl|slerp|ties|dare|mergekit|axolotl|unsloth|distillation|supervised|"
    r"reinforcement|instruction|continued|pre-?training|quantization|gptq|awq|acl|emnlp|neurips|icml|iclr|arxiv)\b.{0,30}"
)
_END = re.compile(
    r"\s*(?:[,;:()（\[|<]|(?<=[^\W\d_]{2})\.(?:\s|$)|\s[-–—]\s| (?:in|on|with|using|based|from|as|to|under|and is|who|"
    r"which|that|at) |https?://)"
)
_MOST_SENTENCES = 80


def account_of(own: OwnModel) -> str | None:
    """The account in the id under which the card was opened: "lab" of "lab/Lumen-7B"."""
    return own.name.split("/")[0] if own.name and re.fullmatch(r"[\w.-]+/[\w.-]+", own.name) else None


def maker_told(document: Document, own: OwnModel) -> str | None:
    """The person or organisation that the text names as the maker of the card's model.

    Of several people no one is the maker: an organisation told elsewhere, or the account of the model's id, goes first.
    """
    people = None
    for said in (*_labelled(document), *_in_tables(document, own)):
        name = where_they_work(said) if people_in(said) else _name_of(said)
        if name:
            return name
        people = people or _among_others(said)
    subjects = Subjects.of(document, own)
    for sentence in list(document.prose())[:_MOST_SENTENCES]:
        if sentence.kind != "heading" and (name := _in_sentence(sentence.text[:400], subjects)):
            return name
    return (_account_in_ids(document, own) or people) if people else None


def _among_others(said: str) -> str | None:
    people = people_in(said)
    return f"{people[0]} and others" if people else None


def _account_in_ids(document: Document, own: OwnModel) -> str | None:
    """The account of the card's own model where its links and its code give one: "lab" of "lab/Lumen-7B"."""
    told = own_id(document.lines, own.name) if own.name else None
    return told.partition("/")[0] if told else None


def _labelled(document: Document) -> Iterator[str]:
    for sentence in document.prose():
        if match := _LINE.match(sentence.text[:400]):
            yield match["said"]


def _in_tables(document: Document, own: OwnModel) -> Iterator[str]:
    for fact in told_in_tables(document, own):
        if _FIELD.match(fact.label):
            yield fact.value


def _name_of(said: str) -> str | None:
    """The name that a value begins with, "Falconry Labs" of "Falconry Labs, in 2024"; None where it names nobody."""
    said = re.sub(rf"^[^.;,]{{0,60}}\b{_VERB} by ", "", said)
    name = _END.split(said.strip(" *`'\"_"), maxsplit=1)[0].strip(" *`'\"_.@")
    name = re.sub(r"^(?:[Tt]he|an?) (?=[A-Z])|['’]s (?:\w+ )?team$", "", name)
    if not 2 <= len(name) <= 70 or len(name.split()) > 9 or _NOBODY.match(name):
        return None
    if _METHOD.fullmatch(name) or (looks_like_model(name) and re.search(r"\d", name)):
        return None
    return name if re.search(r"[^\W\d_]{2}", name) else None


def _in_sentence(text: str, subjects: Subjects) -> str | None:
    for pattern in (_MADE_BY, _MODEL_BY, _ABROAD):
        if (match := pattern.match(text)) and _is_subject(match["subject"], subjects):
            made_with = _MADE_WITH.search(text, match.end("subject"), match.start("maker"))
            return None if made_with else _maker(text, match)
    if begun := _BEGUN.match(text):
        return _maker(text, begun)
    if match := _AT.search(text):
        return _name_of(match["maker"])
    if (match := _DOER.match(text)) and subjects.is_own(match["made"]) and not subjects.is_own(match["maker"]):
        return None if re.match(r"(?:We|I|It|This|They|The)\b", match["maker"]) else _name_of(match["maker"])
    if match := _EASTERN.search(text):
        name = next(group for group in match.groups() if group)
        before = text[: match.start()]
        return _name_of(name) if any(subjects.is_own(word) for word in _words(before)) or "模型" in before else None
    return None


def _maker(text: str, match: re.Match[str]) -> str | None:
    """The name that was found, or where the people work whom it is the first of."""
    said = text[match.start("maker") :]
    return (where_they_work(said) or _among_others(said)) if people_in(said) else _name_of(match["maker"])


_PRONOUN = re.compile(r"(?i)(?:it|this|the|our|es|das|le|ce|el|este|o|il|questo)\b")


def _is_subject(subject: str, subjects: Subjects) -> bool:
    return bool(_PRONOUN.match(subject)) or subjects.is_own(subject)


def _words(text: str) -> list[str]:
    return re.findall(r"[\w.-]{2,40}", text)[:12]
