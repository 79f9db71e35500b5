"""LibreTranslate's interface: what its clients send and expect, and what is refused."""

import json
import re
import threading
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import Client, TestResponse

from engine.folders import Folders
from engine.pipeline.translator import Translator
from engine.server.libretranslate import (
    ALTERNATIVES,
    CHARACTERS,
    CLIENT_IS_GONE,
    TEXTS,
    LibreTranslateApp,
)
from engine.server.translation_service import TranslationService
from engine.translation import Cancelled, Translation, TranslationRequest
from tests.support.translators import save_pieces_model, save_subword_model

KEY = "secret"
SECONDS = 30.0


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return Folders(**{field.name: tmp_path / field.name for field in fields(Folders)})


@pytest.fixture
def service(folders: Folders) -> TranslationService:
    save_subword_model(folders.models / "there", source_language="en", target_language="de")
    save_subword_model(folders.models / "back", source_language="de", target_language="en")
    return TranslationService(folders, device="cpu", seconds=SECONDS)


@pytest.fixture
def client(service: TranslationService) -> Client:
    return Client(LibreTranslateApp(service, KEY))


def post(client: Client, path: str = "/translate", **fields: Any) -> TestResponse:
    known = {"q": "A dog.", "source": "en", "target": "de", "api_key": KEY}
    return client.post(path, json={**known, **fields})


def answer(response: TestResponse) -> Any:
    assert response.status_code == 200, response.text
    return json.loads(response.text)


def error(response: TestResponse) -> tuple[int, str]:
    return response.status_code, json.loads(response.text)["error"]


# --- translating ---


def test_a_text_is_translated_as_the_translator_does(client: Client, folders: Folders) -> None:
    text = "A dog is here.\n\n  Two young men are outside. 👩‍🚒"
    expected = Translator.open(folders.models / "there", device="cpu").translate(
        TranslationRequest(text)
    )
    told = [
        {"kind": one.kind, "sentence": sentence.source, "text": str(one)}
        for sentence in expected.sentences
        for one in sentence.notices
    ]
    assert answer(post(client, q=text)) == {"translatedText": expected.target, "notices": told}


def test_what_needs_checking_is_told_of_texts_and_pages(client: Client) -> None:
    text, page = (
        "Съешь 12 этих булок.",
        "<p>Съешь <b>12</b> этих булок.</p>",
    )  # in no language it reads
    told = [
        answer(post(client, q=q, format=f))["notices"] for q, f in ((text, "text"), (page, "html"))
    ]
    assert told[0] == told[1]
    assert {one["sentence"] for one in told[0]} == {text}
    assert all(one["text"] for one in told[0])


def test_a_form_and_json_are_answered_alike(client: Client) -> None:
    fields = {"q": "A dog.", "source": "en", "target": "de", "api_key": KEY}
    assert answer(client.post("/translate", data=fields)) == answer(post(client))


def test_a_list_is_answered_with_lists(client: Client) -> None:
    texts = ["A dog.", "", "Two young men are outside."]
    whole = answer(post(client, q=texts, source="auto", target="de", alternatives=1))
    assert {name: len(values) for name, values in whole.items()} == {
        "translatedText": 3,
        "detectedLanguage": 3,
        "alternatives": 3,
        "notices": 3,
    }
    for place, text in enumerate(texts):
        single = answer(post(client, q=text, source="auto", target="de", alternatives=1))
        assert {name: values[place] for name, values in whole.items()} == single


def test_a_detected_language_chooses_the_direction(client: Client) -> None:
    text = "Zwei junge Männer stehen draußen und warten auf den Bus."
    found = answer(post(client, q=text, source="auto", target="en"))
    assert found["detectedLanguage"]["language"] == "de"
    assert (
        found["translatedText"]
        == answer(post(client, q=text, source="de", target="en"))["translatedText"]
    )


def test_a_text_in_the_target_language_stays_as_it_is(client: Client) -> None:
    same = {"translatedText": "A dog.", "notices": []}
    assert answer(post(client, source="de", target="de")) == same


def test_there_are_no_more_alternatives_than_asked_for(client: Client) -> None:
    for number in (1, 3):
        assert 1 <= len(answer(post(client, alternatives=number))["alternatives"]) <= number


