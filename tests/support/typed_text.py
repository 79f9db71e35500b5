"""Typed text, and the parts that every translation must contain, whatever the model knows."""

from collections.abc import Iterator, Sequence

from engine.text.quantities.comparison import Comparison
from engine.tokenizers.encoding import UNKNOWN
from engine.translation import NoticeKind, Translation

FAMILY = "👨\u200d👩\u200d👧"
THUMB = "👍🏽"
FLAG = "🇩🇪"

_ENGLISH: dict[str, Sequence[str]] = {
    # --- letters and marks: nothing to be kept but sense
    "A dog runs through the snow.": (),
    "a dog runs through the snow": (),
    "A DOG RUNS THROUGH THE SNOW.": (),
    "TWO MEN ARE SITTING ON A BENCH": (),
    "a DOG runs": (),
    "A man doesn't wear a hat.": (),
    "A man doesn’t wear a hat.": (),
    "The girl's dog isn’t here": (),
    "a mann rids a biek": (),
    "teh girl is standign": (),
    "A man rides a bike!!!": (),
    "What is the man doing???": (),
    "A man rides a bike…": (),
    "A man rides a bike...": (),
    "A man — with a hat — rides a bike.": (),
    "A man – with a hat – rides a bike.": (),
    "A man (left) rides a bike [red].": (),
    "A woman says “hello” to a man.": (),
    'A woman says "hello" to a man.': (),
    "A woman says ‘hello’ to a man.": (),
    "A woman says «hello» to a man.": (),
    "A man  rides   a bike.": (),
    "A\u00a0man rides\u00a0a bike.": (),
    "A man ri\u00addes a bi\u200bke.": (),
    "A naïve man in a café with a résumé.": (),
    "A ｍａｎ rides a bike.": (),
    # --- what stands around sentences
    "- A man rides a bike.": ("- ",),
    "• A man rides a bike.": ("• ",),
    "\tA man rides a bike.\n\n  A dog runs.\r\n": ("\t", "\n\n  ", "\r\n"),
    "Two dogs run. Two men sit! 🎉": (" 🎉",),
    # --- numbers, times, dates, money, units
    "3 dogs play in 12 puddles.": (),
    "A man wearing number 27 runs.": (),
    "There are 1,250 people at the concert.": (),
    "A sign says 50% off.": (),
    "The bus leaves at 10:45 on 12/24/2023.": (),
    "The shirt costs $20.": (),
    "A man pays 20 € for a hat.": ("€",),
    "The shirt costs €1,250.": ("€",),
    "Can you lend me 20€ or 50€?": ("€",),
    "A dog costs €20, a cat £5.": ("€20", "£5"),
    "A box weighs 3.5 kg.": (),
    "It is 20°C in the park.": ("20°C",),
    "It is 20 °F in the park.": ("°F",),
    "The temperature is -5°C.": (" -5°C",),
    "The year 1984 was good": (),
    # --- what is no language
    "A dog on https://example.org/a?b=1 runs.": ("https://example.org/a?b=1",),
    "A man looks at www.example.com.": ("www.example.com",),
    "A man writes to jane.doe@example.com about the dog.": ("jane.doe@example.com",),
    "@anna is riding a bike.": ("@anna",),
    "A man holds a sign that says #love.": ("#love",),
    "A man holds {name} and %s.": ("{name}", "%s"),
    "A dog 😀 runs.": ("😀",),
    "I like this dog 😀!": ("😀",),
    f"A dog runs {FAMILY} through the snow {THUMB} today.": (FAMILY, THUMB),
    f"A boy with a flag {FLAG} runs.": (FLAG,),
    "A man walks → a dog runs": ("→",),
    # --- other scripts and names
    "日本語 is written on a sign.": ("日本語",),
    "A man рисует a picture.": ("рисует",),
    "Łukasz sits on a bench.": ("Łukasz",),
    "Tom and Anna sit on a bench.": (),
    # --- nothing to translate
    "😀": ("😀",),
    f"{THUMB} {FLAG}": (f"{THUMB} {FLAG}",),
    "42": ("42",),
    "10:45": ("10:45",),
    "£5.99": ("£5.99",),
    "...": ("...",),
    "?!": ("?!",),
    "#love": ("#love",),
    "https://example.org": ("https://example.org",),
    "مرحبا بالعالم": ("مرحبا بالعالم",),
    " \t\n": (" \t\n",),
    "": ("",),
}

