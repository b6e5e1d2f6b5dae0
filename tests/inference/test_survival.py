"""Real signals against real processes."""

import contextlib
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from core.errors import ModelProcessDied
from core.inference import known_good
from core.inference.exchange import PromptMode, Request, Settings
from core.inference.process import Cancellation, ModelProcess, ProcessCrashed, SessionClosed
from core.inference.session import open_model, safer
from core.questions.question import Message

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name == "nt", reason="signals of POSIX systems")]

SETTINGS = Settings(n_ctx=512, n_parallel=4)
ROOT = Path(__file__).resolve().parents[2]


def story(request_id: str, max_tokens: int = 24) -> Request:
    return Request(request_id, (Message("user", f"Tell a story about the number {request_id}."),), max_tokens)


def is_gone(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def wait_until_gone(pid: int, limit_s: float = 5.0) -> bool:
    end = time.monotonic() + limit_s
    while time.monotonic() < end and not is_gone(pid):
        time.sleep(0.05)
    return is_gone(pid)


@pytest.mark.parametrize("name", ["SIGSEGV", "SIGABRT", "SIGKILL"])
def test_a_dead_process_is_told_and_what_was_answered_stays(smollm_path, name):
    todo = [story(f"q{i}") for i in range(6)]
    replies = []
    with closing(open_model(smollm_path, SETTINGS)) as session:
        pid = session.pid
        with pytest.raises(ModelProcessDied, match=name):
            for reply in session.answer(todo):
                replies.append(reply)
                os.kill(pid, getattr(signal, name))
    assert 1 <= len(replies) < len(todo) + 1
    assert all(reply.text for reply in replies)
    assert is_gone(pid)


def test_after_a_crash_the_safer_settings_go_on_and_are_remembered(smollm_path, tmp_path, repacked):
    remembered, todo, done = tmp_path / "engine.json", [story(f"q{i}") for i in range(6)], {}
    session = open_model(smollm_path, replace(SETTINGS, use_extra_bufts=repacked), remembered=remembered)
    with closing(session), pytest.raises(ProcessCrashed):
        for reply in session.answer(todo):
            done[reply.id] = reply
            os.kill(session.pid, signal.SIGSEGV)
    second = safer(session.settings)
    assert second is not None
    assert (second.use_extra_bufts, second.threads, second.n_batch) == (False, 1, 64)
    with closing(open_model(smollm_path, second, remembered=remembered)) as session:
        done |= {reply.id: reply for reply in session.answer([r for r in todo if r.id not in done])}
    assert set(done) == {r.id for r in todo}
    assert not (repacked and known_good.advise(remembered, SETTINGS).use_extra_bufts)
    assert safer(second) is None


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="looks for the first decode in /proc")
def test_a_crash_in_the_first_decode_leads_to_the_safer_configuration(smollm_path, tmp_path, repacked):
    """The signal comes while the token is decoded on trial: the weights are mapped, and the workers have started."""
    remembered, told, struck = tmp_path / "engine.json", [], []
    opening = Opening(smollm_path)

    def strike() -> None:
        if opening.decodes.wait(60):
            os.kill(opening.pid, signal.SIGSEGV)
            struck.append(opening.pid)

    threading.Thread(target=strike, daemon=True).start()
    wished = replace(SETTINGS, threads=2)
    session = open_model(smollm_path, wished, on_event=told.append, remembered=remembered, cancellation=opening)
    with closing(session):
        assert struck or not repacked, "the signal came before the session was ready"
        assert session.pid not in struck
        assert (session.settings.use_extra_bufts, session.settings.threads, session.settings.n_batch) == (False, 1, 64)
        assert [reply.id for reply in session.answer([story("q0")])] == ["q0"]
    assert any("crashed with SIGSEGV" in sentence and "safer configuration" in sentence for sentence in told)
    assert not known_good.advise(remembered, SETTINGS).use_extra_bufts


class Opening(Cancellation):
    """Sees the first process of a model that is opened, and when it begins to decode."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path, self.pid, self.decodes = path.resolve(), 0, threading.Event()

    def watch(self, process: ModelProcess) -> None:
        super().watch(process)
        if not self.pid:
            self.pid = process.pid
            threading.Thread(target=self._look, daemon=True).start()

    def _look(self) -> None:
        """llama.cpp's worker threads start with the first decode, after the weights are mapped."""
        process = Path(f"/proc/{self.pid}")
        with contextlib.suppress(OSError):
            while str(self.path) not in (process / "maps").read_text():
                time.sleep(0.001)
            threads = len(list((process / "task").iterdir()))
            while len(list((process / "task").iterdir())) <= threads:
                time.sleep(0.0005)
            self.decodes.set()


