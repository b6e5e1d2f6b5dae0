"""What a sentence tells of test questions in training data where it has no plain word for leakage, or has one abroad.

Three things can be told: questions got into the data, somebody looked for them or kept them out, or nobody looked.

>>> kept_out("Any sample sharing a 10-token window with a test question was dropped.")
True
>>> nobody_looked("No test questions were searched for in the training data.")
True
"""

import re

from core.cards.benchmark_mentions import tests_in
from core.cards.leakage_words import IN_PART, OF_NATURE, OFF_THE_BOARD, OTHERS, SECRETS, TEST_MATERIAL

_TESTS = (
    r"(?:(?:tests?|testing|evaluation|eval|benchmarks?)(?:['’]s?)?[- ](?:sets?|splits?|data\w*|items?|prompts?|questions?|"
    r"examples?|samples?|problems?|instances?|suites?)|benchmarks?|evals|evaluations|(?:the |any |all |our )tests)"
)
_DATA = (
    r"(?:(?:pre-?|post-?|fine-?)?train(?:ing)?|fine-?tuning|sft|corp(?:us|ora)|mix(?:ture)?|(?:our|the|its|web|code|"
    r"instruction|tuning|crawl|chat|synthetic|preference|math) data(?:sets?)?|crawl|common crawl|the data)\b"
)
_NEGATED = re.compile(r"(?i)\b(?:no|not|never|none|nothing|without|neither|nor|hardly)\b|n['’]t\b")
# "cannot be excluded", "we do not know whether": a doubt, and no denial.
_DOUBT = (
    r"(?:can(?:not| not|['’]t)|could not|couldn['’]t) (?:fully |completely |entirely )?(?:be )?(?:rule[d]? out|exclude[d]?)|"
    r"(?:do not|don['’]t) know (?:whether|if)|not (?:certain|sure|clear|known) (?:whether|if)|unclear (?:whether|if)"
)
_DOUBTED = re.compile(rf"(?i)\b(?:{_DOUBT})\b")
_PIECE = (
    r"(?:samples?|examples?|documents?|rows?|records?|instances?|passages?|texts?|pages?|chunks?|entr(?:y|ies)|dialogues?|"
    r"conversations?|items?|snippets?|files?|sequences?|paragraphs?|sentences?|questions?|problems?|prompts?|solutions?|"
    r"answers?|pairs?|anything|everything|data|material|content|lines?|strings?)"
)
_ALIKE = (
    r"(?:shar(?:e[sd]?|ing)|match(?:e[sd]|ing)?|overlap\w*|contain\w*|similar|resembl\w+|duplicat\w+|identical|close|includ\w+|"
    r"quot\w+|repeat\w*|\w*-?grams?|windows?|in common|appear\w*|occur\w*|coincid\w+|from|found in|of|also in|hit)"
)
_REMOVED = (
    r"(?:removed|dropped|stripped|discarded|deleted|filtered|excluded|thrown (?:out|away)|cut|purged|eliminated|weeded out|"
    r"left out|taken out|pruned|scrubbed|rejected|blocked|kept out|blacklisted|held back|cleaned out|masked out)"
)
_REMOVES = (
    r"(?:removed?s?|drop(?:ped|s)?|strip(?:ped|s)?|discard(?:ed|s)?|deleted?s?|filter(?:ed|s)?|exclude[ds]?|threw (?:out|away)|"
    r"throw (?:out|away)|cut|purged?s?|eliminate[ds]?|weed(?:ed)? out|left out|leave out|took out|take out|prune[ds]?|"
    r"scrub(?:bed|s)?|reject(?:ed|s)?|block(?:ed|s)?|blacklist(?:ed)?)"
)
_STRIPPED = re.compile(
    rf"(?i)\b{_PIECE}\b[^.;]{{0,50}}\b{_ALIKE}\b[^.;]{{0,70}}\b{_TESTS}\b[^.;]{{0,50}}\b(?:was|were|is|are|been|being|got|get|"
    rf"we|i)\b(?: \w+){{0,3}} {_REMOVED}\b|"
    rf"\b(?:we|i|our \w+|the (?:\w+ )?(?:pipeline|filter|script|step))\b(?: \w+){{0,3}}? {_REMOVES}\b[^.;]{{0,40}}\b{_PIECE}\b"
    rf"[^.;]{{0,50}}\b{_ALIKE}\b[^.;]{{0,70}}\b{_TESTS}\b|"
    rf"\b(?:removing|dropping|stripping|discarding|deleting|filtering|excluding|purging|eliminating|pruning)\b[^.;]{{0,40}}"
    rf"\b{_PIECE}\b[^.;]{{0,50}}\b{_ALIKE}\b[^.;]{{0,70}}\b{_TESTS}\b"
)
# A test that was itself cleaned: "duplicates of the test set were removed from the benchmark".
_FROM_A_TEST = re.compile(
    rf"(?i)\b{_REMOVED} from (?:the |our |each |every |all |this |that |its )?(?:[\w-]+ ){{0,2}}?(?:tests?|benchmarks?|evals?|"
    r"evaluations?|leader-?boards?|test sets?|results?|averages?|scores?|tables?)\b"
)
_DID_LOOK = re.compile(
    r"(?i)\b(?:check|search|screen|scan|test|prob|examin|audit|inspect|investigat|look|verif|analy[sz]|assess|measur|"
    r"compar|hunt|match|quer|grepp)(?:e|i)?(?:ed|d)?\b[^.;]{0,50}\b(?:for|whether|that|if|against|of)\b[^.;]{0,50}"
    r"\b(?:leak\w*|contaminat\w*|overlap\w*|memori[sz]\w+|verbatim|copies of)"
)
_CLEAN = re.compile(
    r"(?i)\bno (?:signs? of |evidence of |trace of |case of |instance of |sign of )?(?:[\w-]+ ){0,3}?(?:leak\w*|overlaps?|"
    r"contaminat\w*|matches|hits|copies|duplicates)\b[^.;]{0,60}\b(?:found|detected|observed|identified|seen|turned up|showed|"
    r"discovered|present)\b|"
    r"\b(?:leak\w*|overlap|contaminat\w*|n-?gram)\b[^.;]{0,30}\b(?:check|search|scan|test|audit|analysis|screening)\w*[^.;]{0,40}"
    r"\b(?:no|none|nothing|zero|clean|negative|passed|0)\b|"
    r"\b(?:found|detected|saw|see|find|observed|identified|revealed|showed) (?:no|none|nothing|zero)\b[^.;]{0,30}\b(?:leak\w*|"
    r"overlap\w*|contaminat\w*)"
)
_ABOUT_TESTS = re.compile(rf"(?i)\b(?:{_TESTS}|tests?|held-out|train\w*|corpus)\b")
_CANARY = re.compile(
    r"(?i)\bcanar(?:y|ies)\b(?: (?:strings?|guids?|tokens?|sentences?|markers?|ids?|phrases?|texts?|numbers?|keys?|codes?))"
)
_CANARY_TRIED = re.compile(
    r"(?i)\b(?:check|verif|search|scan|prob|prompt|ask|look|grep|filter|remov|drop|exclud|complet|reproduc|recit|regurgitat|"
    r"emit|recall|repeat|contain|absent|found|find)\w*"
)
# Words for it in French, German, Spanish, Portuguese, Italian and Dutch.
_LEAK_ABROAD = (
    r"(?:contaminat?i[oó]n|[ck]ontamina\w+|contaminaç\w+|contaminazion\w+|fuites?|filtraci[oó]n\w*|vazament\w+|"
    r"Überschneidung\w*|Überlappung\w*|Überlapp\w*|Datenlecks?|solapamient\w+|solap\w+|chevauchement\w*|recouvrement\w*|"
    r"recoupement\w*|sobreposiç\w+|sovrapposizion\w+|besmetting|lekkage|coinciden\w+)"
)
_CHECKED_ABROAD = re.compile(
    rf"(?i)\b(?:vérifi\w+|contrôl\w+|recherch\w+|exclu\w*|analys\w+|comprob\w+|verific\w+|revis\w+|descart\w+|controll\w+|"
    rf"geprüft|überprüf\w+|untersucht|ausgeschlossen|kontrolliert|entfernt|gecontroleerd|eliminad\w+|supprim\w+|retir\w+|écart\w+|"
    rf"removid\w+|rimoss\w+|esclus\w+|elimin\w+)\b[^.;]{{0,80}}\b{_LEAK_ABROAD}|"
    rf"\b{_LEAK_ABROAD}[^.;]{{0,80}}\b(?:vérifi\w+|contrôl\w+|recherch\w+|analys\w+|comprob\w+|verificad\w+|revis\w+|descart\w+|"
    r"controllat\w+|geprüft|überprüft|untersucht|ausgeschlossen|kontrolliert|entfernt|gecontroleerd|eliminad\w+|supprimé\w*|retiré\w*|"
    r"écarté\w*|removid\w+|rimoss\w+|esclus\w+)\b"
)
_TESTS_ABROAD = re.compile(
    r"(?i)\b(?:test\w*|bench\w*|évaluation|evaluaci[oó]n|avaliaç\w+|valutazion\w+|prueba|Auswertung|Prüf\w*|entra[iî]n\w*|entrenam\w+|"
    r"trein\w+|addestr\w+|training\w*|Korpus|corpus)\b"
)
_DENIED_ABROAD = re.compile(
    r"(?i)\b(?:nicht|kein\w*|nie|pas|jamais|aucun\w* (?:vérif|contrôl|analys|recherch)\w*|no (?:se |hemos |ha |han |fue )|não|non|"
    r"niet|geen)\b(?! d['’]absence)[^.;]{0,40}\b(?:vérifi|contrôl|recherch|analys|comprob|verific|revis|controll|geprüft|überprüf|"
    r"untersucht|kontrolliert|gecontroleerd)"
)
_NATURE_ABROAD = re.compile(r"(?i)\b(?:agua|água|acqua|eau|wasser|luft|boden|aire|ar|sols?|suelo|air|aliment\w*|lebensmittel\w*)\b")
_SLIPPED = re.compile(
    r"(?i)\b(?:leak(?:ed|s)?|seep(?:ed|s)?|slip(?:ped|s)?|crept|creep|end(?:ed)? up|(?:found|find) (?:its|their) way|"
    r"(?:made|make) (?:its|their) way|sneak(?:ed)?|spill(?:ed)?|bled|got|was present|were present|be present|present|included|"
    r"contained|part|appear(?:s|ed)?|occur(?:s|red)?|been|was|were|is|are)\b(?: (?:already|also|accidentally|inadvertently|"
    rf"unintentionally|partly|largely)){{0,2}} (?:in|into|inside|within|among|of)\b(?: (?:the|our|its|some of|parts of)){{0,2}} "
    rf"(?:[\w'’-]+ ){{0,3}}?{_DATA}|"
    rf"\b(?:has|have|had|may|might|could|did)\b[^.;]{{0,30}}\bseen\b[^.;]{{0,50}}\b{_TESTS}\b[^.;]{{0,30}}\b(?:during|in|while) "
    rf"(?:[\w'’-]+ ){{0,3}}?{_DATA}|"
    rf"\b{_DATA}[^.;]{{0,30}}\b(?:may|might|could|possibly|likely|probably|unfortunately|accidentally|inadvertently|turned out to|"
    rf"was found to|were found to)\b[^.;]{{0,20}}\b(?:contain|include|hold|overlap)\w*[^.;]{{0,40}}\b{_TESTS}\b"
)
_TRAIN_SPLITS = re.compile(r"(?i)\btrain(?:ing)?[- ](?:splits?|sets?|portions?|parts?|questions|problems|examples|items) (?:of|from)\b")
_KEPT_OUT_WORD = re.compile(
    r"(?i)\b(?:remov|filter|drop|exclud|strip|discard|delet|purg|decontaminat|de-?dup|prevent|avoid|ensur|guard|held|unseen|"
    r"separat|clean|block)\w*"
)
_SEARCHED = (
    r"(?:searched|looked|checked|screened|scanned|hunted|examined|compared|filtered|removed|excluded|stripped|dropped|"
    r"deduplicated|matched|tested|cleaned|purged|investigated)"
)
_NO_SEARCH = re.compile(
    rf"(?i)\b(?:no|none of the|none of our|neither the) (?:[\w-]+ ){{0,3}}?{_TESTS}(?: (?:from|of|in) [^.;,]{{2,30}})? (?:was|were|is|are|"
    rf"has been|have been|had been)(?: \w+)? {_SEARCHED}\b|"
    r"\bno (?:[\w-]+ )?(?:steps?|measures?|precautions?|care|safeguards?|provisions?|search\w*|checks?|checking|scans?|"
    r"comparisons?|filter(?:s|ing)?|screening|audits?|analysis|analyses|look|effort|attempt|work|study)\b"
    rf"[^.;]{{0,70}}\b(?:{_TESTS}|contaminat\w*|leak\w*|overlap\w*)|"
    rf"\b(?:nobody|no one|no-one|none of us)\b(?: (?:has|had|ever|yet)){{0,2}} (?:check|look|search|test|screen|compar|verif|scan|"
    rf"examin)\w*\b[^.;]{{0,70}}\b(?:{_TESTS}|contaminat\w*|leak\w*|overlap\w*)|"
    rf"\bwithout (?:ever |first )?(?:check|search|look|screen|filter|compar|scann|test|verify)ing\b[^.;]{{0,50}}\b{_TESTS}\b|"
    rf"\b(?:{_TESTS}|contaminat\w*|leak\w*|overlap\w*)\b[^.;]{{0,30}}\b(?:remains?|stays?|went|goes|is|are|was|were) "
    r"(?:unchecked|untested|unexamined|unscreened|unfiltered|unverified)\b|"
    rf"\b(?:unchecked|unscreened|unfiltered)\b[^.;]{{0,30}}\b(?:for|against|with regard to)\b[^.;]{{0,30}}\b(?:{_TESTS}|contaminat\w*|"
    r"leak\w*|overlap\w*)"
)
_FOUND = re.compile(r"(?i)\b(?:found|detected|revealed|needed|necessary|required|showed|turned up|indicat\w+|evidence|signs?)\b")


