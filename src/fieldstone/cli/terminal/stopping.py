"""Ctrl-C as a request to stop, for commands that have something to show for the work that is done."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def interrupts() -> Iterator[threading.Event]:
    """Give an event that Ctrl-C sets, so that nothing is half written and nothing finished is lost."""
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = signal.signal(signal.SIGINT, lambda *_: stop.set())
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
