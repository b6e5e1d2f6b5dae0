"""Of several labels that bear one name those that are not the card's model as it is: "(old)", "(v1)", "(June)".

A bare "Wren-7B" beside "Wren-7B (v1)" is the model itself, and of "(v1)" and "(v2)" the later one is. What a paper
reported of a model is that paper's where the card measured the model again: "(reported)" beside "(reproduced)".
"Wren-7B w/o DPO" is the model as it would be without a step of its training.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import NamedTuple

from core.cards.columns_of_one import MONTH, latest_checkpoint
from core.cards.name_words import words_of
from core.cards.plain_labels import takes_training_away

_IN_BRACKETS = re.compile(
    r"(?P<name>[^()（）\[\]]{2,80}?)\s?[(（\[](?P<aside>[^()（）\[\]]{1,40})[)）\]](?P<size>\s?\d[\d.]*[bBmM])?\W{0,4}"
)
_BEHIND = re.compile(r"(?P<name>[^()（）\[\],]{2,80}?)(?:, | [-–—] )(?P<aside>[^()（）\[\],]{1,30})")

_LACKS = re.compile(r"(?P<name>.{2,80}?),? (?P<aside>(?:w/o|without|minus) .{1,50})")

_KIND = (
    r"(?: (?:version|release|checkpoint|ckpt|model|results?|scores?|numbers|weights|run|gen(?:eration)?|revision|"
    r"update|iteration))"
)
_EARLIER = re.compile(
    rf"(?i)(?:the |our )?(?:(?:old(?:er)?|prev(?:ious|\.)?|prior|earlier|former|legacy|initial|deprecated|outdated|"
    rf"obsolete|superseded){_KIND}?|(?:first|original)(?! (?:run|results?|scores?|numbers)){_KIND}|"
    rf"last (?:version|release|gen(?:eration)?)|before(?: \S.{{0,24}})?)|"
    r"旧版?(?:本|模型)?|之前|以前(?:の(?:版|バージョン))?|上一版(?:本)?|早期版本|旧バージョン|이전(?: ?버전)?|구버전|"
    r"alte? version|ältere version|alt|vorher|(?:l['’])?ancienne(?: version)?|(?:versión |versão )?anterior|"
    r"(?:versione )?precedente|старая(?: версия)?|предыдущая(?: версия)?"
)


def _lacks_a_step(aside: str) -> bool:
    """True for "w/o DPO"; "SFT only" is a stage, and told apart as such elsewhere."""
    return aside[:2].casefold() in ("w/", "wi", "no", "mi") and takes_training_away(aside)


# "Ours (SFT baseline)": trained without what the card is about; "Wren-7B (BF16 baseline)" is the model.
_BASELINE = re.compile(
    r"(?i)(?:[\w-]{1,20} )?(?:sft|dpo|ppo|grpo|orpo|kto|rl(?:hf)?|lora|vanilla|naive|offline|training|data) baseline"
)
_TRIAL = re.compile(r"(?i)(?:preview|pre-?release|early access|beta|alpha|rc\d?)" + f"{_KIND}?")
_LATER = re.compile(
    rf"(?i)(?:the |our )?(?:new(?:er)?|latest|current|updated?|improved|refreshed){_KIND}?|(?:this|final){_KIND}|"
    r"新版?(?:本|模型)?|最新版?|新バージョン|최신|새 버전|"
    r"neue?(?: version)?|nouvelle(?: version)?|"
    r"(?:versión )?nueva|новая(?: версия)?"
)
_REPORTED = re.compile(
    r"(?i)(?:as )?(?:(?:officially )?reported|official|published|claimed|quoted|paper|original paper|from (?:the )?"
    r"(?:original )?(?:paper|report|card)|(?:official|original|reported|published|paper) (?:results?|scores?|numbers|"
    r"report))(?: (?:in|by) .{1,20})?"
)
_MEASURED = re.compile(
    r"(?i)(?:reproduced|reproduction|re-?run|re-?evaluated|re-?tested|re-?measured|replicated|replication|measured|"
    r"(?:our|my) (?:own )?(?:run|runs|eval(?:uation)?|test|measurement|reproduction|replication|results?))"
    r"(?: (?:by (?:us|me)|here|locally))?"
)
_PLAIN = (
    ("lacking", _lacks_a_step),
    ("earlier", _EARLIER.fullmatch),
    ("earlier", _TRIAL.fullmatch),
    ("earlier", _BASELINE.fullmatch),
    ("later", _LATER.fullmatch),
    ("reported", _REPORTED.fullmatch),
    ("measured", _MEASURED.fullmatch),
)
_VERSION = re.compile(r"(?i)(?:v\.? ?|ver\.? ?|version |rev\.? ?)(?P<version>\d{1,3}(?:\.\d{1,3}){0,2})")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = rf"(?P<month>{MONTH})"
_DATE = re.compile(
    rf"(?i){_MONTH}(?: (?:\d{{1,2}}(?:st|nd|rd|th)?,? )?(?P<year>20\d\d|['’]\d\d))?(?:{_KIND})?|"
    rf"(?P<first>20\d\d)(?:[-/.](?P<second>\d\d?)(?:[-/.](?P<third>\d\d?))?)?(?:{_KIND})?"
)
_DAY_CODE = re.compile(r"\d{4}|\d{6}|20\d{6}")  # "0324", "2507": the day or month of a release


class _Edition(NamedTuple):
    kind: str  # bare, earlier, later, reported, measured, lacking, version, date, month, code, other
    place: tuple[int, ...] = ()  # of a version or a date: which comes first


_BARE, _OTHER = _Edition("bare"), _Edition("other")


def present_ones(labels: Collection[str | None], own_name: str) -> set[str | None]:
    """The labels without the ones that their own words tell to be earlier, or another's, beside one of the same name.

    >>> sorted(present_ones({"Wren-7B (old)", "Wren-7B", "Tern-7B (old)"}, "Wren-7B"))
    ['Tern-7B (old)', 'Wren-7B']
    >>> present_ones({"Wren-7B (v1)", "Wren-7B (v2)"}, "Wren-7B")
    {'Wren-7B (v2)'}
    """
    kept = set(labels)
    if len(kept) < 2 or not any(label and (" " in label or label[-1:] in ")）]") for label in kept):
        return kept
    groups: dict[object, dict[str, _Edition]] = defaultdict(dict)
    for label in kept:
        if label and len(label) <= 120:
            name, aside, in_brackets = _split(label)
            words = words_of(name)
            key = (words.words, words.stage, words.context) if words.words else words.key
            groups[key][label] = _edition(aside, own_name, in_brackets)
    for group in groups.values():
        kept -= _others_of(group)
    return kept - _earlier_checkpoints(list(filter(None, kept)))


def _earlier_checkpoints(labels: Sequence[str]) -> set[str]:
    """Of "Wren-7B (epoch 1)" and "Wren-7B (epoch 2)" the earlier; where all of the labels are such, and of one name."""
    parts = [_split(label) for label in labels]
    if len(parts) < 2 or len({words_of(name) for name, _, _ in parts}) > 1:
        return set()
    latest = latest_checkpoint([aside for _, aside, _ in parts])
    return {label for label, last in zip(labels, latest, strict=True) if not last} if latest else set()


def measured_again(labels: Sequence[str | None]) -> list[bool] | None:
    """Which columns were measured for the card, where the others only repeat what was reported: "Paper", "Our run"."""
    told = [(label or "").strip(" *_`")[:60] for label in labels]
    mine = [bool(_MEASURED.fullmatch(label)) for label in told]
    return (
        mine
        if any(mine) and all(own or _REPORTED.fullmatch(label) for own, label in zip(mine, told, strict=True))
        else None
    )


def latest_version(labels: Sequence[str | None]) -> list[bool] | None:
    """Which of labels that are versions and nothing else is the latest.

    >>> latest_version(["v1", "v1.1"]), latest_version(["v1", "Wren-7B"])
    ([False, True], None)
    """
    found = [_VERSION.fullmatch((label or "").strip(" *_`")[:20]) for label in labels]
    places = [tuple(int(part) for part in version["version"].split(".")) for version in found if version]
    if len(places) < len(labels) or len({*places}) < max(len(labels), 2):
        return None
    return [place == max(places) for place in places]


def _split(label: str) -> tuple[str, str, bool]:
    """The name of a label, what is said beside it, and whether that stands in brackets."""
    bare = label.strip(" *_`")
    if found := _IN_BRACKETS.fullmatch(bare):
        return f"{found['name']}{found['size'] or ''}", found["aside"].strip(), True
    behind = _LACKS.fullmatch(bare) or _BEHIND.fullmatch(bare)
    return (behind["name"], behind["aside"].strip(), False) if behind else (bare, "", False)


def _edition(aside: str, own_name: str, in_brackets: bool) -> _Edition:
    if not aside:
        return _BARE
    if aside.casefold() in own_name.casefold():  # "(preview)" on the card of Wren-7B-preview
        return _OTHER
    plain = next((kind for kind, told in _PLAIN if told(aside)), None)
    if plain:
        return _Edition(plain)
    version = _VERSION.fullmatch(aside) if in_brackets else None  # "Wren-7B, v3" may be told of a revision in its repo
    if version:
        return _Edition("version", tuple(int(part) for part in version["version"].split(".")))
    if date := _DATE.fullmatch(aside):
        return _date(date)
    return _Edition("code", (int(aside),)) if _DAY_CODE.fullmatch(aside) else _OTHER


def _date(found: re.Match[str]) -> _Edition:
    if found["month"]:
        month = _MONTHS.index(found["month"][:3].casefold()) + 1
        year = f"20{found['year'][-2:]}" if found["year"] else ""
        return _Edition("date", (int(year), month)) if year else _Edition("month", (month,))
    parts = (found["first"], found["second"], found["third"])
    return _Edition("date", tuple(int(part) for part in parts if part))


def _others_of(group: dict[str, _Edition]) -> set[str]:
    """The labels of one name that are not the model as it is; none where nothing tells which is."""
    if len(group) < 2:
        return set()
    kinds = {edition.kind for edition in group.values()}
    if "later" in kinds:
        dropped = {"earlier", "bare", "version", "date", "month", "code"}
    elif "bare" in kinds:
        dropped = {"earlier", "version", "date", "month", "code"}
    else:
        dropped = {"earlier"} if kinds - {"earlier", "reported"} else set()
    if kinds & {"measured", "bare", "later"}:
        dropped |= {"reported"}
    if kinds - {"lacking"}:
        dropped |= {"lacking"}
    others = {label for label, edition in group.items() if edition.kind in dropped}
    dated = {label: edition for label, edition in group.items() if edition.place and label not in others}
    if len({edition.kind for edition in dated.values()}) == 1:
        latest = max(edition.place for edition in dated.values())
        others |= {label for label, edition in dated.items() if edition.place != latest}
    return others
