"""A session that loads nothing: what it answers is up to each test."""

from core.inference.exchange import Progress, Settings


class ScriptedModel:
    """Everything of a session but `answer(requests)`."""

    settings = Settings(threads=1)

    def progress(self) -> Progress:
        return Progress(0, 0, 0.0)

    def close(self) -> None:
        pass
