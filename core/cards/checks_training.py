"""A check on what the training data is told to hold: questions of a test that the card reports."""

import re
from collections.abc import Callable

from core.cards.benchmark_mentions import tests_in
from core.cards.document import Sentence
from core.cards.evidence import MAX_QUOTES, Evidence, finding, listed
from core.cards.fast_patterns import fast_pattern
from core.cards.reading import Finding, Quote, State
from core.catalogue.benchmark_names import find_benchmark
from core.catalogue.benchmarks import load_benchmarks

# Training sets made from a benchmark's own training part, or named after it.
_DERIVED = (
    (re.compile(r"(?i)gsm-?8k"), ("gsm8k",)),
    (
        re.compile(r"(?i)meta-?math|orca-?math|mammoth|math-?instruct|openmath|numina|tulu-?math"),
        ("gsm8k", "math"),
    ),
    (re.compile(r"(?i)competition[_-]?math|hendrycks[_-]?math|\bprm800k\b"), ("math", "math_500")),
    (re.compile(r"(?i)hella-?swag"), ("hellaswag",)),
    (re.compile(r"(?i)ai2[_-]?arc|\barc[_-](?:challenge|easy)"), ("arc_challenge",)),
    # "truthful" and "drop-in" are words of any sentence; as a name they are written so.
    (re.compile(r"(?i)truthful[-_ ]?qa|truthy[-_]\w"), ("truthfulqa",)),
    (re.compile(r"(?i)wino-?grande"), ("winogrande",)),
    (re.compile(r"(?i)\bmmlu|auxiliary[_-]train"), ("mmlu",)),
    (re.compile(r"(?i)\bboolq"), ("boolq",)),
    (re.compile(r"(?i)\bpiqa"), ("piqa",)),
    (re.compile(r"(?i)openbook-?qa"), ("openbookqa",)),
    (re.compile(r"\bDROP\b(?!-)|(?:^|/)drop$"), ("drop",)),
    (re.compile(r"(?i)human-?eval"), ("humaneval",)),
    (re.compile(r"(?i)\bmbpp\b"), ("mbpp",)),
    (re.compile(r"(?i)\bif-?eval"), ("ifeval",)),
    (re.compile(r"(?i)trivia-?qa"), ("triviaqa",)),
    (re.compile(r"(?i)natural[_-]?questions"), ("nq_open",)),
)
_TRAINED_ON = fast_pattern(
    r"(?i)\b(?:trained|fine-?tuned|tuned|training (?:data|set|corpus|mix\w*)|datasets?|sft|dpo|"
    r"instruction data|augmented from|data mix\w*|corpus|mixture)\b|训练(?:数据|集)|微调|数据集|학습 ?데이터|데이터셋|"
    r"파인튜닝"
)


def training_names_benchmark(evidence: Evidence) -> Finding:
    """The list of training data names a benchmark that the card also reports."""
    check = "training_names_benchmark"
    reported = {score.benchmark for score in (evidence.own_scores or evidence.scores) if score.benchmark}
    named: list[tuple[str, int]] = []
    for dataset in evidence.about.datasets:
        if hits := _benchmarks_of(dataset):
            named += [(hit, _line_of(evidence, dataset)) for hit in hits]
    for sentence in evidence.document.prose():
        listed_there = _is_listed_as_data(sentence)
        if listed_there or (_TRAINED_ON.search(sentence.text) and _tells_training_data(sentence)):
            text = _without_results(sentence.text)
            tests = {found.id for name in tests_in(text) if (found := find_benchmark(name))}
            named += [(hit, sentence.line) for hit in sorted(tests | set(_benchmarks_of(text)))]
    named = [(hit, line) for hit, line in (*named, *_in_tables_of_data(evidence)) if line]
    both = [(benchmark, line) for benchmark, line in named if benchmark in reported]
    if both:
        return finding(
            check,
            State.PRESENT,
            f"The training data names {_names_of(both)}{_made_into(evidence, both)}, which the card also reports.",
            "Discount these scores: the model has practised for them.",
            _quotes(evidence, both),
        )
    if named:
        return finding(
            check,
            State.UNCLEAR,
            f"The training data names {_names_of(named)}{_made_into(evidence, named)}, which the card does not report.",
            "",
            _quotes(evidence, named),
        )
    return finding(check, State.ABSENT, "No list of training data names a reported benchmark.")


def _quotes(evidence: Evidence, named: list[tuple[str, int]]) -> tuple[Quote, ...]:
    """The lines with the name of the test, or of the data made from it, in sight."""
    quotes: dict[int, Quote] = {}
    for hit, line in sorted(named, key=lambda place: place[1]):
        text = evidence.document.lines[line - 1][:4000]
        word = next((name for name in tests_in(text) if (test := find_benchmark(name)) and test.id == hit), "")
        made = next((found[0] for pattern, hits in _DERIVED if hit in hits and (found := pattern.search(text))), "")
        quotes.setdefault(line, evidence.quote_at(line, word or made))
    return tuple(quotes.values())[:MAX_QUOTES]


_UNLISTED = {"piqa": "PIQA", "openbookqa": "OpenBookQA", "nq_open": "Natural Questions", "drop": "DROP"}


