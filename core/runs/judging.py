"""A second local model gives its opinion on open answers: a job, whose result is marked as an opinion.

It never becomes a grade. Two runs' replies to the same questions are compared
in both orders; the page shows the opinions beside how far they agree with the
ratings of a person.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from core.errors import SurefitError
from core.grading.judge import Agreement, AnswerPair, Opinion, Preference, compare_with_ratings, judge_pairs
from core.grading.outcome import Outcome
from core.inference.exchange import Session, Settings
from core.runs.answer_rows import load_answers
from core.runs.database import Database
from core.runs.projects import load_saved_question_set
from core.runs.ratings import RATING
from core.runs.records import Answer, Candidate
from core.runs.run_rows import load_run
from core.runs.runner import open_candidate

_AT_ONCE = 4  # pairs between two looks at the clock and at cancel
_N_CTX = 8192  # two replies of up to 6,000 signs, the request and the reasoning

OnShare = Callable[[float, str], None]


@dataclass(frozen=True)
class Judgement:
    judge: str  # its name
    run_ids: tuple[str, str]
    opinions: tuple[Opinion, ...]
    cancelled: bool = False  # it is a part only

    @property
    def counts(self) -> Mapping[str, int]:
        """How many pairs for each preference; those that could not be read under "unread"."""
        keys = [opinion.preference.value if opinion.preference else "unread" for opinion in self.opinions]
        return {key: keys.count(key) for key in (*map(str, Preference), "unread")}


def load_pairs(database: Database, run_ids: tuple[str, str]) -> list[AnswerPair]:
    """The open questions that both runs answered, with both replies."""
    first, second = (_open_answers(database, run_id) for run_id in run_ids)
    question_set = load_saved_question_set(database, load_run(database, run_ids[0]).question_set_id)
    return [
        AnswerPair(question.id, question.input, first[question.id].text, second[question.id].text)
        for question in question_set.questions
        if question.id in first and question.id in second
        if first[question.id].ask_hash == second[question.id].ask_hash
    ]


def run_judge(
    database: Database,
    judge: Candidate,
    run_ids: tuple[str, str],
    on_share: OnShare,
    cancelled: Callable[[], bool],
    open_session: Callable[[Candidate, Settings, Callable[[str], None]], Session] = open_candidate,
) -> Judgement:
    """Ask the judge about every pair, in both orders; what is judged when it is cancelled is kept.

    Raises SurefitError when there is nothing to judge or the model cannot be loaded.
    """
    pairs = load_pairs(database, run_ids)
    if not pairs:
        raise SurefitError("These two runs share no open answers: ask both the same open prompts first.")
    on_share(0.0, f"Loading {judge.name}")
    session = open_session(judge, Settings(n_ctx=_N_CTX), lambda _: None)
    opinions: list[Opinion] = []
    try:
        for start in range(0, len(pairs), _AT_ONCE):
            if cancelled():
                break
            opinions += judge_pairs(session, pairs[start : start + _AT_ONCE])
            on_share(len(opinions) / len(pairs), f"{len(opinions)} of {len(pairs)} pairs judged")
    finally:
        session.close()
    return Judgement(judge.name, run_ids, tuple(opinions), cancelled=len(opinions) < len(pairs))


def agreement_with_ratings(database: Database, judgement: Judgement) -> Agreement:
    """The judge against the hand ratings there are by now."""
    first, second = (_ratings(database, run_id) for run_id in judgement.run_ids)
    ratings = {key: (first[key], second[key]) for key in first if key in second}
    return compare_with_ratings(judgement.opinions, ratings)


def judgement_to_json(judgement: Judgement) -> Any:
    return asdict(judgement)


def judgement_from_json(value: Mapping[str, Any]) -> Judgement:
    """What `judgement_to_json` wrote, after a way through JSON."""
    opinions = [
        Opinion(**{**opinion, "preference": Preference(opinion["preference"]) if opinion["preference"] else None})
        for opinion in value["opinions"]
    ]
    first, second = value["run_ids"]
    return Judgement(value["judge"], (first, second), tuple(opinions), value["cancelled"])


def _open_answers(database: Database, run_id: str) -> dict[str, Answer]:
    kept = (Outcome.UNRATED, Outcome.RIGHT, Outcome.WRONG)
    answers: Sequence[Answer] = load_answers(database, run_id)
    return {a.question_id: a for a in answers if a.grade.grader == RATING and a.grade.outcome in kept}


def _ratings(database: Database, run_id: str) -> dict[str, float]:
    answers = _open_answers(database, run_id)
    return {key: answer.grade.score for key, answer in answers.items() if answer.grade.score is not None}
