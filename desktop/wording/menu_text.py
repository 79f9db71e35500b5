"""Texts of menus and buttons that come from elsewhere: titles of models, sentences, names."""


def menu_text(text: str) -> str:
    """Return the text of an action that shows a text as it is, though Qt takes & for a mnemonic."""
    return text.replace("&", "&&")
