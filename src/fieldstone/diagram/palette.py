"""The colours of the page: paper, ink, slate, river stones, one seal-red."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Palette:
    """The colours of one theme.

    Attributes
    ----------
    name : "light" or "dark"
    board, cell, rim, line, text : the ground, cells of the inner and the outer area, lines, coordinates
    black, white : a stone's light, its middle, its edge, and the thin rim around it
    shadow : of a stone
    captive, captive_edge : a disc that lies red side up
    on_black, on_white : marks on stones
    moss, water : marks on the board
    """

    name: str
    board: str
    cell: str
    rim: str
    line: str
    text: str
    black: tuple[str, str, str, str]
    white: tuple[str, str, str, str]
    shadow: str
    captive: str
    captive_edge: str
    on_black: str
    on_white: str
    moss: str
    water: str


LIGHT = Palette(
    name="light",
    board="#e3dcc9",
    cell="#eae4d4",
    rim="#d8cfb8",
    line="#837b69",
    text="#625b4b",
    black=("#767e79", "#343937", "#191c1b", "#141716"),
    white=("#ffffff", "#fbf8f1", "#ddd4c2", "#a89b80"),
    shadow="#3a3222",
    captive="#b0472f",
    captive_edge="#7d2c1c",
    on_black="#f7f3e9",
    on_white="#20231f",
    moss="#4d6b50",
    water="#2f6476",
)
DARK = Palette(
    name="dark",
    board="#39413a",
    cell="#434c44",
    rim="#353c36",
    line="#818a7e",
    text="#b3b6a9",
    black=("#5d6561", "#1b1e1d", "#0b0d0c", "#a7b1a9"),
    white=("#fbf9f3", "#eeeae0", "#c4bcab", "#8f8772"),
    shadow="#000000",
    captive="#c25a41",
    captive_edge="#7a2d1d",
    on_black="#f1ede2",
    on_white="#20231f",
    moss="#8fb08c",
    water="#7fb3c4",
)
