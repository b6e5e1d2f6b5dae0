"""Finding model files: layouts of other programs rebuilt in a folder, links, loops, faults, speed."""

import json
import os
import sys
import time
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest

from core.errors import ModelFileError
from core.models.discovery import CACHE_VERSION, find_model_files
from core.models.file_kind import FileKind
from core.models.fit import FitSettings, estimate_from_shape, estimate_memory
from core.models.local import find_local_models, places_of_this_machine
from core.models.model_file import load_model_file
from core.models.model_paths import lm_studio_folder
from core.models.places import Layout, Place, known_places
from core.models.split_files import read_headers
from tests.models.gguf_files import GgufBytes, small_model, write
from tests.tiny_architectures import write_experts, write_grouped, write_mamba, write_windowed

links = pytest.mark.skipif(sys.platform == "win32", reason="making links needs rights on Windows")


def numbered(number: int) -> GgufBytes:
    return small_model(general__name=f"Tiny {number}", tokenizer__ggml__tokens=["a", "b"])


def test_a_chosen_folder_is_looked_through_with_its_folders(tmp_path: Path) -> None:
    write(tmp_path / "Qwen3-4B-Q4_K_M.gguf", numbered(1))
    write(tmp_path / "deep" / "er" / "Llama-3-8B-Q8_0.GGUF", numbered(2))
    write(tmp_path / "readme.md", b"no model")
    found = find_model_files([tmp_path])
    assert [(file.display_name, file.label, file.source) for file in found.files] == [
        ("Qwen3-4B-Q4_K_M", "Q4_K_M", "chosen folder"),
        ("Llama-3-8B-Q8_0", "Q8_0", "chosen folder"),
    ]
    assert found.problems == ()


def test_rows_that_only_look_alike_stay_apart(tmp_path: Path) -> None:
    write(tmp_path / "m-Q2_K_L.gguf", numbered(1))
    write(tmp_path / "m-Q2_K.gguf", numbered(2))
    write(tmp_path / "m-Q4_K_NEW.gguf", numbered(3))
    assert [file.label for file in find_model_files([tmp_path]).files] == ["Q2_K", "Q2_K_L", "Q4_K_NEW"]


def test_a_split_model_is_one_row(tmp_path: Path) -> None:
    whole = small_model()
    for number in (1, 2):
        part = small_model() if number == 1 else GgufBytes()
        part.value("split.no", number - 1)
        part.value("split.count", 2)
        part.tensors = whole.tensors[2 * number - 2 : 2 * number]
        write(tmp_path / f"m.Q6_K-{number:05d}-of-00002.gguf", part)
    (file,) = find_model_files([tmp_path]).files
    assert (file.label_from_name, len(file.parts)) == ("Q6_K", 2)
    assert file.size_bytes == sum(path.stat().st_size for path in tmp_path.iterdir())


def test_a_split_model_without_its_first_part_is_one_problem(tmp_path: Path) -> None:
    write(tmp_path / "m-00002-of-00003.gguf", numbered(1))
    write(tmp_path / "m-00003-of-00003.gguf", numbered(1))
    found = find_model_files([tmp_path])
    assert found.files == ()
    assert [problem.reason.split(":")[0] for problem in found.problems] == [
        "m-00001-of-00003.gguf is missing beside m-00002-of-00003.gguf"
    ]


def test_copies_of_one_content_are_one_row(tmp_path: Path) -> None:
    write(tmp_path / "a.gguf", numbered(1))
    write(tmp_path / "b" / "copy.gguf", numbered(1))
    (file,) = find_model_files([tmp_path]).files
    assert (file.path.name, [path.name for path in file.other_paths]) == ("a.gguf", ["copy.gguf"])


@links
def test_links_and_loops_of_links_end(tmp_path: Path) -> None:
    real = write(tmp_path / "a" / "real.gguf", numbered(1))
    (tmp_path / "a" / "link.gguf").symlink_to(real)
    os.link(real, tmp_path / "a" / "hard.gguf")
    (tmp_path / "a" / "loop").symlink_to(tmp_path)
    (tmp_path / "a" / "self").symlink_to(tmp_path / "a" / "self")
    (file,) = find_model_files([tmp_path]).files
    assert sorted(path.name for path in (file.path, *file.other_paths)) == ["hard.gguf", "link.gguf", "real.gguf"]


