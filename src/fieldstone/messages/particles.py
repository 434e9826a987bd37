"""Korean particles, which follow the sound of the word before them: "흑을(를)" becomes "흑을", "e5을(를)" "e5를"."""

import re

PAIRS = {
    "은(는)": ("은", "는"),
    "이(가)": ("이", "가"),
    "을(를)": ("을", "를"),
    "와(과)": ("과", "와"),
    "(으)로": ("으로", "로"),
}
CLOSED = "013678"  # digits are read 영 일 이 삼 사 오 육 칠 팔 구
OPEN_TO_RO = "178"  # after ㄹ it is 로: 일, 칠, 팔

_PARTICLE = re.compile(r"([^\W_])([^\w\s]?)(은\(는\)|이\(가\)|을\(를\)|와\(과\)|\(으\)로)")


def with_particles(text: str) -> str:
    """Return a text with its particles chosen; after a word whose sound is not known both stay."""
    return _PARTICLE.sub(_chosen, text)


def _chosen(match: re.Match[str]) -> str:
    last, sign, both = match.groups()
    code = ord(last) - 0xAC00
    if 0 <= code < 11172:
        closed, flowing = code % 28 != 0, code % 28 == 8
    elif last in "0123456789":
        closed, flowing = last in CLOSED, last in OPEN_TO_RO
    else:
        return match[0]
    after_closed, after_open = PAIRS[both]
    return last + sign + (after_closed if closed and not (both == "(으)로" and flowing) else after_open)
