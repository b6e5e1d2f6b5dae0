"""Where questions sit in the KV cache: sequences, the room they take, and the trunk.

Sequences are taken from the lowest number up, because llama.cpp decodes
streams together only if their numbers are consecutive. The trunk, sequence 0,
holds what the next questions have in common at their beginning; a question
takes it over as a copy. A model that keeps states instead of a past can give
only the whole trunk; where less is shared, the question is decoded whole.
"""

from collections.abc import Sequence

from core.inference.common_prefix import TRUNK, Trunk, grow, shared_tokens, worth_sharing
from core.inference.context import DecodingContext, Layout, lay_out, padded
from core.inference.exchange import Settings
from core.inference.library import OpenedModel
from core.inference.prompting import PreparedRequest
from core.inference.writing import Questioned


class Places:
    """The sequences of one opened model; not for use from two threads.

    total_cells: tokens of KV cache that memory allows, all sequences together.
    """

    def __init__(self, model: OpenedModel, settings: Settings, total_cells: int) -> None:
        self.context: DecodingContext | None = None  # made for the first question, anew for a longer one
        self.trunk: Trunk | None = None
        self._model, self._settings = model, settings
        self._n_parallel = settings.n_parallel or 1
        self._total_cells = max(total_cells, padded(settings.n_ctx))
        self._free = list(range(1, self._n_parallel + 1))

    @property
    def layout(self) -> Layout | None:
        return self.context.layout if self.context else None

    @property
    def open_for_a_question(self) -> bool:
        """A sequence is free, and the trunk is not being decoded."""
        return bool(self._free) and (self.trunk is None or self.trunk.ready)

    def ready_context(self) -> DecodingContext:
        assert self.context is not None, "nothing sits in a sequence before there is a context"
        return self.context

    def fit(self, longest: int, *, busy: bool) -> DecodingContext | None:
        """A context for questions of so many tokens; None when it must be made anew and questions are at work."""
        if self.context and (self.context.layout.unified or longest <= self.context.layout.cells):
            return self.context
        if busy:
            return None
        self.close()
        self.context = DecodingContext(
            self._model, self._settings, lay_out(longest, self._n_parallel, self._total_cells)
        )
        return self.context

    def has_room(self, cells: int, active: Sequence[Questioned]) -> bool:
        """Whether so many more cells are free; in streams each sequence has its own."""
        layout = self.layout
        if layout is None or not layout.unified:
            return True
        taken = sum(item.prepared.need - item.work.shared for item in active)
        taken += len(self.trunk.tokens) if self.trunk else 0
        return taken + cells <= layout.cells

    def take(self, shared: int) -> tuple[int, int]:
        """A free sequence with the first `shared` tokens of the trunk; its number, and how many are there."""
        sequence = min(self._free)
        self._free.remove(sequence)
        return sequence, self.place(sequence, shared)

    def place(self, sequence: int, shared: int) -> int:
        """Put the first `shared` tokens of the trunk into a sequence; returns how many are there."""
        context = self.ready_context()
        context.forget(sequence, 0)
        if not shared or self.trunk is None:
            return 0
        context.copy(TRUNK, sequence)
        if shared < len(self.trunk.tokens) and not context.forget(sequence, shared):
            context.forget(sequence, 0)
            return 0
        return shared

    def give_back(self, sequence: int) -> None:
        self.ready_context().forget(sequence, 0)
        self._free.append(sequence)

    def grow_trunk(self, job: PreparedRequest, queue: Sequence[PreparedRequest], active: Sequence[Questioned]) -> bool:
        """Begin to decode what this job shares with others in the queue; False when that saves too little."""
        there = shared_tokens(self.trunk, job)
        wish = worth_sharing(job, queue, there)
        if not wish or not self.has_room(job.need - there, active):
            return False
        there = min(there, wish)
        context = self.ready_context()
        if not there or not context.forget(TRUNK, there):
            there = 0
            context.forget(TRUNK, 0)
        for item in active:
            item.work.shared = min(item.work.shared, there)  # cells that only they hold now
        self.trunk = grow(job.tokens[:wish], there)
        return True

    def drop_trunk(self) -> None:
        self.ready_context().forget(TRUNK, 0)
        self.trunk = None

    def close_gaps(self, active: Sequence[Questioned]) -> None:
        """Move the last questions into free sequences before them: streams that are no neighbours are decoded apart."""
        layout = self.layout
        if self.context is None or layout is None or layout.unified:
            return
        while self._free and active:
            last = max(active, key=lambda item: item.work.sequence)
            gap = min(self._free)
            if gap > last.work.sequence:
                return
            self.context.copy(last.work.sequence, gap)
            self._free.remove(gap)
            self.give_back(last.work.sequence)
            last.work.sequence = gap

    def close(self) -> None:
        self.trunk = None
        if self.context:
            self.context.close()
            self.context = None