@links
def test_a_link_to_nothing_is_told(tmp_path: Path) -> None:
    (tmp_path / "gone.gguf").symlink_to(tmp_path / "nothing")
    (problem,) = find_model_files([tmp_path]).problems
    assert problem.reason == "gone.gguf is a link to a file that is gone: download the file again"


def test_what_cannot_be_loaded_is_listed_with_its_reason(tmp_path: Path) -> None:
    write(tmp_path / "empty.gguf", b"")
    write(tmp_path / "cut.gguf", small_model().whole()[:-8])
    write(tmp_path / "page.gguf", b"<!doctype html>")
    write(tmp_path / "big.Q4_K_M.gguf-split-a", b"GGUF")
    write(tmp_path / "good.gguf", numbered(1))
    found = find_model_files([tmp_path, tmp_path / "nowhere"])
    assert [file.display_name for file in found.files] == ["good"]
    reasons = " ".join(problem.reason for problem in found.problems)
    for sentence in (
        "empty.gguf is empty",
        "ends after 3 of 4 tensors",
        "web page",
        "join the pieces",
        "nowhere is not there",
    ):
        assert sentence in reasons


def test_what_writes_no_text_is_set_apart(tmp_path: Path) -> None:
    write(tmp_path / "mmproj-x.gguf", small_model(general__type="mmproj"))
    write(tmp_path / "lora.gguf", small_model(general__type="adapter"))
    write(tmp_path / "nomic-embed-text.gguf", numbered(1))
    found = find_model_files([tmp_path])
    assert found.files == ()
    assert {file.kind for file in found.set_apart} == {FileKind.PROJECTOR, FileKind.ADAPTER, FileKind.EMBEDDING}


def ollama(folder: Path, place: tuple[str, ...], digest: str, content: GgufBytes | None, media: str = "model") -> None:
    layers = [
        {"mediaType": "application/vnd.ollama.image.license", "digest": "sha256:" + "e" * 64},
        {"mediaType": f"application/vnd.ollama.image.{media}", "digest": f"sha256:{digest}", "size": 1},
    ]
    write(folder.joinpath("manifests", *place), json.dumps({"layers": layers}).encode())
    if content is not None:
        write(folder / "blobs" / f"sha256-{digest}", content)


def test_ollamas_blobs_get_their_real_names(tmp_path: Path) -> None:
    ollama(tmp_path, ("registry.ollama.ai", "library", "llama3.2", "3b-instruct-q8_0"), "a" * 64, numbered(1))
    ollama(tmp_path, ("registry.ollama.ai", "ann", "mine", "latest"), "b" * 64, numbered(2))
    ollama(tmp_path, ("hf.co", "bartowski", "Qwen3-4B-GGUF", "Q4_K_M"), "c" * 64, numbered(3))
    found = find_model_files([], [Place("Ollama", tmp_path, Layout.OLLAMA)])
    assert {(file.display_name, file.label_from_name) for file in found.files} == {
        ("llama3.2:3b-instruct-q8_0", "Q8_0"),
        ("ann/mine:latest", None),
        ("hf.co/bartowski/Qwen3-4B-GGUF:Q4_K_M", "Q4_K_M"),
    }
    assert {file.source for file in found.files} == {"Ollama"}


def test_broken_manifests_are_problems(tmp_path: Path) -> None:
    library = ("registry.ollama.ai", "library")
    ollama(tmp_path, (*library, "gone", "1b"), "a" * 64, None)
    ollama(tmp_path, (*library, "evil", "1b"), "../../etc/passwd", None)
    write(tmp_path.joinpath("manifests", *library, "junk", "1b"), b"\xff\xfe not json")
    write(tmp_path.joinpath("manifests", *library, "list", "1b"), b"[1]")
    write(tmp_path.joinpath("manifests", *library, "long", "1b"), b" " * (2 << 20))
    found = find_model_files([], [Place("Ollama", tmp_path, Layout.OLLAMA)])
    reasons = sorted(problem.reason for problem in found.problems)
    assert len(reasons) == 5
    assert any("run 'ollama pull gone:1b'" in reason for reason in reasons)
    assert sum("pull the model again" in reason for reason in reasons) == 4


