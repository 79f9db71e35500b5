"""What the program knows about a language: data in one frozen `LanguageRules`, no code.

What a language leaves out keeps its default, which is what is assumed of an unknown language.
Fields that are called patterns, and those of numbers, hold pieces of regular expressions, several
with | between them; none is the empty string.
"""

from dataclasses import dataclass, field, fields
from typing import Any, Self


def words(text: str) -> frozenset[str]:
    """Return the words of a list that is written as a text."""
    return frozenset(text.split())


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceRules:
    """Where sentences end; words in small letters, abbreviations without their last stop.

    The default abbreviations are English and French: other languages borrow titles and Latin. With
    no `first_words`, an abbreviation never ends a sentence.
    """

    never_last: frozenset[str] = words(
        "mr mrs ms messrs dr prof rev hon gen col lt sgt capt cmdr maj gov sen pres mt e.g i.e vs "
        "viz cf approx incl excl mm pr me mgr st ste p.ex c.-à-d env"
    )
    """Abbreviations that stand before the word they belong to."""
    maybe_last: frozenset[str] = words(
        "jan feb febr mar mär apr jun jul aug sep sept okt oct nov dec dez etc al inc ltd co corp "
        "bros jr sr ave blvd rd ft rep dept est ext tel min avg ed eds mon tue tues thu thur "
        "thurs fri ph.d univ assn m.m janv févr avr juil déc av boul tél max éd"
    )
    """Abbreviations that end a sentence only before one of the `first_words`."""
    before_number: frozenset[str] = words(
        "no nos p pp fig figs vol vols ch chap sec art eq par ver nr op"
    )
    """Words that are abbreviations only before a number."""
    first_words: frozenset[str] = frozenset()
    """Words that begin sentences and are otherwise hardly ever capitalised."""
    short_ends: tuple[str, ...] = ()
    """Ends of compounds that are abbreviations: "Hauptstr."."""
    has_ordinals: bool = False
    """Whether a number with a stop is an ordinal: "am 3. Mai"."""
    month_pattern: str = ""
    """How months begin that stand behind an ordinal; "1. Mai" is no item of a list."""
    conjunction_pattern: str = ""
    """Words before which an overlong sentence may be split."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberWords:
    """Words that give numbers their meaning; patterns ignore case unless stated otherwise."""

    zeros: tuple[tuple[int, str], ...] = ()
    """How many zeros the words behind numbers stand for, and how those begin: (6, "million")."""
    short_zeros: tuple[tuple[int, str], ...] = ()
    """Likewise of abbreviations, without a stop: (6, "mio")."""
    magnitudes: str = ""
    """What of these is written behind a sum of money, with its capitals and stops."""
    currencies: str = ""
    """Names of currencies."""
    dollar: str = ""
    """That of the dollar, which sums in rarer currencies are read as."""
    cents: str = ""
    """The hundredth of a currency."""
    cardinals: tuple[tuple[int, str], ...] = ()
    """What numbers in words are put together from, several of one value between bars: plain words,
    also of ordinals."""
    endings: str = ""
    """What may stand behind such a number: "th", "mal"."""
    one: str = ""
    """What may stand for a 1: articles and words such as "once"."""
    months: tuple[str, ...] = ()
    """How the names of the twelve begin, in their order."""
    units: tuple[tuple[str, str], ...] = ()
    """Units in words: the symbols that they may stand for, between blanks, and the words."""
    unit_names: tuple[tuple[str, str], ...] = ()
    """How units are written that models confuse: by their symbols above."""
    degrees: str = ""
    """The word for degrees, as it is written behind a number."""
    minus: str = ""
    """What says that a number is below zero."""
    ranges: str = ""
    """What stands between two numbers of a range."""
    fractions: tuple[tuple[int, str], ...] = ()
    """How words for parts begin, by the number of parts of a whole: (3, "third")."""
    halves: str = ""
    """Words for parts and for times of day, which can replace numbers."""
    clock: str = ""
    """What stands behind an hour of half a day: "o'clock"."""
    clock_words: tuple[tuple[int, str], ...] = ()
    """Words before an hour that make it a time, by their minutes: (-30, "halb") of "halb acht"."""
    day_clock: str = ""
    """What stands behind an hour of the whole day: "Uhr"."""
    ordinal_ends: tuple[str, ...] = ()
    """What makes a number an ordinal: by its last digit, the first for all others."""
    time_format: str = ""
    """How a time of day is written: of hour, minute, half_hour (1 to 12) and half ("a" or "p")."""
    hour_format: str = ""
    """Likewise a full hour."""
    half_of_day: str = ""
    """What makes that one of half a day all the same: "8 Uhr abends"."""
    morning: str = ""
    afternoon: str = ""
    """Words that say which half of the day a time is in."""
    naming: str = ""
    """Words before a number that names something, as that of a version does."""
    naming_ends: str = ""
    """Such words that also end compounds: "Kundennummer"."""

    def __or__(self, other: Self) -> Self:
        """Return the words of both."""
        names = [field.name for field in fields(self)]
        return type(self)(
            **{name: _both(getattr(self, name), getattr(other, name)) for name in names}
        )


def _both(one: Any, other: Any) -> Any:
    return one + other if isinstance(one, tuple) else "|".join(filter(None, (one, other)))


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintRules:
    """How words are joined in print."""

    joined_to_previous: frozenset[str] = frozenset()
    """Words before which no blank stands, but for punctuation: "'s", "%"."""
    joined_to_next: frozenset[str] = frozenset()
    """Words after which none stands, but for brackets and the like."""
    has_elision: bool = False
    """Whether an apostrophe ends a word that is joined to the next: "l'homme"."""
    has_possessive: bool = False
    """Whether an apostrophe begins what is joined to a word, or ends the word: "dogs' tails"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NameWords:
    """Words that show that what stands beside them is a name; case matters."""

    titles: frozenset[str] = frozenset()
    """Words before a surname, without a stop: "Mrs", "Dr"."""
    title_ends: frozenset[str] = frozenset()
    """How words end, in small letters, that are no surnames behind a title: "Herr Präsident"."""
    determiners: frozenset[str] = frozenset()
    """What stands before a noun, in small letters: "seine Frau" is no title."""
    before_names: frozenset[str] = frozenset()
    """Where nouns are capitalised: what may stand before a name, but not before most nouns."""
    adjectives: frozenset[str] = frozenset()
    """Those that are surnames too, in small letters: capitalised behind a first name, they are."""
    street_pattern: str = ""
    """A street with its house number, or without."""
    particles: frozenset[str] = frozenset()
    """What stands between a first name and a surname: "Ludwig van Beethoven"."""
    company_forms: tuple[str, ...] = ()
    """How the names of companies end: "GmbH", "Ltd"."""
    code_pattern: str = ""
    """Codes that only one country has, such as those on number plates."""
    known_names: tuple[str, ...] = ()
    """Well-known names that are made of ordinary words."""
    translated: frozenset[str] = frozenset()
    """Where nouns are not: capitalised words that have a translation, such as days."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LanguageRules:
    """Everything known about a language; by identity, the key of what is derived from it."""

    name: str = ""
    """In English; empty for one that people are not likely to type."""
    scripts: frozenset[str] = frozenset()
    """What it is written in, by the first words of Unicode's names for letters; empty: unknown."""
    encodings: tuple[str, ...] = ("cp1252",)
    """Usual encodings of text that is not Unicode, the most frequent one first."""
    sentences: SentenceRules = field(default_factory=SentenceRules)
    number_words: NumberWords = field(default_factory=NumberWords)
    has_decimal_point: bool | None = None
    """Whether 1,250.5 or 1.250,5 is written; None: neither, or unknown."""
    has_currency_first: bool = False
    """Whether the sign of money stands before the sum."""
    printing: PrintRules = field(default_factory=PrintRules)
    quotation_marks: tuple[tuple[str, str], ...] = ()
    """What opens and closes a quotation, and one inside it; empty: unknown, marks stay."""
    blanks_before: tuple[tuple[str, str], ...] = ()
    """Signs, and what stands between them and the word or number before: ("?!", "\u202f")."""
    alphabet: str = "abcdefghijklmnopqrstuvwxyz"
    """The letters that its words are usually written with."""
    endings: tuple[str, ...] = ()
    """What inflection may add to a word."""
    compound_joints: tuple[str, ...] = ()
    """What may stand between the parts of a compound written as one word; none: there are none."""
    has_capital_nouns: bool = False
    """Whether a capital letter says little, because nouns have one."""
    capital_words: frozenset[str] = frozenset()
    """Words that are always capitalised."""
    name_words: NameWords = field(default_factory=NameWords)
    name_particles: frozenset[str] = frozenset()
    """Small words inside names of people and places: "van"."""
    title_words: frozenset[str] = frozenset()
    """Small words inside names and titles of any kind."""
    after_hyphen: frozenset[str] = frozenset()
    """What follows a hyphen that stands for the rest of a word: "Vor- und Nachteile"."""
    hyphenated_heads: frozenset[str] = frozenset()
    """Words that keep their hyphen before another whole word: "well-known"."""
    negation_pattern: str = ""
    """What says that something is not so, or may not be; empty: unknown. Case does not matter."""
    near_negation_pattern: str = ""
    """What may stand for that in a translation: "only" of "erst", "unknown" of "nicht bekannt"."""
    formal_pattern: str = ""
    """What shows in a sentence that it addresses its reader formally; case matters."""
    informal_pattern: str = ""
    """Likewise informally; both are empty where this does not show."""