def test_a_process_killed_by_somebody_is_no_reason_to_avoid_extra_buffers(smollm_path, tmp_path, repacked):
    remembered = tmp_path / "engine.json"
    settings = replace(SETTINGS, use_extra_bufts=repacked)
    with closing(open_model(smollm_path, settings, remembered=remembered)) as session:
        threading.Timer(0.2, os.kill, (session.pid, signal.SIGKILL)).start()
        with pytest.raises(ModelProcessDied):
            list(session.answer(story(f"q{i}", 200) for i in range(8)))
    assert not remembered.exists()


def test_a_hang_is_ended(smollm_path):
    with closing(open_model(smollm_path, SETTINGS, hang_after_s=1.5)) as session:
        threading.Timer(0.3, os.kill, (session.pid, signal.SIGSTOP)).start()
        before = time.monotonic()
        with pytest.raises(ModelProcessDied, match="no sign of life"):
            list(session.answer(story(f"q{i}", 300) for i in range(8)))
        assert time.monotonic() - before < 10
        assert wait_until_gone(session.pid)


def test_cancel_takes_effect_within_a_second_in_a_long_prefill(smollm_path):
    with closing(open_model(smollm_path, Settings(n_ctx=8192, n_parallel=1))) as session:
        long = Request("long", (Message("user", "word " * 7000),), 8, PromptMode.COMPLETION)
        cancelled_at = []

        def cancel() -> None:
            cancelled_at.append(time.monotonic())
            session.close()

        threading.Timer(0.5, cancel).start()
        with pytest.raises(SessionClosed):
            list(session.answer([long]))
        assert time.monotonic() - cancelled_at[0] < 1
        assert wait_until_gone(session.pid)


PARENT = """
import sys
from pathlib import Path
from core.inference.exchange import Request, Settings
from core.inference.session import open_model
from core.questions.question import Message
session = open_model(Path(sys.argv[1]), Settings(n_ctx=512, n_parallel=4))
print(session.pid, flush=True)
for _ in session.answer(Request(f"q{i}", (Message("user", "Tell a story."),), 400) for i in range(50)):
    pass
"""


def test_the_model_process_ends_when_its_parent_is_killed(smollm_path):
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, str(smollm_path)], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    time.sleep(0.3)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    assert wait_until_gone(pid, 5)


def test_ten_kills_at_random_moments_lose_and_double_nothing(smollm_path):
    draw = random.Random(10)
    todo, done, pids, kills = [story(f"q{i}", 16) for i in range(12)], [], [], 0
    while remaining := [r for r in todo if r.id not in {reply.id for reply in done}]:
        try:
            with closing(open_model(smollm_path, SETTINGS)) as session:
                pids.append(session.pid)
                if kills < 10:
                    name = draw.choice([signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT])
                    threading.Timer(draw.uniform(0, 0.6), os.kill, (session.pid, name)).start()
                    kills += 1
                for reply in session.answer(remaining):
                    done.append(reply)
        except ModelProcessDied:
            continue
    assert sorted(reply.id for reply in done) == sorted(r.id for r in todo)
    assert all(is_gone(pid) for pid in pids)


def test_a_model_file_replaced_during_the_run_does_not_disturb_it(smollm_path, gemma_path, tmp_path):
    own = tmp_path / "model.gguf"
    shutil.copy(smollm_path, own)
    todo = [story(f"q{i}") for i in range(6)]
    with closing(open_model(own, SETTINGS)) as session:
        undisturbed = {reply.id: reply.text for reply in session.answer(todo)}
        other = tmp_path / "other.gguf"
        shutil.copy(gemma_path, other)
        other.replace(own)
        again = {reply.id: reply.text for reply in session.answer(todo)}
    assert again == undisturbed


def test_a_model_file_cut_short_during_the_run_ends_it_with_a_sentence_or_not_at_all(smollm_path, tmp_path):
    own = tmp_path / "model.gguf"
    shutil.copy(smollm_path, own)
    replies = []
    with closing(open_model(own, SETTINGS)) as session:
        os.truncate(own, 1 << 20)
        try:
            replies += session.answer([story(f"q{i}") for i in range(4)])
        except ModelProcessDied as death:
            assert "model.gguf" in str(death)
            assert is_gone(session.pid)
        else:
            assert len(replies) == 4
