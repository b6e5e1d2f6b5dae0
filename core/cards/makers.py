"""Whom a card names as the maker of its model: in a field, in running text, in its sample code, as whom to write to.

A maker in running text may have made another model, the one that this one is
built on; such sentences count for nothing here.
"""

import re

from core.cards.document import Sentence
from core.cards.evidence import Evidence
from core.cards.name_match import Match
from core.cards.name_words import looks_like_model, words_of
from core.cards.quantizers import is_quantized, names_quantization
from core.cards.told_makers import account_of

# Publishers with several generations of open models, technical reports, and results that others have rerun.
RECORD = {
    "Meta": re.compile(
        r"(?i)\bmeta\b(?! ?-?math|data)(?: ai| platforms|-llama)?|\bmeta-llama\b|\bfacebook(?:research| ai)?\b|\bfair\b"
    ),
    "Google": re.compile(r"(?i)\bgoogle\b(?! colab| drive| form| sheet| cloud| scholar)(?: deepmind)?|\bdeepmind\b"),
    "Mistral AI": re.compile(r"(?i)\bmistral ?ai\b|\bmistralai\b|\bthe mistral (?:ai )?team\b"),
    "Alibaba Qwen": re.compile(
        r"(?i)\bqwen(?:lm| team)?\b(?![\d.-])|\balibaba(?: cloud| group)?\b|\btongyi\b|通义|阿里"
    ),
    "OpenAI": re.compile(r"(?i)\bopenai\b(?! api|-compatible| compatible|'s)"),
    "Anthropic": re.compile(r"(?i)\banthropic\b"),
    "DeepSeek": re.compile(r"(?i)\bdeepseek(?:[- ]ai)?\b(?![-\w.]*\d|-coder|-v\d|-r\d)"),
    "Microsoft": re.compile(r"(?i)\bmicrosoft(?: research)?\b(?! azure)"),
}
ORGANISATIONS = {
    "meta-llama": "Meta",
    "facebook": "Meta",
    "codellama": "Meta",
    "google": "Google",
    "google-deepmind": "Google",
    "mistralai": "Mistral AI",
    "qwen": "Alibaba Qwen",
    "qwenlm": "Alibaba Qwen",
    "openai": "OpenAI",
    "anthropic": "Anthropic",
    "deepseek-ai": "DeepSeek",
    "microsoft": "Microsoft",
}
_BY = re.compile(
    r"(?i)\b(?:developed|created|released|trained|published|built|made|introduced|fine-?tuned|"
    r"open-?sourced)(?: and (?:\w+ )?\w+)? by\W{0,3}(?P<by>.{2,60})|"
    r"^\W*(?:model )?(?:developers?|developed by|authors?|creators?|created by|publishers?|"
    r"organi[sz]ation|provider|model (?:owner|creator)|开发者|개발사?|"
    r"개발자)\W{0,4}[:：]?\W{0,4}(?P<field>.{2,60})|"
    r"(?P<doer>(?-i:[A-Z][\w.-]{1,40}(?: [A-Z][\w.-]{1,40}){0,2})) (?:has |have )?(?:developed|"
    r"released|trained|open-?sourced|introduced?s?|presents?|announces?)\b(?! by\b)"
)


_LOADED = re.compile(r"[\"'=\s(](?P<owner>[\w.-]{2,60})/(?P<name>[\w.-]{3,90})")

_FOLDER = re.compile(  # "./models/Lumen-7B" lies on somebody's disk
    r"[._-].*|(?:my|your|the|local|base|saved|hf|llm|pretrained|downloaded)?[_-]?(?:models?|checkpoints?|ckpts?|weights|"
    r"outputs?|out|results?|runs?|exp\w*|data|merged|llms?|pretrained|path|dir|home|mnt|root|tmp|cache|scripts?|src|"
    r"examples?|configs?|name|org\w*|user\w*)"
)


