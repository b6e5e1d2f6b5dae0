from core.inference.exchange import Settings
from core.inference.known_good import advise, note_crash, note_success

RISKY, SAFE = Settings(), Settings(use_extra_bufts=False)


def test_what_crashed_is_left_out_once_something_else_worked(tmp_path):
    remembered = tmp_path / "folder" / "engine.json"
    assert advise(remembered, RISKY) == RISKY
    note_crash(remembered, RISKY)
    assert advise(remembered, RISKY) == RISKY
    note_success(remembered, SAFE)
    assert advise(remembered, RISKY) == SAFE


def test_a_success_without_a_crash_changes_nothing(tmp_path):
    note_success(tmp_path / "engine.json", SAFE)
    assert advise(tmp_path / "engine.json", RISKY) == RISKY
    assert not (tmp_path / "engine.json").exists()


def test_a_damaged_memory_is_an_empty_one(tmp_path):
    remembered = tmp_path / "engine.json"
    for content in ("{", "[]", '{"a": 1}', "\x00"):
        remembered.write_text(content)
        assert advise(remembered, RISKY) == RISKY
    note_crash(remembered, RISKY)
    note_success(remembered, SAFE)
    assert advise(remembered, RISKY) == SAFE


def test_a_place_that_cannot_be_written_is_no_error(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    note_crash(blocked / "engine.json", RISKY)
    assert advise(blocked / "engine.json", RISKY) == RISKY
