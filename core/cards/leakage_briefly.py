"""What a line of a few words says of test questions in the training data: "Decontamination: 13-gram overlap".

>>> not_done("Contamination check: no"), not_done("We did not decontaminate."), done("Decontaminated: yes")
(True, True, True)
"""

import re

_OF = r"(?:(?:test[- ]?set|benchmark|data(?:set)?|training(?:[- ]data)?|evaluation|eval)[- ])?"
_LOOKS = r"(?:check(?:s|ed|ing)?|test(?:s|ing)?|analys[ie]s|stud(?:y|ies)|audits?|filter(?:s|ing)?|screening|detection)"
_LABEL = rf"\W{{0,4}}{_OF}(?:de-?contaminat(?:ion|ed)(?: (?:{_LOOKS}|status|method))?|contamination {_LOOKS})"
_NOT_DONE = re.compile(
    rf"(?i)(?:{_LABEL}|\W{{0,4}}{_OF}contamination)\W{{0,3}}[:：=]\W{{0,3}}"
    r"(?:no\b(?! (?:overlap|match|contamination|leak|hit|evidence|sign|issue|problem)\w*)|not (?:yet |been )?(?:done|"
    r"performed|checked|tested|analy[sz]ed|run|applied|assessed|evaluated|available)|n/a\b|never\b|pending\b|tbd\b|"
    r"todo\b|untested\b|unchecked\b|✗|✘|❌)[^.;]{0,40}\W*"
)
_DONE = re.compile(
    rf"(?i)(?:{_LABEL}\W{{0,3}}[:：=]\W{{0,3}}(?:yes|done|performed|applied|✓|✔|✅|(?:\d{{1,2}}|n)-?grams?|"
    rf"exact[- ]match|substring|min-?hash|embedding|fuzzy|llm)|\W{{0,4}}{_OF}contamination\W{{0,3}}[:：=]\W{{0,3}}"
    r"(?:checked|tested|screened|filtered) (?:with|by|using|against|via))\b[^.;]{0,60}\W*"
)
_LEAK = rf"{_OF}(?:contamination|leakage|leaks?)"
_DENIED = re.compile(
    rf"(?i)^\W{{0,4}}(?:it (?:was|is) )?not (?:yet )?(?:been )?(?:checked|tested|screened|examined|analy[sz]ed|"
    rf"filtered|inspected) for (?:any |possible |potential )?{_LEAK}\b|"
    r"\b(?:did|do|does|have|has|was|were|is|are)(?: not|n['’]t)(?: been)?(?: yet)?(?: been)? (?:explicitly |"
    r"specifically |systematically )?de-?contaminate[d]?\b|"
    r"\bno (?:efforts?|attempts?|steps|measures) (?:was|were|has been|have been) (?:made|taken|undertaken) to "
    rf"(?:de-?contaminate|(?:check|screen|filter|test|look) for {_LEAK}|(?:avoid|prevent|detect|remove) {_LEAK})\b|"
    rf"\b(?:makes?|give|offer) no (?:claims?|statements?|guarantees?) (?:about|on|regarding|as to) (?:any )?{_LEAK}\b|"
    rf"\b(?:de-?contamination|{_OF}contamination {_LOOKS}) (?:is|are|remains?) (?:still |yet )?"
    r"(?:to be (?:done|performed|run|carried out|added)|future work|planned)\b"
)
_LIKELY = re.compile(
    rf"(?i)^\W{{0,4}}(?:(?:some|a certain|partial) )?{_LEAK} (?:is|remains|seems) (?:also |still |quite |very |highly |"
    r"therefore |thus )?(?:possible|likely|probable|plausible|to be expected)\b(?! to\b)"
)
_IN_PART = re.compile(r"(?i)\b(?:but|except|only|however|although|though)\b")
_OF_THE_TEST = re.compile(r"(?i)\b(?:benchmark|test|leader-?board|eval\w*)s? (?:itself|was|were|is|are|has|have)\b")


def not_done(text: str) -> bool:
    """True where a short line says that nobody looked for test questions or kept them out."""
    if _NOT_DONE.fullmatch(text[:200]):
        return True
    denied = _DENIED.search(text[:400])
    if denied is None:
        return False
    return not _IN_PART.search(text, denied.end()) and not _OF_THE_TEST.search(text[: denied.end()])


def done(text: str) -> bool:
    """True for a label with a method or a yes behind it."""
    return bool(_DONE.fullmatch(text[:200]))


def is_likely(text: str) -> bool:
    """True for a sentence that begins with an admission: "Contamination is possible, as the data is from the web"."""
    return bool(_LIKELY.match(text[:200]))
