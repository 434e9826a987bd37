"""A process that does jobs: first it is told what they have in common, then a job after the other, and answers each.

``python -m fieldstone.jobs.worker`` ends when its input does, even in the middle of a job: nobody would read what is
made of it, and none is left when the process that started it is killed.
"""

import os
import pickle
import queue
import sys
import threading

from fieldstone.jobs.wire import receive, send


def _read(messages: "queue.SimpleQueue[bytes]") -> None:
    """Pass on the messages of the input; at its end leave at once, whatever else is going on."""
    while (message := receive(sys.stdin.buffer)) is not None:
        messages.put(message)
    os._exit(0)


def main() -> None:
    """Do jobs until the input ends."""
    # What a job prints must not get among the answers: it goes where errors go.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    messages: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(messages,), daemon=True).start()
    do = pickle.loads(messages.get()).begin()
    while True:
        send(answers, pickle.dumps(do(pickle.loads(messages.get()))))


if __name__ == "__main__":
    main()
