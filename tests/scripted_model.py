"""A session that loads nothing: what it answers is up to each test."""

from core.inference.exchange import Settings


class ScriptedModel:
    """Everything of a session but `answer(requests)`."""

    settings = Settings(threads=1)

    def close(self) -> None:
        pass
