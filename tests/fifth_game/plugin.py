"""Tells the general tests of this game's oracle: ``pytest -p tests.fifth_game.plugin``, where the game is installed."""

from tests import oracles
from tests.fifth_game.oracle import AtariGo

oracles._MAKERS["atari-go"] = AtariGo
