"""A decision as Markdown: the same numbers and sentences as the verdict page.

Texts from models, questions and files are fenced or escaped, so that nothing
they contain is read as markup.
"""

import re
from datetime import UTC, datetime

from core.advice.comparison import PairVerdict
from core.advice.decision import Contestant, Decision, Difference, find_differences
from core.grading.outcome import Outcome
from core.runs.records import Answer

MAX_ANSWER_CHARACTERS = 4000


def to_markdown(decision: Decision) -> str:
    """The whole report."""
    lines = [f"# {escape(decision.headline)}", "", escape(decision.advice), ""]
    lines += [f"> {escape(caution)}\n" for caution in decision.cautions]
    lines += _scores(decision)
    if decision.many is not None:
        lines += _ranking(decision)
    for pair in decision.pairs:
        lines += _pair(decision, pair)
    lines += ["## Settings", ""]
    for contestant in decision.contestants:
        lines += _settings(contestant)
    lines += [
        "## What this does not cover",
        "",
        "Wrong keys in the questions, how well they stand for your own work, the wording of the prompt, the chat "
        "template, the sampling temperature, and anything that was not asked.",
        "",
    ]
    return "\n".join(lines)


def escape(text: str) -> str:
    """Text so that Markdown shows it as it is written."""
    return re.sub(r"([\\`*_{}\[\]<>#|~$])", r"\\\1", text)


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
        score = scores.get(c.name)
        shown = "not measured"
        if score is not None and score.right is not None:
            shown = f"{100 * score.value:.0f} % ({100 * score.low:.0f}–{100 * score.high:.0f}), n = {score.n}"
        elif score is not None:
            shown = f"{score.value:.2f} ({score.low:.2f}–{score.high:.2f}), n = {score.n}"
        speed = f"{c.candidate.tokens_per_s:.0f}" if c.candidate.tokens_per_s else "–"
        counts = " | ".join(str(c.outcomes.get(o, 0)) for o in outcomes)
        lines.append(f"| {escape(c.name)} | {shown} | {counts} | {speed} |")
    return [*lines, ""]


def _ranking(decision: Decision) -> list[str]:
    assert decision.many is not None
    lines = ["## Ranking", "", "| candidate | rank (95 %) | probability of being the best |", "|---|---|---|"]
    for r in decision.many.ranked:
        rank = f"{r.rank_low}" if r.rank_low == r.rank_high else f"{r.rank_low}–{r.rank_high}"
        lines.append(f"| {escape(r.candidate.name)} | {rank} | {100 * r.p_best:.0f} % |")
    return [*lines, "", *[f"- {escape(note)}" for note in decision.many.notes], ""]


def _pair(decision: Decision, pair: PairVerdict) -> list[str]:
    lines = [f"## {escape(pair.a.name)} against {escape(pair.b.name)}", "", escape(pair.advice), ""]
    if pair.both_right is not None:
        lines += [
            f"Of {pair.n} questions measured for both: both right {pair.both_right}, "
            f"only {escape(pair.a.name)} {pair.only_a_right}, only {escape(pair.b.name)} {pair.only_b_right}, "
            f"neither {pair.neither_right}.",
            "",
        ]
    lines += [f"- {escape(sentence)}" for sentence in (*pair.details, pair.track_record, *pair.notes) if sentence]
    lines.append("")
    for difference in find_differences(decision, pair):
        lines += _difference(pair, difference)
    return lines


def _difference(pair: PairVerdict, difference: Difference) -> list[str]:
    question = difference.asked.question
    text = [question.input, *(f"{chr(65 + i)}) {t}" for i, t in enumerate(difference.asked.shown_choices))]
    return [
        f"### {escape(question.id)}: won by {escape(difference.winner)}",
        "",
        fence("\n".join(text)),
        "",
        f"Expected: {escape(difference.expected)}",
        "",
        *_answer(pair.a.name, difference.a),
        *_answer(pair.b.name, difference.b),
    ]


def _answer(name: str, answer: Answer) -> list[str]:
    text = answer.text[:MAX_ANSWER_CHARACTERS]
    return [f"{escape(name)} ({answer.grade.outcome.value}: {escape(answer.grade.why)})", "", fence(text), ""]


def _settings(contestant: Contestant) -> list[str]:
    run = contestant.run
    settings = run.used_settings or run.configuration.settings
    when = datetime.fromtimestamp(run.created_at, UTC).strftime("%Y-%m-%d %H:%M UTC")
    budget = run.configuration.max_tokens or "each question's own"
    return [
        f"**{escape(contestant.name)}**, run {run.id}, begun {when}",
        "",
        f"- file: {escape(run.candidate.location)}, fingerprint {run.candidate.fingerprint or 'unknown to a server'}",
        f"- n_ctx {settings.n_ctx}, threads {settings.threads}, n_batch {settings.n_batch}, "
        f"n_parallel {settings.n_parallel}, type_k {settings.type_k}, type_v {settings.type_v}, "
        f"use_extra_bufts {settings.use_extra_bufts}, thinking {settings.thinking}",
        f"- temperature {run.configuration.sampling.temperature}, sampling seed {run.configuration.sampling.seed}, "
        f"draw seed {run.draw_seed}, max_tokens {budget}, prompt mode {run.configuration.mode.value}",
        *[f"- {escape(event)}" for event in run.events],
        "",
    ]
