"""TLS for tests: a certificate made for names, and a proxy that has it, as nginx or Caddy would."""

import contextlib
import socket
import socketserver
import ssl
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID


class Certificate:
    """A certificate that signs itself.

    Attributes
    ----------
    file : by which others know it
    server : the context of whoever has it
    """

    def __init__(self, folder: Path, *names: str) -> None:
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, names[0])])
        now = datetime.now(UTC)
        usage = dict.fromkeys(
            ("content_commitment", "key_encipherment", "data_encipherment", "key_agreement", "crl_sign"), False
        )
        made = (
            x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=1))
            .add_extension(x509.SubjectAlternativeName([x509.DNSName(one) for one in names]), critical=False)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
            .add_extension(
                x509.KeyUsage(
                    digital_signature=True, key_cert_sign=True, encipher_only=False, decipher_only=False, **usage
                ),
                critical=True,
            )
            .sign(key, hashes.SHA256())
        )
        self.file = folder / f"{names[0]}.pem"
        self.file.write_bytes(made.public_bytes(Encoding.PEM))
        private = folder / f"{names[0]}.key"
        private.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        self.server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self.server.load_cert_chain(self.file, private)

    def client(self) -> ssl.SSLContext:
        """Return the context of whoever trusts it."""
        return ssl.create_default_context(cafile=str(self.file))


@contextlib.contextmanager
def proxy(certificate: Certificate, port: int) -> Iterator[int]:
    """Take TLS away before a server at a port here, and tell it so in headers; yields the proxy's own port."""

    class Passing(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            with contextlib.suppress(OSError), certificate.server.wrap_socket(self.request, server_side=True) as outer:
                head = b""
                while b"\r\n\r\n" not in head:
                    part = outer.recv(4096)
                    if not part:
                        return
                    head += part
                first, _, rest = head.partition(b"\r\n")
                told = "X-Forwarded-For: 192.0.2.7\r\nX-Forwarded-Proto: https\r\n"
                with socket.create_connection(("127.0.0.1", port), 60) as inner:
                    inner.sendall(first + b"\r\n" + told.encode() + rest)
                    back = threading.Thread(target=_pass, args=(inner, outer), daemon=True)
                    back.start()
                    _pass(outer, inner)
                    back.join(60)

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True
        request_queue_size = 20

        def handle_error(self, *_: Any) -> None:
            """Say nothing: whoever does not trust the certificate hangs up."""

    with Server(("127.0.0.1", 0), Passing) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()
            thread.join(60)


def _pass(one: socket.socket, other: socket.socket) -> None:
    """Pass on what comes until nothing does."""
    with contextlib.suppress(OSError):
        while part := one.recv(1 << 16):
            other.sendall(part)
    with contextlib.suppress(OSError):
        other.shutdown(socket.SHUT_WR)
