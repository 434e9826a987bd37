"""Worker processes, each playing one game at a time, and what becomes of them."""

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Generator, Iterator
from typing import Any

from fieldstone.arena.match import Match, Task

LOOK_EVERY = 0.1  # seconds between two checks whether to stop
COMMAND = [sys.executable, "-m", "fieldstone.arena.worker"]
ATTEMPTS = 2  # at a game whose process dies


class WorkerError(RuntimeError):
    """A worker process died; the text is what it wrote last."""


class _Worker:
    """A process, started when it is first needed."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[str] | None = None
        self._starting = threading.Lock()
        self._ended = False
        self.complaints = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115

    def play(self, match: Match, task: Task) -> dict[str, Any]:
        """Have a game played; raises WorkerError when the process dies over it."""
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        asked = {"match": match.to_data(), "pair": task.pair, "seats": task.seats, "opening": task.opening}
        try:
            process.stdin.write(json.dumps(asked) + "\n")
            process.stdin.flush()
            answer = process.stdout.readline()
        except OSError:
            answer = ""
        if not answer.endswith("\n"):
            _kill(process)
            status = process.wait()
            self.complaints.seek(0)
            said = " ".join(self.complaints.read()[-1000:].split())
            raise WorkerError(f"exit status {status} {said}".strip())
        result: dict[str, Any] = json.loads(answer)
        return result

    def _running(self) -> "subprocess.Popen[str]":
        """Return the process, started if there is none; raises WorkerError after `end`."""
        with self._starting:
            if self._ended:
                raise WorkerError("ended")
            if self.process is None or self.process.poll() is not None:
                self._close()
                self.process = subprocess.Popen(
                    COMMAND,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=self.complaints,
                    encoding="utf-8",
                    start_new_session=True,  # Ctrl-C is for us alone
                )
            return self.process

    def end(self) -> None:
        """End the process at once, and start no other."""
        with self._starting:
            self._ended = True
            if self.process is not None:
                _kill(self.process)

    def close(self) -> None:
        """Wait for the process that has been ended, and let its files go."""
        self._close()
        self.complaints.close()

    def _close(self) -> None:
        if self.process is not None:
            self.process.wait()
            for stream in (self.process.stdin, self.process.stdout):
                if stream is not None:
                    with contextlib.suppress(OSError):  # what could not be sent any more
                        stream.close()


def _kill(process: "subprocess.Popen[str]") -> None:
    """End a worker and the programs that it has started, which are of its session, at once."""
    if process.returncode is not None:  # the number may belong to another process by now
        return
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


class Pool:
    """Some workers who play the games of a match."""

    def __init__(self, match: Match, tasks: Iterator[Task], workers: int) -> None:
        """Prepare to play `tasks`, which are drawn one by one when a worker is free."""
        self.match = match
        self._tasks = tasks
        self._drawing = threading.Lock()
        self._done: queue.SimpleQueue[dict[str, Any] | Exception | None] = queue.SimpleQueue()
        self._workers = [_Worker() for _ in range(workers)]
        self._stopping = threading.Event()

    def results(self, stop: Callable[[], bool]) -> Generator[dict[str, Any] | None, None, None]:
        """Yield finished games as they come, and None now and then, until all are played or `stop` says so.

        After that what has been finished is still yielded; what is being played is dropped. Raises WorkerError when a
        process dies twice over the same game.
        """
        threads = [threading.Thread(target=self._serve, args=(worker,), daemon=True) for worker in self._workers]
        for thread in threads:
            thread.start()
        busy = len(threads)
        try:
            while busy and not stop():
                try:
                    done = self._done.get(timeout=LOOK_EVERY)
                except queue.Empty:
                    yield None
                    continue
                if isinstance(done, Exception):
                    raise done
                if done is None:
                    busy -= 1
                else:
                    yield done
        finally:
            self._stopping.set()
            for worker in self._workers:
                worker.end()
            for thread in threads:
                thread.join()
            for worker in self._workers:
                worker.close()
        while not self._done.empty():
            done = self._done.get()
            if isinstance(done, dict):
                yield done

    def _serve(self, worker: _Worker) -> None:
        """Draw tasks for one worker until none are left. Runs in a thread of its own."""
        try:
            while not self._stopping.is_set():
                with self._drawing:
                    task = next(self._tasks, None)
                if task is None:
                    break
                self._done.put(self._play(worker, task))
        except Exception as error:
            if not self._stopping.is_set():
                self._done.put(error)
        self._done.put(None)

    def _play(self, worker: _Worker, task: Task) -> dict[str, Any]:
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return worker.play(self.match, task)
            except WorkerError:
                if self._stopping.is_set() or attempt == ATTEMPTS:
                    raise
        raise AssertionError("a game is attempted at least once")