def told_maker_is(evidence: Evidence, publisher: str) -> bool:
    """False where the card tells who made its model, and that is somebody else than this publisher of the list."""
    told = evidence.about.publisher
    return not told or told == account_of(evidence.own) or bool(RECORD[publisher].search(told))


# "license_link: https://huggingface.co/lab/wren-7b/blob/main/LICENSE"
_LICENCE_FILE = re.compile(
    r"huggingface\.co/(?P<owner>[\w.-]{2,60})/(?P<name>[\w.-]{3,90})/(?:blob|resolve|raw)/\w{1,40}/LICEN[CS]E"
)
_MOST_FRONT_LINES = 60


def _account_of_licence(evidence: Evidence) -> tuple[str, int] | None:
    """The account under which the licence lies beside the card's own model; one of the same family says nothing."""
    mine = {words_of(name).key for name in evidence.own.names[:2]}
    for number, line in enumerate(evidence.document.lines[:_MOST_FRONT_LINES], start=1):
        found = _LICENCE_FILE.search(line[:300]) if "LICEN" in line else None
        if found and words_of(found["name"]).key in mine:
            return found["owner"].casefold(), number
    return None


def find_loading_account(evidence: Evidence) -> tuple[str, int] | None:
    """The account from which the card's own sample code loads its model, in small letters, with the line.

    Or the one under whose files the card's own licence lies.
    The recipe on a quantizer's card loads the original: an account that only gives the name without the quantization
    says nothing of who made the file.
    """
    mine = [words_of(name) for name in evidence.own.names[:3]]
    quantized = is_quantized(evidence)
    found: list[tuple[str, int]] = []
    for sentence in evidence.document.code():
        if "/" not in sentence.text or sentence.text.count("/") > 4:
            continue
        for match in _LOADED.finditer(f" {sentence.text[:300]}"):
            owner, words = match["owner"].casefold(), words_of(match["name"])
            if quantized and not names_quantization(match["name"]):
                continue
            if not _FOLDER.fullmatch(owner) and any(
                words.key == own.key or (words.words == own.words and words.sizes) for own in mine
            ):
                found.append((owner, sentence.line))
    if not found and (licence := _account_of_licence(evidence)):
        found.append(licence)
    official = [entry for entry in found if entry[0] in ORGANISATIONS]
    if official and not told_maker_is(evidence, ORGANISATIONS[official[0][0]]):
        found = [entry for entry in found if entry not in official]
        official = []
    return next(iter([*official, *found]), None)


_PACKAGED = re.compile(
    r"\bdocker model (?:pull|run) (?:\w[\w.-]*\.\w+/)?(?P<owner>[\w.-]{1,60})/(?P<stem>[A-Za-z]{2,40})"
)


def find_packager(evidence: Evidence) -> tuple[str, int] | None:
    """The account of a catalogue that packs other people's models, "docker model pull ai/wren", with the line."""
    keys = [words_of(name).key for name in evidence.own.names[:3]]
    for sentence in evidence.document.code():
        packed = _PACKAGED.search(sentence.text[:300]) if "docker model" in sentence.text else None
        if packed and any(packed["stem"].casefold() in key for key in keys):
            owner = packed["owner"].casefold()
            return None if owner in ORGANISATIONS else (owner, sentence.line)
    return None


def find_named_publisher(evidence: Evidence, owner: str) -> tuple[str, int] | None:
    """The publisher of the record list that the card names as its maker, with the line."""
    for sentence in list(evidence.document.prose())[:250]:
        for match in _BY.finditer(sentence.text[:600]):
            text = match["by"] or match["field"] or match["doer"] or ""
            text = re.split(r"[.,;(]| (?:based|from|on|using|with|and is|for|in)\b", text)[0]
            for publisher, pattern in RECORD.items():
                if (
                    pattern.search(text)
                    and not _own_is_derived(evidence, publisher, owner)
                    and (match["field"] or not _of_another_model(evidence, sentence, match))
                ):
                    return publisher, sentence.line
    return _publisher_to_write_to(evidence, owner)


