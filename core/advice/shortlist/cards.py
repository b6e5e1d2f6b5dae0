"""What the model cards of a project claim, as rows beside those of the boards. They are shown, and never rank."""

from collections.abc import Iterable
from datetime import date

from core.advice.shortlist.scores import CARD
from core.cards.reading import CardReading
from core.catalogue.public_scores import PublicScore


def card_rows(readings: Iterable[tuple[str, CardReading]], today: date) -> tuple[PublicScore, ...]:
    """Own scores in percent of known benchmarks; `today` is the day the card was read."""
    return tuple(
        PublicScore(
            model=model.rsplit("/", 1)[-1],
            hf_id=model if model.count("/") == 1 else None,
            params_b=None,
            benchmark=score.benchmark,
            value=round(score.percent, 2),
            scale="percent",
            interval=None,
            setting=", ".join(
                part
                for part in (
                    f"{score.shots}-shot" if score.shots is not None else "",
                    score.mode or "",
                    score.metric or "",
                )
                if part
            )
            or "setting not stated",
            source=CARD,
            as_of=today.isoformat(),
        )
        for name, reading in readings
        for model in [reading.model or name]
        for score in reading.main_scores or reading.own_scores
        if score.percent is not None and score.benchmark
    )