@links
def test_the_hugging_face_cache_lists_what_its_snapshots_link_to(tmp_path: Path) -> None:
    repo = tmp_path / "models--bartowski--Qwen3-4B-GGUF"
    blob = write(repo / "blobs" / ("f" * 64), numbered(1))
    write(repo / "blobs" / ("e" * 64 + ".incomplete"), b"GGUF")
    for commit in ("1" * 40, "2" * 40):
        snapshot = repo / "snapshots" / commit
        snapshot.mkdir(parents=True)
        (snapshot / "Qwen3-4B-Q4_K_M.gguf").symlink_to(blob)
    (file,) = find_model_files([], [Place("Hugging Face cache", tmp_path)]).files
    assert (file.display_name, len(file.other_paths)) == ("Qwen3-4B-Q4_K_M", 1)
    assert (file.repo, file.publisher) == ("bartowski/Qwen3-4B-GGUF", "bartowski")


def test_lm_studios_folders_tell_the_publisher(tmp_path: Path) -> None:
    write(tmp_path / "unsloth" / "Qwen3-4B-GGUF" / "Qwen3-4B-Q8_0.gguf", numbered(1))
    write(tmp_path / "loose.gguf", numbered(2))
    files = {file.display_name: file.repo for file in find_model_files([], [Place("LM Studio", tmp_path)]).files}
    assert files == {"Qwen3-4B-Q8_0": "unsloth/Qwen3-4B-GGUF", "loose": None}


def test_a_file_called_model_takes_the_name_of_its_folder(tmp_path: Path) -> None:
    write(tmp_path / "menlo" / "Jan-v1-4B-Q4_K_M" / "model.gguf", numbered(1))
    write(tmp_path / "Tiny-1B" / "ggml-model-Q8_0.gguf", numbered(2))
    names = {file.display_name: file.label_from_name for file in find_model_files([], [Place("Jan", tmp_path)]).files}
    assert names == {"Jan-v1-4B-Q4_K_M": "Q4_K_M", "Tiny-1B-Q8_0": "Q8_0"}


def test_a_second_look_opens_only_what_is_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from core.models import discovery

    models, cache = tmp_path / "models", tmp_path / "cache" / "files.json"
    for number in range(3):
        write(models / f"m{number}.gguf", numbered(number))
    write(models / "bad.gguf", b"bad")
    first = find_model_files([models], cache_path=cache)
    opened = []
    real = discovery.load_model_file
    monkeypatch.setattr(discovery, "load_model_file", lambda path, *rest: opened.append(path.name) or real(path, *rest))
    assert find_model_files([models], cache_path=cache) == first
    assert opened == []
    write(models / "m1.gguf", numbered(99))
    os.utime(models / "m1.gguf", ns=(1, 1))
    (models / "m2.gguf").unlink()
    third = find_model_files([models], cache_path=cache)
    assert opened == ["m1.gguf"]
    assert [file.display_name for file in third.files] == ["m0", "m1"]


@pytest.mark.parametrize("write_model", [write_grouped, write_windowed, write_experts, write_mamba])
def test_the_memory_of_a_remembered_file_is_what_its_header_gives(tmp_path: Path, write_model) -> None:
    path, cache = write_model(tmp_path / "models" / "m.gguf"), tmp_path / "files.json"
    for _ in range(2):
        (file,) = find_model_files([path.parent], cache_path=cache).files
        for settings in (FitSettings(n_ctx=512), FitSettings(n_ctx=32_768, n_parallel=4, repacked=True)):
            assert estimate_from_shape(file.memory, settings) == estimate_memory(read_headers(path), settings)


@pytest.mark.parametrize("content", [b"", b"{", b"[0, {}]", f'[{CACHE_VERSION}, {{"x": 1}}]'.encode(), b"\xff" * 100])
def test_a_spoilt_cache_is_built_anew(tmp_path: Path, content: bytes) -> None:
    write(tmp_path / "models" / "m.gguf", numbered(1))
    cache = write(tmp_path / "files.json", content)
    assert len(find_model_files([tmp_path / "models"], cache_path=cache).files) == 1
    assert json.loads(cache.read_bytes())[0] == CACHE_VERSION


def test_a_cache_that_cannot_be_written_does_no_harm(tmp_path: Path) -> None:
    write(tmp_path / "models" / "m.gguf", numbered(1))
    write(tmp_path / "file", b"in the way")
    assert len(find_model_files([tmp_path / "models"], cache_path=tmp_path / "file" / "files.json").files) == 1


