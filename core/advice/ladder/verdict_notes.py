"""What stands beside the verdict on a ladder: who is no candidate, how many claims there are, and what looks odd."""

from collections.abc import Sequence
from itertools import pairwise

from core.advice.ladder.ladder import Ladder, LadderKind
from core.advice.ladder.standing import Standing, Stands
from core.advice.wording import join_names


def find_left_out(standings: Sequence[Standing]) -> tuple[str, ...]:
    """The rungs that are no candidates, each with its reason and what to do; those being asked are only not in yet."""
    out = (s for s in standings if not s.is_reference and s.judged is None and not s.going_on)
    return tuple(f"{s.name} is left out. {s.why_not}" for s in out)


def find_notes(ladder: Ladder, smaller: Sequence[Standing]) -> tuple[str, ...]:
    """How far the claims go. `smaller`: the judged ones that are smaller than the reference, smallest first."""
    notes = []
    if len(smaller) > 2:
        notes.append(
            f"{len(smaller)} rungs were judged, each by itself: that one of them is judged wrongly is likelier than "
            "its own confidence says."
        )
    good = (Stands.GOOD_ENOUGH, Stands.HOLDS_AS_MUCH)
    out_of_order = [s.name for s, larger in pairwise(smaller) if s.stands in good and larger.stands is Stands.WORSE]
    if out_of_order and ladder.kind is LadderKind.FILES:
        notes.append(
            f"{join_names(out_of_order, 'and')} came out better than a larger file that is worse: one of the two "
            "results is likely chance. More questions, or the distance of their predictions, tell which."
        )
    return tuple(notes)
