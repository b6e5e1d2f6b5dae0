"""What a sentence tells of test questions in training data where it has no plain word for leakage, or has one abroad.

Three things can be told: questions got into the data, somebody looked for them or kept them out, or nobody looked.

>>> kept_out("Any sample sharing a 10-token window with a test question was dropped.")
True
>>> nobody_looked("No test questions were searched for in the training data.")
True
"""

import re

from core.cards.benchmark_mentions import tests_in
from core.cards.fast_patterns import fast_pattern
from core.cards.leakage_abroad import DENIED_ABROAD, NATURE_ABROAD, TESTS_ABROAD
from core.cards.leakage_words import HELD_OUT, IN_PART, OF_NATURE, OFF_THE_BOARD, OTHERS, SECRETS, TEST_MATERIAL

_TESTS = (
    r"(?:(?:tests?|testing|evaluation|eval|benchmarks?)(?:['’]s?)?[- ](?:sets?|splits?|data\w*|items?|prompts?|"
    r"questions?|examples?|samples?|problems?|instances?|suites?)|benchmarks?|evals|evaluations|(?:the |any |all |"
    r"our |these |those )(?:(?:two|three|four|five|six|seven|eight|ten|\d{1,2}|reported|listed) )?tests)"
)
_DATA = (
    r"(?:(?:pre-?|post-?|fine-?)?train(?:ing)?|fine-?tuning|sft|corp(?:us|ora)|mix(?:ture)?|(?:our|the|its|web|code|"
    r"instruction|tuning|crawl|chat|synthetic|preference|math) data(?:sets?)?|crawl|common crawl|the data)\b"
    r"(?! (?:folder|directory|section|repo\w*|sheet|card|page|files?|loop|logs?)\b)"
)
_NEGATED = re.compile(r"(?i)\b(?:no|not|never|none|nothing|without|neither|nor|hardly)\b|n['’]t\b")
# "cannot be excluded", "we do not know whether": a doubt, and no denial.
_DOUBT = (
    r"(?:can(?:not| not|['’]t)|could not|couldn['’]t) (?:fully |completely |entirely )?(?:be )?(?:rule[d]? out|"
    r"exclude[d]?)|(?:do not|don['’]t) know (?:whether|if)|not (?:certain|sure|clear|known) (?:whether|if)|unclear "
    r"(?:whether|if)"
)
_DOUBTED = re.compile(rf"(?i)\b(?:{_DOUBT})\b")
_PIECE = (
    r"(?:samples?|examples?|documents?|rows?|records?|instances?|passages?|texts?|pages?|chunks?|entr(?:y|ies)|"
    r"dialogues?|conversations?|items?|snippets?|files?|sequences?|paragraphs?|sentences?|questions?|problems?|"
    r"prompts?|solutions?|answers?|pairs?|anything|everything|data|material|content|lines?|strings?|repositor(?:y|"
    r"ies)|repos?|issues|commits|pull requests|prs|contests?|competitions|urls|domains|websites|functions|articles|"
    r"books|papers)"
)
_ALIKE = (
    r"(?:shar(?:e[sd]?|ing)|match(?:e[sd]|ing)?|overlap\w*|contain\w*|similar(?:ity)?|resembl\w+|duplicat\w+|"
    r"identical|close|"
    r"includ\w+|quot\w+|repeat\w*|\w*-?grams?|windows?|in common|appear\w*|occur\w*|coincid\w+|from|found in|of|also "
    r"in|hit|used|belong\w*|listed|near)"
)
_REMOVED = (
    r"(?:removed|dropped|stripped|discarded|deleted|filtered|excluded|thrown (?:out|away)|cut|purged|eliminated|"
    r"weeded out|left out|taken out|pruned|scrubbed|rejected|blocked|kept out|blacklisted|held back|cleaned out|"
    r"masked out)"
)
_REMOVES = (
    r"(?:removed?s?|drop(?:ped|s)?|strip(?:ped|s)?|discard(?:ed|s)?|deleted?s?|filter(?:ed|s)?|exclude[ds]?|threw "
    r"(?:out|away)|throw (?:out|away)|cut|purged?s?|eliminate[ds]?|weed(?:ed)? out|left out|leave out|took out|take "
    r"out|prune[ds]?|scrub(?:bed|s)?|reject(?:ed|s)?|block(?:ed|s)?|blacklist(?:ed)?)"
)
_STRIPPED = fast_pattern(
    rf"(?i)\b{_PIECE}\b[^.;]{{0,50}}\b{_ALIKE}\b[^.;]{{0,70}}\b{_TESTS}\b[^.;]{{0,50}}\b(?:was|were|is|are|been|"
    rf"being|got|get|we|i)\b(?: \w+){{0,3}} {_REMOVED}\b|\b(?:we|i|our \w+|the (?:\w+ )?(?:pipeline|filter|script|"
    rf"step))\b(?: \w+){{0,3}}? "
    rf"{_REMOVES}\b[^.;]{{0,40}}\b{_PIECE}\b[^.;]{{0,50}}\b{_ALIKE}\b[^.;]{{0,70}}\b{_TESTS}\b|\b(?:removing|"
    rf"dropping|stripping|discarding|deleting|filtering|excluding|purging|eliminating|"
    rf"pruning)\b[^.;]{{0,40}}\b{_PIECE}\b[^.;]{{0,50}}\b{_ALIKE}\b[^.;]{{0,70}}\b{_TESTS}\b|\b(?:scrubbed|purged|"
    rf"stripped|cleaned|cleared|rid|"
    rf"freed) of\b[^.;]{{0,20}}\b{_PIECE}\b[^.;]{{0,50}}\b{_ALIKE}\b[^.;]{{0,70}}\b{_TESTS}\b"
)
# Beside a test's own name words like "of" do not do: "we removed the questions of GPQA that need a picture".
_IN_COMMON = re.compile(
    r"(?i)\b(?:shar(?:e[sd]?|ing)|match\w*|overlap\w*|contain(?:s|ed|ing)?|similar(?:ity)?|resembl\w+|duplicat\w+|"
    r"identical|close|"
    r"\w*-?grams?|in common|appear\w*|occur\w*|coincid\w+|found in|also in|hits?|used (?:in|by|for)|part of|"
    r"belong\w* to|listed in|near)\b"
)
# A test that was itself cleaned: "duplicates of the test set were removed from the benchmark".
_FROM_A_TEST = re.compile(
    rf"(?i)\b{_REMOVED} from (?:the |our |each |every |all |this |that |its )?(?:[\w-]+ ){{0,2}}?(?:tests?|"
    rf"benchmarks?|evals?|"
    r"evaluations?|leader-?boards?|test sets?|results?|averages?|scores?|tables?)\b|"
    rf"\b{_REMOVES}\b[^.;]{{0,60}}\bfrom (?:the |our |this )(?:\w+ )?(?:benchmark|suite|evaluation|comparison|"
    rf"average|table|"
    r"report)\b(?![- ](?:sets?|questions?|data|items?|tests?|examples))"
)
_DID_LOOK = fast_pattern(
    r"(?i)\b(?:check|search|screen|scan|test|prob|examin|audit|inspect|investigat|look|verif|analy[sz]|assess|measur|"
    r"compar|hunt|match|quer|grepp)(?:e|i)?(?:ed|d)?\b[^.;]{0,50}\b(?:for|whether|that|if|against|of)\b[^.;]{0,50}"
    r"\b(?:(?<!memory )leak\w*|contaminat\w*|overlap\w*|memori[sz]\w+|verbatim|copies of)"
)
# "The training data was scanned for the test sets and came back clean"
_DATA_SEARCHED = re.compile(
    r"(?i)\b(?:train\w* (?:data\w*|set|corpus|mix\w*)|corpus|corpora|crawl|tuning data|sft data|our data|pages|"
    r"documents|(?:preference|dpo|sft|instruction|tuning|training|chat|synthetic) (?:pairs?|examples|samples|prompts|"
    r"conversations|dialogues|items))\b"
    rf"[^.;]{{0,40}}\b(?:scanned|searched|screened|checked|combed|grepped|compared|matched|"
    rf"examined)\b[^.;]{{0,30}}\b(?:for|against|with)\b[^.;]{{0,30}}\b{_TESTS}\b|"
    r"\b(?:we|i)\b(?: \w+)? (?:scanned|searched|screened|checked|combed|grepped|compared|"
    r"examined)\b[^.;]{0,20}\b(?:train\w* (?:data\w*|set|corpus|mix\w*)|corpus|corpora|crawl|tuning data|sft data|"
    rf"our data)\b[^.;]{{0,30}}\b(?:for|against|with)\b[^.;]{{0,30}}\b{_TESTS}\b"
)
# "Our math problems were filtered against AIME 2025": to filter against a test is to look for it.
_AGAINST = re.compile(
    rf"(?i)\b(?:{_PIECE}|{_DATA})[^.;]{{0,40}}\b(?:filtered|de-?dup\w+|screened|cleaned|purged|"
    rf"compared)\b[^.;]{{0,12}}\bagainst\b[^.;]{{0,60}}\b{_TESTS}\b"
)
_REMOVED_ABROAD = fast_pattern(
    r"(?i)\b(?:exclu\w*|supprim\w*|retir\w*|écart\w*|élimin\w*|elimin\w*|descart\w*|removid\w*|removemos|rimoss\w*|"
    r"esclus\w*|entfernt\w*|ausgeschlossen|herausgefiltert|verwijderd)\b[^.;]{0,60}\b(?:exemples|documents|"
    r"échantillons|données|textes|ejemplos|documentos|textos|muestras|exemplos|amostras|esempi|documenti|testi|"
    r"Beispiele|Dokumente|Daten|Texte|voorbeelden)\b[^.;]{0,60}\b(?:(?:jeux?|données|ensembles?|questions) (?:de "
    r"tests?|d['’]évaluation)|(?:conjuntos?|datos|dados|preguntas|perguntas) de (?:pruebas?|evaluación|tests?|"
    r"avaliação|testes?)|(?:set|dati|insiemi) di (?:test|valutazione)|Test(?:daten|sets?|fragen)|testsets?|"
    r"Benchmark\w*)"
)
_CLEAN = fast_pattern(
    r"(?i)\bno (?:signs? of |evidence of |trace of |case of |instance of |sign of )?(?:[\w-]+ ){0,3}?(?:leak\w*|"
    r"overlaps?|contaminat\w*|matches|hits|copies|duplicates)\b[^.;]{0,60}\b(?:found|detected|observed|identified|"
    r"seen|turned up|showed|discovered|present|remain(?:s|ed|ing)?|left)\b|\b(?:leak\w*|overlap|contaminat\w*|"
    r"n-?gram)\b[^.;]{0,30}\b(?:check|"
    r"search|scan|test|audit|analysis|screening)\w*[^.;]{0,40}\b(?:no|none|nothing|zero|clean|negative|passed|0)\b|"
    r"\b(?:found|detected|saw|see|find|observed|identified|revealed|showed) (?:no|none|nothing|"
    r"zero)\b[^.;]{0,30}\b(?:leak\w*|overlap\w*|contaminat\w*)"
)
_ABOUT_TESTS = re.compile(rf"(?i)\b(?:{_TESTS}|tests?|held-out|train\w*|corpus)\b")
_CANARY = re.compile(
    r"(?i)\bcanar(?:y|ies)\b(?: (?:strings?|guids?|tokens?|sentences?|markers?|ids?|phrases?|texts?|numbers?|keys?|"
    r"codes?))"
)
_CANARY_TRIED = re.compile(
    r"(?i)\b(?:check|verif|search|scan|prob|prompt|ask|look|grep|filter|remov|drop|exclud|complet|reproduc|recit|"
    r"regurgitat|emit|recall|repeat)\w*|\b(?:absent|found|present|contains?)\b[^.;]{0,40}\b(?:corpus|train\w*)"
)
# Words for it in French, German, Spanish, Portuguese, Italian and Dutch.
_LEAK_ABROAD = (
    r"(?:contaminat?i[oó]n|[ck]ontamina\w+|contaminaç\w+|contaminazion\w+|fuites?|filtraci[oó]n\w*|vazament\w+|"
    r"Überschneidung\w*|Überlappung\w*|Überlapp\w*|Datenlecks?|solapamient\w+|solap\w+|chevauchement\w*|"
    r"recouvrement\w*|recoupement\w*|sobreposiç\w+|sovrapposizion\w+|besmetting|lekkage|coinciden\w+)"
)
_CHECKED_ABROAD = fast_pattern(
    rf"(?i)\b(?:vérifi\w+|contrôl\w+|recherch\w+|exclu\w*|analys\w+|comprob\w+|verific\w+|revis\w+|descart\w+|"
    rf"controll\w+|geprüft|überprüf\w+|untersucht|ausgeschlossen|kontrolliert|entfernt|gecontroleerd|eliminad\w+|"
    rf"supprim\w+|retir\w+|écart\w+|removid\w+|rimoss\w+|esclus\w+|elimin\w+)\b[^.;]{{0,80}}\b{_LEAK_ABROAD}|"
    rf"\b{_LEAK_ABROAD}[^.;]{{0,80}}\b(?:vérifi\w+|contrôl\w+|recherch\w+|analys\w+|comprob\w+|verificad\w+|revis\w+|"
    rf"descart\w+|"
    r"controllat\w+|geprüft|überprüft|untersucht|ausgeschlossen|kontrolliert|entfernt|gecontroleerd|eliminad\w+|"
    r"supprimé\w*|retiré\w*|écarté\w*|removid\w+|rimoss\w+|esclus\w+)\b"
)
_SLIPPED = fast_pattern(
    r"(?i)\b(?:leak(?:ed|s)?|seep(?:ed|s)?|slip(?:ped|s)?|crept|creep|end(?:ed)? up|(?:found|find) (?:its|their) way|"
    r"(?:made|make) (?:its|their) way|sneak(?:ed)?|spill(?:ed)?|bled|got|was present|were present|be present|present|"
    r"included|contained|part|appear(?:s|ed)?|occur(?:s|red)?|been|was|were|is|are|(?:may|might|could) (?:well )?be)\b"
    r"(?: (?:already|also|accidentally|inadvertently|unintentionally|partly|"
    rf"largely)){{0,2}} (?:in|into|inside|within|among|of)\b(?: (?:the|our|its|some of|parts "
    rf"of)){{0,2}} (?:[\w'’-]+ ){{0,3}}?{_DATA}|\b(?:has|have|had|may|might|could|"
    rf"did)\b[^.;]{{0,30}}\bseen\b[^.;]{{0,50}}\b{_TESTS}\b[^.;]{{0,30}}\b(?:during|in|while) (?:[\w'’-]+ "
    rf"){{0,3}}?{_DATA}|\b{_DATA}[^.;]{{0,30}}\b(?:may|might|could|possibly|likely|probably|unfortunately|"
    rf"accidentally|inadvertently|turned out to|was found to|were found to)\b[^.;]{{0,20}}\b(?:contain|include|hold|"
    rf"overlap)\w*[^.;]{{0,40}}\b{_TESTS}\b"
)
_TESTS_THEMSELVES = re.compile(
    rf"(?i)\b{_TESTS}\b(?! (?:results?|scores?|numbers|runs?|code|scripts?|logs?|figures?|outputs?)\b)"
)
_QUESTIONS = re.compile(
    r"(?i)\b(?:questions?|problems?|items?|examples?|prompts?|solutions?|answers?|(?:parts?|portions?|pieces|"
    r"bits|some|much) of)\b"
)
_TRAIN_SPLITS = re.compile(
    r"(?i)\btrain(?:ing)?[- ](?:splits?|sets?|portions?|parts?|questions|problems|examples|items) (?:of|from)\b"
)
_KEPT_OUT_WORD = re.compile(
    r"(?i)\b(?:remov|filter|drop|exclud|strip|discard|delet|purg|decontaminat|de-?dup|prevent|avoid|ensur|guard|held|"
    r"unseen|separat|clean|block)\w*"
)
_SEARCHED = (
    r"(?:searched|looked|checked|screened|scanned|hunted|examined|compared|filtered|removed|excluded|stripped|"
    r"dropped|deduplicated|matched|tested|cleaned|purged|investigated)"
)
_NO_SEARCH = fast_pattern(
    rf"(?i)\b(?:no|none of the|none of our|neither the) (?:[\w-]+ ){{0,3}}?{_TESTS}(?: (?:from|of|in) "
    rf"[^.;,]{{2,30}})? (?:was|were|is|are|has been|have been|had been)(?: \w+)? {_SEARCHED}\b|"
    r"\bno (?:[\w-]+ )?(?:steps?|measures?|precautions?|care|safeguards?|provisions?|search\w*|checks?|checking|"
    r"scans?|comparisons?|filter(?:s|ing)?|screening|audits?|analysis|analyses|look|effort|attempt|work|study)\b"
    rf"[^.;]{{0,70}}\b(?:{_TESTS}|contaminat\w*|leak\w*|overlap\w*)|\b(?:nobody|no one|no-one|"
    rf"none of us)\b(?: (?:has|had|ever|yet)){{0,2}} (?:check|look|search|test|screen|compar|verif|scan|"
    rf"examin)\w*\b[^.;]{{0,70}}\b(?:{_TESTS}|contaminat\w*|leak\w*|overlap\w*)|\b{_TESTS}\b[^.;]{{0,40}}\b(?:was|"
    rf"were|is|are|been)(?: \w+)? (?:not|never) (?:\w+ )?(?:searched|looked|checked|screened|scanned|filtered|"
    rf"removed|"
    rf"excluded|stripped|dropped|deduplicated|purged|cleaned)\b|\bwithout (?:ever |first )?(?:check|search|look|"
    rf"screen|filter|compar|scann|test|verify)ing\b[^.;]{{0,50}}\b{_TESTS}\b|\b(?:{_TESTS}|contaminat\w*|leak\w*|"
    rf"overlap\w*)\b[^.;]{{0,30}}\b(?:remains?|stays?|went|goes|is|are|was|were) "
    r"(?:unchecked|untested|unexamined|unscreened|unfiltered|unverified)\b|"
    rf"\b(?:unchecked|unscreened|unfiltered)\b[^.;]{{0,30}}\b(?:for|against|with regard "
    rf"to)\b[^.;]{{0,30}}\b(?:{_TESTS}|contaminat\w*|"
    r"leak\w*|overlap\w*)"
)
_FOUND = re.compile(
    r"(?i)\b(?:found|detected|revealed|needed|necessary|required|showed|turned up|indicat\w+|evidence|signs?)\b"
)
# What such a sentence holds besides the commoner words; looked for first, since few sentences tell of any of it.
MORE_HINTS = re.compile(
    r"(?i)canar|[ck]ontamin|fuite|filtraci|vazament|überschneid|überlapp|solap|chevauch|recouvre|recoup|sobrepos|"
    r"sovrappos|besmett|lekkage|datenleck|coinciden|delet|strip|threw|thrown|prun|weed|scrub|reject|slip|crept|crawl|"
    r"corpus|part of|appear|found in|present in|detected|taken out|took|out of"
)


