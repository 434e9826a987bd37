"""Messages through a pipe: eight bytes say how long one is."""

from typing import IO


def send(pipe: IO[bytes], content: bytes) -> None:
    """Write a message. Raises OSError where nobody reads any more."""
    pipe.write(len(content).to_bytes(8, "big") + content)
    pipe.flush()


def receive(pipe: IO[bytes]) -> bytes | None:
    """Return the next message, or None where the pipe ends before its end."""
    head = pipe.read(8)
    length = int.from_bytes(head, "big")
    content = pipe.read(length) if len(head) == 8 else b""
    return content if len(head) == 8 and len(content) == length else None
