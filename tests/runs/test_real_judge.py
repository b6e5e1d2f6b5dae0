"""A real model compares real answers of two others: its opinion is asked for twice a pair, and stays an opinion.

Run it with `--log-cli-level=INFO` to see what the judges said: models of this size make poor ones,
and the figures beside the opinion are there to show it.
"""

import logging
from dataclasses import replace
from pathlib import Path

import pytest

from core.catalogue.use_cases import UseCase
from core.grading.judge import NOTICE, Preference
from core.inference.exchange import Settings
from core.questions.banks import load_open_prompts
from core.runs.answer_rows import load_answers
from core.runs.candidates import candidate_from_path
from core.runs.database import Database
from core.runs.evaluation import enqueue_candidates
from core.runs.judging import agreement_with_ratings, judgement_from_json, judgement_to_json, load_pairs, run_judge
from core.runs.projects import create_project, save_project, save_question_set
from core.runs.ratings import load_rating_queue, rate
from core.runs.records import Configuration, Project, RunState
from core.runs.run_rows import load_run, next_waiting_run
from core.runs.runner import work

pytestmark = pytest.mark.slow

LOG = logging.getLogger(__name__)
PROMPTS = 20


@pytest.fixture
def answered(
    database: Database, smollm_path: Path, gemma_path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> tuple[Project, tuple[str, str]]:
    """Two real models have answered the same open prompts, and a person has rated them: the first 4, the second 2."""
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path / "home"))
    prompts = load_open_prompts(UseCase.CHAT)
    candidates = (candidate_from_path(smollm_path), candidate_from_path(gemma_path))
    configuration = Configuration(settings=Settings(n_ctx=2048), max_tokens=320)
    project = replace(
        create_project(database, "open"),
        candidates=candidates,
        question_set_id=save_question_set(database, prompts),
        configuration=configuration,
    )
    project = save_project(database, project)
    runs = enqueue_candidates(
        database,
        candidates,
        prompts,
        configuration,
        use_case=None,
        draw_seed=0,
        n=PROMPTS,
        project_id=project.id,
    )
    while run := next_waiting_run(database):
        work(database, run)
    assert all(load_run(database, run.id).state is RunState.DONE for run in runs)
    first = runs[0].id
    for waiting in load_rating_queue(database, project).waiting:
        rate(database, waiting, 4 if waiting.run_id == first else 2)
    return project, (runs[0].id, runs[1].id)


def test_real_judges_are_asked_in_both_orders_and_their_agreement_with_the_ratings_is_shown(
    database: Database, answered: tuple[Project, tuple[str, str]], gemma_path: Path, smollm_path: Path
) -> None:
    _, run_ids = answered
    pairs = load_pairs(database, run_ids)
    assert len(pairs) >= 3, "many answers of such small models end in a loop or are cut off, not nearly all"
    before = [answer.grade for run_id in run_ids for answer in load_answers(database, run_id)]
    shares: list[float] = []
    for path in (gemma_path, smollm_path):
        judge = candidate_from_path(path)
        judgement = run_judge(database, judge, run_ids, lambda share, _: shares.append(share), lambda: False)
        agreement = agreement_with_ratings(database, judgement)
        LOG.info("%s %s: %s of %d pairs, %s", NOTICE, judgement.judge, judgement.counts, len(pairs), agreement)
        for o in judgement.opinions:
            LOG.info("%s: %s | %.160r | %.160r", o.question_id, o.preference, o.forward, o.backward)

        assert [opinion.question_id for opinion in judgement.opinions] == [pair.question_id for pair in pairs]
        assert sum(judgement.counts.values()) == len(pairs)
        read = [opinion for opinion in judgement.opinions if opinion.preference is not None]
        assert all(opinion.forward and opinion.backward for opinion in read), "both orders were asked"
        assert agreement.n == len(read)
        if read:
            same = sum(opinion.preference is Preference.FIRST for opinion in read)
            assert agreement.share_same == pytest.approx(same / len(read))
            changed = sum(opinion.changed_with_order for opinion in read)
            assert agreement.share_changed_with_order == pytest.approx(changed / len(read))
        assert shares[-1] == 1.0
        assert judgement_from_json(judgement_to_json(judgement)) == judgement
    assert [a.grade for run_id in run_ids for a in load_answers(database, run_id)] == before, "they grade nothing"
