"""From finished runs to a decision: the verdict, and everything a person needs to check it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from core.advice.comparison import NoneUsable, PairVerdict, Score
from core.advice.verdict.cautions import note_base_models
from core.advice.verdict.contestant import (
    Contestant,
    Surroundings,
    find_surroundings,
    make_contestants,
    only_ratings,
    sum_known,
)
from core.advice.verdict.good_enough import MARGIN, Fitness, GoodEnough
from core.advice.verdict.many import compare_many
from core.advice.verdict.noise_floor import NoiseFloor, find_noise_floor
from core.advice.verdict.ranking import ManyVerdict
from core.advice.verdict.run_cautions import find_cautions
from core.advice.verdict.same_model import refuse_one_model_twice
from core.advice.verdict.smaller_files import judge_smaller_files
from core.advice.verdict.usable import find_silent
from core.advice.verdict.verdict import compare
from core.errors import NotEnoughData
from core.questions.question import QuestionSet
from core.runs.answer_rows import load_answers
from core.runs.database import Database
from core.runs.projects import load_saved_question_set
from core.runs.run_rows import load_run
from core.runs.sequential import find_evaluation
from core.stats.sequential import StoppingRule


@dataclass(frozen=True)
class Decision:
    """What the verdict page, the reports and the command line show."""

    contestants: tuple[Contestant, ...]
    question_set: QuestionSet
    pairs: tuple[PairVerdict, ...]  # every pair, in the order of the contestants
    many: ManyVerdict | None  # with three candidates or more
    cautions: tuple[str, ...]  # what differed between the runs besides the model
    stopping_rule: StoppingRule
    noise: tuple[NoiseFloor, ...] = ()  # of the contestants that were run against themselves
    fitness: tuple[GoodEnough, ...] = ()  # smaller files against the largest file of the same model
    ended: str | None = None  # why runs that took turns stopped when they did
    silent: tuple[str, ...] = ()  # who mostly gives no readable answer; the advice says it right after the headline

    @property
    def headline(self) -> str:
        """That none can do the task; else, of files of one model, whether a smaller one will do; else who is better."""
        return self.none_usable.headline if self.none_usable else self._said_by.headline

    @property
    def none_usable(self) -> NoneUsable | None:
        """That none of the contestants can do the task; None where one can, or where the verdict is withheld."""
        return (self.many or self.pairs[0]).none_usable

    @property
    def unusable(self) -> tuple[str, ...]:
        """Every sentence on contestants that cannot do the task."""
        return (*([self.none_usable.headline] if self.none_usable else []), *self.silent)

    @property
    def advice(self) -> str:
        """The headline, who gives no readable answers, then the reasons."""
        said = self._said_by.advice
        if self.smaller_file is not None:
            said = " ".join([said, *(other.headline for other in self.fitness if other != self.smaller_file)])
            if self.none_usable is not None:
                return " ".join([self.headline, *self.silent, self.none_usable.reason, said])
        if not self.silent:
            return said
        rest = said.removeprefix(self.headline).strip()
        # "It" was the one in the headline, which now stands further off.
        ahead = self.pairs[0].ahead
        who = self.smaller_file.tested.name if self.smaller_file else ahead.name if ahead else "It"
        rest = rest.replace("questions it lost", f"questions {who} lost", 1)
        rest = f"{who}{rest.removeprefix('It')}" if rest.startswith("It ") else rest
        return " ".join(filter(None, (self.headline, *self.silent, rest)))

    @property
    def smaller_file(self) -> GoodEnough | None:
        """The file that the verdict is about where all contestants are files of one model; else None.

        From the largest down, as long as each is good enough, so that no lucky
        small file is picked out of many; the first one that is not ends it.
        """
        if len(self.fitness) != len(self.contestants) - 1:
            return None
        chosen = None
        by_size = sorted(self.fitness, key=lambda judged: -(judged.tested.size_bytes or 0))
        for judged in by_size:
            if judged.fitness not in (Fitness.GOOD_ENOUGH, Fitness.HOLDS_AS_MUCH):
                break
            chosen = judged
        return chosen or by_size[0]

    @property
    def _said_by(self) -> GoodEnough | ManyVerdict | PairVerdict:
        return self.smaller_file or self.many or self.pairs[0]

    @property
    def seconds_per_question(self) -> float | None:
        """One more question for every contestant; None where a speed is unknown."""
        return sum_known([c.seconds_per_question for c in self.contestants])

    @property
    def closest_call(self) -> PairVerdict:
        """The pair that more questions are for: the two first of a ranking, or the only one."""
        if self.many is None or len(self.many.ranked) < 2:
            return self.pairs[0]
        leaders = {r.candidate.name for r in self.many.ranked[:2]}
        return next(p for p in self.pairs if {p.a.name, p.b.name} == leaders)

    def contestant(self, name: str) -> Contestant:
        return next(c for c in self.contestants if c.name == name)

    def scores(self) -> dict[str, Score]:
        """Each contestant's score on the questions that count for the verdict."""
        if self.many is not None and self.many.ranked:
            found = {r.candidate.name: r.score for r in self.many.ranked}
        else:
            found = {}
        for pair in self.pairs:
            for name, score in ((pair.a.name, pair.score_a), (pair.b.name, pair.score_b)):
                if score is not None:
                    found.setdefault(name, score)
        return {c.name: found[c.name] for c in self.contestants if c.name in found}