def _own_is_derived(evidence: Evidence, publisher: str, owner: str) -> bool:
    """True where the card's model is built on that publisher's model by somebody else."""
    bases = [base.split("/")[0].casefold() for base in evidence.about.base_model]
    return bool(owner) and owner not in ORGANISATIONS and any(ORGANISATIONS.get(base) == publisher for base in bases)


_BASE_HEADING = re.compile(
    r"(?i)\b(?:base|parent|original|source|foundation|foundational|teacher|upstream|underlying|starting) models?\b|"
    r"\bback-?bone\b|\bcredits?\b|\backnowledge?ments?\b|\bthanks\b|基座|基础模型|底座|教师模型|致谢|"
    r"베이스 ?모델|기반 ?모델|기본 모델|원본 모델|교사 모델|감사|ベースモデル|元のモデル|謝辞"
)
# A hyphen belongs to a word of the name and parts none: were it both, "7B-7B-7B-" could be cut in endless ways.
_NAME = r"(?P<name>[A-Z][\w.+/-]{0,80}(?: [A-Z\d][\w.+-]{0,80}){0,3})"
_BUILT_ON = re.compile(
    r"(?:[Bb]ased|[Bb]uilt|[Tt]un(?:ed?|es|ing)|[Tt]rained|[Dd]istilled|[Dd]erived|[Mm]erged?|[Aa]dapt\w+|[Ii]nitiali[sz]ed|"
    r"[Vv]ersions?|[Ss]tarts?|[Uu]s(?:es|ing)|[Tt]hanks)\b[^.;]{0,40}?\b(?:on|from|upon|of|with|to|using) "
    r"(?:the |top of )?"
    rf"{_NAME}(?: models?| family)?,?(?: (?:an?|the) [\w -]{{0,50}}| (?:which|that) (?:is|was|were|has been|are))? ?$"
)
# "Quill-7B was", "Quill, which was" before "created by Somebody"; "the dataset" before it is no model at all.
_ITS_SUBJECT = re.compile(
    rf"{_NAME}(?: models?| family)?(?:,? (?:which|that))?,?(?: (?:is|was|were|are|has|have|been|be|originally|first|"
    r"itself))* ?$"
)
_NO_MODEL = re.compile(
    r"(?i)\b(?:data\w*|corp(?:us|ora)|benchmarks?|tokeni[sz]er|framework|library|tool\w*|technique|method|code\w*|"
    r"scripts?|recipe|paper|format|architecture|licen[cs]e|leader-?board|prompts?|template|algorithm|optimi[sz]er|"
    r"approach|pipeline|extension|app|hardware|gpus?|numbers|results?|scores?|figures?|values?|averages?|tables?|plots?|"
    r"compute|clusters?|servers?|nodes?|machines?|credits|funding|chips?|filters?|classifiers?|guards?|demo|website|interface|logo|evals?|"
    r"evaluations?|tests?|questions?|stud(?:y|ies)|survey|report)"
    r"(?:,? (?:which|that))?(?: (?:is|was|were|are|has|have|been))* ?$"
)
# "The scores of the other models were released by Somebody"
_OF_SCORES = re.compile(
    r"(?i)(?:^|[.;,:] )\W{0,4}(?:[\w-]+ ){0,3}?(?:numbers|results|scores|figures|values|averages) (?:of|for|on|in) "
    r"[^.;,:]{0,80}\b(?:is|was|are|were|been) $"
)
# "* published by OpenAI" under a table tells where a number comes from.
_FOOTNOTE = re.compile(r"\W{0,8}(?:\(?\[?\^?\w{1,2}[\])]\W{0,3})?")
_MODEL_BY = re.compile(rf"{_NAME},? (?:by|from)\b")
_MADE_WHAT = re.compile(rf"(?: and \w+)? ?(?:the |its |their |a )?(?:new |open |latest )?{_NAME}")


