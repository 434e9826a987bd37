"""A process that plays games: a task as a line of JSON on its input, its result as a line on its output.

``python -m fieldstone.arena.worker`` ends when its input does, even in the middle of a game: nobody would read the
result.
"""

import json
import os
import queue
import sys
import threading


def _read(lines: "queue.SimpleQueue[str]") -> None:
    """Pass on the lines of the input; at its end leave at once, whatever else is going on."""
    for line in sys.stdin:
        lines.put(line)
    os._exit(0)


def main() -> None:
    """Play games until the input ends."""
    # What a player prints must not get among the results: it goes where errors go.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(lines,), daemon=True).start()

    from fieldstone.arena.match import Match, Task
    from fieldstone.arena.playing import load_kernels, play_game

    loaded = False
    while True:
        asked = json.loads(lines.get())
        match = Match.from_data(asked["match"])
        if not loaded:
            load_kernels(match)
            loaded = True
        task = Task(asked["pair"], tuple(asked["seats"]), tuple(asked["opening"]))
        result = play_game(match, task)
        answers.write(json.dumps(result, ensure_ascii=False, separators=(",", ":")) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
