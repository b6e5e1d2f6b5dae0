import datetime
import time

import pytest

from core.errors import TemplateError
from core.inference import sandbox
from core.inference.sandbox import TemplateRefused, render

TODAY = datetime.date(2025, 1, 1)
CHAT = {"messages": [{"role": "user", "content": "Hi"}]}

LEADS_OUT = [
    "{{ ''.__class__.__mro__ }}",
    "{{ messages.__init__.__globals__ }}",
    "{{ raise_exception.__globals__ }}",
    "{{ cycler.__init__.__globals__.os }}",
    "{% include '/etc/passwd' %}",
    "{{ messages.append(1) }}",
    "{{ 'x{0.__class__}'.format(1) }}",
]
GROWS = [
    "{{ 'a' * 1000000000 }}",
    "{{ 10 ** 10 ** 10 }}",
    "{{ 'a'.ljust(10000000000) }}",
    "{{ 'a' | center(10000000000) }}",
    "{{ '%1000000000d' % 3 }}",
    "{{ '%1000000000d' | format(3) }}",
    "{{ 'x{:>1000000000}'.format(1) }}",
    "{{ messages | tojson(indent=1000000000) | length }}{{ 'a' * 5000000 }}",
    "{% set n = namespace(s='ab') %}{% for i in range(60) %}{% set n.s = n.s ~ n.s %}{% endfor %}",
    "{% set n = namespace(s='ab') %}{% for i in range(60) %}{% set n.s = n.s + n.s %}{% endfor %}",
    "{% set n = namespace(s='a') %}{% for i in range(60) %}{% set n.s = n.s | replace('a', 'aa') %}{% endfor %}",
    "{% set n = namespace(s='a') %}{% for i in range(60) %}{% set n.s = [n.s, n.s] | join %}{% endfor %}",
    "{% set n = namespace(s='a') %}{% for i in range(60) %}{% set n.s %}{{ n.s }}{{ n.s }}{% endset %}{% endfor %}",
    "{% set n = namespace(s=[1]) %}{% for i in range(40) %}{% set n.s = [n.s, n.s] %}{% endfor %}{{ n.s }}",
    "{% set n = namespace(s=[1]) %}{% for i in range(40) %}{% set n.s = [n.s, n.s] %}{% endfor %}{{ n.s | tojson }}",
    "{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}",
]
FAULTY = ["{% if %}", "{{ messages[5].content.x }}", "{{ nobody() }}", "{{ 1 / 0 }}", "{{ 'a' - 1 }}"]


@pytest.mark.parametrize("template", LEADS_OUT)
def test_nothing_leads_out_of_the_sandbox(template):
    """Jinja answers some of these with an undefined value, which is empty, and the others with an error."""
    try:
        shown = render(template, CHAT, today=TODAY)
    except TemplateError:
        shown = ""
    assert shown == ""
    assert CHAT == {"messages": [{"role": "user", "content": "Hi"}]}


@pytest.mark.parametrize("template", GROWS)
def test_nothing_grows_without_bound(template):
    with pytest.raises(TemplateError):
        render(template, CHAT, today=TODAY)


@pytest.mark.parametrize("template", FAULTY)
def test_a_fault_in_a_template_is_a_sentence(template):
    with pytest.raises(TemplateError, match="template"):
        render(template, CHAT, today=TODAY)


@pytest.mark.parametrize(
    "template",
    [
        "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}",
        "{% macro f(n) %}{% if n %}{{ f(n - 1) }}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(60) }}",
    ],
)
def test_time_is_limited(template, monkeypatch):
    monkeypatch.setattr(sandbox, "TIME_LIMIT_S", 0.2)
    before = time.monotonic()
    with pytest.raises(TemplateError, match="did not finish"):
        render(template, CHAT, today=TODAY)
    assert time.monotonic() - before < 2


def test_a_template_that_is_too_long_is_not_parsed():
    with pytest.raises(TemplateError, match="characters"):
        render("a" * 300_000, CHAT, today=TODAY)


def test_what_real_templates_use_works():
    template = (
        "{%- set ns = namespace(found=false) -%}"
        "{% for m in messages %}{% generation %}{{ m.content | trim }}{% endgeneration %}"
        "{% if loop.last %}{% break %}{% endif %}{% endfor %}"
        "{{ strftime_now('%d %b %Y') }} {{ {'a': ['é']} | tojson }} {{ 'x' ~ 3 }} {{ 'a,b'.split(',')[-1] }}"
    )
    assert render(template, CHAT, today=TODAY) == 'Hi01 Jan 2025 {"a": ["é"]} x3 b'


def test_a_refusal_is_told_apart_from_a_fault():
    with pytest.raises(TemplateRefused, match="only user turns"):
        render("{{ raise_exception('only user turns') }}", CHAT, today=TODAY)
