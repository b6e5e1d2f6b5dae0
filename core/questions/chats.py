"""A chat in a cell -> what is asked, what came before, and the answer it ends with.

Known are role and content (OpenAI, inspect_ai, most fine-tuning data), from and
value (ShareGPT), and a plain list of texts, which are turns of the user
(MT-bench). OpenAI's evals give examples as system turns named example_user and
example_assistant. An assistant's last turn is the answer, never part of the question.

>>> chat = parse_chat([{"role": "user", "content": "2 + 2?"}, {"role": "assistant", "content": "4"}])
>>> chat.asked, chat.answer
('2 + 2?', '4')
"""

from dataclasses import dataclass
from typing import Any

from core.questions.question import Example

_ROLES = {
    "user": "user", "human": "user", "prompter": "user", "instruction": "user", "example_user": "user",
    "assistant": "assistant", "gpt": "assistant", "model": "assistant", "bot": "assistant", "ai": "assistant",
    "chatgpt": "assistant", "example_assistant": "assistant", "system": "system", "developer": "system",
}  # fmt: skip
_SPEAKERS = {"user": "User", "assistant": "Assistant"}


@dataclass(frozen=True)
class Chat:
    system: str | None
    before: tuple[Example, ...]  # exchanges before the question
    asked: str  # the user's last turn, or the first of several without answers
    answer: str | None  # the assistant's turn at the end
    not_asked: int = 0  # further turns of the user that no assistant's turn comes before

    @property
    def written_out(self) -> str:
        """The question with the exchanges before it, as one text."""
        turns = [f"User: {example.input}\n\nAssistant: {example.target}" for example in self.before]
        return "\n\n".join((*turns, f"User: {self.asked}")) if turns else self.asked


def is_chat(cell: Any) -> bool:
    """Whether a cell is a list of turns."""
    if not isinstance(cell, list) or not cell:
        return False
    return all(isinstance(turn, dict) and _role(turn) is not None for turn in cell)


def parse_chat(cell: list[Any]) -> Chat:
    """Raises ValueError with a sentence for a chat that no question can be made of."""
    system: list[str] = []
    turns: list[tuple[str, str]] = []
    for turn in cell:
        role, text = (_role(turn), _text_of(turn)) if isinstance(turn, dict) else ("user", turn)
        if role is None or not isinstance(text, str):
            raise ValueError("is a chat with a turn that has no role or no text")
        if role == "system":
            system.append(text.strip())
        elif text.strip():
            turns.append((role, text.strip()))
    answer = turns.pop()[1] if turns and turns[-1][0] == "assistant" else None
    while turns and turns[0][0] == "assistant":
        turns.pop(0)  # a greeting
    before: list[Example] = []
    at = 0
    while at + 1 < len(turns) and turns[at][0] == "user" and turns[at + 1][0] == "assistant":
        before.append(Example(turns[at][1], turns[at + 1][1]))
        at += 2
    rest = turns[at:]
    if not rest or any(role != "user" for role, _ in rest):
        raise ValueError("is a chat without a last turn of the user's, or with two of the assistant's in a row")
    return Chat("\n\n".join(system) or None, tuple(before), rest[0][1], answer, len(rest) - 1)


def _role(turn: dict[Any, Any]) -> str | None:
    named = turn.get("name") if turn.get("role") == "system" else None
    said = named if named in _ROLES else turn.get("role", turn.get("from"))
    return _ROLES.get(said.lower()) if isinstance(said, str) else None


def _text_of(turn: dict[Any, Any]) -> Any:
    """The text of a turn; parts of text are joined. Raises ValueError for an image or a sound."""
    content = next((turn[key] for key in ("content", "value", "text") if turn.get(key) is not None), "")
    if not isinstance(content, list):
        return content
    parts = [part.get("text") if isinstance(part, dict) else part for part in content]
    texts = [part for part in parts if isinstance(part, str)]
    if len(texts) < len(parts):
        raise ValueError("is a chat that holds more than text; images and sounds are not asked")
    return "\n".join(texts)
