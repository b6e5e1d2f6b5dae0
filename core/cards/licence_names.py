"""Licences that many models are under, as cards spell them, and whose each is where a sentence names several.

>>> same_licence("apache-2.0", "Apache License, Version 2.0"), same_licence("cc-by-4.0", "CC BY-SA 4.0")
(True, False)
"""

import re

# "MIT" and the GPL need their capitals: "mit" is a word in German.
KNOWN = (
    r"(?:(?:(?i:modified|standard) )?MIT(?:-0)?(?![\w-])|"
    r"(?i:apache)(?i:(?: software)? licen[cs]e)?,?[ -]?(?i:version |v\.? ?)?[ -]?2(?:\.0)?(?![\w.]*\w)|"
    r"(?i:cc0)(?:[- ]1\.0)?\b|(?i:cc)[- ]?(?i:by)(?:[- ](?i:nc|sa|nd)){0,3}(?:[- ][vV]?\d(?:\.\d)?)?(?!\w)|"
    r"(?i:creative commons(?: (?:attribution|by|share-?alike|non-?commercial|no-?deriv\w{2,6}|nc|sa|nd)){1,4})"
    r"(?: \d\.\d)?|"
    r"[AL]?GPL(?:[- ]?[vV]?\d(?:\.\d)?)?(?:-only|-or-later)?(?!\w)|BSD(?:[- ]\d(?:[- ](?i:clause))?)?(?!\w)|"
    r"MPL[- ]?2\.0|"
    r"(?i:(?:bigcode[ -]|creativeml[ -])?open-?rail(?:[- ]?\+?\+?[ms])?)(?!\w)|WTFPL|Unlicense|"
    r"(?i:llama)[- ]?\d(?:\.\d)? (?i:community licen[cs]e(?: agreement)?)|Gemma (?i:terms of use))"
)
_KNOWN = re.compile(rf"(?<![\w-]){KNOWN}")
_ROLE = re.compile(
    r"(?i)(?P<weights>\b(?:(?:model|pre-?trained)[- ])?(?:weights?|checkpoints?)\b|"
    r"\bmodels?\b(?! (?:code|card|repo\w*|script\w*)\b)|权重|模型|가중치|重み)|"
    r"(?P<other>\b(?:model |source |training |inference )?(?:code|scripts?|repo\w*|notebooks?|software|data\w*|corpus|"
    r"docs|documentation)\b|代码|数据|코드|데이터|コード|データ)"
)
_PARTS = re.compile(
    r"(?i)\bcode\b.*\b(?:weights?|checkpoints?|models?)\b|\b(?:weights?|checkpoints?|models?)\b.*\bcode\b"
)


def licence_of_weights(text: str) -> str | None:
    """The licence of the weights in words that give one to the code as well; None where they do not give both.

    >>> licence_of_weights("Apache 2.0 (code), CC BY-NC 4.0 (weights)")
    'CC BY-NC 4.0'
    >>> licence_of_weights("The code is under MIT, the weights are under the Gemma Terms of Use.")
    'Gemma Terms of Use'
    """
    text = text[:400]
    if not _PARTS.search(text):
        return None
    licences = list(_KNOWN.finditer(text))
    roles = [role for role in _ROLE.finditer(text) if not any(a.start() < role.end() <= a.end() for a in licences)]
    if len(licences) < 2 or len(roles) < 2:
        return None
    told = roles[0].start() < licences[0].start()  # each role stands before its licence, or each after it
    for index, licence in enumerate(licences):
        if told:
            since = licences[index - 1].end() if index else 0
            near = [role for role in roles if since <= role.start() < licence.start()]
        else:
            until = licences[index + 1].start() if index + 1 < len(licences) else len(text)
            near = [role for role in roles if licence.end() <= role.start() < until]
        if near and all(role["weights"] for role in near):
            return licence[0]
    return None


_ALONE = re.compile(
    r"\W{0,4}(?:(?i:(?:this |the |our |all )?(?:open |model |released )?"
    r"(?:(?:weights?|models?|checkpoints?|materials)|it)(?: (?:is|are|come|comes))?:? )?"
    r"(?i:(?:(?:is|are) )?(?:licen[cs]ed|released|published|available|distributed|shared|free to use|"
    r"open-?sourced|open)?,? ?under (?:the |an? )?(?:terms of the )?)?"
    rf"(?P<name>{KNOWN})(?P<word>(?i:[- ]licen[cs]ed?))?)\W{{0,4}}"
)


