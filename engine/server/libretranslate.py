"""LibreTranslate's HTTP interface, so that programs written for it work with this one.

    POST /translate           q, source ("auto" to detect it), target, format ("text" or "html"),
                              alternatives (of texts), api_key
    POST /detect              q, api_key
    GET  /languages           what can be translated to what
    GET  /frontend/settings   limits, and whether a key is needed
    GET  /health              whether the interface answers

What needs checking is listed in "notices", a field that LibreTranslate has not: the kind, the
sentence of the source, and the reason in English.

Fields come as JSON or as a form. An error is {"error": "..."} with an HTTP status.
"""

import hmac
import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic_core import from_json
from werkzeug.exceptions import (
    BadRequest,
    Forbidden,
    HTTPException,
    InternalServerError,
    RequestEntityTooLarge,
    ServiceUnavailable,
)
from werkzeug.routing import Map, Rule
from werkzeug.sansio.utils import host_is_trusted
from werkzeug.wrappers import Request, Response

from engine.errors import DocumentError, EngineError, ModelNotFoundError
from engine.languages.names import english_name
from engine.server.translation_service import GivenUpError, Guess, TranslationService
from engine.translation import Notice

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

CHARACTERS = 100_000
"""Of one request, all its texts together."""
TEXTS = 100
ALTERNATIVES = 10
BODY_BYTES = 4 << 20
"""Each character may take up to twelve in a form or in JSON, but hardly ever all of them do."""

HOSTS = ("localhost", "127.0.0.1")
"""Accepted host names; a web page that rebinds its own name would use another."""

AUTO = "auto"

CLIENT_IS_GONE = "waitress.client_disconnected"
"""The key of what tells that nobody waits for the answer any more."""

_DIGITS = re.compile("[0-9]{1,9}")


class _LimitedRequest(Request):
    """A request with size limits."""

    max_content_length = BODY_BYTES
    max_form_memory_size = BODY_BYTES
    max_form_parts = 50


@dataclass(frozen=True, slots=True)
class _Texts:
    """The texts of a request: one, or a list that is answered with lists."""

    texts: tuple[str, ...]
    is_list: bool

    def answer(self, values: list[Any]) -> Any:
        return values if self.is_list else values[0]


