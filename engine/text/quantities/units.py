"""Units of measurement: the symbols are the same in every language, the words are data of each.

A unit is known by its symbol: "mg", "km/h", "°C". A word may mean several: a pound is "£" or "lb".
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.languages.base import words
from engine.languages.lookup import either

Units = frozenset[str]

DEGREE = "°"
"""Of any scale: in everyday text the scale is often left out."""

MONEY: Units = frozenset({"€", "$", "£", "¥", "CHF"})


@dataclass(frozen=True, slots=True)
class UnitFound:
    """A unit of a number; a word may mean several."""

    units: Units = frozenset()
    end: int = 0
    """Where the number with it ends."""
    is_symbol: bool = False


NO_UNIT = UnitFound()

_PLAIN = words(
    "nm µm mm cm dm m km ft mi yd ng µg mg g kg t lb oz µl ml cl dl l hl mm³ cm³ dm³ m³ mm² cm² m² "
    "km² ha km/h m/s km/s mph °C °F ° K mV V kV µA mA A mAh Ah mW W kW MW GW Wh kWh MWh GWh Ω kΩ "
    "MΩ Hz kHz MHz GHz J kJ MJ kcal N kN Nm Pa hPa kPa MPa bar mbar mmHg psi hp kB MB GB TB PB "
    "KiB MiB GiB TiB bit kbit Mbit Gbit kbit/s Mbit/s Gbit/s MB/s GB/s ns µs ms s min h % ‰ ppm "
    "dB lx lm mol mmol IU € $ £ ¥ CHF"
)
_SPELLINGS = words(
    "mL=ml cL=cl dL=dl L=l μg=µg mcg=µg μm=µm m2=m² qm=m² sqm=m² cm2=cm² km2=km² qkm=km² m3=m³ "
    "cm3=cm³ ccm=cm³ cc=cm³ kph=km/h kmh=km/h KB=kB Mbps=Mbit/s Mb/s=Mbit/s Gbps=Gbit/s PS=hp "
    "sec=s sek=s Sek=s Min=min hrs=h hr=h Std=h EUR=€ USD=$ GBP=£ IE=IU I.E.=IU kgs=kg lbs=lb"
)
_SYMBOLS: Mapping[str, str] = {
    **{symbol: symbol for symbol in _PLAIN},
    **{spelling: symbol for spelling, _, symbol in (one.partition("=") for one in _SPELLINGS)},
    "° C": "°C",
    "° F": "°F",
    "mm Hg": "mmHg",
}
"""By how they are written: which unit it is. Capitals matter: mW is no MW."""

_BEFORE = re.compile(r"(?<![^\W\d_])([€$£¥]|EUR|USD|GBP|CHF)[ \u00a0\u202f]?\Z")
_LONGEST_BEFORE = 4
"""Characters of that."""
_PER = r"(?:/[^\W\d_]{1,3}[²³]?)?"
"""Of what: the kilogram of mg/kg."""


def unit_pattern(unit_words: Sequence[tuple[str, str]], magnitudes: str) -> re.Pattern[str]:
    """Return what finds a unit right behind a number.

    Args:
        unit_words: Units with how they are written in words.
        magnitudes: What may stand between: "million".
    """
    symbols = either(*map(re.escape, sorted(_SYMBOLS, key=len, reverse=True)))
    spelled = "|".join(f"(?P<u{number}>{word})" for number, (_, word) in enumerate(unit_words))
    return re.compile(
        rf"(?:[\s-]?(?i:{magnitudes})[a-z]*\.?)?[\s-]?"
        rf"(?:(?P<symbol>{symbols})(?![^\W_]){_PER}|(?i:{spelled or '(?!)'})(?![^\W_]))"
    )


def unit_at(
    text: str,
    start: int,
    end: int,
    pattern: re.Pattern[str],
    unit_words: Sequence[tuple[str, str]],
) -> UnitFound:
    """Return what a number is so many of, as far as it is known.

    Args:
        text: Where the number stands.
        start: Of the number.
        end: Of the number.
        pattern: Made by `unit_pattern`.
        unit_words: Those it was made of.
    """
    if before := _unit_before(text, start):  # then what follows is no unit: the m of €3m
        return UnitFound(frozenset({_SYMBOLS[before[1]]}), end)
    found = pattern.match(text, end)
    if found and found["symbol"]:
        unit = frozenset({_SYMBOLS[found["symbol"]]})
        return UnitFound(unit, found.end(), is_symbol=True)
    if found and found.lastgroup:
        return UnitFound(frozenset(unit_words[int(found.lastgroup[1:])][0].split()), found.end())
    return NO_UNIT


def start_with_unit(text: str, start: int) -> int:
    """Return where a number begins together with the currency before it, if one is there."""
    before = _unit_before(text, start)
    return before.start() if before else start


def _unit_before(text: str, start: int) -> re.Match[str] | None:
    return _BEFORE.search(text, max(0, start - _LONGEST_BEFORE), start)


def is_same_unit(typed: Units, shown: Units) -> bool:
    """Return whether a unit may stand for another in a translation."""
    if DEGREE in typed:
        return any(unit.startswith(DEGREE) for unit in shown)
    return not typed.isdisjoint(shown)
