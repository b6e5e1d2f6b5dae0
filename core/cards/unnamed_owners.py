"""Whose the rows or columns of a table are where no label bears the card's own name.

Stages and sizes alone tell it, what stands before and after a change, precisions, lines that link to the card's
account, or the one row set in bold.
"""

import re
from collections.abc import Sequence

from core.cards.benchmark_mentions import names_test, tests_in
from core.cards.columns_of_one import latest_checkpoint, names_checkpoint, naming_of
from core.cards.editions_in_labels import latest_version, measured_again
from core.cards.file_rows import by_last_word, is_of_a_file, nearest_to_file
from core.cards.grids import Cell
from core.cards.model_words import FAMILY_STEMS
from core.cards.name_match import Match
from core.cards.name_words import looks_like_model, versions_of, words_of
from core.cards.own_model import begins_parents_card, names_stage_only, stands_in_other_card
from core.cards.plain_labels import (
    changed_model,
    is_after,
    is_before,
    is_size_alone,
    is_training,
    takes_training_away,
    without_measure,
)
from core.cards.result_tables import is_measure
from core.cards.results_of import are_of_another
from core.cards.sections_apart import are_parts
from core.cards.settings import bits_of, find_precision, is_setting
from core.cards.stages import is_raw
from core.cards.table_kinds import TableKinds
from core.cards.table_words import VALUE_HEADER
from core.cards.values import parse_value

# What a model is measured by that is none: "Human", "Previous SOTA", "Random".
_MEASURE = re.compile(
    r"(?i)\W*(?:(?:previous|prior|best|published) )?(?:sota|state[- ]of[- ]the[- ]art|human(?:s|[- ]\w+)?|experts?|"
    r"random(?: \w+)?|chance|majority(?: class)?|baselines?)\W*"
)
_SUITE_OF_STEM = re.compile(r"(?i)\W*[a-z]+ (?:evaluations?|evals?|benchmarks?|tests?|suite)\b(?: \d+-shot)?\W*")

_TRAINED = re.compile(
    r"(?i)(?<![a-z])(?:fine-?tun\w{0,4}|tuned|trained|sft|dpo|orpo|kto|grpo|rlhf|q?lora|adapters?|ft)(?![a-z])"
)


def _is_of_before(label: str) -> bool:
    """True for "Base", "Base model score" and "Previous", which stand beside the card's own "Score"."""
    bare = without_measure(label.strip(" *_"))
    return is_before(bare) or takes_training_away(bare)