def test_html_keeps_its_tags_and_what_is_no_text(client: Client) -> None:
    html = '<p class="a">A dog is <b>here</b>.</p><script>let dog = "A dog.";</script>'
    written = answer(post(client, q=html, format="html"))["translatedText"]
    tags = re.compile(r"</?(?:p|b|script)[^>]*>")
    assert sorted(tags.findall(written)) == sorted(tags.findall(html))
    assert written.endswith('<script>let dog = "A dog.";</script>')
    assert written != html
    assert answer(post(client, q="A dog.", format="html")) == answer(post(client, q="A dog."))


def test_html_that_goes_deep_keeps_its_tags(client: Client) -> None:
    html = "<p>" + "<b>" * 1000 + "A dog."
    assert answer(post(client, q=html, format="html"))["translatedText"].count("<b>") == 1000


def test_languages_are_those_of_the_models(client: Client) -> None:
    expected = {"en": {"en", "de"}, "de": {"de", "en"}}
    listed = answer(client.get("/languages"))
    assert {one["code"]: set(one["targets"]) for one in listed} == expected
    assert {one["name"] for one in listed} == {"English", "German"}


def test_a_model_of_several_languages_serves_each_direction(
    client: Client, folders: Folders
) -> None:
    folder = folders.models / "many"
    save_pieces_model(folder, target_language="fr", source_languages=("en", "sv"))
    listed = answer(client.get("/languages"))
    swedish = next(one for one in listed if one["code"] == "sv")
    assert {"de", "fr", "es"} <= set(swedish["targets"])
    for direction in (("sv", "fr"), ("sv", "es"), ("sv", "fr")):
        expected = Translator.open(folder, device="cpu", direction=direction).translate(
            TranslationRequest("Two men.")
        )
        source, target = direction
        shown = answer(post(client, q="Two men.", source=source, target=target))
        assert shown["translatedText"] == expected.target


def test_the_settings_say_what_is_accepted(client: Client) -> None:
    settings = answer(client.get("/frontend/settings"))
    assert settings["keyRequired"] is True
    limit = settings["charLimit"]
    assert error(post(client, q="a" * (limit + 1)))[0] == 413


@pytest.mark.parametrize(
    ("text", "language"),
    [("Wo ist der Bahnhof, bitte?", "de"), ("Where is the station, please?", "en")],
)
def test_a_language_is_detected(client: Client, text: str, language: str) -> None:
    [found] = answer(post(client, "/detect", q=text))
    assert found["language"] == language
    assert 50 < found["confidence"] <= 100


@pytest.mark.parametrize("text", ["", " \n", "12 34", "👩‍🚒"])
def test_what_has_no_language_is_detected_without_confidence(client: Client, text: str) -> None:
    [found] = answer(post(client, "/detect", q=text))
    assert found["confidence"] == 0


# --- refusing ---


@pytest.mark.parametrize("path", ["/translate", "/detect"])
@pytest.mark.parametrize("key", [None, "", "wrong", 1, ["secret"], "ß"])
def test_without_the_key_nothing_is_translated(client: Client, path: str, key: object) -> None:
    status, message = error(post(client, path, api_key=key))
    assert status == 403
    assert "api_key" in message
    assert KEY not in message


def test_a_page_that_rebinds_its_name_is_refused(client: Client) -> None:
    for host in ("evil.example", "127.0.0.1.evil.example", "localhost.evil.example"):
        response = client.get("/languages", headers={"Host": host})
        assert response.status_code == 403
    for host in ("localhost:5000", "127.0.0.1:5000"):
        assert client.get("/languages", headers={"Host": host}).status_code == 200


def test_no_web_page_may_read_an_answer(client: Client) -> None:
    response = client.get("/languages", headers={"Origin": "https://page.example"})
    assert not [name for name, _ in response.headers if name.startswith("Access-Control")]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"q": None}, "q must be a text"),
        ({"q": 1}, "q must be a text"),
        ({"q": []}, "q must be a text"),
        ({"q": ["a", 1]}, "q must be a text"),
        ({"q": ["a"] * (TEXTS + 1)}, f"limit of {TEXTS}"),
        ({"source": None}, "missing source parameter"),
        ({"target": ""}, "missing target parameter"),
        ({"source": "xx"}, "xx is not supported"),
        ({"target": "auto"}, "auto is not supported"),
        ({"alternatives": "many"}, f"from 0 to {ALTERNATIVES}"),
        ({"alternatives": True}, f"from 0 to {ALTERNATIVES}"),
        ({"alternatives": "1_0"}, f"from 0 to {ALTERNATIVES}"),
        ({"alternatives": "٣"}, f"from 0 to {ALTERNATIVES}"),
        ({"alternatives": 1.5}, f"from 0 to {ALTERNATIVES}"),
        ({"alternatives": 10**400}, f"from 0 to {ALTERNATIVES}"),
        ({"alternatives": -1}, f"from 0 to {ALTERNATIVES}"),
        ({"alternatives": ALTERNATIVES + 1}, f"from 0 to {ALTERNATIVES}"),
        ({"format": "pdf"}, "format"),
    ],
)
def test_a_wrong_field_is_named(client: Client, changes: dict[str, Any], message: str) -> None:
    status, said = error(post(client, **changes))
    assert status == 400
    assert message in said


