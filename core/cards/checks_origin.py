"""Further checks on where scores come from: another file, old questions, training data that names a test."""

import re
from collections.abc import Callable

from core.cards.benchmark_mentions import tests_in
from core.cards.evidence import Evidence, finding
from core.cards.name_words import words_of
from core.cards.publisher import own_family
from core.cards.reading import Finding, ReportedScore, State
from core.cards.signals import released_after, released_date
from core.cards.training_cutoff import cutoff_line
from core.catalogue.benchmark_names import find_benchmark
from core.catalogue.benchmarks import find_by_id

_TUNED = frozenset({"it", "instruct", "instruction", "chat", "inst", "sft", "dpo", "rlhf", "tuned", "thinking"})
_RAW = frozenset({"pt", "base", "pretrained", "pretrain"})


_ORIGINAL_CARD = re.compile(r"(?i)\boriginal (?:model )?(?:card|readme|description)\b|原模型卡|원본 모델 카드")


def scores_of_another_file(evidence: Evidence) -> Finding:
    """Scores that were not measured on the file this card belongs to."""
    check, advice = "scores_of_another_file", "Do not expect these scores from this file; measure the file."
    scores = evidence.own_scores or evidence.scores
    if not scores:
        return finding(check, State.ABSENT, "The card gives no scores.")
    if evidence.about.relation == "quantized" and not any(score.precision for score in scores):
        measured = {score.subject for score in scores if score.subject}
        base = evidence.about.base_model[0] if evidence.about.base_model else "the original model"
        base = measured.pop() or base if len(measured) == 1 else base
        return finding(
            check,
            State.PRESENT,
            f"This is a quantized file; the scores were measured on {base}, not on this file.",
            advice,
            evidence.quotes(score.line for score in scores[:4]),
        )
    if evidence.own_scores and all(_ORIGINAL_CARD.search(score.context) for score in evidence.own_scores):
        return finding(
            check,
            State.PRESENT,
            "The scores stand in the card of the original model, which this card repeats.",
            advice,
            evidence.quotes(score.line for score in evidence.own_scores[:4]),
        )
    own_stage = words_of(evidence.own.name or "").stage
    wrong = _raw_scores(evidence.own_scores) if own_stage & _TUNED else []
    if wrong and len(wrong) == len([score for score in evidence.own_scores if score.subject]):
        return finding(
            check,
            State.PRESENT,
            "The card is for a tuned model; the scores are those of the pre-trained one.",
            advice,
            evidence.quotes(score.line for score in wrong[:4]),
        )
    if not evidence.own_scores and (sibling := _siblings(evidence)):
        return finding(
            check,
            State.PRESENT,
            f"The scores belong to {sibling[0].subject}, a sibling of another size.",
            advice,
            evidence.quotes(score.line for score in sibling[:4]),
        )
    return finding(check, State.ABSENT, "Nothing says that the scores belong to another file.")


def _raw_scores(scores: tuple[ReportedScore, ...]) -> list[ReportedScore]:
    found = []
    for score in scores:
        stage = words_of(score.subject or "").stage
        heading = score.context.rsplit(" › ", 1)[-1]
        if (stage & _RAW and not stage & _TUNED) or (
            not stage & _TUNED
            and re.search(
                r"(?i)\bbase (?:pre-?trained )?models?\b|\bpre-?trained models?\b|基座模型|基础模型|사전 ?학습 모델",
                heading,
            )
        ):
            found.append(score)
    return found


def _siblings(evidence: Evidence) -> list[ReportedScore]:
    own = words_of(evidence.own.name or "")
    found = []
    for score in evidence.scores:
        other = words_of(score.subject or "")
        if own.sizes and other.sizes and own.sizes != other.sizes and own.first and own.first in other.words:
            found.append(score)
    return found


def benchmark_older_than_training(evidence: Evidence) -> Finding:
    """Every reported test was public before the training data was gathered."""
    check = "benchmark_older_than_training"
    dated = [(score, date) for score in evidence.own_scores if (date := _public_since(score))]
    if not dated:
        return finding(check, State.ABSENT, "No benchmark with a known date is reported.")
    stated = cutoff_line(evidence.document, evidence.own, evidence.about.base_model) if evidence.about.cutoff else None
    family = own_family(evidence)
    limit = stated[0] if stated else (family.cutoff or family.released) if family else None
    if limit is None:
        return finding(
            check,
            State.UNCLEAR,
            "Neither the card nor the catalogue says when the training data ends.",
            "Ask for the cutoff.",
        )
    said = "the card's cutoff" if stated else f"what is known of {family.family if family else ''}"
    newer = [score for score, date in dated if released_after(date, limit)]
    if newer:
        return finding(
            check,
            State.ABSENT,
            f"{newer[0].name_as_written} is newer than {limit} ({said}).",
            "",
            evidence.quotes(score.line for score in newer),
        )
    lines = [score.line for score, _ in dated] + ([stated[1]] if stated else [])
    return finding(
        check,
        State.PRESENT,
        f"All {len({s.name_as_written for s, _ in dated})} benchmarks were public before {limit} "
        f"({said}), so their questions can be in the training data.",
        "Prefer newer tests, or questions of your own.",
        evidence.quotes(lines),
    )


