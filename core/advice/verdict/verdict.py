"""Two candidates on the same questions: the verdict, its reasons and its limits.

The confidence is that of the discordant questions with a prior worth ten of
them (core/stats/paired.py); the tier follows from it and from the stopping
rule in force; the verdict ends in an action. Questions that were not measured
for one of the two are left out for both, and above a tenth of them there is no
verdict, only bounds.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from core.advice.comparison import Bounds, Candidate, NotMeasured, PairVerdict, Score, Tier
from core.advice.evidence import (
    CountEvidence,
    Evidence,
    Matched,
    ScoreKind,
    match_questions,
    pair_design_effect,
    weigh,
)
from core.advice.verdict.cautions import (
    note_base_models,
    note_clusters,
    note_guessing,
    note_left_out,
    note_prior,
    note_scale,
)
from core.advice.verdict.not_measured import find_bounds, remedy, tally, too_many, worst_case_p
from core.advice.verdict.pair_sentences import say_bounds, say_details, say_headline, say_reasons, say_withheld
from core.advice.verdict.tiers import names_one, tier_of
from core.advice.verdict.usable import fails, find_none_usable, mostly_silent
from core.advice.verdict.what_next import bank_claim, offers, questions_needed
from core.advice.wording import TRACK_RECORD
from core.errors import NotEnoughData
from core.grading.outcome import Outcome
from core.stats.counts import Floats, PairedCounts
from core.stats.finite_bank import TIE_MARGIN
from core.stats.paired import PRIOR, exact_mcnemar_p
from core.stats.sequential import StoppingRule, log_e_value
from core.stats.single_score import mean_interval, wilson_interval

TIED_FROM: Final = 0.8  # "practically tied" is said from here on
SURELY_WITHIN: Final = 0.9  # … and only where neither can be worse by more than the margin


@dataclass(frozen=True)
class Setting:
    """What surrounds the answers."""

    bank_size: int | None = None  # questions in the set they were drawn from
    seconds_per_question: float | None = None  # for both candidates together
    rule: StoppingRule = StoppingRule.FIXED
    prior: float = PRIOR
    design_effect: float = 1.0
    use_case: str | None = None
    looked_at: bool = False  # a result of runs: questions added now are added after a look
    asked: int = 0  # questions asked of both; those that were not measured are used up as well
    guess_rate: float | None = None
    all_silent: bool = False  # both mostly give no readable answer


def compare(
    a: Candidate,
    b: Candidate,
    scores_a: Mapping[str, float | None],
    scores_b: Mapping[str, float | None],
    *,
    bank_size: int | None = None,
    rating: bool = False,
    groups: Mapping[str, str] | None = None,
    seconds_per_question: float | None = None,
    stopping_rule: StoppingRule | str = StoppingRule.FIXED,
    guess_rate: float | None = None,
    prior: float = PRIOR,
    use_case: str | None = None,
    outcomes_a: Mapping[str, Outcome] | None = None,
    outcomes_b: Mapping[str, Outcome] | None = None,
    design_effect: float | None = None,
    looked_at: bool = False,
) -> PairVerdict:
    """The verdict on two candidates from their scores by question id; None means "not measured".

    Scores are shares 0–1, or 1–5 with `rating`. `groups` names the document of
    each question (several on one document count less); `design_effect` gives
    that weight directly where it was found over more than this pair.
    `looked_at`: these are runs to which questions can be added, now that the
    result is seen; what more of them would do is then told for the higher bar.
    `outcomes_a/b` say why answers were not measured. `prior` is that of the
    bank (core/stats/prior.py) where six models have answered it.

    Raises NotEnoughData when fewer than two questions were measured for both,
    ValueError for scores out of range, NaN, or a bank smaller than the test.

    >>> right = {f"q{i}": 1 for i in range(40)}
    >>> wrong = {f"q{i}": 0 if i < 20 else 1 for i in range(40)}
    >>> verdict = compare(Candidate("A"), Candidate("B"), right, wrong)
    >>> verdict.headline, verdict.confidence > 0.99
    ('Use A for questions like these.', True)
    """
    matched = match_questions(scores_a, scores_b, rating=rating)
    lost = tally(matched.not_measured_a, outcomes_a), tally(matched.not_measured_b, outcomes_b)
    _check_enough(a, b, matched, lost, len(scores_a), len(scores_b))
    effect = pair_design_effect(matched, groups) if design_effect is None else design_effect
    evidence = weigh(matched, prior=prior, effect=effect)
    setting = Setting(
        bank_size,
        seconds_per_question,
        StoppingRule(stopping_rule),
        prior,
        effect,
        use_case,
        looked_at,
        matched.asked_of_both,
        guess_rate,
        all(mostly_silent(Counter((found or {}).values())) for found in (outcomes_a, outcomes_b)),
    )
    scores = _score(matched.a, matched), _score(matched.b, matched)
    verdict = _assemble(a, b, matched.kind, evidence, setting, scores)
    bounds = find_bounds(matched, scores_a, scores_b)
    verdict = replace(
        verdict,
        left_out=matched.not_measured + matched.not_shared,
        not_shared=matched.not_shared,
        not_measured_a=lost[0],
        not_measured_b=lost[1],
        bounds=bounds,
        only_a_ids=tuple(key for key, won in zip(matched.ids, matched.a > matched.b, strict=True) if won),
        only_b_ids=tuple(key for key, won in zip(matched.ids, matched.a < matched.b, strict=True) if won),
        notes=(*note_left_out(a, b, matched, lost), *note_guessing(matched, guess_rate), *verdict.notes),
    )
    if bounds is None or not too_many(matched):
        return verdict
    p = worst_case_p(matched, scores_a, scores_b, prior=prior, effect=effect)
    return _withhold(verdict, bounds, p, matched)


def compare_counts(
    a: Candidate,
    b: Candidate,
    *,
    only_a: int,
    only_b: int,
    n: int,
    bank_size: int | None = None,
    seconds_per_question: float | None = None,
    stopping_rule: StoppingRule | str = StoppingRule.FIXED,
    prior: float = PRIOR,
    use_case: str | None = None,
) -> PairVerdict:
    """The verdict from the discordant counts alone, for results known only as numbers.

    Raises NotEnoughData below two questions, ValueError for counts that cannot be.

    >>> v = compare_counts(Candidate("A"), Candidate("B"), only_a=18, only_b=12, n=100, bank_size=150)
    >>> round(v.confidence, 6), round(v.bank.p_a, 6), v.questions_needed_why[:40]
    (0.831608, 0.965945, 'More than this set holds: 161 more quest')
    """
    if only_a + only_b > n:
        raise ValueError(f"{only_a} and {only_b} discordant questions do not fit into {n} questions")
    setting = Setting(bank_size, seconds_per_question, StoppingRule(stopping_rule), prior, 1.0, use_case)
    # Which concordant questions were right is unknown; no figure depends on it.
    counts = PairedCounts(both=n - only_a - only_b, only_a=only_a, only_b=only_b, neither=0)
    verdict = _assemble(a, b, ScoreKind.RIGHT_WRONG, CountEvidence(counts, prior), setting, (None, None))
    return replace(verdict, both_right=None, neither_right=None)


def _assemble(
    a: Candidate,
    b: Candidate,
    kind: ScoreKind,
    evidence: Evidence,
    setting: Setting,
    scores: tuple[Score | None, Score | None],
) -> PairVerdict:
    """Every number and sentence of a verdict on questions that were all measured."""
    counts = evidence.counts
    n, gap, p = counts.n, evidence.gap(), evidence.p_a()
    confidence = max(p, 1 - p)
    # A question on a shared document counts less, for the evidence as for everything else.
    only_a, only_b = counts.only_a / setting.design_effect, counts.only_b / setting.design_effect
    winner = names_one(p, only_a, only_b, n, setting.rule, setting.prior)
    tier = tier_of(confidence, level=gap == 0, rule=setting.rule, winner=winner)
    settled = tier in (Tier.BETTER, Tier.VERY_LIKELY)
    p_tied = evidence.p_tied()
    tied = p_tied >= TIED_FROM and evidence.surely_within(TIE_MARGIN) >= SURELY_WITHIN
    left = None if setting.bank_size is None else setting.bank_size - max(n, setting.asked)
    bank = None if setting.bank_size is None else bank_claim(evidence, setting.bank_size, n)
    needed, needed_80, why = questions_needed(evidence, left, setting.rule, settled=settled, tied=tied)
    bar = setting.rule.level_after_adding if setting.looked_at else setting.rule.level
    interval = evidence.interval()
    known = [score for score in scores if score is not None]
    better: Literal["a", "b"] | None = None
    if tier is not Tier.NO_DIFFERENCE:
        better = "a" if gap > 0 else "b"
    verdict = PairVerdict(
        a=a,
        b=b,
        kind=kind,
        n=n,
        both_right=counts.both,
        only_a_right=counts.only_a,
        only_b_right=counts.only_b,
        neither_right=counts.neither,
        score_a=scores[0],
        score_b=scores[1],
        gap=gap,
        gap_low=interval.low,
        gap_high=interval.high,
        mdad=evidence.mdad(),
        p_a_better=p,
        confidence=confidence,
        exact_p=exact_mcnemar_p(counts.only_a, counts.only_b) if kind is ScoreKind.RIGHT_WRONG else None,
        better=better,
        settled=settled,
        tier=tier,
        questions_needed=needed,
        questions_needed_80=needed_80,
        questions_needed_why=why,
        more_questions=() if settled else offers(evidence, left, bar, setting.seconds_per_question),
        p_practically_tied=p_tied,
        practically_tied=tied,
        bank=bank,
        left_out=0,
        not_shared=0,
        not_measured_a=NotMeasured(0, {}),
        not_measured_b=NotMeasured(0, {}),
        withheld=False,
        bounds=None,
        stopping_rule=setting.rule,
        log_e_value=max(log_e_value(only_a, only_b, setting.prior), log_e_value(only_b, only_a, setting.prior)),
        prior=setting.prior,
        design_effect=setting.design_effect,
        bar_for_more=bar,
        more_needed=evidence.to_add(0.5, bar) if needed and bar > setting.rule.level else None,
        use_case=setting.use_case,
        none_usable=find_none_usable(known, kind, setting.guess_rate, setting.use_case, all_silent=setting.all_silent),
        failing=tuple(
            c.name for c, s in zip((a, b), scores, strict=True) if s is not None and fails(s, kind, setting.guess_rate)
        ),
        evidence=evidence,
    )
    verdict = replace(verdict, headline=(headline := say_headline(verdict)))
    return replace(
        verdict,
        advice=" ".join([headline, *say_reasons(verdict)]),
        details=tuple(say_details(verdict)),
        notes=(
            *note_base_models([a, b]),
            *note_clusters(n, setting.design_effect),
            *note_prior(setting.prior),
            *note_scale(kind),
        ),
        track_record=TRACK_RECORD[tier],
    )


def _withhold(verdict: PairVerdict, bounds: Bounds, p_in_the_worst_case: float, matched: Matched) -> PairVerdict:
    """The same comparison with bounds in place of a verdict."""
    headline = say_withheld(verdict)
    said = say_bounds(verdict, bounds, matched.not_measured, matched.asked_of_both)
    return replace(
        verdict,
        withheld=True,
        gap_low=bounds.gap_low,
        gap_high=bounds.gap_high,
        p_a_better=p_in_the_worst_case,
        confidence=max(p_in_the_worst_case, 1 - p_in_the_worst_case),
        better=None,
        settled=False,
        tier=Tier.WITHHELD,
        headline=headline,
        advice=" ".join([headline, *said]),
        track_record=TRACK_RECORD[Tier.WITHHELD],
        details=(verdict.details[0], *verdict.details[-2:]),
        questions_needed=None,
        questions_needed_80=None,
        questions_needed_why="The missing answers come first: they could turn the result over.",
        more_questions=(),
        practically_tied=False,
        bank=None,
        none_usable=None,  # the missing answers may be right ones
        failing=(),
    )


def _score(values: Floats, matched: Matched) -> Score:
    """One candidate's own score over the shared questions."""
    mean, n = float(values.mean()), len(values)
    if matched.kind is ScoreKind.RIGHT_WRONG:
        right = int(values.sum())
        return Score(mean, *wilson_interval(right, n), n, right)
    return Score(mean, *mean_interval(values, low=matched.scale.low, high=matched.scale.high), n, None)


def _check_enough(
    a: Candidate, b: Candidate, matched: Matched, lost: tuple[NotMeasured, NotMeasured], n_a: int, n_b: int
) -> None:
    if len(matched.ids) >= 2:
        return
    if matched.asked_of_both < 2:
        shared = "no question" if matched.asked_of_both == 0 else "only one question"
        raise NotEnoughData(
            f"{a.name} ({n_a} questions) and {b.name} ({n_b}) have {shared} in common: "
            "run both on the same question set."
        )
    raise NotEnoughData(
        f"Only {len(matched.ids)} of {matched.asked_of_both} questions were measured for both {a.name} and {b.name}: "
        f"{remedy(*lost)}, then run them again."
    )
