"""Which models are candidates at all, and why the others are not."""

from collections.abc import Callable, Collection, Mapping

from core.advice.shortlist.known_model import KnownModel, ModelKind
from core.advice.shortlist.needs import Needs, Thinking, allows
from core.catalogue.families import Reasoning
from core.catalogue.use_cases import UseCase
from core.models.names import Role

_WRITES_NOTHING = frozenset({Role.EMBEDDING, Role.RERANKER, Role.REWARD, Role.GUARD, Role.AUDIO})
_SPECIALISTS: Mapping[Role, UseCase] = {Role.CODER: UseCase.CODING, Role.MATH: UseCase.REASONING}


def why_left_out(model: KnownModel, needs: Needs) -> str | None:
    """The first reason for which a model is no candidate, whatever the memory; None where there is none."""
    return next((reason for reason, holds in _REASONS if holds(model, needs)), None)


def writes_nothing(roles: Collection[Role]) -> bool:
    """Whether a model of these roles has no answers to test: it embeds, ranks, scores, guards or listens."""
    return not _WRITES_NOTHING.isdisjoint(roles)


def _is_for_other_work(model: KnownModel, needs: Needs) -> bool:
    return any(role in model.roles and needs.use_case is not work for role, work in _SPECIALISTS.items())


def is_too_short(model: KnownModel, needs: Needs) -> bool:
    """Whether its name says that it was made for fewer tokens than asked for: beyond them models lose the thread."""
    return model.context_k is not None and model.context_k * 1024 < needs.n_ctx


def may_be_too_short(model: KnownModel, needs: Needs) -> bool:
    """Whether the least that its family states for any size is less than is asked for, and its name says no more."""
    stated = model.family.context_k if model.family and model.context_k is None else None
    return stated is not None and stated * 1024 < needs.n_ctx


_REASONS: tuple[tuple[str, Callable[[KnownModel, Needs], bool]], ...] = (
    ("not made to write text", lambda model, _: writes_nothing(model.roles)),
    ("made for other work", _is_for_other_work),
    (
        "a base model, which does not follow instructions",
        lambda model, needs: model.kind is ModelKind.BASE and not needs.fine_tune,
    ),
    (
        "always thinks first",
        lambda model, needs: needs.thinking is Thinking.OFF and model.reasoning is Reasoning.ALWAYS,
    ),
    (
        "does not think first, or is not known to",
        lambda model, needs: needs.thinking is Thinking.ONLY and model.reasoning in (Reasoning.NONE, Reasoning.UNKNOWN),
    ),
    ("made for a shorter context", is_too_short),
    ("licence does not allow it", lambda model, needs: allows(needs.licence, model.licence) is False),
)
