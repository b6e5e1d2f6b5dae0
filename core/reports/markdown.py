"""A decision as Markdown: the same numbers and sentences as the verdict page.

Texts from models, questions and files are fenced or escaped, so that nothing
they contain is read as markup.
"""

import re
from collections.abc import Sequence

from core.advice.comparison import PairVerdict, Score
from core.advice.verdict.contestant import Contestant
from core.advice.verdict.decision import Decision
from core.advice.verdict.differences import Difference, OddAnswer, find_differences, find_odd_answers
from core.advice.verdict.key_figures import find_key_figures
from core.advice.verdict.noise_floor import NoiseFloor
from core.advice.verdict.published import Published
from core.advice.wording import chance_words, confidence_words, duration_words, points, signed_gap, signed_interval
from core.grading.outcome import MEASURED, Outcome
from core.reports.settings import describe_settings
from core.runs.records import Answer

MAX_ANSWER_CHARACTERS = 4000
NOT_COVERED = (
    "Wrong keys in the questions, how well they stand for your own work, the wording of the prompt, the chat template, "
    "the sampling temperature, and anything that was not asked."
)


def to_markdown(decision: Decision, published: Published | None = None) -> str:
    """The whole report."""
    lines = [f"# {escape(decision.headline)}", "", escape(decision.advice), ""]
    lines += [f"- {escape(f.label)}: **{escape(f.value)}**" for f in find_key_figures(decision)] + [""]
    lines += [f"> {escape(caution)}\n" for caution in (*filter(None, [decision.ended]), *decision.cautions)]
    lines += _scores(decision)
    if decision.many is not None:
        lines += _ranking(decision)
    lines += _good_enough(decision)
    for pair in decision.pairs:
        lines += _pair(decision, pair)
    lines += _odd_answers(find_odd_answers(decision))
    lines += _published(published)
    lines += _noise(decision.noise)
    lines += ["## Settings and environment", ""]
    for contestant in decision.contestants:
        lines += _settings(contestant)
    return "\n".join([*lines, "## What this does not cover", "", NOT_COVERED, ""])


def escape(text: str) -> str:
    """Text in one line, so that Markdown shows it as it is written.

    >>> escape("<b>|a]")
    '\\\\<b\\\\>\\\\|a\\\\]'
    """
    return re.sub(r"([\\`*_{}\[\]<>#|~$&])", r"\\\1", " ".join(text.split()))