def nobody_looked(text: str) -> bool:
    """True where a sentence says that nothing was done about test questions in the training data."""
    denied = _NO_SEARCH.search(text)
    return bool(
        denied
        and not _FOUND.search(text)
        and not OTHERS.search(text)
        and not OF_NATURE.search(text)
        and not OFF_THE_BOARD.search(text)
        and not _FROM_A_TEST.search(text)
        and not IN_PART.search(text, denied.end())
        and re.search(rf"(?i)\b(?:{_DATA}|contaminat|leak|overlap|data\b)", text)
    )


def slipped_in(text: str) -> re.Match[str] | None:
    """Where a sentence says that test questions got, or may have got, into the training data."""
    slipped = _SLIPPED.search(text)
    if slipped is None or OTHERS.search(text) or _TRAIN_SPLITS.search(text) or _KEPT_OUT_WORD.search(text):
        return None
    if _NEGATED.search(_DOUBTED.sub(" ", text)) or OF_NATURE.search(text) or SECRETS.search(text):
        return None
    named = TEST_MATERIAL.search(text) or re.search(rf"(?i)\b{_TESTS}\b", text)
    by_name = tests_in(text) and re.search(r"(?i)\b(?:questions?|problems?|items?|examples?|prompts?|solutions?|answers?)\b", text)
    return slipped if named or by_name else None


def kept_out(text: str) -> bool:
    """True where somebody looked for test questions in the training data, or kept them out of it."""
    if OTHERS.search(text):
        return False
    if _CANARY.search(text):
        return bool(_CANARY_TRIED.search(text)) and not re.search(
            r"(?i)(?:\b(?:not|never)|n['’]t)\b(?: \w+)? (?:check|verif|search|scan|prob|look|filter|test)", text
        )
    if stripped := _STRIPPED.search(text):
        before = text[max(0, stripped.start() - 30) : stripped.end()]
        if not (_NEGATED.search(before) or _FROM_A_TEST.search(text) or OFF_THE_BOARD.search(text)):
            return True
    if OF_NATURE.search(text) or SECRETS.search(text):
        return False
    if looked := _CLEAN.search(text) or _DID_LOOK.search(text):
        denied = looked.re is _DID_LOOK and _NEGATED.search(text[: looked.start()][-30:])
        return bool(_ABOUT_TESTS.search(text)) and not denied
    abroad = _CHECKED_ABROAD.search(text)
    return bool(
        abroad and _TESTS_ABROAD.search(text) and not _DENIED_ABROAD.search(text) and not _NATURE_ABROAD.search(text)
    )