def _of_another_model(evidence: Evidence, sentence: Sentence, match: re.Match[str]) -> bool:
    """True where a maker is named in running text, and made not this model but the one it is built on."""
    if any(_BASE_HEADING.search(title) for title in sentence.headings[-1:]):
        return True
    bases = [base for base in evidence.about.base_model if "/" in base]
    if bases and not any(base.split("/")[0].casefold() in ORGANISATIONS for base in bases):
        return True  # a descendant of somebody's tuned model is no laboratory's own
    if match["doer"]:
        named = _MADE_WHAT.match(sentence.text[match.end() :][:80])
    else:
        before = sentence.text[: match.start()][-160:]
        told_of_number = match[0][:9].casefold() in ("published", "released ") and match[0][0].islower()
        if _NO_MODEL.search(before) or _OF_SCORES.search(before) or (told_of_number and _FOOTNOTE.fullmatch(before)):
            return True
        named = _BUILT_ON.search(before) or _ITS_SUBJECT.search(before)
    return named is not None and _is_another(evidence, named["name"])


def _is_another(evidence: Evidence, name: str) -> bool:
    return looks_like_model(name) and evidence.own.match(name) is Match.NONE


# Whom to write to: "Ann Author, Meta Inc", "ann@meta.com", "ann at meta dot com"; no boxes for reports and licences.
_WRITE_TO = re.compile(
    r"(?i)\b(?!\w*(?:report|abuse|support|info|legal|opencode|secur|press|privacy|licen|noreply|help|use))"
    r"[\w.+-]{2,40} ?(?:@|\[at\]|\(at\)| at ) ?(?:\w{2,20}(?:\.| dot )){0,2}"
    r"(?P<host>meta|fb|google|deepmind|mistral|openai|anthropic|microsoft|deepseek|alibaba-inc)(?:\.| dot )(?:com|ai)\b"
)
_HOSTS = {
    "meta": "Meta",
    "fb": "Meta",
    "google": "Google",
    "deepmind": "Google",
    "mistral": "Mistral AI",
    "openai": "OpenAI",
    "anthropic": "Anthropic",
    "microsoft": "Microsoft",
    "deepseek": "DeepSeek",
    "alibaba-inc": "Alibaba Qwen",
}


def _publisher_to_write_to(evidence: Evidence, owner: str) -> tuple[str, int] | None:
    """The publisher of the record list whose people answer questions about the card's model."""
    if owner and owner not in ORGANISATIONS:
        return None
    if any(base.split("/")[0].casefold() not in ORGANISATIONS for base in evidence.about.base_model):
        return None
    for sentence in evidence.document.prose():
        text = sentence.text[:400]
        if ("@" in text or " at " in text or "at)" in text or "at]" in text) and (match := _WRITE_TO.search(text)):
            host = match["host"].casefold()
            # A company's address is that of all its laboratories; the name has to be of this one's models.
            if host in _SHARED and not any(_SHARED[host].search(name) for name in evidence.own.names[:3]):
                continue
            return _HOSTS[host], sentence.line
    return None


_SHARED = {"alibaba-inc": re.compile(r"(?i)qwen|qwq|qvq|tongyi|通义")}


def names_another_maker(evidence: Evidence, sentence: Sentence) -> bool:
    """True for a sentence about who made the model that this one is built on, "Quill-7B by Somebody" too."""
    if any(_BASE_HEADING.search(title) for title in sentence.headings[-1:]):
        return True
    text = sentence.text[:600]
    if any(_is_another(evidence, match["name"]) for match in _MODEL_BY.finditer(text)):
        return True
    found = [match for match in _BY.finditer(text) if not match["field"]]
    return bool(found) and all(_of_another_model(evidence, sentence, match) for match in found)
