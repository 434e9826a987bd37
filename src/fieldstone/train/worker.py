"""A process that plays games to learn from: it reads a round and a shard a line, and answers when that is written.

    python -m fieldstone.train.worker FOLDER

It ends when its standard input does, so none is left when the process that started it is killed.
"""

import sys
from pathlib import Path

from fieldstone.train.course import COURSE_FILE, read_course
from fieldstone.train.games import Playing, play_shard


def main() -> None:
    """Play what is asked for."""
    folder = Path(sys.argv[1])
    course, playing, last = read_course(folder / COURSE_FILE), None, -1
    for line in sys.stdin:
        number, shard = map(int, line.split())
        before: Playing | None = playing if number == last else None
        playing, last = play_shard(folder, course, number, shard, before), number
        sys.stdout.write(f"{number} {shard}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
