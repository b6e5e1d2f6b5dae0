"""How reliable small tests were found to be: data/reliability/, checked as it is read.

Three files, each with its provenance: published.json holds the MDAD figures
that the paper's authors published; curves.json what our own code computed from
real results of many models; calibration.json how often our own verdicts came
true on the same results. The results themselves are not part of the project.
"""

from functools import lru_cache

from pydantic import Field

from core.catalogue.benchmarks import DATE, Record
from core.catalogue.data_files import load_json, reading


class PublishedPoint(Record):
    """Published MDAD of one method at one number of questions; shares, mean over the numbers of source models."""

    benchmark: str
    method: str
    split: str  # "seen" or "unseen"
    n: int
    mdad: float
    least: float
    most: float
    with_10: float  # from 10 source models
    with_300: float


class Published(Record):
    source: str
    commit: str
    date: str = Field(pattern=DATE)
    note: str
    curves: tuple[PublishedPoint, ...]


class Point(Record):
    """What our code found for n questions; shares. None: 80 % are never reached."""

    n: int
    mdad: float | None
    low: float | None  # 95 % interval from drawing models again
    high: float | None
    published_rule: float | None  # by the paper's rule: ties wrong, first crossing
    mean_error: float
    tau: float
    closer_than_mdad: float | None
    bands: tuple[tuple[float, float, int, float | None], ...]  # true gap from, to, pairs, ranked rightly


class UniformPoint(Point):
    """Random questions, held against the whole bank."""

    mdad_ties_wrong: float | None
    closed_form: float


class MethodPoint(Point):
    method: str
    sources: int
    per_subtask: bool
    split: str


class CloseModels(Record):
    """Models in the middle of the ranking, on n random questions."""

    n: int
    models: int
    span: float  # between the best and the worst of them
    pairs: int
    below_80: float  # share of the pairs that are ranked rightly less often than 8 times in 10
    mean_agreement: float


class MatrixCurves(Record):
    name: str
    title: str
    source: str
    path: str
    commit: str
    licence: str
    models: int
    questions: int
    discordance: float
    notes: tuple[str, ...]
    uniform: tuple[UniformPoint, ...]
    close_models: tuple[CloseModels, ...]
    methods: tuple[MethodPoint, ...]

    def most_sources(self) -> int:
        return max((point.sources for point in self.methods), default=0)


class OwnCurves(Record):
    computed: str = Field(pattern=DATE)
    by: str
    matrices: dict[str, MatrixCurves]


class ClaimBand(Record):
    """Verdicts whose confidence lay in one band, and how many came true."""

    low: float
    high: float
    claims: int
    mean_claim: float | None
    came_true: float | None  # against the whole bank


class BankCalibration(Record):
    bank: str
    n: int
    trials: int
    error: float  # expected calibration error of the claim about the bank
    error_of_chance: float  # the same for perfect claims, from so few trials alone
    error_rest: float  # of the claim about such questions, held against the rest of the bank
    bands: tuple[ClaimBand, ...]


class Calibration(Record):
    computed: str = Field(pattern=DATE)
    by: str
    note: str
    rows: tuple[BankCalibration, ...]


@lru_cache(maxsize=1)
def load_published() -> Published:
    with reading("reliability/published.json") as path:
        return Published.model_validate(load_json(path))


@lru_cache(maxsize=1)
def load_own_curves() -> OwnCurves:
    with reading("reliability/curves.json") as path:
        return OwnCurves.model_validate(load_json(path))


@lru_cache(maxsize=1)
def load_calibration() -> Calibration:
    with reading("reliability/calibration.json") as path:
        return Calibration.model_validate(load_json(path))
