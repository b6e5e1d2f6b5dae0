"""Thinking is split off before anything is read.

A model that reasons aloud tries answers on; none of them is its answer. Each
family marks its thinking in its own way, chat templates swallow the opening
tag, and a token budget swallows the closing one, so the rules are:

- a pair of tags anywhere is thinking, unless it stands in a code span or block;
- a closing tag without an opening one ends a thinking that began with the text;
- an opening tag at the start of a line that is never closed: everything after
  it is thinking, and the answer is what stood before it, as a rule nothing.
"""

import re
from dataclasses import dataclass

_NAMES = (
    "think|thinking|thought|thoughts|reason|reasoning|analysis|reflection|scratchpad|"
    "internal_thought|inner_monologue|seed:think|longcat_think|ant_thinking|antml:thinking|deep_think"
)
# Each family as (opening, closing); the first group of an opening tag is repeated in its closing tag.
_FAMILIES = (
    (rf"<(?P<angle>{_NAMES})>", rf"</(?P<angle_end>{_NAMES})>"),
    (r"\[(?P<square>think|thinking|reasoning)\]", r"\[/(?P<square_end>think|thinking|reasoning)\]"),
    (r"(?P<kimi>◁think▷)", r"(?P<kimi_end>◁/think▷)"),
    (
        r"<\|(?P<pipe>begin_of_thought|start_thinking|thinking|think|thought_start)\|>",
        r"<\|(?P<pipe_end>end_of_thought|end_thinking|/thinking|/think|thought_end)\|>",
    ),
    (r"(?P<gemma><\|channel>thought\b|<unused94>thought\b)", r"(?P<gemma_end><channel\|>|<unused95>)"),
    (
        r"(?P<granite>^here(?:'s| is) my thought process:?)",
        r"(?P<granite_end>^here(?:'s| is) my response:?)",
    ),
)
_TAG = re.compile("|".join(tag for family in _FAMILIES for tag in family), re.IGNORECASE | re.MULTILINE)
# What some families put around the answer itself; it carries no meaning once the thinking is gone.
_ANSWER_FRAME = re.compile(
    r"</?response>|<\|(?:begin|end)_of_solution\|>|<\|(?:start|end)_response\|>|"
    r"\[(?:begin|end) final response\]",
    re.IGNORECASE,
)
_HARMONY_HEAD = re.compile(r"<\|channel\|>\s?(?P<channel>[a-z]+)[^<]{0,200}<\|message\|>", re.IGNORECASE)
_HARMONY_END = re.compile(r"<\|(?:end|return|call|start)\|>")
# The same with its special tokens dropped by a detokenizer: "analysisThe user asks…assistantfinalB".
_BARE_HARMONY_START = re.compile(r"\s*analysis(?=[A-Z\"'“(])")
_BARE_HARMONY_FINAL = re.compile(r"assistant\s?final(?![a-z])")
_FENCE = re.compile(r"^[ \t]{0,3}(?:```|~~~)", re.MULTILINE)


@dataclass(frozen=True)
class SplitAnswer:
    thinking: str
    answer: str
    closed: bool  # False: the thinking never ended, the answer has not begun


def split_thinking(text: str) -> SplitAnswer:
    """Split `text` as a model wrote it into its thinking and its answer.

    >>> split_thinking("<think>A?</think>B")
    SplitAnswer(thinking='A?', answer='B', closed=True)
    >>> split_thinking("Perhaps A.</think>B").answer
    'B'
    >>> split_thinking("<think>So many options").closed
    False
    """
    if _HARMONY_HEAD.search(text):
        return _split_harmony(text)
    if opening := _BARE_HARMONY_START.match(text):
        return _split_bare_harmony(text, opening.end())
    return _split_tags(text)


def _split_tags(text: str) -> SplitAnswer:
    tags = list(_TAG.finditer(text))
    if not tags:
        return SplitAnswer("", _without_frame(text), closed=True)
    quoted = _CodePlaces(text)
    thinking: list[str] = []
    answer: list[str] = []
    position = 0
    opened: re.Match[str] | None = None
    for number, tag in enumerate(tags):
        closes = (tag.lastgroup or "").endswith("_end")
        if opened is not None:
            if closes and _same_family(opened, tag):
                thinking.append(text[position : tag.start()])
                position, opened = tag.end(), None
        elif quoted.hold(tag):
            continue
        elif closes:
            thinking += [*answer, text[position : tag.start()]]
            answer, position = [], tag.end()
        elif _starts_a_line(text, tag) or _closed_later(tags, number):
            answer.append(text[position : tag.start()])
            position, opened = tag.end(), tag
    (answer if opened is None else thinking).append(text[position:])
    return SplitAnswer("\n".join(thinking).strip(), _without_frame("".join(answer)), closed=opened is None)


def _same_family(opened: re.Match[str], closing: re.Match[str]) -> bool:
    return closing.lastgroup == f"{opened.lastgroup}_end"


def _closed_later(tags: list[re.Match[str]], number: int) -> bool:
    # A window keeps a text made of nothing but tags linear.
    return any(_same_family(tags[number], later) for later in tags[number + 1 : number + 50])


def _starts_a_line(text: str, tag: re.Match[str]) -> bool:
    before = text[max(0, tag.start() - 20) : tag.start()]
    return before.rpartition("\n")[2].strip(" \t>*") == "" or before.endswith("|>")


class _CodePlaces:
    """Which stretches of a text are code, where a tag is only talked about."""

    def __init__(self, text: str) -> None:
        self._text = text
        fences = [fence.start() for fence in _FENCE.finditer(text)]
        self._blocks = list(zip(fences[::2], fences[1::2], strict=False))

    def hold(self, tag: re.Match[str]) -> bool:
        around = self._text[max(0, tag.start() - 1) : tag.start()], self._text[tag.end() : tag.end() + 1]
        if around[0] in "`\"'" and around[1] in "`\"'" and around != ("", ""):
            return True
        while self._blocks and self._blocks[0][1] < tag.start():
            self._blocks.pop(0)  # tags come in order, so a block that lies behind is done with
        return bool(self._blocks) and self._blocks[0][0] < tag.start()


def _split_harmony(text: str) -> SplitAnswer:
    """gpt-oss: each message names its channel; only `final` is the answer."""
    thinking: list[str] = []
    answer: list[str] = []
    heads = list(_HARMONY_HEAD.finditer(text))
    before = text[: heads[0].start()].replace("<|start|>assistant", "").strip()
    if before:
        thinking.append(before)
    for head, following in zip(heads, [*heads[1:], None], strict=True):
        end = following.start() if following else len(text)
        body = text[head.end() : end]
        if stop := _HARMONY_END.search(body):
            body = body[: stop.start()]
        (answer if head["channel"].lower() == "final" else thinking).append(body)
    return SplitAnswer("\n".join(thinking).strip(), "\n".join(answer).strip(), closed=bool(answer))


def _split_bare_harmony(text: str, start: int) -> SplitAnswer:
    final = _BARE_HARMONY_FINAL.search(text, start)
    if final is None:
        return SplitAnswer(text[start:].strip(), "", closed=False)
    return SplitAnswer(text[start : final.start()].strip(), text[final.end() :].strip(), closed=True)


def _without_frame(answer: str) -> str:
    return _ANSWER_FRAME.sub("", answer).strip()
