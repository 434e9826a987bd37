"""A whole game in a package of its own: installed, with no edit elsewhere, it passes every general test.

The package is installed into a temporary folder and found there by other processes through ``PYTHONPATH``, as an
installed package is found. In them run the general tests, for this game alone, and `checks.py`. What is compiled lies
in a cache of its own.
"""

from __future__ import annotations

import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
PACKAGE = HERE / "src" / "atari_go"
PATIENCE = 900

# General tests that go through all games: here through this one. Two processes share them.
LIBRARY = """
rules/test_twins.py::test_random_games
rules/test_properties.py::test_symmetries_commute_with_play
rules/test_properties.py::test_undo_restores_every_byte
rules/test_properties.py::test_copies_are_exact
rules/test_properties.py::test_texts_round_trip
rules/test_properties.py::test_the_mask_is_the_list
rules/test_properties.py::test_games_end_within_the_bound
rules/test_consistency.py::test_playouts_end_in_positions_that_are_in_order
rules/test_consistency.py::test_random_actions_are_legal
api/test_api_play.py::test_previews_say_what_happens
house/test_messages.py::test_every_reason_can_be_said
rules/test_planes.py::test_planes_are_what_the_oracle_sees
rules/test_planes.py::test_names_and_shapes
rules/test_planes.py::test_constants_name_their_planes
house/test_docs.py::test_every_game_has_its_guides
house/test_docs.py::test_the_examples_of_the_guides_are_true
records/test_record.py::test_what_is_written_is_read
records/test_record.py::test_state_to_record_to_state
records/test_record.py::test_every_end_can_be_recorded
records/test_sgf.py::test_nothing_is_lost
records/test_sgf.py::test_sgfmill_reads_the_moves
records/test_sgf.py::test_viewers_show_every_position
records/test_abstractplay.py::test_the_same_game_comes_back
records/test_diagram.py::test_every_stone_is_drawn
records/test_diagram.py::test_a_film_shows_every_position
search/test_levels.py::test_every_level_plays_to_the_end
search/test_levels.py::test_levels_rise
search/test_knowledge.py::test_the_pass_that_ends_the_game_is_known
search/test_knowledge.py::test_playout_moves_are_legal
search/test_knowledge.py::test_owners_are_those_of_the_oracle
analysis/test_analyse.py::test_the_numbers_agree
analysis/test_analyse.py::test_json
analysis/test_review.py::test_the_numbers_agree
analysis/test_owners.py::test_a_finished_game_belongs_to_whom_the_rules_say
targets/test_kernels.py::test_random_plies
targets/test_kernels.py::test_counts_trees_and_values
targets/test_kernels.py::test_choices_and_analyses
targets/test_kernels.py::test_levels
targets/test_kernels.py::test_analyses_as_data
targets/test_views.py::test_views_are_those_of_the_server
"""
PROGRAM = """
cli/test_messages.py::test_every_game_has_a_title_and_a_tagline
cli/test_play.py::test_a_whole_game_of_random_players
cli/test_play.py::test_the_computer_plays_every_game
cli/test_commands.py::test_showing_every_game
cli/test_commands.py::test_guides
arena/test_playing.py::test_every_game_can_be_played
server/test_games.py::test_a_whole_game
server/test_files.py::test_a_record_comes_back_as_it_was
server/test_files.py::test_sgf_comes_back_as_it_was
server/test_guides.py::test_guides_are_complete
server/test_guides.py::test_every_step_is_playable
interop/test_pettingzoo.py::test_api
interop/test_pettingzoo.py::test_all_at_once_in_their_tests
interop/test_pettingzoo.py::test_agents_see_our_states
interop/test_openspiel.py::test_random_simulation
interop/test_openspiel.py::test_simulation_in_python
interop/test_vector.py::test_games_go_as_states_do
fifth_game/checks.py
"""


def install(folder: Path, source: Path) -> None:
    """Install a copy of the package, without a network and without what it depends on."""
    shutil.copytree(HERE, source, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info", "build"))
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-index"]
    command += ["--no-deps", "--no-build-isolation", "--target", str(folder), str(source)]
    subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)


def environment(folder: Path, **more: str) -> dict[str, str]:
    """The environment of a process that finds the package, and our own sources where these tests do."""
    paths = [str(folder), *filter(None, [os.environ.get("PYTHONPATH", "")])]
    settings = {"PYTHONPATH": os.pathsep.join(paths), "FIELDSTONE_CACHE_DIR": str(folder.parent / "cache")}
    return os.environ | settings | {"FIELDSTONE_LANGUAGE": "en", "PYTHONUTF8": "1"} | more


