"""Languages with few rules: those for which `engine.languages.lookup` has no file."""

from engine.languages.base import LanguageRules

# Code, English name (none if people are not likely to type the language), scripts, encodings that
# were usual before Unicode, and how numbers are written.
_ROWS = """
af  |            | LATIN                 | cp1252           | 1.250,5
as  |            | BENGALI               | cp1252           | 1.250,5
az  |            | LATIN                 | cp1254           | 1.250,5
be  |            | CYRILLIC              | cp1251 koi8_r    | 1.250,5
bg  | Bulgarian  | CYRILLIC              | cp1251 koi8_r    | 1.250,5
bn  |            | BENGALI               | cp1252           | 1.250,5
ca  | Catalan    | LATIN                 | cp1252           | 1.250,5
ckb |            | ARABIC                | cp1252           | 1.250,5
cs  | Czech      | LATIN                 | cp1250 iso8859_2 | 1.250,5
cy  |            | LATIN                 | cp1252           | 1.250,5
da  | Danish     | LATIN                 | cp1252           | 1.250,5
el  | Greek      | GREEK                 | cp1253           | 1.250,5
eo  |            | LATIN                 | cp1252           | 1.250,5
et  | Estonian   | LATIN                 | cp1257           | 1.250,5
eu  |            | LATIN                 | cp1252           | 1.250,5
fa  | Persian    | ARABIC                | cp1256           | 1.250,5
fi  | Finnish    | LATIN                 | cp1252           | 1.250,5
ga  |            | LATIN                 | cp1252           | 1.250,5
gl  |            | LATIN                 | cp1252           | 1.250,5
he  | Hebrew     | HEBREW                | cp1255           | 1,250.5
hi  | Hindi      | DEVANAGARI            | cp1252           | 1,250.5
hr  | Croatian   | LATIN                 | cp1250 iso8859_2 | 1.250,5
hu  | Hungarian  | LATIN                 | cp1250 iso8859_2 | 1.250,5
hy  |            | ARMENIAN              | cp1252           | 1.250,5
id  | Indonesian | LATIN                 | cp1252           | 1.250,5
is  |            | LATIN                 | cp1252           | 1.250,5
ja  | Japanese   | CJK HIRAGANA KATAKANA | cp932 euc_jp     | 1,250.5
ka  |            | GEORGIAN              | cp1252           | 1.250,5
kk  |            | CYRILLIC              | cp1252           | 1.250,5
ko  | Korean     | HANGUL                | cp949            | 1,250.5
ky  |            | CYRILLIC              | cp1252           | 1.250,5
la  |            | LATIN                 | cp1252           | 1.250,5
lt  | Lithuanian | LATIN                 | cp1257           | 1.250,5
lv  | Latvian    | LATIN                 | cp1257           | 1.250,5
mk  |            | CYRILLIC              | cp1251 koi8_r    | 1.250,5
mn  |            | CYRILLIC              | cp1252           | 1.250,5
mr  |            | DEVANAGARI            | cp1252           | 1.250,5
ms  |            | LATIN                 | cp1252           | 1.250,5
mt  |            | LATIN                 | cp1252           | 1.250,5
nb  |            | LATIN                 | cp1252           | 1.250,5
ne  |            | DEVANAGARI            | cp1252           | 1.250,5
nn  |            | LATIN                 | cp1252           | 1.250,5
no  | Norwegian  | LATIN                 | cp1252           | 1.250,5
pl  | Polish     | LATIN                 | cp1250 iso8859_2 | 1.250,5
ps  |            | ARABIC                | cp1252           | 1.250,5
ro  | Romanian   | LATIN                 | cp1250 iso8859_2 | 1.250,5
ru  | Russian    | CYRILLIC              | cp1251 koi8_r    | 1.250,5
sa  |            | DEVANAGARI            | cp1252           | 1.250,5
sk  | Slovak     | LATIN                 | cp1250 iso8859_2 | 1.250,5
sl  | Slovenian  | LATIN                 | cp1250 iso8859_2 | 1.250,5
sq  | Albanian   | LATIN                 | cp1250 iso8859_2 | 1.250,5
sr  | Serbian    | CYRILLIC              | cp1251 koi8_r    | 1.250,5
sw  |            | LATIN                 | cp1252           | 1.250,5
ta  |            | TAMIL                 | cp1252           | 1.250,5
te  |            | TELUGU                | cp1252           | 1.250,5
tg  |            | CYRILLIC              | cp1252           | 1.250,5
th  | Thai       | THAI                  | cp1252           | 1,250.5
tr  | Turkish    | LATIN                 | cp1254           | 1.250,5
ug  |            | ARABIC                | cp1252           | 1.250,5
uk  | Ukrainian  | CYRILLIC              | cp1251 koi8_r    | 1.250,5
ur  |            | ARABIC                | cp1256           | 1.250,5
vi  | Vietnamese | LATIN                 | cp1252           | 1.250,5
yi  |            | HEBREW                | cp1255           | 1.250,5
zh  | Chinese    | CJK                   | gb18030 big5     | 1,250.5
"""


def _read(row: str) -> tuple[str, LanguageRules]:
    code, name, scripts, encodings, number = (cell.strip() for cell in row.split("|"))
    has_point = number == "1,250.5"
    return code, LanguageRules(
        name=name,
        scripts=frozenset(scripts.split()),
        encodings=tuple(encodings.split()),
        has_decimal_point=has_point,
        has_currency_first=has_point,
    )


TABLE = dict(map(_read, _ROWS.strip().splitlines()))
"""Rules by the codes of the languages."""