class LibreTranslateApp:
    """A WSGI application that translates for other programs on this computer.

    Args:
        service: The translation service.
        key: The `api_key` that callers need to translate a text.
    """

    def __init__(self, service: TranslationService, key: str) -> None:
        self._service = service
        self._key = key.encode()
        self._urls = Map(
            [
                Rule("/translate", endpoint=self._translate, methods=["POST"]),
                Rule("/detect", endpoint=self._detect, methods=["POST"]),
                Rule("/languages", endpoint=self._languages, methods=["GET"]),
                Rule("/frontend/settings", endpoint=self._settings, methods=["GET"]),
                Rule("/health", endpoint=self._health, methods=["GET"]),
            ]
        )

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer one WSGI request."""
        return self._respond(_LimitedRequest(environ))(environ, start_response)

    def _respond(self, request: Request) -> Response:
        try:
            if not host_is_trusted(request.headers.get("Host"), HOSTS):
                raise Forbidden("The request names another computer than this one.")
            endpoint: Callable[[Request], Any]
            endpoint, _ = self._urls.bind_to_environ(request.environ).match()
            return _json(endpoint(request))
        except HTTPException as error:
            problem = error
        except (ModelNotFoundError, DocumentError) as error:
            problem = BadRequest(str(error))
        except EngineError as error:
            problem = InternalServerError(str(error))
        except GivenUpError:
            seconds = self._service.seconds
            problem = ServiceUnavailable(
                f"The translation took longer than {seconds:g} seconds. Send a shorter text."
            )
        return _json({"error": problem.description}, problem.code or 500, problem)

    # --- endpoints ---

    def _translate(self, request: Request) -> dict[str, Any]:
        fields = self._fields(request)
        texts = _texts(fields)
        source, target = _word(fields, "source"), _word(fields, "target")
        form = fields.get("format", "text")
        if form not in ("text", "html"):
            raise BadRequest('Invalid request: format must be "text" or "html".')
        n_best = 1 + _whole(fields, "alternatives", ALTERNATIVES)
        directions = self._service.directions()
        for code, known in ((source, {AUTO, *directions}), (target, _targets(directions))):
            if code not in known:
                raise BadRequest(f"{code} is not supported")
        guesses: list[Guess] = []
        written: list[str] = []
        others: list[list[str]] = []
        notices: list[list[dict[str, str]]] = []
        is_gone = request.environ.get(CLIENT_IS_GONE, lambda: False)
        for text in texts.texts:
            language = source
            if source == AUTO:
                guesses.append(self._service.guess_language(text))
                language = guesses[-1].language
            if language == target:
                written.append(text)
                others.append([])
                notices.append([])
                continue
            if form == "html":
                page, doubts = self._service.translate_html(text, language, target, is_gone=is_gone)
                written.append(page)
                others.append([])
                notices.append(
                    [_as_field(one, doubt.source) for doubt in doubts for one in doubt.notices]
                )
                continue
            translation = self._service.translate(
                text, language, target, n_best=n_best, is_gone=is_gone
            )
            written.append(translation.target)
            others.append([best.text for best in translation.hypotheses[1:n_best]])
            notices.append(
                [
                    _as_field(one, sentence.source)
                    for sentence in translation.sentences
                    for one in sentence.notices
                ]
            )
        answer = {"translatedText": texts.answer(written)}
        if source == AUTO:
            answer["detectedLanguage"] = texts.answer([_as_object(guess) for guess in guesses])
        if n_best > 1:
            answer["alternatives"] = texts.answer(others)
        answer["notices"] = texts.answer(notices)
        return answer

    def _detect(self, request: Request) -> list[dict[str, Any]]:
        texts = _texts(self._fields(request)).texts
        return [_as_object(self._service.guess_language("\n".join(texts)))]

    def _languages(self, _request: Request) -> list[dict[str, Any]]:
        directions = self._service.directions()
        return [
            {"code": source, "name": english_name(source), "targets": [source, *targets]}
            for source, targets in directions.items()
        ]

    def _settings(self, _request: Request) -> dict[str, Any]:
        directions = self._service.directions()
        source = next(iter(directions), AUTO)
        target = next(iter(directions.get(source, ())), source)
        return {
            "apiKeys": True,
            "keyRequired": True,
            "charLimit": CHARACTERS,
            "frontendTimeout": 500,
            "filesTranslation": False,
            "supportedFilesFormat": [],
            "suggestions": False,
            "language": {
                "source": {"code": AUTO, "name": "Auto Detect"},
                "target": {"code": target, "name": english_name(target)},
            },
        }

    def _health(self, _request: Request) -> dict[str, str]:
        return {"status": "ok"}

    # --- requests ---

    def _fields(self, request: Request) -> dict[str, Any]:
        """Return the fields of a request with a valid key."""
        if request.is_json:
            try:
                fields = from_json(request.get_data())
            except ValueError as error:
                raise BadRequest(f"The body is not JSON: {error}") from error
        else:
            fields = {
                name: values[0] if len(values) == 1 else values
                for name, values in request.form.to_dict(flat=False).items()
            }
        if not isinstance(fields, dict):
            raise BadRequest("The body must be a JSON object, or a form.")
        key = fields.get("api_key")
        if not hmac.compare_digest(key.encode() if isinstance(key, str) else b"", self._key):
            raise Forbidden("Invalid or missing api_key. Translucent's settings show it.")
        return fields


def _as_field(notice: Notice, sentence: str) -> dict[str, str]:
    return {"kind": notice.kind.value, "sentence": sentence, "text": str(notice)}


def _texts(fields: dict[str, Any]) -> _Texts:
    sent = fields.get("q")
    listed = sent if isinstance(sent, list) else [sent]
    texts = tuple(text for text in listed if isinstance(text, str))
    if not texts or len(texts) < len(listed):
        raise BadRequest("Invalid request: q must be a text, or a list of texts.")
    if len(texts) > TEXTS:
        raise BadRequest(f"Invalid request: {len(texts)} texts exceed the limit of {TEXTS}.")
    length = sum(map(len, texts))
    if length > CHARACTERS:
        raise RequestEntityTooLarge(
            f"Invalid request: {length} characters exceed the limit of {CHARACTERS}."
        )
    return _Texts(texts, isinstance(sent, list))


def _word(fields: dict[str, Any], name: str) -> str:
    word = fields.get(name)
    if not isinstance(word, str) or not word:
        raise BadRequest(f"Invalid request: missing {name} parameter")
    return word


def _whole(fields: dict[str, Any], name: str, most: int) -> int:
    value = fields.get(name, 0)
    if isinstance(value, str) and _DIGITS.fullmatch(value):  # of a form
        value = int(value)
    if type(value) is not int or not 0 <= value <= most:
        raise BadRequest(f"Invalid request: {name} must be a number from 0 to {most}.")
    return value


def _targets(directions: Any) -> set[str]:
    return {*directions, *(target for targets in directions.values() for target in targets)}


def _as_object(guess: Guess) -> dict[str, Any]:
    return {"confidence": round(100 * guess.probability, 1), "language": guess.language}


def _json(value: Any, status: int = 200, problem: HTTPException | None = None) -> Response:
    body = json.dumps(value, ensure_ascii=False)
    response = Response(body, status, mimetype="application/json")
    if problem is not None and problem.code == 405:
        response.headers["Allow"] = dict(problem.get_headers()).get("Allow", "")
    return response
