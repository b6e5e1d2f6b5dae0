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
from core.inference.common_prefix import TRUNK, Trunk, grow, next_job, shared_tokens, worth_sharing
from core.inference.context import CacheFull, DecodingContext, Layout, lay_out, padded
from core.inference.exchange import FinishReason, Progress, PromptMode, Reply, Request, Settings
from core.inference.library import OpenedModel
from core.inference.pacing import Pacer
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
        self._n_parallel = settings.n_parallel or 1
        self._total_cells = max(total_cells, padded(settings.n_ctx))
        self._pacer = pacer or Pacer(settings.threads or 1)
        self._on_decoded = on_decoded
        self._queue: deque[PreparedRequest] = deque()
        self._done_early: list[Reply] = []
        self._active: list[Questioned] = []
        self._free = list(range(1, self._n_parallel + 1))
        self._trunk: Trunk | None = None
        self._context: DecodingContext | None = None
        self._n_prompt = self._n_answer = 0
        self._started = time.monotonic()

    @property
    def idle(self) -> bool:
        return not (self._queue or self._active or self._done_early)

    @property
    def layout(self) -> Layout | None:
        return self._context.layout if self._context else None

    def progress(self) -> Progress:
        return Progress(self._n_prompt, self._n_answer, time.monotonic() - self._started)

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
        self._close_gaps()
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
        if self._context:
            self._context.close()
            self._context = None

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
        while self._queue and self._free and (self._trunk is None or self._trunk.ready):
            context = self._fitting_context()
            if context is None:
                break
            job = next_job(self._queue, self._trunk)
            if self._grow_trunk(context, job):
                break
            shared = shared_tokens(self._trunk, job)
            if not self._has_room(job.need - shared):
                if self._active or self._trunk is None:
                    break
                self._drop_trunk(context)
                continue
            self._queue.remove(job)
            refused += self._start(context, job, shared)
        return refused

    def _start(self, context: DecodingContext, job: PreparedRequest, shared: int) -> list[Reply]:
        try:
            sampler = (
                None
                if job.request.mode is PromptMode.LOGLIKELIHOOD
                else Sampler(job.request, job.prompt_hash, self.model)
            )
        except InferenceError as error:
            return [Reply(job.request.id, "", FinishReason.FAILED, job.prompt_hash, note=str(error))]
        sequence = min(self._free)  # llama.cpp takes streams together only if their numbers are consecutive
        self._free.remove(sequence)
        shared = self._place(context, sequence, shared)
        work = start_work(sequence, job.tokens, shared)
        self._active.append(Writing(job, work, self.model, sampler) if sampler else Scoring(job, work))
        return []

    def _place(self, context: DecodingContext, sequence: int, shared: int) -> int:
        """Put the first `shared` tokens of the trunk into a sequence; returns how many are there."""
        if not shared or self._trunk is None:
            context.forget(sequence, 0)
            return 0
        context.copy(TRUNK, sequence)
        if shared < len(self._trunk.tokens) and not context.forget(sequence, shared):
            context.forget(sequence, 0)
            return 0
        return shared

    def _grow_trunk(self, context: DecodingContext, job: PreparedRequest) -> bool:
        """Begin to decode what this job shares with others in the queue; False when that saves too little."""
        there = shared_tokens(self._trunk, job)
        wish = worth_sharing(job, self._queue, there)
        if not wish or not self._has_room(job.need - there):
            return False
        there = min(there, wish)
        if not there or not context.forget(TRUNK, there):
            there = 0
            context.forget(TRUNK, 0)
        for item in self._active:
            item.work.shared = min(item.work.shared, there)  # cells that only they hold now
        self._trunk = grow(job.tokens[:wish], there)
        return True

    def _drop_trunk(self, context: DecodingContext) -> None:
        context.forget(TRUNK, 0)
        self._trunk = None

    # Memory

    def _fitting_context(self) -> DecodingContext | None:
        """The context, made anew when the next question needs a longer one and nothing is at work."""
        longest = max(job.need for job in self._queue)
        if self._context and (self._context.layout.unified or longest <= self._context.layout.cells):
            return self._context
        if self._active:
            return None
        if self._context:
            self._context.close()
        self._trunk = None
        self._context = DecodingContext(
            self.model, self.settings, lay_out(longest, self._n_parallel, self._total_cells)
        )
        return self._context

    def _has_room(self, cells: int) -> bool:
        layout = self.layout
        if layout is None or not layout.unified:
            return True
        taken = sum(item.prepared.need - item.work.shared for item in self._active)
        taken += len(self._trunk.tokens) if self._trunk else 0
        return taken + cells <= layout.cells

    def _close_gaps(self) -> None:
        """Once nothing waits any more: streams that are no neighbours would be decoded one group after the other."""
        layout = self.layout
        if self._queue or self._context is None or layout is None or layout.unified:
            return
        while self._free and self._active:
            last = max(self._active, key=lambda item: item.work.sequence)
            gap = min(self._free)
            if gap > last.work.sequence:
                return
            self._context.copy(last.work.sequence, gap)
            self._context.forget(last.work.sequence, 0)
            self._free.remove(gap)
            self._free.append(last.work.sequence)
            last.work.sequence = gap

    def _put_back_newest(self) -> None:
        """The cache is more fragmented than reckoned: the newest question waits."""
        if len(self._active) < 2 or self._context is None:
            raise InferenceError(f"{self.model.path.name}: the KV cache is full with one question: lower max_tokens")
        newest = self._active.pop()
        newest.close()
        self._context.forget(newest.work.sequence, 0)
        self._free.append(newest.work.sequence)
        self._queue.appendleft(newest.prepared)

    # Decoding

    def _plan(self) -> list[tuple[Questioned | None, Work, int]]:
        """Who decodes how many tokens in this step: answers first, then the trunk, then prompts."""
        context = self._context
        if context is None:
            return []
        room, outputs = context.n_batch, context.layout.max_outputs
        waiting: list[tuple[Questioned | None, Work]] = [(item, item.work) for item in self._active]
        if self._trunk and not self._trunk.ready:
            waiting.append((None, self._trunk.work))
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
        assert self._context is not None
        tokens = np.concatenate([work.pending[:n] for _, work, n in plan])
        positions = np.concatenate([np.arange(work.position, work.position + n) for _, work, n in plan])
        sequences = np.repeat([work.sequence for _, work, _ in plan], [n for _, _, n in plan])
        wanted = np.concatenate([work.wanted[:n] for _, work, n in plan])
        threads = self._pacer.choose(len(tokens))
        self._context.set_threads(threads)
        before = time.monotonic()
        logits = self._context.decode(tokens, positions.astype(np.int32), sequences.astype(np.int32), wanted)
        taken_s = time.monotonic() - before
        self._pacer.observe(len(tokens), threads, taken_s)
        self._on_decoded()
        best = logits.argmax(axis=1)
        replies, row = [], 0
        for item, work, n in plan:
            n_rows = int(np.count_nonzero(work.wanted[:n]))
            work.pending, work.wanted, work.position = work.pending[n:], work.wanted[n:], work.position + n
            work.cost_s += taken_s * n / len(tokens)
            self._n_prompt += n if n > 1 or not n_rows else 0
            if item is not None and n_rows:
                reply = self._take(item, logits[row : row + n_rows], best[row : row + n_rows])
                replies += [reply] if reply else []
            row += n_rows
        return replies

    def _take(self, item: Questioned, logits: np.ndarray, best: np.ndarray) -> Reply | None:
        reply = item.take(logits, best)
        self._n_answer += 1 if isinstance(item, Writing) else 0
        if reply:
            self._release(item)
        elif isinstance(item, Scoring) and item.must_rewind:
            self._rewind(item)
        return reply

    def _rewind(self, item: Scoring) -> None:
        """Back to the end of the prompt; a model that cannot forget a part decodes its prompt again."""
        assert self._context is not None
        work, prompt = item.work, item.prepared.tokens
        if self._context.forget(work.sequence, len(prompt)):
            work.position = len(prompt)
            item.begin_next(prompt[:0])
            return
        work.position = work.shared = self._place(self._context, work.sequence, work.shared)
        item.begin_next(prompt[work.position :])

    def _release(self, item: Questioned) -> None:
        assert self._context is not None
        item.close()
        self._active.remove(item)
        self._context.forget(item.work.sequence, 0)
        self._free.append(item.work.sequence)


def _affordable(work: Work, room: int, outputs: int) -> int:
    """How many pending tokens fit into a batch that has room for so many tokens and so many logits."""
    n = min(len(work.pending), room)
    allowed = np.cumsum(work.wanted[:n]) <= outputs
    return int(np.count_nonzero(allowed))
