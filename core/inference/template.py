"""From messages to the text a model reads, with nothing falling back in silence.

A prompt says where its template came from, whether the system text was kept
or folded into the first user turn, and whether thinking is on. A file without
a template is asked by plain completion, and that is said too.
"""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.errors import TemplateError
from core.inference.exchange import Settings
from core.inference.sandbox import TemplateRefused, render
from core.questions.question import Message

# Templates that ask for today's date are always told this one: a prompt must be
# the same tomorrow, or a run could not be resumed or compared.
FIXED_DATE = datetime.date(2025, 1, 1)

_CHATML = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
_LLAMA_3 = (
    "{% for m in messages %}<|start_header_id|>{{ m.role }}<|end_header_id|>\n\n{{ m.content | trim }}<|eot_id|>"
    "{% endfor %}{% if add_generation_prompt %}<|start_header_id|>assistant<|end_header_id|>\n\n{% endif %}"
)
_GEMMA = (
    "{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('no system role') }}{% endif %}"
    "<start_of_turn>{{ 'model' if m.role == 'assistant' else m.role }}\n{{ m.content | trim }}<end_of_turn>\n"
    "{% endfor %}{% if add_generation_prompt %}<start_of_turn>model\n{% endif %}"
)
_MISTRAL = (
    "{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('no system role') }}{% endif %}"
    "{% if m.role == 'user' %}[INST] {{ m.content }} [/INST]{% else %} {{ m.content }}{{ eos_token }}{% endif %}"
    "{% endfor %}"
)
_ALPACA = (
    "{% for m in messages %}{% if m.role == 'system' %}{{ m.content }}\n\n{% elif m.role == 'user' %}"
    "### Instruction:\n{{ m.content }}\n\n{% else %}### Response:\n{{ m.content }}\n\n{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}### Response:\n{% endif %}"
)
NAMED_TEMPLATES = {"chatml": _CHATML, "llama-3": _LLAMA_3, "gemma": _GEMMA, "mistral": _MISTRAL, "alpaca": _ALPACA}
PLAIN = "plain"  # Settings.template that asks for completion although the file has a template

# Names under which published templates know the switch for thinking.
_THINKING_NAMES = ("enable_thinking", "thinking", "reasoning_effort")


_MARK = "a system text, to see where it would stand"
_SHOWN_CHARACTERS = 300


class TemplateSource(StrEnum):
    FILE = "the file's own template"
    NAMED = "a named template, chosen"
    GIVEN = "a template text, given"
    NONE = "none: plain completion"


class SystemRole(StrEnum):
    ABSENT = "there is no system text"
    ADDED = "the questions give none, the template adds its own"
    KEPT = "kept as a system turn"
    FOLDED = "folded into the first user turn"


class Thinking(StrEnum):
    ON = "on"
    OFF = "off"
    NOT_SWITCHABLE = "the template has no switch for it"


@dataclass(frozen=True)
class Prompt:
    """A rendered prompt and how it came about."""

    text: str
    source: TemplateSource
    system: SystemRole
    thinking: Thinking
    stop: tuple[str, ...] = ()  # stop strings that this way of asking needs
    notes: tuple[str, ...] = ()  # sentences for the person who prepares the run


@dataclass(frozen=True)
class Templating:
    """What rendering needs to know about a file."""

    file_template: str | None
    bos_text: str
    eos_text: str


def render_prompt(messages: Sequence[Message], templating: Templating, settings: Settings) -> Prompt:
    """The prompt for a chat, through the template that settings and file call for.

    Raises TemplateError when the template cannot take this chat even with the
    system text folded into the first user turn.
    """
    source_text, source = _choose(templating, settings)
    if source_text is None:
        return plain_prompt(messages)
    notes: list[str] = []
    text, system = _render_or_fold(source_text, messages, templating, settings, notes)
    thinking = _thinking_state(source_text, messages, templating, settings, notes)
    if "strftime_now" in source_text:
        notes.append(f"The template asks for today's date; it is always told {FIXED_DATE}, so that prompts stay equal.")
    return Prompt(text, source, system, thinking, notes=tuple(notes))


def plain_prompt(messages: Sequence[Message]) -> Prompt:
    """A text to be continued: how a base model, which knows no turns, is asked.

    Example: system "Be brief.", user "2+2?" → "Be brief.\\n\\nQuestion: 2+2?\\nAnswer:".
    """
    lines: list[str] = []
    for message in messages:
        if message.role == "system":
            lines.append(f"{message.content.strip()}\n\n")
        elif message.role == "user":
            lines.append(f"Question: {message.content.strip()}\nAnswer:")
        else:
            lines.append(f" {message.content.strip()}\n\n")
    has_system = any(message.role == "system" for message in messages)
    note = "There is no chat template: the model is asked to continue a plain text of questions and answers."
    return Prompt(
        "".join(lines),
        TemplateSource.NONE,
        SystemRole.FOLDED if has_system else SystemRole.ABSENT,
        Thinking.NOT_SWITCHABLE,
        stop=("\nQuestion:",),
        notes=(note,),
    )


