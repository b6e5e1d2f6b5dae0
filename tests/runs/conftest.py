"""A store in a temporary folder, a few questions, and a session that answers from a script."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from core.errors import ModelProcessDied
from core.inference.exchange import FinishReason, Reply, Request, Settings
from core.questions.question import GraderSpec, Question, QuestionSet
from core.runs.database import Database
from core.runs.records import Candidate, CandidateKind, Configuration


@dataclass
class ScriptedSession:
    """Answers each request with `write(request)`; ends as a dead process after `dies_after` replies."""

    write: Callable[[Request], str]
    dies_after: int | None = None
    settings: Settings = field(default_factory=lambda: Settings(threads=1))
    asked: list[str] = field(default_factory=list)
    closed: bool = False
    refuses: Callable[[Request], str] = lambda _: ""  # why a request could not be asked; "": it could

    def answer(self, requests: Iterable[Request]) -> Iterator[Reply]:
        for count, request in enumerate(requests):
            if self.closed or (self.dies_after is not None and count >= self.dies_after):
                raise ModelProcessDied("The model's process ended (signal 11).")
            self.asked.append(request.id)
            if why := self.refuses(request):
                yield Reply(request.id, "", FinishReason.FAILED, note=why)
                continue
            prompt = "".join(message.content for message in request.messages)
            yield Reply(
                request.id,
                self.write(request),
                FinishReason.STOP,
                prompt_hash=hashlib.sha256(prompt.encode()).hexdigest(),
                prompt_tokens=10,
                answer_tokens=5,
                duration_s=0.5,
            )

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with Database(tmp_path / "store.sqlite3") as opened:
        yield opened


def sums(count: int) -> QuestionSet:
    """`count` sums whose answers are their numbers: question 7 asks 3 + 4."""
    questions = tuple(
        Question(f"sum-{i}", f"What is {i - 4} + 4?", (str(i),), GraderSpec("number")) for i in range(10, 10 + count)
    )
    return QuestionSet("sums", questions)


def right_answer(request: Request) -> str:
    return f"The answer is {request.id.removeprefix('sum-')}."


@pytest.fixture
def served() -> Candidate:
    return Candidate("scripted", "http://localhost:1", CandidateKind.SERVER, model="scripted")


@pytest.fixture
def configuration() -> Configuration:
    return replace(Configuration(), max_tokens=64)


def recorded_grades(database: Database, run_id: str, question_id: str) -> list[tuple[str, float | None]]:
    """Outcome and score of every grade that the record has of one answer, the oldest first."""
    rows = database.rows("SELECT * FROM grade WHERE run_id = ? AND question_id = ? ORDER BY id", (run_id, question_id))
    return [(row["outcome"], row["score"]) for row in rows]