def licence_alone(text: str) -> str | None:
    """The licence of words that say nothing else: "Weights under Apache-2.0", "MIT licence.", "GPL-3.0".

    >>> [licence_alone(text) for text in ("Apache 2.0 licensed", "GPL-3.0.", "MIT", "Code under MIT")]
    ['Apache 2.0', 'GPL-3.0', None, None]
    """
    match = _ALONE.fullmatch(text) if len(text) <= 90 else None
    if match is None:
        return None
    bare = match["word"] is None and match["name"] == text.strip(" .*`'\"_-")
    # "MIT" alone is a university as well; a number makes it a licence.
    return None if bare and not any(map(str.isdigit, match["name"])) else match["name"]


def _kind(name: str) -> str | None:
    """What a licence is called everywhere: "apache-2.0"; None for one that is not known, or is told half."""
    folded = name.casefold().replace("_", "-")
    if re.fullmatch(r"(?:standard )?(?:the )?mit(?:[ -]licen[cs]e)?", folded):
        return "mit"
    if re.search(r"^apache.{0,30}2(?:\.0)?(?: licen[cs]e)?$", folded):
        return "apache-2.0"
    if re.match(r"cc[- ]?by|creative commons attribution", folded):
        words = ("nc|non-?commercial", "sa|share-?alike", "nd|no-?deriv")
        return "cc-by" + "".join(
            f"-{word[:2]}" for word in words if re.search(rf"(?:{word})(?![a-z]{{0,2}}\d)", folded)
        )
    if found := re.match(r"([al]?gpl)[- ]?v?(\d)", folded):
        return f"{found[1]}-{found[2]}"
    if found := re.match(
        r"(?:the )?(?:meta )?llama[- ]?(\d(?:\.\d)?)(?: community)?(?: licen[cs]e)?(?: agreement)?$", folded
    ):
        return f"llama-{found[1]}"
    return "gemma" if re.fullmatch(r"gemma(?:[ -]terms.{0,12}|[ -]licen[cs]e)?", folded) else None


def same_licence(one: str, other: str) -> bool | None:
    """Whether two names are those of one licence; None where either is not known well enough to tell."""
    kinds = _kind(one.strip()), _kind(other.strip())
    return None if None in kinds else kinds[0] == kinds[1]


# Terms of a maker's own: "Wren Model License", "Model License Agreement 2.0", "Tern Terms of Use".
_OWN_TERMS = re.compile(
    r"(?:[A-Z\d][\w.+-]{0,30}(?: [\w.+-]{1,30}){0,4}? )?(?:Model|Community|Research|Non-?[Cc]ommercial|Acceptable Use|"
    r"Responsible AI) [Ll]icen[cs]e(?: [Aa]greement)?(?:,? (?:v|[Vv]ersion )?\d[\d.]{0,5})?|"
    r"[A-Z][\w.+-]{1,30}(?: [\w.+-]{1,30}){0,3} Terms of Use"
)


def names_other_terms(one: str, other: str) -> bool:
    """True where `one` is a licence known everywhere, and `other` the own terms of somebody, called otherwise.

    >>> names_other_terms("apache-2.0", "Wren Model License"), names_other_terms("apache-2.0", "Apache Model License")
    (True, False)
    """
    if _kind(one.strip()) is None or _kind(other.strip()) or not _OWN_TERMS.fullmatch(other):
        return False
    if is_generic(other) and not any(map(str.isdigit, other)):
        return False
    return not set(re.findall(r"[a-z]{3,}", one.casefold())) & set(re.findall(r"[a-z]{3,}", other.casefold()))


# Words that name no licence when nothing else stands with them: "LICENSE" of a link to a file.
_GENERIC = frozenset(
    re.findall(
        r"\S+",
        """
        the this our its model models weight weights code software file terms of use usage full and
        see here link license licence licenses licences licensed licensing agreement notice details
        information md txt main blob 名称 协议 许可证 许可 许可协议 模型 开源 라이선스 ライセンス
        """,
    )
)


def is_generic(name: str) -> bool:
    """True for what names no licence, "LICENSE" and "Model License" alike.

    >>> is_generic("LICENSE"), is_generic("模型许可协议"), is_generic("MIT License")
    (True, True, False)
    """
    words = re.findall(r"[^\W_]+", name.casefold())
    return all(word in _GENERIC or word.isdigit() or _GENERIC_EASTERN.fullmatch(word) for word in words)


_GENERIC_EASTERN = re.compile(r"(?:模型|开源|许可证|许可|协议|授权|使用|权重|的){1,6}")