class UnnamedOwners(TableKinds):
    """Labels without the name of the card's model, with whether they are its own."""

    def _of_unnamed(self, labels: Sequence[str | None]) -> list[tuple[str | None, bool]]:
        """Labels of which none bears the card's name: stages or precisions of its one model, or the bold one."""
        foreign = self._foreign_heading()
        alike = {label for label in labels if label and names_stage_only(label)}
        if not self.own.has_size_in_name:
            alike |= {label for label in labels if label and is_size_alone(label)}
        mine = (
            are_parts(labels) or naming_of(labels) is not None or (self.of_branches and len(labels) == len(self.body))
        )
        if not foreign and (len(alike) > 1 or mine):
            several = len(alike) > 1
            # "Base" beside "+ SFT" is what the model was made from.
            if self.own.parents and any(is_training(label.strip("+ ")) for label in alike):
                alike = {label for label in alike if not is_before(label)}
            return [(label, label in alike or not several) for label in labels]
        if set_apart := self._set_apart(labels, foreign):
            return list(zip(labels, set_apart, strict=True))
        if self.precisions_down() or all(
            label is None
            or find_precision(label)
            or VALUE_HEADER.match(label)
            or is_setting(label)
            or is_measure(label)
            for label in labels
        ):
            return self._of_precisions(labels)
        if accounts := self._of_own_account(labels):
            return list(zip(labels, accounts, strict=True))
        if len({*labels}) == 1 and not any(label and self.names_model(label) for label in labels):
            return [(label, True) for label in labels]
        bold = self._all_bold(labels)
        if bold and self._names_another(bold):
            bold = None  # the best of several others
        return [(label, label is not None and label == bold) for label in labels]

    def _beside_others(self, labels: Sequence[str | None]) -> list[bool] | None:
        """Which columns are called "Score" or "T=0.7" and no more, where the others bear the names of other models."""
        headers = [self.headers[j] for j in self.score_columns]
        if len(labels) != len(headers) or any(
            label not in (None, head) for label, head in zip(labels, headers, strict=True)
        ):
            return None
        unnamed = [
            bool(head) and (label is None or is_setting(label) or (is_after(label) and not is_raw(self.own.name or "")))
            for label, head in zip(labels, headers, strict=True)
        ]
        if all(unnamed) or not any(unnamed):
            return None
        others = all(
            mine or (label and (self.names_model(label) or _MEASURE.fullmatch(label[:60]) or _is_of_before(label[:60])))
            for label, mine in zip(labels, unnamed, strict=True)
        )
        return unnamed if others else None

    def _quantized(self, labels: Sequence[str | None]) -> list[bool] | None:
        """Which labels stand for a quantized file beside its original, "AWQ" beside "Original"; None elsewhere."""
        if not is_of_a_file(self.own):
            return None
        mine = by_last_word(labels, self.own)
        if any(mine) and not all(mine):
            return mine
        mine = nearest_to_file([label if label and not self.names_model(label) else "" for label in labels], self.own)
        return mine if any(mine) and not all(mine) else None

    def _latest_among_others(self, labels: Sequence[str | None], corner: str) -> list[bool] | None:
        """Which label is the last checkpoint of the own model in the corner, where the other labels name models."""
        named = [label if label and names_checkpoint(label) else None for label in labels]
        rivals = [label or "" for label, checkpoint in zip(labels, named, strict=True) if not checkpoint]
        if self.own.match(corner) is Match.NONE or not all(map(looks_like_model, rivals)):
            return None
        latest = latest_checkpoint([label for label in named if label])
        following = iter(latest or ())
        return [label is not None and next(following) for label in named] if latest else None

    def _set_apart(self, labels: Sequence[str | None], foreign: bool) -> list[bool] | None:
        """The one row that links to the card's own model, or the labels of it as it is now beside those of before."""
        links = [row[0].line in self.own.own_lines for row in self.body]
        if len(labels) == len(self.body) and sum(links) == 1 and self.own.has_size_in_name:
            return links
        if foreign:
            return None
        corner = self.headers[self.label_columns[0]] if self.label_columns else ""
        latest = latest_checkpoint(labels, corner) or self._latest_among_others(labels, corner)
        return (
            latest
            or self._beside_others(labels)
            or changed_model(labels, self.own.is_parent)
            or measured_again(labels)
            or self._latest_version(labels)
            or self._quantized(labels)
        )

    def _latest_version(self, labels: Sequence[str | None]) -> list[bool] | None:
        """Of "v1" and "v2", and nothing else, the later one, where the card's name tells no version."""
        return None if versions_of(words_of(self.own.name or "")) else latest_version(labels)

    def _of_own_account(self, labels: Sequence[str | None]) -> list[bool] | None:
        """Which rows link to the account of a card about a series; that of one size shows its maker's others too."""
        linked = [row[0].line in self.own.linked_lines for row in self.body]
        series = not self.own.has_size_in_name and len(labels) == len(self.body)
        return linked if series and any(linked) and not all(linked) else None

    def _of_precisions(self, labels: Sequence[str | None]) -> list[tuple[str | None, bool]]:
        """Rows or columns that are precisions of one model: the one in the card's name, else all of them."""
        found = [(find_precision(label or "") or "").casefold() for label in labels]
        mine = (find_precision(self.own.name or "") or "").casefold()
        if mine in found and mine:
            return [(label, precision == mine) for label, precision in zip(labels, found, strict=True)]
        own = self.own.match(self.heading) > Match.NONE or not looks_like_model(self.heading)
        # "FP4" stands for NVFP4, and "4-bit" for AWQ, where the other rows are of other widths.
        width = bits_of(mine) if mine else None
        alike = {precision for precision in found if precision and bits_of(precision) == width}
        if width and width < 16 and len(alike) == 1 and len({*found}) > 1:
            return [(label, precision in alike) for label, precision in zip(labels, found, strict=True)]
        return [(label, own) for label in labels]

    def _foreign_heading(self) -> bool:
        """True where the nearest heading names a model that is not this card's; "GPT evaluations" names a suite."""
        if any(are_of_another(text, self.own) for text in (self.heading, self.table.caption)):
            return True
        return stands_in_other_card(self.table.headings, self.own) or (
            looks_like_model(self.heading)
            and not _SUITE_OF_STEM.fullmatch(self.heading)
            and self.own.match(self.heading) == Match.NONE
            and not names_test(self.heading)
            and not tests_in(self.heading)
        )

    def _names_another(self, label: str) -> bool:
        """True for the name of a model that is not the card's: a parent's, a known family's, one with another size."""
        if self._is_made_of_a_parent(label):
            return False
        if self.own.is_parent(label):
            return True
        known = bool(words_of(label).words & frozenset(FAMILY_STEMS))
        return looks_like_model(label) and (known or self.own.has_size_in_name)

    def _is_made_of_a_parent(self, label: str) -> bool:
        """True for "Wren-8B (finetuned)" and "Wren-8B-medical", where the card's own was made from Wren-8B."""
        words = words_of(label)
        for parent in self.own.parents:
            name, versions = parent.words - parent.sizes - versions_of(parent), versions_of(parent)
            of_it = name and name <= words.words and words.sizes <= parent.sizes and versions_of(words) <= versions
            added = words.words - parent.words - words.sizes
            if of_it and (_TRAINED.search(label) or any(map(str.isalpha, added))):
                return True
        return False

    def _in_parents_card(self) -> bool:
        """True below the name of a parent as the title of all; a section of that name may hold "Ours" against it."""
        return any(begins_parents_card(title, self.own) for title in self.table.headings[:1])

    def _all_bold(self, labels: Sequence[str | None]) -> str | None:
        """The only label whose numbers are all bold, if there is exactly one."""

        def bold(cells: list[Cell]) -> bool:
            numbers = [cell for cell in cells if parse_value(cell.text)]
            return len(numbers) > 1 and all(cell.bold for cell in numbers)

        if len(labels) == len(self.body) and self.model_column is not None:
            groups = [[row[j] for j in self.score_columns] for row in self.body]
        elif len(labels) == len(self.score_columns):
            groups = [[row[j] for row in self.body] for j in self.score_columns]
        else:
            return None
        found = [label for label, cells in zip(labels, groups, strict=True) if bold(cells)]
        return found[0] if len(found) == 1 else None
