from engine.glossary.glossary import Glossary, GlossaryEntry


def found(sentence: str, *entries: tuple[str, str]) -> list[tuple[str, str]]:
    """Return the terms of a sentence as they stand there, with what must stand for them."""
    matches = Glossary(tuple(GlossaryEntry(*entry) for entry in entries)).find(sentence)
    for match in matches:
        assert sentence[match.start : match.end] == match.text
    return [(match.text, match.entry.target) for match in matches]


def test_whole_words_in_any_case_are_found() -> None:
    entry = ("contract", "Vertrag")
    assert found("Contract, CONTRACT’s (contract) contracts", entry) == [
        ("Contract", "Vertrag"),
        ("CONTRACT", "Vertrag"),
        ("contract", "Vertrag"),
    ]


def test_a_term_with_capitals_inside_is_found_only_as_written() -> None:
    assert found("It is IT, and it is iPhone or IPHONE", ("IT", "EDV"), ("iPhone", "")) == [
        ("IT", "EDV"),
        ("iPhone", ""),
    ]


def test_the_longest_term_counts_and_none_overlaps() -> None:
    entries = ("bank", "Bank"), ("bank account", "Konto"), ("account book", "Kassenbuch")
    assert found("A bank  account book, an account\u00a0book.", *entries) == [
        ("bank  account", "Konto"),
        ("account\u00a0book", "Kassenbuch"),
    ]


def test_a_part_of_a_hyphenated_word_is_no_term() -> None:
    assert found("e-mail, mail-order, mail - order", ("mail", "Post")) == [("mail", "Post")]


def test_any_form_of_a_source_term_is_found() -> None:
    assert found("Two contracts.", ("contract|contracts", "Vertrag|Verträge")) == [
        ("contracts", "Vertrag|Verträge")
    ]


def test_marks_accents_and_scripts_without_blanks_are_found() -> None:
    assert found("I write C++ and .NET", ("C++", ""), (".NET", "")) == [("C++", ""), (".NET", "")]
    assert found("Zwei Bu\u0308cher", ("Bücher", "books")) == [("Bu\u0308cher", "books")]
    assert found("这个合同很长", ("合同", "contract")) == [("合同", "contract")]


def test_of_equal_terms_the_first_counts() -> None:
    assert found("a bank", ("bank", "Bank"), ("Bank", "Ufer")) == [("bank", "Bank")]


def test_a_form_in_small_letters_may_begin_a_sentence() -> None:
    entry = GlossaryEntry("Vertrag", "contract|agreement")
    assert entry.forms("Vertrag") == ("contract", "agreement", "Contract", "Agreement")
    assert GlossaryEntry("x", "iPhone").forms("x") == ("iPhone",)
    assert GlossaryEntry("Open Door").forms("Open\u00a0Door") == ("Open Door",)


def test_ten_thousand_terms_cost_a_sentence_nothing() -> None:
    entries = tuple(GlossaryEntry(f"term{number} of law", f"x{number}") for number in range(10_000))
    glossary = Glossary(entries)
    sentence = "This is term77 of law, and term9999 of law. " * 3
    assert [match.entry.target for match in glossary.find(sentence)] == ["x77", "x9999"] * 3
