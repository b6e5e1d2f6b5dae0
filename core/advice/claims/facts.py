"""What cards say of their models beside scores: size, context, licence, origin, cutoff."""

from collections.abc import Sequence

from core.cards.reading import About, CardReading

NOT_SAID = "–"


def facts_of(about: About) -> dict[str, str]:
    """What a card says, by what it is about, in words; what it leaves out is no part of it.

    >>> facts_of(About(parameters_b=(7,), context_length=32768, relation="finetune", base_model=("lab/Wren-7B",)))
    {'parameters': '7 B', 'context': '32,768 tokens', 'made from': 'lab/Wren-7B (fine-tuned)'}
    >>> facts_of(About(parameters_b=(46.7,), active_parameters_b=12.9))
    {'parameters': '46.7 B, 12.9 B active'}
    """
    facts = {
        "parameters": _parameters(about),
        "architecture": about.architecture or "",
        "context": f"{about.context_length:,} tokens" if about.context_length else "",
        "licence": _licence(about),
        "made from": _origin(about),
        "training cutoff": about.cutoff or "",
        "languages": _languages(about.languages),
    }
    return {name: said for name, said in facts.items() if said}


_WAYS = {"finetune": "fine-tuned", "merge": "merged"}


def _origin(about: About) -> str:
    """What the model was made from, and how: "lab/Wren-7B (quantized)"."""
    bases = ", ".join(about.base_model)
    how = _WAYS.get(about.relation or "", about.relation)
    return f"{bases} ({how})" if bases and how else bases


def _licence(about: About) -> str:
    """The licence, and beside it the one that the text gives where the card contradicts itself.

    >>> _licence(About(licence="cc-by-4.0", licence_in_text="CC BY-SA 4.0"))
    'cc-by-4.0 (but the text of the card says CC BY-SA 4.0)'
    """
    also = f" (but the text of the card says {about.licence_in_text})" if about.licence_in_text else ""
    return f"{about.licence or ''}{also}"


_MOST_LANGUAGES = 8


def _languages(languages: Sequence[str]) -> str:
    """The first languages, and how many more there are: a list that just stops looks complete.

    >>> _languages(["en", "de"]), _languages([f"l{number}" for number in range(12)])[-17:]
    ('en, de', 'l6, l7 and 4 more')
    """
    more = len(languages) - _MOST_LANGUAGES
    listed = ", ".join(languages[:_MOST_LANGUAGES])
    return f"{listed} and {more} more" if more > 0 else listed


def _parameters(about: About) -> str:
    """ "46.7 B, 12.9 B active" for a mixture of experts: both decide, the one over memory and the other over speed."""
    sizes = [size_words(size) for size in about.parameters_b]
    active = [f"{size_words(about.active_parameters_b)} active"] if about.active_parameters_b else []
    return ", ".join([*sizes, *active])


def size_words(billions: float | None) -> str:
    """A number of parameters, given in billions.

    >>> size_words(0.5), size_words(46.7), size_words(1000), size_words(1040), size_words(None)
    ('0.5 B', '46.7 B', '1 T', '1.04 T', '')
    """
    if billions is None:
        return ""
    return f"{billions / 1000:g} T" if billions >= 1000 else f"{billions:g} B"


def facts_side_by_side(cards: Sequence[tuple[str, CardReading]]) -> dict[str, dict[str, str]]:
    """For each fact what each card says of it, by the cards' labels; facts that no card gives are left out."""
    said = {label: facts_of(reading.about) for label, reading in cards}
    wanted = ("parameters", "context", "training cutoff", "licence", "made from", "languages")
    return {
        fact: {label: facts.get(fact, NOT_SAID) for label, facts in said.items()}
        for fact in wanted
        if any(fact in facts for facts in said.values())
    }