def python(folder: Path, code: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a few lines where the package is installed."""
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, env=environment(folder, **more), capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False
    )


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder where the package is installed, with its kernels; once for all processes of the tests."""
    place = tmp_path_factory.getbasetemp()
    if os.environ.get("PYTEST_XDIST_WORKER"):
        place = place.parent
    folder = place / "fifth" / "site"
    with FileLock(place / "fifth.lock"):
        if not folder.exists():
            install(folder, place / "fifth" / "source")
            command = [sys.executable, "-m", "fieldstone.targets"]
            done = subprocess.run(command, env=environment(folder), capture_output=True, timeout=PATIENCE, check=False)
            assert done.returncode == 0, done.stderr.decode()
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("nodes", [LIBRARY, PROGRAM], ids=["library", "program"])
def test_the_general_tests_pass(installed: Path, nodes: str) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.fifth_game.plugin", "-p", "no:cacheprovider"]
    command += [f"tests/{node}" for node in nodes.split()]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=environment(installed, FIELDSTONE_TEST_GAMES="brought"),
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    asked = [node.rpartition("::")[2] for node in nodes.split()]
    assert not re.search(r"\bskipped\b|\bdeselected\b|no tests ran", done.stdout), done.stdout
    assert int(re.findall(r"(\d+) passed", done.stdout)[-1]) >= len(asked)


def test_every_general_test_is_there() -> None:
    """Whoever renames a test that is named above is told."""
    listed = (LIBRARY + PROGRAM).split()
    for node in listed:
        path, _, name = node.partition("::")
        assert not name or f"\ndef {name}(" in (HERE.parent / path).read_text(encoding="utf-8"), node


def test_nothing_of_it_is_known_outside_its_folder() -> None:
    """The program has never heard of this game."""
    for folder in ("src", "web/src", "bench"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".py", ".json", ".ts", ".svelte", ".md"):
                assert not re.search(r"atari.?go", path.read_text(encoding="utf-8"), re.IGNORECASE), path


# What is compiled ----------------------------------------------------------------------------------------------------

PLAY = """
import fieldstone
state = fieldstone.parse_position("atari-go(size=3) ..W/B../W.B B")
state.play("b1")
print(state.outcome.winner, state.outcome.termination)
"""


@pytest.fixture
def copied(installed: Path, tmp_path: Path) -> Path:
    """The installed package in a folder of its own, to be changed."""
    return Path(shutil.copytree(installed, tmp_path / "site", copy_function=shutil.copy2))


def test_an_edit_of_an_installed_game_is_seen(copied: Path) -> None:
    """Its sources are in the hash that names the cache, though they lie elsewhere."""
    assert python(copied, PLAY).stdout.split() == ["B", "capture"]
    hashed = "from fieldstone.core.cache import source_hash; print(source_hash())"
    before = python(copied, hashed).stdout
    rules = copied / "atari_go" / "rules.py"
    text = rules.read_text(encoding="utf-8")
    edited = text.replace("state.winner = 3 - state.to_move", "state.winner = state.to_move")
    assert edited != text
    rules.write_text(edited, encoding="utf-8")
    assert python(copied, PLAY).stdout.split() == ["W", "capture"]
    assert python(copied, hashed).stdout != before


def test_its_module_is_refused_after_an_edit(copied: Path) -> None:
    """As ours are: the page would play by the rules before the edit."""
    ask = "from fieldstone.targets.specs import engine_file; print(engine_file('atari-go.wasm')[:4])"
    assert python(copied, ask).stdout.strip() == repr(b"\0asm")
    with (copied / "atari_go" / "rules.py").open("a", encoding="utf-8") as rules:
        rules.write("# edited\n")
    assert "StaleModuleError: atari-go" in python(copied, ask).stderr
    ours = ask.replace("atari-go", "kaomi")
    assert python(copied, ours).stdout.strip() == repr(b"\0asm")


def test_a_game_without_tuning_gets_usual_numbers(copied: Path) -> None:
    (copied / "atari_go" / "tuning.py").unlink()
    said = python(
        copied,
        "import fieldstone\n"
        "from fieldstone.games.tuning import tuning_of\n"
        "found = tuning_of('atari-go')\n"
        "print(len(found.levels), found.solving.by_margin)\n",
    )
    assert said.stdout.split() == ["10", "False"], said.stderr


# What is broken ------------------------------------------------------------------------------------------------------


def broken_spec(text: str) -> str:
    return text.replace('name="atari-go"', 'name="vacu"')


BROKEN: dict[str, tuple[str, Callable[[str], str], str]] = {
    "no Python": ("__init__.py", lambda text: text + "\n1 +\n", "invalid syntax"),
    "no SPECS": ("__init__.py", lambda text: text.replace("SPECS = (", "OTHERS = ("), "SPECS"),
    "no specs": ("__init__.py", lambda text: text + "\nSPECS = (1,)\n", "GameSpec"),
    "a name that is taken": ("__init__.py", broken_spec, "second game called 'vacu'"),
    "a base that is not there": (
        "__init__.py",
        lambda text: text.replace('name="atari-go",', 'name="atari-go", base="go",'),
        "'go', which is not there",
    ),
    "texts that are no JSON": ("text/ko.json", lambda text: text + "}", "ko.json"),
    "texts that are said elsewhere": (
        "text/en.json",
        lambda text: text.replace("tagline.atari-go", "tagline.vacu"),
        "tagline.vacu",
    ),
    "a text that is missing": ("text/ja.json", lambda text: text.replace("title.atari-go", "x"), "title.atari-go"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_game_is_told_of_and_ours_go_on(copied: Path, what: str) -> None:
    file, change, told = BROKEN[what]
    path = copied / "atari_go" / file
    path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "fieldstone.cli", "games", "--json"],
        env=environment(copied),
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert '"vadus"' in done.stdout
    assert '"atari-go"' not in done.stdout
    assert "atari_go:SPECS" in done.stderr
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_it_is_not_installed_here() -> None:
    """These tests prove nothing if the package has been found elsewhere all along."""
    assert "atari-go" not in {entry.name for entry in importlib.metadata.entry_points(group="fieldstone.games")}