def _names_of(named: list[tuple[str, int]]) -> str:
    known = {test.id: test.name for test in load_benchmarks()} | _UNLISTED
    hits = [*dict.fromkeys(hit for hit, _ in named)]
    # Data made from MATH holds questions of its part MATH-500 too, which goes without saying.
    return listed(tuple(known.get(hit, hit) for hit in hits if hit != "math_500" or "math" not in hits))


_UNDER_DATA = re.compile(r"(?i)\b(?:training )?data(?:sets?)?\b|训练|学习数据|학습|데이터|学習")
_OF_TESTS = re.compile(r"(?i)\b(?:test\w*|eval\w*|bench\w*|results?)\b|评测|测试|评估|평가|벤치마크|評価")
_OF_TRAINING = re.compile(r"(?i)\b(?:trained|tuned|training|augmented|sft|dpo)\b|训练|微调|학습|튜닝")
_NO_DATA = re.compile(
    r"(?i)\b(?:not|no|without|exclud\w*|remov\w*|decontaminat\w*|filter\w*|evaluat\w*|benchmark\w*|"
    r"outperform\w*|surpass\w*|performance (?:of|on|in)|"
    r"scor\w*|achiev\w*|pass@\d+|tested|prevent\w*|leak\w*|contaminat\w*)\b|评测|평가"
)
_COUNT = r"\d[\d.,]*\s?[kKmM万千]?\+?"
# What a test is made of: "7.5K training data and 1K test", and how it was asked: "few-shot", "examples in the prompt".
_DESCRIBES_TEST = fast_pattern(
    rf"(?i)\b{_COUNT} (?:[\w-]+ ){{0,3}}(?:train|training)\b[^.;]{{0,50}}{_COUNT} (?:[\w-]+ ){{0,3}}"
    r"(?:test|tests|testing|validation|dev|evaluation)\b|"
    rf"\b{_COUNT} (?:[\w-]+ ){{0,3}}(?:test|testing|validation|dev|evaluation)\b[^.;]{{0,50}}{_COUNT} "
    r"(?:[\w-]+ ){0,3}(?:train|training)\b|"
    r"\b(?:train(?:ing)?) (?:and|/|&) (?:test|dev|validation)(?:ing)? (?:sets?|splits?|parts?)\b|"
    r"\b(?:is|are) an? (?:[\w,-]+ ){0,8}(?:benchmark|test set|test suite|evaluation set|leaderboard)\b|"
    r"\b(?:few|zero|one|\d{1,3})[- ]shots?\b[^.;]{0,40}\b(?:exampl\w+|exemplars?|prompt\w*|demos?|demonstrations?|"
    r"test\w*|setting|context)|\b(?:in-context|few-shot) (?:examples|exemplars|demonstrations)\b|"
    r"\b(?:in|into|for) (?:the |its |our )?(?:few-shot )?prompts?\b|"
    r"训练(?:数据|集|样本|样例|题)?[^。；]{0,12}\d[^。；]{0,12}(?:测试|验证)|训练集?[和与、]测试集?|测试集|测试数据|"
    r"(?:few|zero)[- ]?shot[^。；]{0,12}测试|样本(?:提示|测试)|少样本|零样本|"
    r"(?:훈련|학습)[^.]{0,24}(?:테스트|평가) ?(?:데이터|세트|셋|문항)|퓨샷|few[- ]?shot ?(?:예시|프롬프트)|"
    r"テスト(?:データ|セット)|少数ショット"
)


def _is_listed_as_data(sentence: Sentence) -> bool:
    """True for "- GSM8K" below the heading "Training data"."""
    if len(sentence.text) > _LONGEST_ITEM or sentence.kind == "heading" or not sentence.headings:
        return False
    return bool(_DATA_HEADING.search(sentence.headings[-1])) and not (
        _NO_DATA.search(sentence.text) or _OF_TESTS.search(sentence.text) or _OF_TESTS.search(sentence.headings[-1])
    )


_LONGEST_ITEM = 60


def _tells_training_data(sentence: Sentence) -> bool:
    """True for a sentence on what the model was trained on, and not on the parts of a test or how it was asked."""
    under_data = any(_UNDER_DATA.search(title) and not _OF_TESTS.search(title) for title in sentence.headings[-1:])
    if not (under_data or _OF_TRAINING.search(sentence.text)) or _NO_DATA.search(sentence.text):
        return False
    return under_data or not _DESCRIBES_TEST.search(sentence.text)