def decide(
    database: Database, run_ids: Sequence[str], names: Sequence[str] | None = None, *, margin: float = MARGIN
) -> Decision:
    """Compare two or more runs; `names` are shown instead of those of the candidates, one for each run.

    `margin` is the share that a smaller file may lose and still be good enough.

    Raises NotEnoughData for fewer than two different runs, for runs of one model
    that differ in nothing but their seeds, or for too few shared questions,
    StoreError for a run that is not in the store.
    """
    runs = [load_run(database, run_id) for run_id in dict.fromkeys(run_ids)]
    if len(runs) < 2:
        raise NotEnoughData(
            "A verdict needs two different runs: choose another candidate, and ask it the same questions."
        )
    question_set = load_saved_question_set(database, runs[0].question_set_id)
    answers = [load_answers(database, run.id) for run in runs]
    refuse_one_model_twice(runs, answers)
    contestants = make_contestants(runs, names, answers)
    rule = joint_rule([run.stopping_rule for run in runs])
    around = find_surroundings(contestants, question_set, rule, rating=only_ratings(answers))
    many = _compare_all(contestants, around) if len(contestants) > 2 else None
    known = {(p.a.name, p.b.name): p for p in many.pairs} if many else {}
    pairs = tuple(known.get((a.name, b.name)) or _compare_pair(a, b, around) for a, b in combinations(contestants, 2))
    noise = (find_noise_floor(database, c.run, c.name, found) for c, found in zip(contestants, answers, strict=True))
    return Decision(
        contestants,
        question_set,
        pairs,
        many,
        (
            *note_base_models([c.candidate for c in contestants]),
            *find_cautions(runs, [c.name for c in contestants]),
        ),
        rule,
        noise=tuple(floor for floor in noise if floor),
        fitness=tuple(judge_smaller_files(contestants, pairs, around, margin)),
        ended=evaluation.ended if (evaluation := find_evaluation(database, [run.id for run in runs])) else None,
        silent=tuple(find_silent({c.name: c.outcomes for c in contestants})),
    )


def joint_rule(rules: Sequence[StoppingRule]) -> StoppingRule:
    """The rule that speaks for runs gathered under several.

    An e-process holds whenever one stops, so it may be applied to all of them;
    an extension of one run is an extension of the comparison.

    >>> str(joint_rule([StoppingRule.FIXED, StoppingRule.FIVE_LOOKS]))
    'five looks'
    """
    found = set(rules)
    for rule in (StoppingRule.EXTENDED, StoppingRule.E_PROCESS, StoppingRule.FIVE_LOOKS):
        if rule in found:
            return rule
    return StoppingRule.FIXED


def _compare_all(contestants: Sequence[Contestant], around: Surroundings) -> ManyVerdict:
    return compare_many(
        [c.candidate for c in contestants],
        [c.scores for c in contestants],
        outcomes=[c.outcome_of for c in contestants],
        **_terms(contestants, around),
    )


def _compare_pair(a: Contestant, b: Contestant, around: Surroundings) -> PairVerdict:
    return compare(
        a.candidate,
        b.candidate,
        a.scores,
        b.scores,
        outcomes_a=a.outcome_of,
        outcomes_b=b.outcome_of,
        **_terms([a, b], around),
    )


def _terms(contestants: Sequence[Contestant], around: Surroundings) -> dict[str, Any]:
    """What is the same for any comparison of these, however many they are."""
    return {
        "bank_size": around.bank_size,
        "rating": around.rating,
        "groups": around.groups,
        "guess_rate": around.guess_rate,
        "use_case": around.use_case,
        "stopping_rule": around.rule,
        "looked_at": True,
        # More questions are asked of everyone.
        "seconds_per_question": sum_known([c.seconds_per_question for c in contestants]),
    }
