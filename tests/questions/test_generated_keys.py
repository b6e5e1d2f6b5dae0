"""Every generator's keys are proved by another way than its own: twenty seeds quickly, a thousand at leisure."""

import pytest

from core.questions.generators import ALL_GENERATORS
from tests.questions import proofs_code, proofs_daily, proofs_reasoning, proofs_writing
from tests.questions.generated import questions_of

pytestmark = pytest.mark.slow  # twenty seeds of every generator

MODULES = (proofs_code, proofs_daily, proofs_reasoning, proofs_writing)
PROOFS = {family: proof for module in MODULES for family, proof in module.PROOFS.items()}
EVERY_GENERATOR = pytest.mark.parametrize("generator", ALL_GENERATORS, ids=lambda g: f"{g.use_case}: {g.family}")


def test_every_family_has_one_proof():
    each = [family for module in MODULES for family in module.PROOFS]
    assert sorted(each) == sorted({generator.family for generator in ALL_GENERATORS})


@EVERY_GENERATOR
def test_keys_hold_for_twenty_seeds(generator):
    for question in questions_of(generator, 20):
        PROOFS[generator.family](question)


@pytest.mark.slow
@EVERY_GENERATOR
def test_keys_hold_for_a_thousand_seeds(generator):
    for question in questions_of(generator, 1000):
        PROOFS[generator.family](question)
