"""Worker processes of this machine, each doing one job at a time, and what becomes of them."""

import contextlib
import os
import pickle
import queue
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Generator, Iterator
from itertools import islice
from typing import Any, NamedTuple

from fieldstone.jobs.wire import receive, send
from fieldstone.jobs.work import LOOK_EVERY, Work, WorkerError

COMMAND = [sys.executable, "-m", "fieldstone.jobs.worker"]
ATTEMPTS = 2  # at a job whose process dies


class _Worker:
    """A process, started when it is first needed."""

    def __init__(self, work: bytes) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self._work = work
        self._starting = threading.Lock()
        self._ended = False
        self.complaints = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115

    def do(self, job: Any) -> Any:
        """Have a job done; raises WorkerError when the process dies over it."""
        process, new = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            if new:
                send(process.stdin, self._work)
            send(process.stdin, pickle.dumps(job))
            made = receive(process.stdout)
        except OSError:
            made = None
        if made is None:
            _kill(process)
            status = process.wait()
            self.complaints.seek(0)
            said = " ".join(self.complaints.read()[-1000:].split())
            raise WorkerError(f"exit status {status} {said}".strip())
        return pickle.loads(made)

    def _running(self) -> "tuple[subprocess.Popen[bytes], bool]":
        """Return the process, started if there is none, and whether it was; raises WorkerError after `end`."""
        with self._starting:
            if self._ended:
                raise WorkerError("ended")
            new = self.process is None or self.process.poll() is not None
            if new:
                self._close()
                self.process = subprocess.Popen(
                    COMMAND,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=self.complaints,
                    start_new_session=True,  # Ctrl-C is for us alone
                )
            assert self.process is not None
            return self.process, new

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


def _kill(process: "subprocess.Popen[bytes]") -> None:
    """End a worker and the programs that it has started, which are of its session, at once."""
    if process.returncode is not None:  # the number may belong to another process by now
        return
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


class _Made(NamedTuple):
    """What was made of a job."""

    made: Any


class LocalWorkers:
    """Processes of this machine; they end with the jobs that they are started for."""

    def __init__(self, processes: int) -> None:
        self.processes = processes

    def results(self, work: Work, jobs: Iterator[Any], stop: Callable[[], bool]) -> Generator[Any, None, None]:
        """Yield what is made of jobs, as `Workers.results` does; a job over which a process dies twice is an error."""
        return _Serving(work, jobs, self.processes).results(stop)


class _Serving:
    """Some processes that do the jobs of one work."""

    def __init__(self, work: Work, jobs: Iterator[Any], processes: int) -> None:
        common = pickle.dumps(work)
        self._jobs = jobs
        self._drawing = threading.Lock()
        self._done: queue.SimpleQueue[_Made | Exception | None] = queue.SimpleQueue()
        self._workers = [_Worker(common) for _ in range(processes)]
        self._stopping = threading.Event()

    def results(self, stop: Callable[[], bool]) -> Generator[Any, None, None]:
        """Yield what `Workers.results` yields."""
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
                    yield done.made
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
            if isinstance(done, _Made):
                yield done.made

    def _serve(self, worker: _Worker) -> None:
        """Draw jobs for one worker until none are left. Runs in a thread of its own."""
        try:
            while not self._stopping.is_set():
                with self._drawing:
                    drawn = list(islice(self._jobs, 1))
                if not drawn:
                    break
                self._done.put(_Made(self._do(worker, drawn[0])))
        except Exception as error:
            if not self._stopping.is_set():
                self._done.put(error)
        self._done.put(None)

    def _do(self, worker: _Worker, job: Any) -> Any:
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return worker.do(job)
            except WorkerError:
                if self._stopping.is_set() or attempt == ATTEMPTS:
                    raise
        raise AssertionError("a job is attempted at least once")
