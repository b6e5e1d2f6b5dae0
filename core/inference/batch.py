"""Continuous batching: many questions decode as sequences of one batch.

Each step decodes at most n_batch tokens: one for every answer being written,
then as much of the waiting prompts as there is room for. A question that is
done makes room for the next. What the next questions have in common at their
beginning (system text, few-shot examples, a document) is decoded once, in a
sequence of its own, the trunk, and copied from there.

Answers depend on nothing but their own prompt, except that llama.cpp's
kernels round differently for batches of different sizes; where two tokens are
nearly equally likely a greedy answer may differ from the unbatched one.
"""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from core.errors import InferenceError, TemplateError
from core.inference.common_prefix import next_job, shared_tokens
from core.inference.context import CacheFull, Layout, padded
from core.inference.exchange import FinishReason, PromptMode, Reply, Request, Settings
from core.inference.library import OpenedModel
from core.inference.pacing import Pacer
from core.inference.places import Places
from core.inference.prompting import PreparedRequest, prepare
from core.inference.sampling import Sampler
from core.inference.writing import Questioned, Scoring, Work, Writing, start_work


class Batch:
    """Answers requests with one opened model; not for use from two threads.

    settings: with n_batch, n_parallel and threads filled in.
    total_cells: tokens of KV cache that memory allows, all sequences together.
    on_decoded: called after every batch, as a sign of life.

    Example:
        batch = Batch(model, settings, total_cells=16384)
        batch.add(Request("q1", (Message("user", "2+2?"),)))
        while not batch.idle:
            for reply in batch.step(): …
    """

    def __init__(
        self,
        model: OpenedModel,
        settings: Settings,
        total_cells: int,
        pacer: Pacer | None = None,
        on_decoded: Callable[[], None] = lambda: None,
    ) -> None:
        self.model, self.settings = model, settings
        self._places = Places(model, settings, total_cells)
        self._pacer = pacer or Pacer(settings.threads or 1)
        self._on_decoded = on_decoded
        self._queue: deque[PreparedRequest] = deque()
        self._done_early: list[Reply] = []
        self._active: list[Questioned] = []

    @property
    def idle(self) -> bool:
        return not (self._queue or self._active or self._done_early)

    @property
    def layout(self) -> Layout | None:
        return self._places.layout

    def add(self, request: Request) -> None:
        """Queue a request; one that cannot be asked gets its reply with the next step."""
        try:
            prepared = prepare(request, self.model, self.settings)
        except (TemplateError, InferenceError) as error:
            self._done_early.append(Reply(request.id, "", FinishReason.FAILED, note=str(error)))
            return
        refusal = self._refusal(prepared)
        if refusal:
            self._done_early.append(refusal)
        else:
            self._queue.append(prepared)

    def step(self) -> list[Reply]:
        """Admit, decode one batch, and return the replies that it completed."""
        replies, self._done_early = self._done_early, []
        replies += self._admit()
        if not self._queue:
            self._places.close_gaps(self._active)
        plan = self._plan()
        if plan:
            try:
                replies += self._decode(plan)
            except CacheFull:
                self._put_back_newest()
        return replies

    def drop(self) -> None:
        """Forget every question that is queued or at work."""
        self._queue.clear()
        self._done_early.clear()
        for item in tuple(self._active):
            self._release(item)

    def close(self) -> None:
        for item in self._active:
            item.close()
        self._active.clear()
        self._places.close()

    # Admission

    def _refusal(self, prepared: PreparedRequest) -> Reply | None:
        request, n_ctx = prepared.request, self.settings.n_ctx
        blank = Reply(request.id, "", FinishReason.FAILED, prepared.prompt_hash, prompt_tokens=len(prepared.tokens))
        if prepared.need > n_ctx:
            note = (
                f"the prompt has {len(prepared.tokens)} tokens and the answer may take {request.max_tokens}, "
                f"together over n_ctx {n_ctx}: n_ctx {padded(prepared.need)} would do"
            )
            return replace(blank, finish_reason=FinishReason.DID_NOT_FIT, note=note)
        if not len(prepared.tokens):
            return replace(blank, note="the prompt is empty")
        if request.mode is PromptMode.LOGLIKELIHOOD and not all(map(len, prepared.options or [()])):
            return replace(blank, note="there are no options to compare, or one of them is empty")
        return None

    def _admit(self) -> list[Reply]:
        refused: list[Reply] = []
        places = self._places
        while self._queue and places.open_for_a_question:
            if places.fit(max(job.need for job in self._queue), busy=bool(self._active)) is None:
                break
            job = next_job(self._queue, places.trunk)
            if places.grow_trunk(job, self._queue, self._active):
                break
            shared = shared_tokens(places.trunk, job)
            if not places.has_room(job.need - shared, self._active):
                if self._active or places.trunk is None:
                    break
                places.drop_trunk()
                continue
            self._queue.remove(job)
            refused += self._start(job, shared)
        return refused

    def _start(self, job: PreparedRequest, shared: int) -> list[Reply]:
        try:
            sampler = (
                None
                if job.request.mode is PromptMode.LOGLIKELIHOOD
                else Sampler(job.request, job.prompt_hash, self.model)
            )
        except InferenceError as error:
            return [Reply(job.request.id, "", FinishReason.FAILED, job.prompt_hash, note=str(error))]
        sequence, shared = self._places.take(shared)
        work = start_work(sequence, job.tokens, shared)
        self._active.append(Writing(job, work, self.model, sampler) if sampler else Scoring(job, work))
        return []

    def _put_back_newest(self) -> None:
        """The cache is more fragmented than reckoned: the newest question waits."""
        if len(self._active) < 2:
            raise InferenceError(f"{self.model.path.name}: the KV cache is full with one question: lower max_tokens")
        newest = self._active.pop()
        newest.close()
        self._places.give_back(newest.work.sequence)
        self._queue.appendleft(newest.prepared)

    # Decoding

    def _plan(self) -> list[tuple[Questioned | None, Work, int]]:
        """Who decodes how many tokens in this step: answers first, then the trunk, then prompts."""
        context, trunk = self._places.context, self._places.trunk
        if context is None:
            return []
        room, outputs = context.n_batch, context.layout.max_outputs
        waiting: list[tuple[Questioned | None, Work]] = [(item, item.work) for item in self._active]
        if trunk and not trunk.ready:
            waiting.append((None, trunk.work))
        waiting.sort(key=lambda pair: (len(pair[1].pending) > 1, pair[0] is not None))
        plan = []
        for item, work in waiting:
            n = _affordable(work, room, outputs)
            if n:
                plan.append((item, work, n))
                room -= n
                outputs -= int(np.count_nonzero(work.wanted[:n]))
        return sorted(plan, key=lambda entry: entry[1].sequence)

    def _decode(self, plan: list[tuple[Questioned | None, Work, int]]) -> list[Reply]:
        context = self._places.ready_context()
        tokens = np.concatenate([work.pending[:n] for _, work, n in plan])
        positions = np.concatenate([np.arange(work.position, work.position + n) for _, work, n in plan])
        sequences = np.repeat([work.sequence for _, work, _ in plan], [n for _, _, n in plan])
        wanted = np.concatenate([work.wanted[:n] for _, work, n in plan])
        threads = self._pacer.choose(len(tokens))
        context.set_threads(threads)
        before = time.monotonic()
        logits = context.decode(tokens, positions.astype(np.int32), sequences.astype(np.int32), wanted)
        taken_s = time.monotonic() - before
        self._pacer.observe(len(tokens), threads, taken_s)
        self._on_decoded()
        best = logits.argmax(axis=1)
        replies, row = [], 0
        for item, work, n in plan:
            n_rows = int(np.count_nonzero(work.wanted[:n]))
            work.pending, work.wanted, work.position = work.pending[n:], work.wanted[n:], work.position + n
            work.cost_s += taken_s * n / len(tokens)
            if item is not None and n_rows:
                reply = self._take(item, logits[row : row + n_rows], best[row : row + n_rows])
                replies += [reply] if reply else []
            row += n_rows
        return replies

    def _take(self, item: Questioned, logits: np.ndarray, best: np.ndarray) -> Reply | None:
        reply = item.take(logits, best)
        if reply:
            self._release(item)
        elif isinstance(item, Scoring) and item.must_rewind:
            self._rewind(item)
        return reply

    def _rewind(self, item: Scoring) -> None:
        """Back to the end of the prompt; a model that cannot forget a part decodes its prompt again."""
        work, prompt = item.work, item.prepared.tokens
        if self._places.ready_context().forget(work.sequence, len(prompt)):
            work.position = len(prompt)
            item.begin_next(prompt[:0])
            return
        work.position = work.shared = self._places.place(work.sequence, work.shared)
        item.begin_next(prompt[work.position :])

    def _release(self, item: Questioned) -> None:
        item.close()
        self._active.remove(item)
        self._places.give_back(item.work.sequence)


def _affordable(work: Work, room: int, outputs: int) -> int:
    """How many pending tokens fit into a batch that has room for so many tokens and so many logits."""
    n = min(len(work.pending), room)
    allowed = np.cumsum(work.wanted[:n]) <= outputs
    return int(np.count_nonzero(allowed))