def fold_system(messages: Sequence[Message]) -> tuple[Message, ...]:
    """The chat with its system text at the head of the first user turn."""
    system = "\n\n".join(m.content for m in messages if m.role == "system")
    others = [m for m in messages if m.role != "system"]
    first_user = next((i for i, m in enumerate(others) if m.role == "user"), None)
    if first_user is None:
        return (Message("user", system), *others)
    folded = Message("user", f"{system}\n\n{others[first_user].content}")
    return (*others[:first_user], folded, *others[first_user + 1 :])


def _choose(templating: Templating, settings: Settings) -> tuple[str | None, TemplateSource]:
    asked = settings.template
    if asked is None:
        return (
            (templating.file_template, TemplateSource.FILE) if templating.file_template else (None, TemplateSource.NONE)
        )
    if asked == PLAIN:
        return None, TemplateSource.NONE
    if asked in NAMED_TEMPLATES:
        return NAMED_TEMPLATES[asked], TemplateSource.NAMED
    if "{{" in asked or "{%" in asked:
        return asked, TemplateSource.GIVEN
    names = ", ".join([*NAMED_TEMPLATES, PLAIN])
    raise TemplateError(f"there is no template named “{asked}”: choose one of {names}, or give the Jinja text")


def _render_or_fold(
    source: str, messages: Sequence[Message], templating: Templating, settings: Settings, notes: list[str]
) -> tuple[str, SystemRole]:
    system_texts = [m.content.strip() for m in messages if m.role == "system"]
    if not system_texts:
        text = _render(source, messages, templating, settings.thinking)
        added = _added_system_text(source, text, messages, templating, settings.thinking)
        if added:
            notes.append(f"The template puts a system text of its own in front: “{added[:_SHOWN_CHARACTERS]}”")
        return text, SystemRole.ADDED if added else SystemRole.ABSENT
    try:
        text = _render(source, messages, templating, settings.thinking)
        if all(system in text for system in system_texts):
            return text, SystemRole.KEPT
        why = "drops the system text"
    except TemplateRefused as refusal:
        why = f"refuses the system role ({str(refusal).rpartition(': ')[2]})"
    notes.append(f"The template {why}; the system text stands at the head of the first user turn.")
    return _render(source, fold_system(messages), templating, settings.thinking), SystemRole.FOLDED


def _added_system_text(
    source: str, rendered: str, messages: Sequence[Message], templating: Templating, thinking: bool | None
) -> str:
    """What stands where a system text would, though none was given; "" where nothing does.

    A chat that does have a system text shows the place: what comes before and after it.
    """
    try:
        marked = _render(source, [Message("system", _MARK), *messages], templating, thinking)
    except TemplateRefused:
        return ""
    before, found, after = marked.partition(_MARK)
    length = len(rendered) - len(before) - len(after)
    if not found or length <= 0 or not (rendered.startswith(before) and rendered.endswith(after)):
        return ""
    return rendered[len(before) : len(before) + length].strip()


def _render(source: str, messages: Sequence[Message], templating: Templating, thinking: bool | None) -> str:
    variables: dict[str, object] = {
        "messages": [{"role": m.role, "content": m.content} for m in messages],
        "add_generation_prompt": True,
        "bos_token": templating.bos_text,
        "eos_token": templating.eos_text,
        "tools": None,
        "documents": None,
    }
    if thinking is not None:
        variables |= {"enable_thinking": thinking, "thinking": thinking}
        variables["reasoning_effort"] = "medium" if thinking else "low"
    return render(source, variables, today=FIXED_DATE)


def _thinking_state(
    source: str,
    messages: Sequence[Message],
    templating: Templating,
    settings: Settings,
    notes: list[str],
) -> Thinking:
    """Found by rendering the chat with thinking on and off and comparing."""
    if not any(name in source for name in _THINKING_NAMES):
        if settings.thinking is not None:
            notes.append("The template has no switch for thinking; the setting changes nothing.")
        return Thinking.NOT_SWITCHABLE
    folded = fold_system(messages) if any(m.role == "system" for m in messages) else tuple(messages)
    with_it, without = (_render(source, folded, templating, on) for on in (True, False))
    if with_it == without:
        return Thinking.NOT_SWITCHABLE
    if settings.thinking is not None:
        return Thinking.ON if settings.thinking else Thinking.OFF
    return Thinking.OFF if _render(source, folded, templating, None) == without else Thinking.ON