# "raised MMLU from 60 to 61", "target MMLU 70", "MMLU: 61.2": a test that was taken, and no part of the data.
_MOVED = re.compile(
    r"(?i)\b(?:rais|lift|boost|improv|increas|lower|decreas|drop|hurt|target|goal|reach|push|gain|mov|bring|brought|"
    r"score|hit)\w*:? (?:\w+ ){0,2}$|"
    r"(?<![\d.,])\d{1,2}(?:\.\d+)? ?(?:%|points?|pts)? (?:on|in|at|for) (?:the )?$|"
    r"\b(?:chosen|select|pick|look|monitor|validat|track|watch)\w* (?:\w+ ){0,2}(?:on|at|by|with|against) (?:the )?$"
)
_VALUE_AFTER = re.compile(
    r"(?i)\s?(?:scores?|accuracy|results?|drops|rises|falls|goes|climbs|moves|improves|dropped|"
    r"improved)?:?\s?(?:by|from|to|of|at|is|was|rose|fell|[=≥>~≈+])?(?: (?:from|to|by))?\s?"
    r"[+~≈]?\d{1,2}(?:\.\d+)?(?![\d.,]*\d|k\b|m\b)(?! ?(?:%|percent|k|examples?|samples?|problems?|"
    r"questions?|items?|rows|epochs?|times)\b| ?%)"
)


# "structurally different from HumanEval", "unlike GSM8K, the problems are long": the test is what the data is not.
_UNLIKE = re.compile(
    r"(?i)\b(?:differ(?:s|ed|ing)?|different(?:ly)?|distinct|dissimilar|disjoint|separate|apart|independent|far|away|free|"
    r"remote|diverge[sd]?|unrelated|harder|easier|longer|broader|larger|bigger|smaller|richer|rather|other) "
    r"(?:from|than|to|of) [^.;,]{0,60}|\b(?:unlike|instead of|as opposed to|in contrast to|contrary to|nothing like|"
    r"no relation to) [^.;,]{0,60}|\banders als [^.;,]{0,50}|与[^，。]{0,20}不同|不同于[^，。]{0,20}|"
    r"[\w-]{2,20}(?:와|과)(?:는)? 다[른르]"
)


# "GSM8K-style problems" are others.
_IN_ITS_STYLE = re.compile(r"(?i)\b[\w+]{2,24}(?:-[\w+]{1,12})?(?:[- ]style[ds]?|-(?:like|type|inspired))\b")


def _without_results(text: str) -> str:
    """The text without the tests that it tells a result of, or a change, or that the data is said to be unlike."""
    if _UNLIKE.search(text):
        text = _UNLIKE.sub(" ", text)
    text = _IN_ITS_STYLE.sub(" ", text)
    for name in dict.fromkeys(tests_in(text)):
        at = text.find(name)
        if at >= 0 and (_MOVED.search(text[max(0, at - 40) : at]) or _VALUE_AFTER.match(text[at + len(name) :][:60])):
            text = text.replace(name, " ")
    return text


_DATA_HEADING = re.compile(
    r"(?i)\b(?:(?:pre-?|post-?)?training|fine-?tuning|sft|instruction) (?:data\w*|mix\w*|set|corpus|sources?)\b|"
    r"\bdata (?:mix\w*|composition|sources?)\b|训练数据|学习数据|학습 ?데이터|学習データ"
)


def _in_tables_of_data(evidence: Evidence) -> list[tuple[str, int]]:
    """Rows of a table of training data that are called after a test: "GSM8K (train) | 12.1%"."""
    named: list[tuple[str, int]] = []
    for table in evidence.document.tables:
        if not any(_DATA_HEADING.search(title) for title in table.headings[-1:]):
            continue
        if any(evidence.own.match(cell.text) for row in table.rows[: table.header_rows] for cell in row if cell.text):
            continue  # its own scores, under the last heading there was
        rows = [row for row in table.rows[table.header_rows :][:200] if row]
        for row in rows:
            tests = {found.id for name in tests_in(row[0].text) if (found := find_benchmark(name))}
            named += [(hit, row[0].line) for hit in sorted(tests | set(_benchmarks_of(row[0].text)))]
    return named


def _made_into(evidence: Evidence, named: list[tuple[str, int]]) -> str:
    """ " (as MetaMathQA)" where no quoted line has the name of the test itself, only that of data made from it."""
    told = [(hit, evidence.document.lines[line - 1][:4000]) for hit, line in named if line]
    if any((test := find_benchmark(name)) and test.id == hit for hit, line in told for name in tests_in(line)):
        return ""
    lines = " ".join(line for _, line in told)
    found = next((pattern for pattern, _ in _DERIVED if pattern.search(lines)), None)
    words = [_word_at(lines, *match.span()) for match in found.finditer(lines)] if found else []
    plain = not words or any(hit in word.casefold() for hit, _ in told for word in words)
    return "" if plain else f" (as {max(words, key=len)})"


def _word_at(text: str, start: int, end: int) -> str:
    """The whole word around a part of it: "MetaMathQA" around "MetaMath"."""
    while start and re.match(r"[\w-]", text[start - 1]):
        start -= 1
    behind = re.match(r"[\w-]{0,30}", text[end:])
    return text[start:end] + (behind[0] if behind else "")


def _benchmarks_of(text: str) -> tuple[str, ...]:
    return tuple(benchmark for pattern, benchmarks in _DERIVED if pattern.search(text) for benchmark in benchmarks)


def _line_of(evidence: Evidence, text: str) -> int:
    return next((number for number, line in enumerate(evidence.document.lines, start=1) if text in line), 0)


CHECKS: tuple[Callable[[Evidence], Finding], ...] = (training_names_benchmark,)
