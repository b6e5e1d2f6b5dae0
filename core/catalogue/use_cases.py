"""The four kinds of work a model is chosen for."""

from enum import StrEnum


class UseCase(StrEnum):
    CODING = "coding"
    CHAT = "chat"
    REASONING = "reasoning"
    GENERAL = "general"
