"""What a model writes after its answer is not its answer.

A base model, or a chat model whose stop token was missed, goes on: the next
turn of the chat, the next question of a few-shot prompt, and answers to those.
Two signs end a reply. A special token or a role header of a chat template
always does. A line such as "Question:" does too, but only for a reader who
found the answer before it: some models repeat the question first.
"""

import re
from dataclasses import dataclass

_OWN_HEADER = re.compile(
    r"\s*(?:<\|im_start\|>\s?assistant|<\|start_header_id\|>\s?assistant\s?<\|end_header_id\|>|<\|assistant\|>|"
    r"<start_of_turn>model|<\|start_of_role\|>assistant<\|end_of_role\|>|\[/INST\]|<s>|<bos>|"
    r"<\|start\|>assistant|### ?(?:assistant|response|answer):?(?=\s))\s*",
    re.IGNORECASE,
)
_TURN_END = re.compile(
    r"<\|(?:im_start|im_end|endoftext|eot_id|eom_id|end|return|user|system|start_header_id|end_of_text|"
    r"start_of_role|end_of_turn|end_of_role|EOT|END_OF_TURN_TOKEN|START_OF_TURN_TOKEN)\|>|"
    r"</?s>|<eos>|<(?:start|end)_of_turn>|<｜[^｜\n]{1,30}｜>|\[/?INST\]|<</?SYS>>",
    re.IGNORECASE,
)
_NEXT_TURN = re.compile(
    r"^[ \t>]{0,6}(?:[*_]{1,2})?(?:"
    r"#{2,4} ?(?:instruction|input|question|user|human|problem|task|exercise|new question)\b[^\n]{0,12}|"
    r"(?:(?:new |next )?question|q|user|human|instruction|problem|exercise|query|frage|pregunta|pergunta|domanda|"
    r"вопрос|问题|問題|질문|المستخدم|السؤال)(?: ?#?\d{1,4})?(?:[*_]{1,2})?\s?[:：])",
    re.IGNORECASE | re.MULTILINE,
)


@dataclass(frozen=True)
class RunOn:
    turn: str  # the model's own turn
    head: str  # the turn up to a line that begins another question; `turn` where there is none
    sign: str | None  # what ended the head, as it stands in the text

    @property
    def note(self) -> str:
        return f" The text ran on after the answer (from {self.sign!r}); that part was left out." if self.sign else ""


def cut_run_on(text: str) -> RunOn:
    """The model's own turn, and its part before the next question of a run-on text.

    >>> cut_run_on("5\\n\\nQuestion: Ann has 3 cats.\\n8").head
    '5'
    >>> cut_run_on("B<|im_end|>\\n<|im_start|>user").turn
    'B'
    """
    start = 0
    while header := _OWN_HEADER.match(text, start):
        start = header.end()
    turn, sign = text[start:].strip(), None
    if (end := _TURN_END.search(turn)) is not None:
        if _TURN_END.sub("", turn[end.start() :]).strip():  # a bare end token is no run-on
            sign = end[0]
        turn = turn[: end.start()].strip()
    for line in _NEXT_TURN.finditer(turn):
        if turn[: line.start()].strip():
            return RunOn(turn, turn[: line.start()].strip(), line[0].strip())
    return RunOn(turn, turn, sign)
