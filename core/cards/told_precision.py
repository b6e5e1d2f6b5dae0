"""At which precision the evaluated weights were, as sentences and the files of a harness tell it."""

import re
from bisect import bisect

from core.cards.claims import in_evaluation_section
from core.cards.document import Document, Sentence
from core.cards.settings import find_precision
from core.cards.stated_method import THE_RESULTS
from core.cards.vocabulary import HARNESS

_EVALUATED = re.compile(
    r"(?i)\bevaluat\w*|\bmetrics\b|\b(?:numbers|figures|values) (?:above|below|here|reported|in th\w+)\b|"
    r"\bbenchmark(?:ed|s|ing)?\b|\btested\b|\bmeasured\b|\bscores?\b|\baccuracy\b|"
    r"\bresults?\b|\breport\w*|\bergebnisse\b|\bgemessen\b|\brésultats\b|\bmesuré\w*|\bresultados\b|\bmedid\w*|评测|分数|"
    r"得分|测得|成绩|"
    r"评估|测试|精度|평가|측정|점수|성능|評価|測定"
)
_LOADING = re.compile(
    r"(?i)\b(?:load\w*|download\w*|torch_?dtype|dtype|train\w*|fine-?tun\w*|merge\w*|inference|"
    r"deploy\w*|serv(?:e|ing)|vram|memory|run(?:s|ning)? (?:on|with)|gpu|weights? (?:are|is) "
    r"(?:available|released|provided)|"
    r"provid\w*|releas\w*|recommend\w*|supports?|convert\w*|available|file size|checkpoint)\b|加载|下载|"
    r"训练|推理|部署|显存|다운로드|로드|학습|추론|배포|메모리"
)


_QUANTIZED = re.compile(
    r"(?i)\bquanti[sz]ed (?:model|version|checkpoint|weights)\b[^.]{0,60}\b(?:scor|achiev|retain|recover|evaluat)|"
    r"\bwithout quanti[sz]ation\b|\bunquanti[sz]ed\b"
)


_NOT_EVALUATED = re.compile(
    r"(?i)(?:\b(?:not|never)|n['’]t) (?:been |yet |have |be ){0,2}"
    r"(?:evaluat|benchmark|measur|test|run|taken|obtain|comput)\w*"
)


# "Scores (all ours, greedy, FP16) are below": in brackets after the results, or beside another setting of the test.
_IN_BRACKETS = re.compile(
    r"(?i)(?P<results>\b(?:results?|scores?|numbers|figures|benchmarks?|evaluations?|evals?|metrics) ?)?"
    r"\((?P<said>[^()]{2,120})\)"
)
_SETTING = re.compile(
    r"(?i)\b(?:greedy|\d{1,2}[- ]shots?|zero[- ]shot|few[- ]shot|temperature|pass@\d+|our (?:run|own)|ours|"
    r"lm[-_ ]eval\w*)\b"
)
_OF_A_TEST = re.compile(
    r"(?i)\b(?:\d{1,2}|zero|one|five|few)[- ]shots?\b|\bpass@\d+|\b\d{1,3} (?:samples|runs|seeds)\b"
)
_OF_ELSE = re.compile(
    r"(?i)\b(?:train\w*|pre-?train\w*|fine-?tun\w*|load\w*|download\w*|merge\w*|convert\w*|recommend\w*|releas\w*|"
    r"available|files?|provid\w*|learning rate|adam\w*|optimi[sz]er|epochs?)\b|训练|加载|下载|학습|다운로드"
)
_DTYPE = re.compile(
    r"(?i)\b(?:torch_?)?dtype['\"]?\s?[=: ]\s?['\"\\]{0,2}(?:torch\.)?(?:bf|fp|float|half|int|auto-?gptq)\w*"
)


def _precision_in_brackets(text: str) -> bool:
    return any(
        find_precision(match["said"])
        and not _LOADING.search(match["said"])
        and (match["results"] or _SETTING.search(match["said"]))
        for match in _IN_BRACKETS.finditer(text)
    )