def test_progress_counts_the_files(tmp_path: Path) -> None:
    heard = []
    write(tmp_path / "a.gguf", numbered(1))
    write(tmp_path / "b.gguf", b"bad")
    find_model_files([tmp_path], on_file=lambda count, name: heard.append((count, name)))
    assert heard == [(1, "a.gguf"), (2, "b.gguf")]


@pytest.mark.slow
def test_files_once_read_are_found_again_far_faster(tmp_path: Path, smollm_path: Path) -> None:
    """Headers with a real vocabulary, each a little different; tests/bench/discovery.py tells how many a second."""
    content = bytearray(smollm_path.read_bytes()[:1_800_000])
    size = smollm_path.stat().st_size
    at = content.find(b"Smollm2 135M 8k")
    for number in range(250):
        content[at : at + 7] = f"{number:07d}".encode()
        path = write(tmp_path / "models" / f"SmolLM2-{number}-Q4_1.gguf", bytes(content))
        os.truncate(path, size)  # the rest is a hole in the file
    start = time.process_time()  # of this process: other work on the machine does not count
    first = find_model_files([tmp_path / "models"], cache_path=tmp_path / "files.json")
    cold_s = time.process_time() - start
    start = time.process_time()
    assert find_model_files([tmp_path / "models"], cache_path=tmp_path / "files.json") == first
    warm_s = time.process_time() - start
    assert len(first.files) == 250
    assert warm_s < cold_s / 5


PLACES = {
    "linux": ("/home/ann", {
        "LM Studio": ["/home/ann/.lmstudio/models", "/home/ann/.cache/lm-studio/models"],
        "Ollama": ["/home/ann/.ollama/models", "/usr/share/ollama/.ollama/models", "/var/lib/ollama/models"],
        "Hugging Face cache": ["/home/ann/.cache/huggingface/hub"],
        "llama.cpp cache": ["/home/ann/.cache/llama.cpp"],
        "GPT4All": ["/home/ann/.local/share/nomic.ai/GPT4All", "/home/ann/.cache/gpt4all"],
        "Jan": ["/home/ann/.config/Jan/data/llamacpp/models", "/home/ann/.local/share/Jan/data/llamacpp/models",
                "/home/ann/jan/models"],
    }),
    "darwin": ("/Users/ann", {
        "LM Studio": ["/Users/ann/.lmstudio/models", "/Users/ann/.cache/lm-studio/models"],
        "Ollama": ["/Users/ann/.ollama/models"],
        "Hugging Face cache": ["/Users/ann/.cache/huggingface/hub"],
        "llama.cpp cache": ["/Users/ann/Library/Caches/llama.cpp"],
        "GPT4All": ["/Users/ann/Library/Application Support/nomic.ai/GPT4All", "/Users/ann/.cache/gpt4all"],
        "Jan": ["/Users/ann/Library/Application Support/Jan/data/llamacpp/models", "/Users/ann/jan/models"],
    }),
    "win32": ("C:\\Users\\ann", {
        "LM Studio": ["C:\\Users\\ann\\.lmstudio\\models", "C:\\Users\\ann\\.cache\\lm-studio\\models"],
        "Ollama": ["C:\\Users\\ann\\.ollama\\models"],
        "Hugging Face cache": ["C:\\Users\\ann\\.cache\\huggingface\\hub"],
        "llama.cpp cache": ["C:\\Users\\ann\\AppData\\Local\\llama.cpp"],
        "GPT4All": ["C:\\Users\\ann\\AppData\\Local\\nomic.ai\\GPT4All", "C:\\Users\\ann\\.cache\\gpt4all"],
        "Jan": ["C:\\Users\\ann\\AppData\\Roaming\\Jan\\data\\llamacpp\\models",
                "C:\\Users\\ann\\AppData\\Local\\Jan\\data\\llamacpp\\models", "C:\\Users\\ann\\jan\\models"],
    }),
}  # fmt: skip


@pytest.mark.parametrize("platform", PLACES)
def test_every_system_has_its_places(platform: str) -> None:
    home, expected = PLACES[platform]
    found: dict[str, list[str]] = {}
    for place in known_places(platform, home, {}):
        found.setdefault(place.source, []).append(str(place.path))
    assert found == expected


