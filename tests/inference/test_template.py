import pytest

from core.errors import TemplateError
from core.inference.exchange import Settings
from core.inference.template import (
    NAMED_TEMPLATES,
    SystemRole,
    TemplateSource,
    Templating,
    Thinking,
    fold_system,
    render_prompt,
)
from core.questions.question import Message

CHAT = (Message("system", "Be brief."), Message("user", "Hi"))
REFUSES_SYSTEM = (
    "{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('System role not supported') }}{% endif %}"
    "<{{ m.role }}>{{ m.content }}{% endfor %}<assistant>"
)
DROPS_SYSTEM = "{% for m in messages %}{% if m.role != 'system' %}<{{ m.role }}>{{ m.content }}{% endif %}{% endfor %}"
THINKS = (
    "{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}<assistant>"
    "{% if enable_thinking is defined and enable_thinking is false %}<think>\n\n</think>\n\n{% endif %}"
)


def prompt(template: str | None, settings: Settings = Settings(), chat=CHAT):  # noqa: B008
    return render_prompt(chat, Templating(template, "<s>", "</s>"), settings)


def test_a_template_that_refuses_the_system_role_gets_it_in_the_first_user_turn():
    found = prompt(REFUSES_SYSTEM)
    assert found.text == "<user>Be brief.\n\nHi<assistant>"
    assert found.system is SystemRole.FOLDED
    assert "System role not supported" in found.notes[0]


def test_a_template_that_drops_the_system_text_in_silence_gets_it_in_the_first_user_turn():
    found = prompt(DROPS_SYSTEM)
    assert found.text == "<user>Be brief.\n\nHi"
    assert found.system is SystemRole.FOLDED


def test_a_template_that_refuses_every_chat_is_an_error():
    with pytest.raises(TemplateError, match="never"):
        prompt("{{ raise_exception('never') }}")


def test_a_system_text_that_is_accepted_stays_where_it_is():
    found = prompt(NAMED_TEMPLATES["chatml"])
    assert found.system is SystemRole.KEPT
    assert found.text.startswith("<|im_start|>system\nBe brief.<|im_end|>")
    assert found.source is TemplateSource.FILE


def test_folding_keeps_the_turns_before_the_first_user_turn():
    chat = (Message("system", "S"), Message("assistant", "A"), Message("user", "U"))
    assert fold_system(chat) == (Message("assistant", "A"), Message("user", "S\n\nU"))


def test_without_a_template_the_text_is_plain_and_says_so():
    found = prompt(None)
    assert found.text == "Be brief.\n\nQuestion: Hi\nAnswer:"
    assert found.source is TemplateSource.NONE
    assert found.stop == ("\nQuestion:",)
    assert found.notes


def test_worked_examples_become_questions_and_answers_in_a_plain_text():
    chat = (Message("user", "1+1?"), Message("assistant", "2"), Message("user", "2+2?"))
    assert prompt(None, chat=chat).text == "Question: 1+1?\nAnswer: 2\n\nQuestion: 2+2?\nAnswer:"


@pytest.mark.parametrize(("asked", "end"), [(True, "<assistant>"), (False, "<think>\n\n</think>\n\n")])
def test_the_switch_for_thinking_reaches_the_template(asked, end):
    found = prompt(THINKS, Settings(thinking=asked))
    assert found.text.endswith(end)
    assert found.thinking is (Thinking.ON if asked else Thinking.OFF)


def test_the_default_for_thinking_is_found_out():
    assert prompt(THINKS).thinking is Thinking.ON
    assert prompt(NAMED_TEMPLATES["chatml"]).thinking is Thinking.NOT_SWITCHABLE


def test_a_switch_that_changes_nothing_is_said():
    assert "no switch" in prompt(NAMED_TEMPLATES["chatml"], Settings(thinking=False)).notes[0]


@pytest.mark.parametrize("name", NAMED_TEMPLATES)
def test_every_named_template_shows_all_of_a_chat(name):
    chat = (Message("system", "Sys"), Message("user", "One"), Message("assistant", "Two"), Message("user", "Three"))
    found = prompt(None, Settings(template=name), chat)
    positions = [found.text.index(text) for text in ("Sys", "One", "Two", "Three")]
    assert positions == sorted(positions)
    assert found.source is TemplateSource.NAMED


def test_a_given_text_is_used_as_template_and_an_unknown_name_is_refused():
    assert (
        prompt(None, Settings(template="{{ messages[-1].content }}!{{ messages[0].content }}")).text == "Hi!Be brief."
    )
    with pytest.raises(TemplateError, match="chatml"):
        prompt(None, Settings(template="no-such-name"))


OWN_SYSTEM = (
    "{% if messages[0].role != 'system' %}<s>system\nYou are Zyx, made to help.</s>\n{% endif %}"
    "{% for m in messages %}<s>{{ m.role }}\n{{ m.content }}</s>\n{% endfor %}<s>assistant\n"
)


def test_a_system_text_that_the_template_adds_is_said_and_quoted() -> None:
    found = render_prompt((Message("user", "2+2?"),), Templating(OWN_SYSTEM, "", ""), Settings())
    assert found.system is SystemRole.ADDED
    assert "You are Zyx, made to help." in found.text
    assert "a system text of its own in front: “You are Zyx, made to help.”" in " ".join(found.notes)


def test_a_template_that_adds_no_system_text_is_not_said_to_add_one() -> None:
    plain = OWN_SYSTEM.partition("{% endif %}")[2]
    found = render_prompt((Message("user", "2+2?"),), Templating(plain, "", ""), Settings())
    assert found.system is SystemRole.ABSENT
    assert not found.notes