def fence(text: str) -> str:
    """Text as a code block that no backticks inside can end."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    marks = "`" * max(3, longest + 1)
    return f"{marks}text\n{text}\n{marks}"


def _scores(decision: Decision) -> list[str]:
    scores = decision.scores()
    outcomes = list(Outcome)
    lines = [
        "## Scores",
        "",
        "| candidate | score (95 % interval) | " + " | ".join(o.value for o in outcomes) + " | tokens/s |",
        "|---" * (len(outcomes) + 3) + "|",
    ]
    for c in decision.contestants:
        speed = f"{c.candidate.tokens_per_s:.0f}" if c.candidate.tokens_per_s else "–"
        counts = " | ".join(str(c.outcomes.get(o, 0)) for o in outcomes)
        lines.append(f"| {escape(c.name)} | {_score(scores.get(c.name))} | {counts} | {speed} |")
    return [*lines, ""]


def _score(score: Score | None) -> str:
    if score is None:
        return "not measured"
    if score.right is not None:
        return f"{100 * score.value:.0f} % ({100 * score.low:.0f}–{100 * score.high:.0f}), n = {score.n}"
    return f"{score.value:.2f} ({score.low:.2f}–{score.high:.2f}), n = {score.n}"


def _ranking(decision: Decision) -> list[str]:
    assert decision.many is not None
    lines = ["## Ranking", "", "| candidate | rank (95 %) | probability of being the best |", "|---|---|---|"]
    for r in decision.many.ranked:
        rank = f"{r.rank_low}" if r.rank_low == r.rank_high else f"{r.rank_low}–{r.rank_high}"
        lines.append(f"| {escape(r.candidate.name)} | {rank} | {chance_words(r.p_best)} |")
    groups = [" and ".join(escape(name) for name in group) for group in decision.many.groups]
    if len(groups) > 1:
        lines += ["", "Groups that cannot be told apart within, the best first: " + "; ".join(groups) + "."]
    said = [*filter(None, [decision.many.track_record]), *decision.many.notes]
    return [*lines, "", *[f"- {escape(note)}" for note in said], ""]


def _good_enough(decision: Decision) -> list[str]:
    if not decision.fitness:
        return []
    return ["## Good enough?", "", *[f"- {escape(judged.advice)}" for judged in decision.fitness], ""]


def _pair(decision: Decision, pair: PairVerdict) -> list[str]:
    lines = [f"## {escape(pair.a.name)} against {escape(pair.b.name)}", "", escape(pair.advice), ""]
    if pair.both_right is not None:
        lines += [
            f"Of {pair.n} questions measured for both: both right {pair.both_right}, "
            f"only {escape(pair.a.name)} {pair.only_a_right}, only {escape(pair.b.name)} {pair.only_b_right}, "
            f"neither {pair.neither_right}.",
            "",
        ]
    lines += _figures(pair)
    lines += [f"- {escape(sentence)}" for sentence in (*pair.details, pair.track_record, *pair.notes) if sentence]
    lines.append("")
    for difference in find_differences(decision, pair):
        lines += _difference(pair, difference)
    return lines


def _figures(pair: PairVerdict) -> list[str]:
    """The same numbers as the page, in a table."""
    figure = [
        ("gap", signed_gap(pair.gap, pair.kind)),
        (
            "bounds of the gap" if pair.withheld else "95 % interval",
            signed_interval(pair.gap_low, pair.gap_high, pair.kind),
        ),
        ("MDAD", points(pair.mdad, pair.kind)),
        ("confidence", "withheld" if pair.withheld else confidence_words(pair.confidence)),
    ]
    for offer in pair.more_questions:
        time = f", {duration_words(offer.duration_s)}" if offer.duration_s else ""
        figure.append((f"chance that {offer.more} more settle it{time}", chance_words(offer.chance)))
    return ["| figure | value |", "|---|---|", *[f"| {name} | {value} |" for name, value in figure], ""]


def _difference(pair: PairVerdict, difference: Difference) -> list[str]:
    question = difference.asked.question
    text = [question.input, *(f"{chr(65 + i)}) {t}" for i, t in enumerate(difference.asked.shown_choices))]
    return [
        f"### {escape(question.id)}: won by {escape(difference.winner)}",
        "",
        fence("\n".join(text)),
        "",
        "Expected:",
        "",
        fence(difference.expected),
        "",
        *_answer(pair.a.name, difference.a),
        *_answer(pair.b.name, difference.b),
    ]


def _answer(name: str, answer: Answer) -> list[str]:
    text = answer.text[:MAX_ANSWER_CHARACTERS]
    return [f"{escape(name)} ({answer.grade.outcome.value}: {escape(answer.grade.why)})", "", fence(text), ""]


def _odd_answers(odd: Sequence[OddAnswer]) -> list[str]:
    if not odd:
        return []
    lines = ["## Neither right nor wrong", ""]
    for entry in odd:
        counted = "scores 0" if entry.answer.grade.outcome in MEASURED else "left out for all"
        lines += [f"{escape(entry.asked.question.id)} ({counted})", "", *_answer(entry.name, entry.answer)]
    return lines


def _published(published: Published | None) -> list[str]:
    if published is None:
        return []
    names = list(published.own)
    header = " | ".join(escape(name) for name in names)
    lines = ["## Published against measured", "", f"| | {header} | beside your own |", "|---" * (len(names) + 2) + "|"]
    own = [_ranked(published.own_ranks[name], published.own[name].value) for name in names]
    lines.append(f"| {escape(published.measured_on)} | " + " | ".join(own) + " | |")
    for row in published.rows:
        cells = [_ranked(row.ranks[name], row.claimed[name]) if name in row.claimed else "–" for name in names]
        place = f"{escape(row.benchmark)} ({escape(row.source)})"
        lines.append(f"| {place} | " + " | ".join(cells) + f" | {escape(row.beside_yours)} |")
    return [*lines, "", *[f"- {escape(said)}" for said in (*published.suspicions, *published.remarks)], ""]


def _ranked(rank: int, value: float) -> str:
    return f"{rank}. ({100 * value:.0f} %)" if value <= 1 else f"{rank}. ({value:.1f})"


def _noise(noise: Sequence[NoiseFloor]) -> list[str]:
    if not noise:
        return []
    return ["## Noise floor", "", *[f"- {escape(floor.sentence)}" for floor in noise], ""]


def _settings(contestant: Contestant) -> list[str]:
    rows = [f"| {escape(name)} | {escape(value)} |" for name, value in describe_settings(contestant.run).items()]
    events = [f"- {escape(event)}" for event in contestant.run.events]
    return [f"**{escape(contestant.name)}**", "", "| setting | value |", "|---|---|", *rows, "", *events, ""]
