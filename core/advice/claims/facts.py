"""What cards say of their models beside scores: size, context, licence, origin, cutoff."""

from collections.abc import Sequence

from core.cards.reading import About, CardReading

NOT_SAID = "–"


def facts_of(about: About) -> dict[str, str]:
    """What a card says, by what it is about, in words; what it leaves out is no part of it.

    >>> facts_of(About(parameters_b=(7,), context_length=32768, relation="finetune", base_model=("lab/Wren-7B",)))
    {'parameters': '7 B', 'context': '32,768 tokens', 'finetune': 'lab/Wren-7B'}
    >>> facts_of(About(parameters_b=(46.7,), active_parameters_b=12.9))
    {'parameters': '46.7 B, 12.9 B active'}
    """
    facts = {
        "parameters": _parameters(about),
        "architecture": about.architecture or "",
        "context": f"{about.context_length:,} tokens" if about.context_length else "",
        "licence": about.licence or "",
        about.relation or "base model": ", ".join(about.base_model),
        "training cutoff": about.cutoff or "",
        "languages": _languages(about.languages),
    }
    return {name: said for name, said in facts.items() if said}


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
    sizes = [f"{size:g} B" for size in about.parameters_b]
    active = [f"{about.active_parameters_b:g} B active"] if about.active_parameters_b else []
    return ", ".join([*sizes, *active])


def facts_side_by_side(cards: Sequence[tuple[str, CardReading]]) -> dict[str, dict[str, str]]:
    """For each fact what each card says of it, by the cards' labels; facts that no card gives are left out.

    What a model was made from stands in one row, however it was made.
    """
    said = {label: facts_of(reading.about) for label, reading in cards}
    for label, reading in cards:
        relation = reading.about.relation or "base model"
        if relation in said[label]:
            origin = said[label].pop(relation)
            said[label]["made from"] = f"{origin} ({relation})" if reading.about.relation else origin
    wanted = ("parameters", "context", "training cutoff", "licence", "made from", "languages")
    return {
        fact: {label: facts.get(fact, NOT_SAID) for label, facts in said.items()}
        for fact in wanted
        if any(fact in facts for facts in said.values())
    }