def test_the_environment_moves_them() -> None:
    env = {"OLLAMA_MODELS": "/big/ollama", "HF_HOME": "~/hf", "LLAMA_CACHE": "/big/llama", "XDG_CACHE_HOME": "/c"}
    places = {(place.source, str(place.path)) for place in known_places("linux", "/home/ann", env)}
    assert {
        ("Ollama", "/big/ollama"),
        ("Hugging Face cache", "/home/ann/hf/hub"),
        ("llama.cpp cache", "/big/llama"),
    } <= places
    assert {str(p.path) for p in known_places("linux", "/h", {"HF_HUB_CACHE": "/x"}) if "Hugging" in p.source} == {"/x"}
    windows = known_places("win32", "C:\\Users\\ann", {"LOCALAPPDATA": "D:\\Local"})
    assert PureWindowsPath("D:\\Local\\llama.cpp") in {place.path for place in windows}


def test_lm_studios_own_setting_is_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert lm_studio_folder(tmp_path) is None
    write(tmp_path / ".lmstudio" / "settings.json", json.dumps({"downloadsFolder": str(tmp_path / "lm")}).encode())
    assert lm_studio_folder(tmp_path) == tmp_path / "lm"
    write(tmp_path / ".lmstudio" / "settings.json", b'{"downloadsFolder": 5}')
    assert lm_studio_folder(tmp_path) is None


def test_our_own_models_are_looked_for_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path))
    assert places_of_this_machine()[0] == Place("Surefit", tmp_path / "models")
    assert all(isinstance(place.path, PurePosixPath | PureWindowsPath) for place in places_of_this_machine())


def test_a_new_user_without_any_model_has_no_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path / "surefit"))
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    for variable in ("OLLAMA_MODELS", "HF_HOME", "HF_HUB_CACHE", "LLAMA_CACHE", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(variable, str(tmp_path / "none"))
    found = find_local_models()
    assert (found.files, found.problems) == ((), ())
    write(tmp_path / "surefit" / "models" / "m.gguf", numbered(1))
    assert [file.source for file in find_local_models().files] == ["Surefit"]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems take text only as names")
def test_a_name_that_is_no_text_is_told_with_a_name_that_can_be_shown_and_the_look_is_remembered(
    tmp_path: Path,
) -> None:
    broken = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.gguf"))
    write(broken, small_model())
    write(tmp_path / "good.gguf", small_model())
    for _ in range(2):
        found = find_model_files([tmp_path], (), tmp_path / "cache.json")
        (problem,) = found.problems
        assert problem.path.name == "caf\N{REPLACEMENT CHARACTER}.gguf"
        assert "rename" in problem.reason
        assert [file.path.name for file in found.files] == ["good.gguf"]
    assert (tmp_path / "cache.json").is_file()
    with pytest.raises(ModelFileError, match="not UTF-8 text"):
        load_model_file(broken)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
def test_a_pipe_that_bears_the_name_of_a_model_is_told_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.gguf")
    (problem,) = find_model_files([tmp_path]).problems
    assert "no ordinary file" in problem.reason


@pytest.mark.parametrize("name", ["x" * 5000, "nul\0in it"])
def test_a_folder_name_that_no_folder_can_have_is_a_sentence(tmp_path: Path, name: str) -> None:
    (problem,) = find_model_files([tmp_path / name]).problems
    assert "check its name" in problem.reason


def test_a_tilde_stands_for_the_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    write(tmp_path / "models" / "m.gguf", numbered(1))
    found = find_model_files([Path("~/models")])
    assert ([file.display_name for file in found.files], found.problems) == (["m"], ())


def test_a_single_model_file_is_taken_for_its_folder(tmp_path: Path) -> None:
    found = find_model_files([write(tmp_path / "m.gguf", numbered(1))])
    assert ([file.display_name for file in found.files], found.not_searched) == (["m"], ())


def test_a_folder_that_cannot_be_searched_is_told_apart_from_a_fault_inside_one(tmp_path: Path) -> None:
    text = write(tmp_path / "notes.txt", b"no model")
    write(tmp_path / "models" / "empty.gguf", b"")
    found = find_model_files([tmp_path / "gone", text, text / "below", tmp_path / "models"])
    assert [problem.reason.removeprefix(str(tmp_path)) for problem in found.not_searched] == [
        f"{os.sep}gone is not there: check its name, or choose another folder",
        f"{os.sep}notes.txt is a file, but no .gguf: name the folder that your model files are in",
        f"{os.sep}notes.txt{os.sep}below is not there: check its name, or choose another folder",
    ]
    assert [problem.path.name for problem in found.problems][-1] == "empty.gguf"
    assert len(found.problems) == 4
