from core.inference.pacing import Pacer


def run(pacer: Pacer, costs: dict[int, float], batches: int) -> list[int]:
    """Thread counts used while a token costs so much with so many threads."""
    used = []
    for _ in range(batches):
        threads = pacer.choose(16)
        pacer.observe(16, threads, 16 * costs[threads])
        used.append(threads)
    return used


def test_a_calm_machine_always_uses_all_threads():
    assert set(run(Pacer(2), {2: 1.0, 1: 1.8}, 200)) == {2}


def test_when_threads_hinder_each_other_one_is_used_until_that_is_over():
    pacer = Pacer(2)
    run(pacer, {2: 1.0, 1: 1.8}, 50)
    busy = run(pacer, {2: 20.0, 1: 4.0}, 200)
    assert busy[40:].count(1) > 0.9 * len(busy[40:])
    calm = run(pacer, {2: 1.0, 1: 1.8}, 200)
    assert calm[40:].count(2) > 0.9 * len(calm[40:])


def test_a_slow_machine_on_which_more_threads_still_help_keeps_them():
    pacer = Pacer(2)
    run(pacer, {2: 1.0, 1: 1.8}, 50)
    slow = run(pacer, {2: 3.0, 1: 6.0}, 200)
    assert slow.count(2) > 0.9 * len(slow)


def test_one_thread_is_one_thread():
    assert set(run(Pacer(1), {1: 1.0}, 20)) == {1}
