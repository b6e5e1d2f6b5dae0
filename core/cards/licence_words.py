"""The licence of a model as its card words it.

A card names it in a line of its own ("License: Apache 2.0") or in a sentence
("the weights are released under the MIT License"). A sentence about the code
or the data alone says nothing about the weights and is passed over.

>>> read_licence(["License: A custom license, the Foo 2.1 Community License, is available at: https://foo.example"])
'Foo 2.1 Community License'
>>> read_licence(["The source code is licensed under Apache 2.0.", "The weights are released under the MIT license."])
'MIT'
"""

import re
from collections.abc import Iterable

from core.cards.licence_abroad import EAST_ASIAN, licence_abroad
from core.cards.licence_names import KNOWN, is_generic, licence_of_weights
from core.cards.licence_subjects import MODEL, WEIGHTS, is_of_model, is_of_other_work

_LINE = re.compile(
    r"(?i)^\W*(?:(?:model|weights?) )?(?:licen[cs]e(?:\(s\)|s)?|lizenz(?:en)?|licencia|licença|licenza|"
    r"(?:模型|开源|权重)?(?:许可证|许可协议|许可|授权协议|协议)|"
    r"(?:모델 )?라이선스|ライセンス)(?:\b|(?=[:：])|(?<=\)))(?P<mark>[^\w&]*)(?P<said>\S.*)$"
)
# Without a colon a sentence may only begin with the word: "License & Acknowledgements", "license from the makers".
_NAMES_ONE = re.compile(
    rf"(?:(?i:an? |the )?(?:(?i:custom\b)|[A-Z])(?=.{{0,80}}?\b(?i:licen[cs]e|terms|agreement)\b)|"
    rf".{{0,60}}?(?<![\w-]){KNOWN}|"
    r"(?i:of|for) (?:the |our )?[\w ]{2,40}[:：])"
)
_NAMED = re.compile(r"\b[Tt]he (?P<name>[A-Z][\w .+-]{2,60}? Licen[cs]e(?: Agreement)?)\b")
_CUSTOM = re.compile(r"(?i)^(?:an? )?(?P<name>(?:custom|bespoke|proprietary)[\w -]{0,30}? licen[cs]e)\b")
_END = re.compile(
    r"https?://|[\[\](（|;。\n]|\.(?=\s|$)|,|\s(?:which|that|is available|can be found|see|as of|for details)\b"
)
_UNDER = re.compile(
    r"(?i:\b(?:(?:licen[cs]ed|released|distributed|available|published|open-?sourced|provided|governed|shared|"
    r"made public)\b(?:(?!\bbut\b)[^.;]){0,40}?|"
    r"(?:weights|checkpoints?|models?) (?:are|is|fall|come|stay)(?: all| also)? )"
    r"\bunder (?:the |an? )?(?:(?:very |fully )?(?:permissive|open|liberal|standard|free|friendly|restrictive) )?"
    r"(?:terms of (?:the |an? )?)?)(?P<name>[A-Z][\w.+ -]{1,60}?)"
    r"(?=\s*(?:(?i:licen[cs]es?|agreement)\b|[,;()（）\[]|\.(?:\s|$)|$))"
)
_DENIED = re.compile(r"(?i)(?:\b(?:not|never|no longer|nor|neither)|n['’]t)\W{1,4}(?:(?:yet|been|be|currently) ){0,2}$")
_SUBJECT_TO = re.compile(
    r"\b(?i:subject to|bound by|covered by|governed by|falls? under|follow|follows|comply with|complies with|"
    r"adhere to|adheres to|abide by|abides by|usage of \S{1,40} (?:models? )?requires(?: adherence to)?) "
    r"(?i:the |our )?"
    r"(?i:terms(?: and conditions)?(?: of| in| (?:specified|set out|given|described) in)? (?:the |our |its )?)?"
    r"(?P<name>[A-Z][\w.+-]{0,30}(?: [\w.+-]{1,30}){0,6}? (?:[Ll]icen[cs]e(?: Agreement)?|"
    r"LICEN[CS]E(?: AGREEMENT)?|Terms(?: [Oo]f [Uu]se)?))(?![\w-])"
)
# "Weights: Gemma Terms of Use": a line about the weights that says nothing but a licence.
_OF_WEIGHTS = re.compile(
    r"(?:^|[.;,] )\W{0,4}(?i:(?:model )?weights|checkpoints?)\W{0,3}[:：]\W{0,4}"
    r"(?P<name>(?:CC[- ]BY|MIT\b|Apache\b|[AL]?GPL|BSD|OpenRAIL|CreativeML)[^,;()\n]{0,30}?(?=[,;()]|\.(?:\s|$)|$)|"
    r"[A-Z][\w.+-]{0,30}(?: [\w.+-]{1,30}){0,6}? (?:Licen[cs]e(?: Agreement)?|Terms(?: of Use)?)(?![\w-]))"
)
_HAS = re.compile(
    r"\b(?i:weights|checkpoints?|models?|it) (?i:have|has|carry|carries|bears?|(?:come|ship)s? with|uses?) "
    r"(?i:an? |the )(?P<name>[A-Z][\w.+-]{0,30}(?: [\w.+-]{1,30}){0,4}?) (?i:licen[cs]e)\b"
)
_LICENCE_NAME = re.compile(
    rf"\b(?i:under|follows?|uses?|adopts?|with|by) (?i:the |an? )?(?i:[\w-]+ )?(?i:licen[cs]e):? (?P<name>{KNOWN})"
)
_IS_LICENSED = re.compile(r"\b(?:is|are) (?P<name>[A-Z][\w.+-]*(?: [\w.+-]+){0,2})[- ]licen[cs]ed\b")
# "Code and models", and models that are called after code, are no code alone.
_BOTH = re.compile(
    r"(?i)\bcode (?:and (?:the |our )?|& |as well as |\w+ )?(?:models?|llms?|weights)\b|"
    r"代码(?:及|和|与|以及)(?:模型|权重)"
)


