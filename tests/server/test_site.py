"""The data of the static edition."""

import io
import json
import re
from pathlib import Path

import pytest
from PIL import Image

from fieldstone.games import GAMES
from fieldstone.messages import LANGUAGES
from fieldstone.play.guides import guide_text
from fieldstone.server import pictures
from fieldstone.server.site import ICONS, data_files, main, write


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return dict(data_files())


def test_every_game_and_language_is_there(files: dict[str, bytes]) -> None:
    for language in LANGUAGES:
        names = [one["name"] for one in json.loads(files[f"facts.{language}.json"])]
        assert names == list(GAMES)
        assert json.loads(files[f"sentences.{language}.json"])["language"] == language
        for game in GAMES:
            guide = json.loads(files[f"guide-{game}.{language}.json"])
            sections = re.findall(r"^## ", guide_text(game, language), re.MULTILINE)
            assert len(guide["steps"]) == len(sections) > 0
            assert any(step["position"] for step in guide["steps"])
    for spec in GAMES.values():
        if spec.base is None:
            assert files[f"{spec.name}.wasm"].startswith(b"\0asm")
        if spec.network:
            assert files[f"{spec.family}.network.wasm"].startswith(b"\0asm")
            assert files[spec.network]
    for size in ICONS:
        assert files[f"icon-{size}.png"].startswith(b"\x89PNG")


def test_what_is_wrong_with_a_record_can_be_said(files: dict[str, bytes]) -> None:
    for language in LANGUAGES:
        texts = json.loads(files[f"sentences.{language}.json"])["texts"]
        assert {"record.twice", "sgf.colour", "problem.over", "end.win", "titles-of-games"} <= texts.keys()


def test_the_folder_is_named_by_what_is_in_it(tmp_path: Path, files: dict[str, bytes]) -> None:
    first, second = write(tmp_path / "one"), write(tmp_path / "two" / "deeper")
    assert first == second
    assert re.fullmatch(r"data-[0-9a-f]{12}", first)
    written = {path.name: path.read_bytes() for path in (tmp_path / "one" / first).iterdir()}
    assert written == files


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(FileExistsError, match="is not empty"):
        write(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_the_command_prints_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["site", str(tmp_path / "new")])
    assert main() == 0
    assert (tmp_path / "new" / capsys.readouterr().out.strip() / "games.json").is_file()
    monkeypatch.setattr("sys.argv", ["site"])
    assert main() == 2
    assert "usage" in capsys.readouterr().err


def test_the_pictures_by_which_others_show_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["pictures", str(tmp_path)])
    assert pictures.main() == 0
    sizes = {path.name: Image.open(io.BytesIO(path.read_bytes())).size for path in tmp_path.iterdir()}
    assert sizes == {"link.png": (1200, 630), "icon-180.png": (180, 180)}
    assert (tmp_path / "link.png").stat().st_size < 150_000
    monkeypatch.setattr("sys.argv", ["pictures"])
    assert pictures.main() == 2