def test_texts_together_have_a_limit(client: Client) -> None:
    half = "a " * (CHARACTERS // 4 + 1)
    assert error(post(client, q=[half, half]))[0] == 413


@pytest.mark.parametrize("body", ["", "{", "[]", '"text"', "[" * 100_000, '{"q": "\\ud800"}'])
def test_what_is_no_json_object_is_refused(client: Client, body: str) -> None:
    response = client.post("/translate", data=body, content_type="application/json")
    assert error(response)[0] == 400


def test_other_paths_and_methods_are_refused(client: Client) -> None:
    assert error(client.get("/nowhere"))[0] == 404
    response = client.get("/translate")
    assert error(response)[0] == 405
    assert "POST" in response.headers["Allow"]


def test_a_broken_model_is_said(client: Client, folders: Folders) -> None:
    (folders.models / "there" / "weights.safetensors").write_bytes(b"broken")
    status, message = error(post(client))
    assert status == 500
    assert "there" in message


def test_without_models_there_is_a_sentence(folders: Folders) -> None:
    client = Client(LibreTranslateApp(TranslationService(folders, seconds=SECONDS), KEY))
    assert answer(client.get("/languages")) == []
    assert error(post(client))[0] == 400
    assert error(post(client, "/detect"))[0] == 400


# --- many callers ---


def test_what_takes_too_long_is_given_up(
    service: TranslationService, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(_translator: Translator, request: TranslationRequest) -> Translation:
        assert request.cancelled.wait(SECONDS)
        raise Cancelled

    monkeypatch.setattr(Translator, "translate", endless)
    service.seconds = 0.05
    status, message = error(post(client))
    assert status == 503
    assert "0.05 seconds" in message


def test_work_for_a_client_that_has_gone_ends(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_gone = threading.Event()
    ended = []

    def endless(_translator: Translator, request: TranslationRequest) -> Translation:
        is_gone.set()
        ended.append(request.cancelled.wait(SECONDS))
        raise Cancelled

    monkeypatch.setattr(Translator, "translate", endless)
    fields = {"q": "A dog.", "source": "en", "target": "de", "api_key": KEY}
    response = client.post(
        "/translate", json=fields, environ_overrides={CLIENT_IS_GONE: is_gone.is_set}
    )
    assert response.status_code == 503
    assert ended == [True]


def test_an_endless_number_is_refused(client: Client) -> None:
    fields = f'"q": "A dog.", "source": "en", "target": "de", "api_key": "{KEY}"'
    body = f'{{{fields}, "alternatives": 1e999}}'
    response = client.post("/translate", data=body, content_type="application/json")
    assert error(response) == (
        400,
        f"Invalid request: alternatives must be a number from 0 to {ALTERNATIVES}.",
    )


def test_callers_wait_for_one_another(
    service: TranslationService, monkeypatch: pytest.MonkeyPatch
) -> None:
    translate, computing, most = Translator.translate, [0], [0]

    def watched(translator: Translator, request: TranslationRequest) -> Translation:
        computing[0] += 1
        most[0] = max(most[0], computing[0])
        translation = translate(translator, request)
        computing[0] -= 1
        return translation

    monkeypatch.setattr(Translator, "translate", watched)
    found: list[str] = []
    callers = [
        threading.Thread(
            target=lambda: found.append(service.translate("A dog.", "en", "de").target)
        )
        for _ in range(4)
    ]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join(SECONDS)
    assert len(found) == 4
    assert len(set(found)) == 1
    assert most == [1]


def test_a_replaced_model_translates_from_then_on(
    service: TranslationService, folders: Folders
) -> None:
    before = service.translate("Two young men are outside.", "en", "de").model
    folder = folders.models / "there"
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()
    save_subword_model(folder, source_language="en", target_language="de", name="newer")
    assert service.translate("Two young men are outside.", "en", "de").model != before