def in_doubt(text: str) -> bool:
    """True for "It is not known whether test data was used in training"."""
    doubted = _DOUBTED.search(text) and TEST_MATERIAL.search(text) and re.search(rf"(?i)\b{_DATA}", text)
    return bool(doubted) and not OTHERS.search(text)


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


# "included in the data viewer": shown to the reader, and not to the model.
_SHOWN = re.compile(r"(?i)\bdata(?:set)? (?:viewer|format|card|explorer|loader|page|preview)\b")


def slipped_in(text: str) -> re.Match[str] | None:
    """Where a sentence says that test questions got, or may have got, into the training data."""
    slipped = _SLIPPED.search(text)
    if (
        slipped is None
        or _SHOWN.search(text)
        or OTHERS.search(text)
        or _TRAIN_SPLITS.search(text)
        or _KEPT_OUT_WORD.search(_DOUBTED.sub(" ", text))
    ):
        return None
    if _NEGATED.search(_DOUBTED.sub(" ", text)) or OF_NATURE.search(text) or SECRETS.search(text):
        return None
    named = TEST_MATERIAL.search(text) or _TESTS_THEMSELVES.search(text)
    by_name = tests_in(text) and _QUESTIONS.search(text)
    return slipped if named or by_name else None


def kept_out(text: str) -> bool:
    """True where somebody looked for test questions in the training data, or kept them out of it."""
    if OTHERS.search(text):
        return False
    if _CANARY.search(text):
        return _canary_tried(text)
    return _stripped(text) or _searched(text) or bool("held" in text and HELD_OUT.search(text) and tests_in(text))