def _told_as_setting(sentence: Sentence) -> bool:
    """True for an argument of a harness in running text, and for a precision in brackets beside results."""
    text = sentence.text
    if HARNESS.search(text) and _DTYPE.search(text):
        return True
    # "lm-eval, bf16, 5-shot": among the settings of a test it is one of them.
    among = len(text) <= 300 and find_precision(text) and (HARNESS.search(text) or _OF_A_TEST.search(text))
    if among and sentence.kind != "heading" and not _OF_ELSE.search(text):
        return True
    return sentence.kind != "heading" and "(" in text and _precision_in_brackets(text[:1000])


_OF_RUN = re.compile(
    r"(?i)['\"](?:model_args|num_fewshot|n-shot|bootstrap_iters|(?:acc|exact_match|acc_norm|pass@1)(?:,[\w-]+)?|task_hashes|"
    r"versions?|model_dtype)['\"]\s?:"
)


def dtypes_of_runs(document: Document) -> list[int]:
    """Lines in the results file of a harness that hold the precision of the run: '"dtype": "float16"'."""
    code = [sentence for sentence in document.code() if '"' in sentence.text or "'" in sentence.text][:4000]
    runs = [sentence.line for sentence in code if _OF_RUN.search(sentence.text[:1000])]
    dtypes = [sentence.line for sentence in code if _DTYPE.search(sentence.text[:1000])] if runs else []
    return [line for line in dtypes if line - (runs[max(0, bisect(runs, line) - 1)]) in range(-60, 61)]


def says_precision_of_evaluation(sentence: Sentence) -> bool:
    text = sentence.text
    return not _NOT_EVALUATED.search(text) and (_told_as_setting(sentence) or _told_of_evaluation(sentence))


_TESTS = r"(?:benchmarks?|tests?|evals?|evaluations?|scores|metrics|results|numbers|figures|tables?)"
# Behind these stands what was run: "we evaluated the FP8 checkpoint", "all runs used bf16 weights".
_RAN = re.compile(
    rf"(?i)\b(?:evaluat\w+|benchmarked|tested|measured|report\w* (?:\w+ ){{0,3}}?(?:for|of|from)|"
    rf"{_TESTS} (?:were|was|are) (?:all )?(?:run|done|taken|obtained|computed|performed|conducted|produced)|"
    rf"(?:ran|run|did|performed|conducted|executed) (?:all |the |our |these |every ){{0,2}}(?:\w+ )?{_TESTS}|"
    rf"{_TESTS} (?:above |below |here )?(?:used?|uses|using|relied on|rely on)|"
    rf"(?<!training )(?<!train )(?:(?:all|every|each|these|our) (?:evaluation |test |benchmark )?runs? "
    r"(?:used?|uses|were|was|are|is))|"
    rf"^\W*for (?:all |the |these |our ){{0,2}}(?:\w+ )?{_TESTS}(?: (?:above|below|here|reported|shown))?,? (?:we|the|"
    r"it|this|all)\b)"
)


def _told_of_evaluation(sentence: Sentence) -> bool:
    text = sentence.text
    if not find_precision(text) and not _QUANTIZED.search(text):
        return False
    if not (_EVALUATED.search(text) or THE_RESULTS.search(text) or _RAN.search(text)):
        return False
    if (
        sentence.kind != "heading"
        and THE_RESULTS.search(text)
        and not re.search(
            r"(?i)\b(?:train\w*|load\w*|"
            r"download\w*)\b",
            text,
        )
    ):
        return True
    for verb in _RAN.finditer(text):
        if find_precision(re.split(r"[.;]\s", text[verb.end() : verb.end() + 45])[0]):
            return True  # "we evaluated the FP8 checkpoint"
    # "BF16 weights are available" and "load it in int8 for testing" say nothing about the evaluation.
    if in_evaluation_section(sentence) and _EVALUATED.search(text) and not _LOADING.search(text):
        return True
    strong = re.search(
        r"(?i)\b(?:evaluat\w*|benchmarked|tested|measured|scor\w*|results?|accuracy)\b[^.]{0,80}\b(?:in|"
        r"at|with|using|under|on|of|for)\b[^.]{0,40}|"
        r"\bfor (?:all|these|the) (?:\w+ )?(?:numbers|figures|results|scores|evaluations)\b|"
        r"评测|测得|分数|得分|结果|평가|측정|점수|결과|評価",
        text,
    )
    return bool(strong) and not (_LOADING.search(text) and not in_evaluation_section(sentence))
