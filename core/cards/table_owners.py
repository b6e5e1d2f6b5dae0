"""Whose the rows or columns of a table are: the best match with the card's own names decides, table by table.

Where no label bears the name, other things tell: see core/cards/unnamed_owners.py.
"""

import re
from collections.abc import Iterable, Sequence

from core.cards.editions_in_labels import present_ones
from core.cards.file_rows import is_level, of_the_file
from core.cards.name_match import Match
from core.cards.name_words import looks_like_model, words_of
from core.cards.plain_labels import is_after, is_before, split_addition
from core.cards.row_labels import what_they_add_to
from core.cards.settings import is_setting, parse_settings
from core.cards.stages import is_raw
from core.cards.unnamed_owners import UnnamedOwners

_OWNED = re.compile(r"([\w.-]{2,60})/[\w.-]{2,100}")


class TableOwners(UnnamedOwners):
    """Labels with whether they are the card's own model."""

    def own_labels(
        self, labels: Sequence[str | None], beside: Sequence[str] | None = None
    ) -> list[tuple[str | None, bool]]:
        """Each label with whether it is the card's own model; of a quantized file, whether it is the file.

        `beside` holds what stands in other columns of the rows, such as the precision.
        """
        owners = self._of_modes(labels)
        if self.of_branches:
            return owners  # "main" holds the file as well
        if not self.own.said:
            owners = [(label, mine or is_level(label or "", self.own)) for label, mine in owners]
        texts = [f"{label or ''} {more}" for label, more in zip(labels, beside or [""] * len(labels), strict=True)]
        mine = of_the_file(texts, [mine for _, mine in owners], self.own)
        return [(label, own) for (label, _), own in zip(owners, mine, strict=True)]

    def owners_down(self, labels: Sequence[str | None]) -> list[tuple[str | None, bool]]:
        """Each row's label and whether it is the card's own; "+ Execution feedback" is of the model above it."""
        bases = what_they_add_to(labels)
        beside = [" ".join(row[j].text for j in self.label_columns) for row in self.body]
        owners = self.own_labels([base or label for label, base in zip(labels, bases, strict=True)], beside)
        made = [
            bool(base) and self._makes_own(base or "", label or "") for label, base in zip(labels, bases, strict=True)
        ]
        if not any(bases):
            return owners
        if not any(made) and not any(mine for _, mine in owners):
            made = [
                bool(base) and self._is_trained_and_bold(labels, label or "")
                for label, base in zip(labels, bases, strict=True)
            ]
        # What is added to is then not the card's own: a model by another name, or by none at all ("base, 2-shot").
        owners = [
            (subject, mine and not (any(made) and (is_before(subject or "") or self._is_another(subject or ""))))
            for subject, mine in owners
        ]
        return [
            (f"{base} {label}", mine or makes) if base else (subject, mine and not self._is_another(subject or ""))
            for label, base, makes, (subject, mine) in zip(labels, bases, made, owners, strict=True)
        ]

    def _is_another(self, label: str) -> bool:
        return self.own.is_parent(label) or (looks_like_model(label) and self.own.match(label) is Match.NONE)

    def _makes_own(self, base: str, label: str) -> bool:
        """True for "+ this adapter", and for "+ LoRA" below the model that the card's own was made from."""
        if self.own.match(label) is Match.SAID:
            return True
        added = split_addition(label)
        if self.own.said or added is None or not (is_after(label) or self.own.is_added(added[1])):
            return False
        return self.own.is_parent(base) or (is_before(base) and not is_raw(self.own.name or ""))

    def _is_trained_and_bold(self, labels: Sequence[str | None], label: str) -> bool:
        """True for "+ LoRA" as the one row in bold, below a model that nothing tells to be the one it was made from."""
        added = None if self.own.said or label != self._all_bold(labels) else split_addition(label)
        return added is not None and self.own.is_added(added[1])

    def _of_modes(self, labels: Sequence[str | None]) -> list[tuple[str | None, bool]]:
        """Each label with whether it is the card's own model; "(no thinking)" alone is of the model before it."""
        found: list[tuple[str | None, bool]] = []
        for label, mine in self._matched(labels):
            mode = label is not None and is_setting(label) and parse_settings(label).mode is not None
            found.append((label, mine or (mode and bool(found) and found[-1][1] and not self.own.said)))
        return found

    def _matched(self, labels: Sequence[str | None]) -> list[tuple[str | None, bool]]:
        """Each label with whether it is the card's own model: the best match in this table decides."""
        self.find_measurers(labels)
        alone = all(label is None or label in self.measurers for label in labels)
        matches = [self.own.match(label) if label else Match.NONE for label in labels]
        if max(matches) is Match.PART and not self.own.said:
            matches = self._without_bases(labels, matches)
        best = max(matches)
        # In a card that was copied "Ours" is the model which that one is about.
        copied = best is Match.SAID and not self.own.said and self._in_parents_card()
        if alone or copied:
            return [(label, alone and not self._foreign_heading()) for label in labels]
        # Where a card about a series compares nothing but labels that bear its name, they are all its own.
        if best > Match.LONGER and min(matches) >= Match.LONGER and not self.own.has_size_in_name:
            present = self._present_ones(labels)
            return [(label, label in present) for label in labels]
        if best is Match.SAID and not self.own.said and self.own.has_size_in_name and len({*labels}) > 1:
            matches = self._said_and_named(labels, matches)
            best = max(matches)
        if best > Match.NONE:
            # A card about a series owns its members beside the one that bears the bare name.
            series = best is Match.SAME and not self.own.has_size
            # Beside the bare name stands its tuned or its pretrained version, where the card is about both.
            stages = {label for label in labels if best is Match.EXACT and label and self.own.is_stage_of_name(label)}
            chosen = {
                label
                for label, match in zip(labels, matches, strict=True)
                if match == best or (series and match is Match.SERIES) or label in stages
            }
            if best is Match.LONGER and len(chosen) > 1 and self.own.untold and self._are_one_release(chosen):
                return [(label, label in chosen) for label in labels]
            if best is Match.LONGER and len(chosen) > 1:
                chosen = {label for label in chosen if label and self.own.is_version_of_name(label)}
            if best > Match.LONGER or len(chosen) == 1:
                chosen = self._under_own_account(self._by_whole_name(chosen) if best < Match.SAID else chosen)
                chosen = self._present_ones(chosen)
                return [(label, label in chosen) for label in labels]
        if self.own.said:
            return [(label, False) for label in labels]
        return self._of_unnamed(labels)

    def _without_bases(self, labels: Sequence[str | None], matches: list[Match]) -> list[Match]:
        """The matches without "Brio-3 8B", where labels with all of the name Brio-3-Ko-8B stand beside it."""
        mine = words_of(self.own.name or "")
        named = [words_of(label or "").words for label in labels]
        if not mine.sizes or not any(mine.words <= words for words in named):
            return matches
        return [
            Match.NONE if match is Match.PART and any(map(str.isalpha, mine.words - words)) else match
            for match, words in zip(matches, named, strict=True)
        ]

    def _by_whole_name(self, chosen: set[str | None]) -> set[str | None]:
        """The labels without "Lumen-7B", where Lumen-7B-v2 is the card's name and stands beside it."""
        mine = words_of(self.own.name or "")
        named = {label: words_of(label).words for label in chosen if label} if len(chosen) > 1 else {}
        if mine.words not in named.values():
            return chosen
        return {label for label, words in named.items() if not (words < mine.words and mine.words - words - mine.sizes)}

    def _present_ones(self, labels: Iterable[str | None]) -> set[str | None]:
        return {*labels} if self.own.said else present_ones({*labels}, self.own.name or "")

    def _under_own_account(self, chosen: set[str | None]) -> set[str | None]:
        """The labels without "other/Lumen-7B", where the card of lab/Lumen-7B has its own beside it."""
        account = (self.own.name or "").partition("/")
        if len(chosen) < 2 or not account[1]:
            return chosen
        owners = {
            label: owned[1].casefold() for label in chosen if label and (owned := _OWNED.fullmatch(label.strip()))
        }
        kept = {label for label in chosen if owners.get(label or "", account[0].casefold()) == account[0].casefold()}
        return kept or chosen

    def _are_one_release(self, chosen: Iterable[str | None]) -> bool:
        """True where all the labels are the card's name and more, as its checkpoints are."""
        mine = words_of(self.own.name or "")
        return bool(mine.words) and all(label and mine.words <= words_of(label).words for label in chosen)

    def _said_and_named(self, labels: Sequence[str | None], matches: list[Match]) -> list[Match]:
        """Where "ours" stands beside several models of the same maker, the card's name tells which is meant."""
        named = [
            self.own.match_name(label or "") if match is Match.SAID else Match.NONE
            for label, match in zip(labels, matches, strict=True)
        ]
        if max(named) < Match.PART:
            return matches
        # Of several shorter forms of the card's name the longest is meant.
        shared = [len(words_of(re.sub(r"\([^()]*\)", " ", label or "")).words) for label in labels]
        most = max(count for count, match in zip(shared, named, strict=True) if match == max(named))
        return [
            match if match == max(named) and count == most else Match.NONE
            for match, count in zip(named, shared, strict=True)
        ]