# Found fast: every pattern for a sentence needs one of these.
_MAY_NAME_ONE = re.compile(
    r"[Ll]i[cz]en|LICEN|[uo]nd?ter |[uo]nder |Terms|MIT|[Aa]pache|CC|GPL|BSD|RAIL| (?:sous|bajo|sob|sotto|na) |"
    r"[\u3040-\u9fff\uac00-\ud7af]"
)
_THE_MODEL = re.compile(r"(?i)\W*(?:this|the|our) (?:\w+ )?(?:model|weights)\b(?! repo)")


# "The code is MIT-licensed, the weights are not."
_WEIGHTS_ARE_NOT = re.compile(
    r"(?i)\b(?:weights|checkpoints?|models?) (?:is|are|do|does)(?: not|n['’]t)\W{0,3}(?:$|[.;,)]\s?|(?:yet |covered))"
)


def read_licence(prose: Iterable[str], sections: Iterable[str] = ()) -> str | None:
    """The name of the licence; None where no sentence gives one for the model. `prose` is read once, in order.

    `sections` are lines from the sections about the licence; a sentence about the weights goes before them.
    """
    texts = [text[:600] for text in prose]
    if labelled := next((name for text in texts if (name := _from_label(text))), None):
        return labelled
    sentences = [
        (text, name)
        for text in texts
        if _MAY_NAME_ONE.search(text) and not _WEIGHTS_ARE_NOT.search(text) and (name := _from_sentence(text))
    ]
    of_weights = [name for text, name in sentences if WEIGHTS.search(text)]
    of_model = [
        name for text, name in sentences if _THE_MODEL.match(text) or not is_of_other_work(_BOTH.sub(" ", text))
    ]
    titled = [name for text in sections if (name := _from_label(text))]
    return next(iter([*of_weights, *titled, *of_model]), None)


def _from_label(text: str) -> str | None:
    """The name behind the word for licence that a line begins with."""
    match = _LINE.match(text)
    if match is None:
        return None
    marked = re.search(r"[:：|=]|[-–—] ", match["mark"])
    if not marked and EAST_ASIAN.search(text[: match.start("said")]):
        return None  # a sentence whose subject is the licence
    return _from_line(match["said"]) if marked or _NAMES_ONE.match(match["said"]) else None


# "License of the training data: ...", "License for the weights: ..."
_OF_WHAT = re.compile(r"(?i)(?:of|for) (?:the |our )?(?P<what>[\w ]{2,40}?)\s*[:：]\s*(?P<said>\S.*)")
_POINTER = re.compile(
    r"(?i)(?:please )?(?:see|refer|check|read|cf\.?|view|to be (?:announced|decided|determined|confirmed)|tb[ad]|"
    r"not (?:yet )?(?:known|decided|chosen|stated)|undecided|unknown|pending)\b"
)
_TITLE_GOES_ON = re.compile(
    r"(?i)(?:and|&|or|information|details?|notice|terms)\b|agreement\W*$"
)  # "License and citation"
# No name but a permission, which is one thing with its conditions: "free for research; commercial use on request".
_PERMISSION = re.compile(
    r"(?i)(?:free|only|open|permitted|allowed)(?:ly)? (?:\w+ )?(?:for|to)\b|(?:research|academic) use\b"
)


# "MIT for code", "MIT (code only)"
_CODE_ONLY = re.compile(r"(?i)\bfor (?:the |its |our )?(?:\w+ )?(?:code|scripts?)\b|\(\W{0,2}(?:source |the )?code\b")
_DASHED = re.compile(r"(?i)(.{2,60}?(?: licen[cs]e(?: agreement)?(?= -)|(?= [–—]))) [-–—] ")  # "Foo Licence – free for"