def _public_since(score: ReportedScore) -> str | None:
    if date := released_date(score):
        return date
    return find_by_id(score.benchmark).released.date if score.benchmark else None


# Training sets made from a benchmark's own training part, or named after it.
_DERIVED = (
    (
        re.compile(r"(?i)meta-?math|gsm-?8k|gsm8k|orca-?math|mammoth|math-?instruct|openmath|numina|tulu-?math"),
        ("gsm8k", "math"),
    ),
    (re.compile(r"(?i)competition[_-]?math|hendrycks[_-]?math|\bprm800k\b"), ("math", "math_500")),
    (re.compile(r"(?i)hella-?swag"), ("hellaswag",)),
    (re.compile(r"(?i)ai2[_-]?arc|\barc[_-](?:challenge|easy)"), ("arc_challenge",)),
    (re.compile(r"(?i)truth(?:ful|y)"), ("truthfulqa",)),
    (re.compile(r"(?i)wino-?grande"), ("winogrande",)),
    (re.compile(r"(?i)\bmmlu|auxiliary[_-]train"), ("mmlu",)),
    (re.compile(r"(?i)\bboolq|\bpiqa|openbook-?qa|\bdrop\b"), ("boolq", "piqa", "openbookqa", "drop")),
    (re.compile(r"(?i)human-?eval|\bmbpp\b"), ("humaneval", "mbpp")),
    (re.compile(r"(?i)\bif-?eval"), ("ifeval",)),
    (re.compile(r"(?i)trivia-?qa|natural[_-]?questions"), ("triviaqa", "nq_open")),
)
_TRAINED_ON = re.compile(
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
        if not _TRAINED_ON.search(sentence.text):
            continue
        under_data = any(
            re.search(r"(?i)\b(?:training )?data(?:sets?)?\b|训练|학습|데이터", title)
            for title in sentence.headings[-1:]
        )
        if under_data or re.search(
            r"(?i)\b(?:trained|tuned|training|augmented|sft|dpo)\b|训练|微调|학습|튜닝", sentence.text
        ):
            if re.search(
                r"(?i)\b(?:not|no|without|exclud\w*|remov\w*|decontaminat\w*|filter\w*|evaluat\w*|benchmark\w*|"
                r"outperform\w*|surpass\w*|performance (?:of|on|in)|"
                r"scor\w*|achiev\w*|pass@\d+|tested|prevent\w*|leak\w*|contaminat\w*)\b|评测|평가",
                sentence.text,
            ):
                continue
            text = _without_results(sentence.text)
            tests = {found.id for name in tests_in(text) if (found := find_benchmark(name))}
            named += [(hit, sentence.line) for hit in sorted(tests | set(_benchmarks_of(text)))]
    named += _in_tables_of_data(evidence)
    both = [(benchmark, line) for benchmark, line in named if benchmark in reported and line]
    if both:
        names = ", ".join(dict.fromkeys(find_by_id(benchmark).name for benchmark, _ in both))
        return finding(
            check,
            State.PRESENT,
            f"The training data names {names}{_made_into(evidence, both)}, which the card also reports.",
            "Discount these scores: the model has practised for them.",
            evidence.quotes(line for _, line in both),
        )
    if named:
        return finding(
            check,
            State.UNCLEAR,
            "The training data names a benchmark, which the card does not report.",
            "",
            evidence.quotes(line for _, line in named if line),
        )
    return finding(check, State.ABSENT, "No list of training data names a reported benchmark.")


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


def _without_results(text: str) -> str:
    """The text without the tests that it tells a result of, or a change, or that the data is said to be unlike."""
    if _UNLIKE.search(text):
        text = _UNLIKE.sub(" ", text)
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
    lines = " ".join(evidence.document.lines[line - 1] for _, line in named if line)
    if tests_in(lines):
        return ""
    found = next((match for pattern, _ in _DERIVED if (match := pattern.search(lines))), None)
    if found is None:
        return ""
    word = re.search(rf"[\w-]{{0,20}}{re.escape(found[0])}[\w-]{{0,20}}", lines)
    return f" (as {word[0]})" if word else ""


def _benchmarks_of(text: str) -> tuple[str, ...]:
    return tuple(benchmark for pattern, benchmarks in _DERIVED if pattern.search(text) for benchmark in benchmarks)


def _line_of(evidence: Evidence, text: str) -> int:
    return next((number for number, line in enumerate(evidence.document.lines, start=1) if text in line), 0)


CHECKS: tuple[Callable[[Evidence], Finding], ...] = (
    scores_of_another_file,
    benchmark_older_than_training,
    training_names_benchmark,
)
