"""A small server of objects in memory, which speaks as much of S3 as pyarrow's client asks for.

It is no S3: it takes any signature of the right key, keeps no versions, checks no checksum, and lists at once all that
there is. It can be told to give no answer to some requests.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape, unescape

import pytest

from tidemark.checker.engines.spark import s3

BUCKET, KEY = "bucket", "the-key"
Objects = dict[str, bytes]


class Server(ThreadingHTTPServer):
    """The server. objects: all that there are, by their names. fails: whether a request is answered by nothing.

    asked: the method and the name of each request, in order.
    """

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.objects: Objects = {}
        self.parts: dict[str, dict[int, bytes]] = {}
        self.asked: list[tuple[str, str]] = []
        self.fails: Callable[[str, str], bool] = lambda method, name: False
        self.guard = threading.Lock()

    @property
    def endpoint(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.server_port}"

    @property
    def environment(self) -> dict[str, str]:
        """The variables with which a client finds it."""
        return {
            "AWS_ENDPOINT_URL": self.endpoint,
            "AWS_ACCESS_KEY_ID": KEY,
            "AWS_SECRET_ACCESS_KEY": "a-secret",
            "AWS_REGION": "us-east-1",
        }

    def below(self, prefix: str) -> Objects:
        """The objects whose names begin with this."""
        return {name: content for name, content in sorted(self.objects.items()) if name.startswith(prefix)}


@contextmanager
def serving() -> Iterator[Server]:
    """A server that answers meanwhile."""
    with Server() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def object_store(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server that the variables of the environment name. What fails is not tried again, which would wait."""
    monkeypatch.setattr(s3, "ATTEMPTS", 1)
    with serving() as found:
        for name, value in found.environment.items():
            monkeypatch.setenv(name, value)
        yield found
    s3._server.cache_clear()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # else the body of an answer waits for the client to confirm its head
    server: Server

    def log_message(self, *_: Any) -> None:
        pass

    def _answer(self) -> None:
        parts = urlsplit(self.path)
        asked = {key: values[0] for key, values in parse_qs(parts.query, keep_blank_values=True).items()}
        bucket, _, name = unquote(parts.path).removeprefix("/").partition("/")
        body = self._body()
        with self.server.guard:
            self.server.asked.append((self.command, name))
            if self.server.fails(self.command, name):
                self.close_connection = True
            elif f"Credential={KEY}/" not in self.headers.get("Authorization", ""):
                self._refuse(403, "InvalidAccessKeyId")
            elif bucket != BUCKET:
                self._refuse(404, "NoSuchBucket")
            else:
                getattr(self, f"_{self.command.lower()}")(name, asked, body)

    do_GET = do_PUT = do_POST = do_DELETE = do_HEAD = _answer

    def _body(self) -> bytes:
        chunked = "chunked" in self.headers.get("Transfer-Encoding", "")
        body = (
            self._joined(self.rfile) if chunked else self.rfile.read(int(self.headers["Content-Length"] or 0))
        )
        if "aws-chunked" in self.headers.get("Content-Encoding", ""):
            body = self._joined(BytesIO(body))
        return body

    @staticmethod
    def _joined(stream: Any) -> bytes:
        """What was sent in pieces; what follows the last one is passed over."""
        pieces = []
        while size := int(stream.readline().split(b";")[0], 16):
            pieces.append(stream.read(size))
            stream.readline()
        while stream.readline().strip():
            pass
        return b"".join(pieces)

    def _send(self, status: int, body: bytes = b"", **headers: str) -> None:
        self.send_response(status)
        for key, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(key.replace("_", "-"), value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _refuse(self, status: int, code: str) -> None:
        self._send(status, f"<Error><Code>{code}</Code><Message>no</Message></Error>".encode())

    def _put(self, name: str, asked: dict[str, str], body: bytes) -> None:
        if upload := asked.get("uploadId"):
            self.server.parts[upload][int(asked["partNumber"])] = body
        else:
            self.server.objects[name] = body
        self._send(200, ETag='"tag"')

    def _post(self, name: str, asked: dict[str, str], body: bytes) -> None:
        if "delete" in asked:
            for key in re.findall(r"<Key>(.*?)</Key>", body.decode()):
                self.server.objects.pop(unescape(key), None)
            self._send(200, b"<DeleteResult/>")
        elif "uploads" in asked:
            self.server.parts[name] = {}
            told = f"<Bucket>{BUCKET}</Bucket><Key>{escape(name)}</Key><UploadId>{escape(name)}</UploadId>"
            self._send(200, f"<InitiateMultipartUploadResult>{told}</InitiateMultipartUploadResult>".encode())
        else:
            parts = self.server.parts.pop(asked["uploadId"])
            self.server.objects[name] = b"".join(parts[number] for number in sorted(parts))
            self._send(
                200, b"<CompleteMultipartUploadResult><ETag>tag</ETag></CompleteMultipartUploadResult>"
            )

    def _delete(self, name: str, *_: Any) -> None:
        self.server.objects.pop(name, None)
        self._send(204)

    def _get(self, name: str, asked: dict[str, str], _: bytes) -> None:
        if not name and self.command == "GET":
            self._list(asked.get("prefix", ""), asked.get("delimiter", ""))
        elif name and name not in self.server.objects:
            self._refuse(404, "NoSuchKey")
        else:
            content = self.server.objects.get(name, b"")
            found = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("Range", ""))
            begin, end = (int(found[1]), int(found[2]) + 1) if found else (0, len(content))
            self._send(206 if found else 200, content[begin:end], ETag='"tag"')

    _head = _get

    def _list(self, prefix: str, delimiter: str) -> None:
        told: dict[str, str] = {}
        for name, content in self.server.below(prefix).items():
            folder, found, _ = name.removeprefix(prefix).partition(delimiter) if delimiter else ("", "", "")
            if found:
                told[folder] = f"<CommonPrefixes><Prefix>{escape(prefix + folder)}/</Prefix></CommonPrefixes>"
            else:
                time = "<LastModified>2026-01-01T00:00:00.000Z</LastModified>"
                told[name] = (
                    f"<Contents><Key>{escape(name)}</Key><Size>{len(content)}</Size>{time}</Contents>"
                )
        count = f"<KeyCount>{len(told)}</KeyCount><IsTruncated>false</IsTruncated>"
        self._send(200, f"<ListBucketResult>{count}{''.join(told.values())}</ListBucketResult>".encode())
