"""How many threads decode the next batch.

Threads of one batch wait for each other about a thousand times. Alone on the
machine, all cores are right. When other programs want the cores too, one
thread may be faster than several, and that changes from minute to minute. So
the time of every batch is watched: only when batches take much longer than
they once did is the other choice tried, and the faster one kept until the
next trial.
"""

from dataclasses import dataclass, field

_SLOWED = 1.6  # times the best cost seen: other programs are at work
_TRIAL_EVERY = 16  # batches between two trials while it is slowed down
_MEMORY = 0.3  # weight of the newest batch in the running cost


@dataclass
class Pacer:
    """Chooses between `threads` and one, by the running cost of each.

    Example: with costs per token of 2 ms (two threads, calm) and then 20 ms,
    one thread is tried; at 5 ms it is kept, and two are tried again after 16
    batches.
    """

    threads: int
    current: int = 0  # 0: begin with `threads`
    _cost: dict[tuple[int, int], float] = field(default_factory=dict)  # (threads, size class) -> seconds a token
    _best: dict[int, float] = field(default_factory=dict)  # size class -> least seconds a token with all threads
    _since_trial: int = 0
    _trying: int | None = None

    def __post_init__(self) -> None:
        self.current = self.current or self.threads

    def choose(self, n_tokens: int) -> int:
        """Threads for a batch of so many tokens."""
        if self.threads == 1:
            return 1
        self._since_trial += 1
        if self._trying is None and self._since_trial >= _TRIAL_EVERY and self._is_slowed(n_tokens):
            self._trying = 1 if self.current == self.threads else self.threads
        return self._trying or self.current

    def observe(self, n_tokens: int, used: int, duration_s: float) -> bool:
        """Note what a batch took; True when the choice changed."""
        size, cost = n_tokens.bit_length(), duration_s / n_tokens
        before = self._cost.get((used, size))
        self._cost[used, size] = cost if before is None else (1 - _MEMORY) * before + _MEMORY * cost
        if used == self.threads:
            self._best[size] = min(cost, self._best.get(size, cost))
        if self._trying != used:
            return False
        self._trying, self._since_trial = None, 0
        rival = self._cost.get((self.current, size))
        if rival is not None and cost < 0.9 * rival:
            self._cost[used, size] = cost  # what it cost long ago says nothing about now
            self.current = used
            return True
        return False

    def _is_slowed(self, n_tokens: int) -> bool:
        size = n_tokens.bit_length()
        now, best = self._cost.get((self.current, size)), self._best.get(size)
        if now is None:
            return False
        return self.current != self.threads or best is None or now > _SLOWED * best
