"""Labels that are two spellings of one model's name: "Tern-7B Chat" and "Tern-7B-Chat", with its size and without."""

from collections.abc import Iterable, Sequence

from core.cards.name_words import Words, without_size, words_of


def one_spelling_each(labels: Iterable[str]) -> list[str]:
    """The labels of different models, each as it is written first.

    >>> one_spelling_each(["Tern-Lite-Chat 16B", "Tern-Chat 236B", "Tern-Lite Chat", "Tern Chat", "Tern-Base"])
    ['Tern-Lite-Chat 16B', 'Tern-Chat 236B', 'Tern-Base']
    """
    found: dict[tuple[frozenset[str], ...], str] = {}
    for label in labels:
        words = words_of(label)
        found.setdefault((words.words, words.stage, words.context), label)
    kept = list(found.values())
    return [label for label in kept if not lacks_only_size(label, kept)]


def lacks_only_size(label: str, others: Sequence[str]) -> bool:
    """True where one of the others, and no second one, is the same name with its size."""
    words = words_of(label)
    if words.sizes or not words.words:
        return False
    return sum(_is_with_size(words, words_of(other)) for other in others) == 1


def _is_with_size(bare: Words, other: Words) -> bool:
    return (
        bool(other.sizes)
        and without_size(other) == bare.words
        and (other.stage, other.context) == (bare.stage, bare.context)
    )