_GERMAN: dict[str, Sequence[str]] = {
    "Ein Hund läuft durch den Schnee.": (),
    "ein hund läuft durch den schnee": (),
    "EIN HUND LÄUFT DURCH DEN SCHNEE.": (),
    "Ein Hund laeuft durch die Strasse": (),
    "Zwei Männer sitzen auf einer Bank": (),
    "ZWEI MÄNNER AUF DER STRASSE": (),
    "Ein Mann faehrt fahrad": (),
    "Das Mädchen hat's eilig!!!": (),
    "Das Mädchen hat’s eilig": (),
    "Was macht der Mann???": (),
    "Eine Frau sagt „Hallo“ zu einem Mann.": (),
    'Eine Frau sagt "Hallo" zu einem Mann.': (),
    "Eine Frau sagt »Hallo« zu einem Mann.": (),
    "Ein Mann – mit Hut – fährt Rad.": (),
    "Ein u\u0308bermütiger Hund": (),
    "- Ein Hund läuft.": ("- ",),
    "\tEin Hund läuft.\n\n  Ein Mann sitzt.\r\n": ("\t", "\n\n  ", "\r\n"),
    "3 Hunde spielen in 12 Pfützen.": (),
    "Es sind 1.250 Menschen beim Konzert.": (),
    "Der Bus fährt am 24.12.2023 um 10:45 Uhr.": (),
    "Das Hemd kostet 20 €.": ("€",),
    "Kannst du mir 20€ leihen?": ("€",),
    "Ein Hut kostet 12,80 £.": ("£",),
    "Im Park sind es 20 °C.": ("°C",),
    "Eine Kiste wiegt 3,5 kg.": (),
    "Ein Hund läuft auf https://example.org/a?b=1 herum.": ("https://example.org/a?b=1",),
    "Ein Mann schreibt an erika.muster@example.com.": ("erika.muster@example.com",),
    "@anna fährt Rad.": ("@anna",),
    "Ein Schild mit #liebe.": ("#liebe",),
    "Ein Hund 😀 läuft.": ("😀",),
    f"Ein Hund {FAMILY} im Schnee {THUMB} heute.": (FAMILY, THUMB),
    "Ein Mann рисует ein Bild.": ("рисует",),
    "😀": ("😀",),
    "42": ("42",),
    "5,99 €": ("5,99 €",),
    "...": ("...",),
    "مرحبا بالعالم": ("مرحبا بالعالم",),
    " \t\n": (" \t\n",),
    "": ("",),
}

TYPED = {"en": _ENGLISH, "de": _GERMAN}
"""By language, what is typed, and what of it must stand in the translation, as often as there."""


def losses(language: str, typed: str, found: Translation) -> Iterator[str]:
    """Say in words what a translation of `typed` lost, broke, or did not tell."""
    if bool(found.target.strip()) != bool(typed.strip()):
        yield "empty on one side alone"
    for kept in TYPED[language][typed]:
        if found.target.count(kept) != typed.count(kept):
            yield f"{kept!r} is not as often there as it was typed"
    for broken in (UNKNOWN, "<unk>", "\ufffd"):
        if broken in found.target:
            yield f"{broken!r} is in the translation"
    kinds = {notice.kind for notice in found.notices}
    if NoticeKind.REPEATED in kinds:
        yield "the model repeated itself"
    if Comparison(typed, found.target, ("en", "de")).missing and NoticeKind.NUMBERS not in kinds:
        yield "a number is lost, and no notice says so"
