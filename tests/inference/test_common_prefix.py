import numpy as np

from core.inference.common_prefix import common, grow, next_job, shared_tokens, worth_sharing
from core.inference.context import lay_out
from core.inference.exchange import Request
from core.inference.prompting import PreparedRequest


def job(*tokens: int) -> PreparedRequest:
    return PreparedRequest(Request("q", ()), "", np.array(tokens, dtype=np.int32), ())


SYSTEM = tuple(range(100))


def test_the_common_prefix_is_counted():
    assert common(job(5, 6, 7).tokens, job(5, 6, 8).tokens) == 2
    assert common(job(5, 6).tokens, job(5, 6, 8).tokens) == 2
    assert common(job(1).tokens, job(2).tokens) == 0


def test_a_long_common_beginning_is_worth_decoding_once_and_a_short_one_is_not():
    first, second = job(*SYSTEM, 1, 2), job(*SYSTEM, 3, 4)
    assert worth_sharing(first, [first, second], there=0) == 100
    assert worth_sharing(first, [first, second], there=100) == 0
    assert worth_sharing(first, [first], there=0) == 0
    assert worth_sharing(job(1, 2, 3), [job(1, 2, 4)], there=0) == 0


def test_the_last_token_is_never_taken_over():
    same = job(*SYSTEM)
    assert shared_tokens(grow(same.tokens, 0), same) == 99


def test_questions_about_the_document_at_hand_go_first():
    at_hand, other = job(*SYSTEM, 7), job(900, 901)
    trunk = grow(np.array(SYSTEM, dtype=np.int32), 0)
    assert next_job([other, at_hand], trunk) is at_hand
    assert next_job([other, at_hand], None) is other


def test_short_questions_get_streams_and_long_ones_share_the_cache():
    assert lay_out(88, 16, 4608).total_cells == 17 * 256
    assert not lay_out(88, 16, 4608).unified
    assert lay_out(3000, 16, 16_000).unified
    assert lay_out(3000, 16, 16_000).total_cells == 16_000