def _from_line(said: str) -> str | None:
    if of_what := _OF_WHAT.match(said):
        about_weights = WEIGHTS.search(of_what["what"]) or MODEL.search(of_what["what"])
        return _from_line(of_what["said"]) if about_weights else None
    if _POINTER.match(said) or _TITLE_GOES_ON.match(said):
        return None
    first = re.split(r"\.\s|\n", said, maxsplit=1)[0]
    if not _NAMED.search(first) and (told := _UNDER.search(first) if "nder" in first else None):  # a whole sentence
        before = first[: told.start()]
        of_code = is_of_other_work(before) and not is_of_model(before)
        return licence_of_weights(said) or (None if of_code or _DENIED.search(before[-40:]) else _whole_name(told))
    return licence_of_weights(said) or (None if _is_of_code(said) else _name_in_line(said))


def _is_of_code(said: str) -> bool:
    first = re.split(r"\.\s|\n", said, maxsplit=1)[0]
    return bool(_CODE_ONLY.search(first)) and not WEIGHTS.search(first) and not MODEL.search(first)


def _name_in_line(said: str) -> str | None:
    if named := _NAMED.search(said) or _CUSTOM.match(said):
        return named["name"]
    if _PERMISSION.match(said):
        said = re.split(r"\.(?=\s|$)|\n", said, maxsplit=1)[0].strip(" *:`'\"")
        return said if len(said) <= 120 else None
    name = _END.split(said, maxsplit=1)[0].strip(" *:`'\"")
    if dashed := _DASHED.match(name):
        name = dashed[1]
    if not 2 < len(name) <= 80 or not name[0].isalpha() or len(name.split()) > 12 or is_generic(name):
        return None
    return name


# "not released under A but under B": what it is not is left out.
_NOT_BUT = re.compile(r"(?i)\bnot ((?:\w+ ){1,3})under [^,;]{2,60}? but (?=under\b)")
_PLAIN = re.compile(
    r"\b(?:weights|model)(?:,? (?:and|&) (?:the |its |our )?(?:code|tokeni[sz]er|scripts|weights|data))? (?:is|are) "
    r"(?P<name>CC[- ]BY(?:[- ][\w.]+){0,4}|MIT|Apache[- ]2\.0|[AL]?GPL[\w.-]*|BSD[\w-]*)\b"
)


_NUMBERED = re.compile(
    r"(?i)\s{0,3}licen[cs]e(?: agreement)?,? (?:version |v)?\d(?:\.\d){0,2}(?:(?: ?- ?| )NC\b)?(?!\w|\.\d)"
)


_NUMBER_BEHIND = re.compile(r"(?i),? (?:v|version )?\d\.\d(?!\w|\.\d)")  # "Model License Agreement 2.0"


_NO_BRACKETS = str.maketrans("", "", "【】")  # of a name that is set off by them


# Such a word ends no name: "Tern AI Model License Agreement".
_ADJECTIVES = frozenset(
    ("model", "models", "community", "research", "custom", "commercial", "non-commercial", "public")
)
_KIND_AFTER = re.compile(r"(?i)\s{1,3}licen[cs]e(?: agreement)?\b")


def _from_sentence(text: str) -> str | None:
    text = _NOT_BUT.sub(r"\1", text).translate(_NO_BRACKETS)
    weights = licence_of_weights(text) or ((line := _OF_WEIGHTS.search(text)) and line["name"].strip(" ."))
    if weights:
        return weights
    for pattern in (_UNDER, _IS_LICENSED, _PLAIN, _HAS, _LICENCE_NAME, _SUBJECT_TO):
        found = (m for m in pattern.finditer(text) if not _DENIED.search(text[: m.start()][-40:]))
        match = next((m for m in found if not _is_of_code_beside_weights(text, m)), None)
        if match and (MODEL.search(text) or WEIGHTS.search(text) or match.start() < 80):
            return _whole_name(match)
    return licence_abroad(text)


# "..., while the weights are open for research": theirs are other terms, whatever the code's are.
_WEIGHTS_APART = re.compile(
    r"(?i)(?:\b(?:while|whereas|whilst|but|however|although)\b|;)[^.;]{0,30}?\b(?:weights?|checkpoints?|models?)\b"
    r"(?!.{0,60}\b(?:too|as well|same|likewise|also (?:under|licen[cs]ed))\b)"
)


def _is_of_code_beside_weights(text: str, match: re.Match[str]) -> bool:
    """True where what is under this licence is code alone, and the sentence goes on with other words on the weights."""
    before = text[: match.start()]
    return is_of_other_work(before) and not is_of_model(before) and bool(_WEIGHTS_APART.search(text, match.end()))


def _whole_name(match: re.Match[str]) -> str:
    """The name with what belongs to it of the words behind: "the Apache License 2.0", "Tern AI Model License"."""
    name, behind = match["name"].strip(" ."), match.string[match.end("name") :]
    if numbered := _NUMBERED.match(behind):
        return f"{name}{numbered[0]}"
    if (number := _NUMBER_BEHIND.match(behind)) and name.casefold().endswith(("license", "licence", "agreement")):
        return f"{name}{number[0]}"
    if name.casefold().split()[-1] not in _ADJECTIVES:
        return name
    kind = _KIND_AFTER.match(behind)
    return f"{name}{kind[0]}" if kind else f"{name} License"
