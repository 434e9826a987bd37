"""Where jobs of a command are done: in processes of this machine, or on a Ray cluster."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from fieldstone.cli.terminal.errors import FailureError, UnusableError
from fieldstone.cli.terminal.screen import Screen
from fieldstone.jobs.local import LocalWorkers
from fieldstone.jobs.on_ray import RayError, check_address, ray_workers
from fieldstone.jobs.work import Workers


def check_ray(address: str | None, screen: Screen) -> None:
    """Raise UnusableError unless an address of Ray may be one."""
    try:
        if address is not None:
            check_address(address)
    except RayError as error:
        raise UnusableError(error.sentence(screen.language)) from None


@contextmanager
def open_workers(processes: int | None, address: str | None, screen: Screen, quiet: bool = False) -> Iterator[Workers]:
    """Give the workers that the command line asks for; tells of those of Ray unless `quiet`.

    Raises FailureError where Ray fails, now or later.
    """
    if address is None:
        yield LocalWorkers(processes or os.cpu_count() or 1)
        return
    try:
        with ray_workers(address, processes) as workers:
            if not quiet:
                screen.tell("ray.connected", cpus=workers.cpus, machines=workers.machines)
            yield workers
    except RayError as error:
        raise FailureError(error.sentence(screen.language)) from None