def _canary_tried(text: str) -> bool:
    denied = re.search(
        r"(?i)(?:\b(?:not|never)|n['’]t)\b(?: \w+)? (?:check|verif|search|scan|prob|look|filter|test)", text
    )
    return bool(_CANARY_TRIED.search(text)) and not denied


_DECIMAL = re.compile(r"(?<=\d)\.(?=\d)")  # "a similarity above 0.8" ends no clause


def _stripped(text: str) -> bool:
    text = _DECIMAL.sub(",", text)
    stripped = _STRIPPED.search(text)
    against = "against" in text
    if stripped is None and (against or _IN_COMMON.search(text)) and (names := tests_in(text)):
        for name in names[:6]:
            text = text.replace(name, "the benchmarks")
        stripped = _STRIPPED.search(text)
        if stripped is not None and not _IN_COMMON.search(stripped[0]):
            return False
    if stripped is None and against:
        stripped = _AGAINST.search(text)
    if stripped is None:
        return False
    before = text[max(0, stripped.start() - 30) : stripped.end()]
    return not (_NEGATED.search(before) or _FROM_A_TEST.search(text) or OFF_THE_BOARD.search(text))


def _searched(text: str) -> bool:
    """True where somebody looked, or, in languages besides English, looked or removed."""
    if OF_NATURE.search(text) or SECRETS.search(text):
        return False
    if looked := _CLEAN.search(text) or _DID_LOOK.search(text) or _DATA_SEARCHED.search(text):
        denied = looked.re is not _CLEAN and _NEGATED.search(text[: looked.start()][-30:])
        about_tests = _ABOUT_TESTS.search(text) or re.search(r"(?i)\b(?:leakage|contaminat\w*) ", looked[0])
        return bool(about_tests or tests_in(text)) and not denied
    if _REMOVED_ABROAD.search(text) and not re.search(r"(?i)\b(?:pas|no|não|non|nicht|niet|kein\w*)\b", text):
        return True
    abroad = _CHECKED_ABROAD.search(text)
    return bool(
        abroad and TESTS_ABROAD.search(text) and not DENIED_ABROAD.search(text) and not NATURE_ABROAD.search(text)
    )
