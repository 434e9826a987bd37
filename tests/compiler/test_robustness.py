"""What must not happen: foreign folders deleted, batches that hang, compiling that waits for ever."""

import multiprocessing
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba.core.codegen import CPUCodeLibrary

import fieldstone
from fieldstone import warm
from fieldstone.core.compiler import compile_lazily


def test_the_clean_up_of_the_cache_leaves_foreign_folders_alone(tmp_path: Path) -> None:
    foreign = [tmp_path / f"My-own-thesis-{number:02}" for number in range(6)]
    stale = [tmp_path / f"kernels-{number:016x}" for number in range(6)]
    past = time.time() - 3 * 86400
    for folder in [*foreign, *stale]:
        folder.mkdir()
        (folder / "file").write_text("content")
        os.utime(folder, (past, past))
    command = [sys.executable, "-c", "from fieldstone.core.cache import cache_folder; cache_folder()"]
    subprocess.run(command, check=True, env={**os.environ, "FIELDSTONE_CACHE_DIR": str(tmp_path)})
    assert all((folder / "file").exists() for folder in foreign)
    assert sum(folder.exists() for folder in stale) == 3  # with the new one: four


def _mask_sum(batch: Any, answers: Any) -> None:
    answers.put(int(batch.legal_mask().sum()))


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # forking with threads is what is tested
def test_a_batch_works_in_a_forked_process() -> None:
    batch = fieldstone.load("vacu", size=5).new_batch(300, threads=2)
    batch.play(batch.random_actions(1))
    expected = int(batch.legal_mask().sum())
    context = multiprocessing.get_context("fork")
    answers = context.Queue()
    child = context.Process(target=_mask_sum, args=(batch, answers))
    child.start()
    try:
        assert answers.get(timeout=60) == expected
    finally:
        child.kill()
        child.join()


def test_compiling_that_cannot_start_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise OSError(12, "Cannot allocate memory")

    monkeypatch.setattr(warm, "is_warm", lambda *_: False)
    monkeypatch.setattr(subprocess, "Popen", refuse)
    with pytest.raises(RuntimeError, match=r"compiling vacu failed: .*Cannot allocate memory"):
        warm.warm_up(["vacu"])


def test_compiling_that_fails_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "is_warm", lambda *_: False)
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(RuntimeError, match="compiling kaomi failed"):
        warm.warm_up(["kaomi"])


def test_a_control_c_that_the_compiler_swallows_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """LLVM calls back with what it has made: there an interrupt is swallowed, and nothing is there to be kept."""

    def lost(*_: object) -> None:
        raise RuntimeError("no compiled object yet for <Library 'added'>")

    def added(one: int) -> int:
        return one + 1

    compiled = compile_lazily(added)
    with monkeypatch.context() as patch:
        patch.setattr(CPUCodeLibrary, "serialize_using_object_code", lost)
        with pytest.raises(KeyboardInterrupt):
            compiled(1)
    assert compiled(1) == 2


def test_whole_numbers_of_numpy_are_whole_numbers() -> None:
    assert fieldstone.load("vacu", size=np.int64(5)).options["size"] == 5
    with pytest.raises(fieldstone.OptionError, match="a whole number from 2 to 19"):
        fieldstone.load("vacu", size=True)


def test_masks_are_written_to_arrays_that_can_be_written_to() -> None:
    batch = fieldstone.load("kaomi", size=3).new_batch(4)
    mask = np.zeros((4, batch.game.num_actions), dtype=np.bool_)
    assert batch.legal_mask(mask) is mask
    mask.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        batch.legal_mask(mask)


def test_actions_beyond_all_numbers_are_named_as_they_are() -> None:
    batch = fieldstone.load("kaomi", size=3).new_batch(1)
    with pytest.raises(fieldstone.IllegalMoveError, match="action 9223372036854775807 is not from 0 to 9"):
        batch.play(np.array([2**63], dtype=np.uint64))


def test_seeds_are_whole_numbers() -> None:
    batch = fieldstone.load("kaomi", size=3).new_batch(1)
    with pytest.raises(TypeError):
        batch.random_playouts(1.5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "move", "rules"),
    [
        ("vacu(size=3,setup=auction)", "komi 10", ("S1", "S4")),
        ("vacu(size=3) .../.../... B button=B passes=2", "a1", ("V7",)),
        ("convacu(size=1) . W passes=1", "z9", ("V3",)),
        ("vadus(size=2) .B/.../.. W passes=2", "a1", ("W3",)),
    ],
)
def test_every_reason_cites_its_rule(text: str, move: str, rules: tuple[str, ...]) -> None:
    state = fieldstone.parse_position(text)
    for language in ("en", "ko", "ja"):
        why = state.why_illegal(move, language)
        assert why is not None
        assert all(rule in why for rule in rules)


def test_corrupted_derived_data_is_found() -> None:
    corruptions: list[tuple[str, str, Any]] = [
        ("iago", "runs", (0, 5)),
        ("iago", "captures", (1, 0)),
        ("vacu", "cells", 0),
        ("kaomi", "row_stones", 0),
    ]
    for name, field, place in corruptions:
        state = fieldstone.load(name).new_state()
        for _ in range(10):
            state.play(state.legal_moves()[-1])
        fieldstone.check_consistency(state)
        getattr(state.record, field)[place] ^= 1
        with pytest.raises(RuntimeError):
            fieldstone.check_consistency(state)
