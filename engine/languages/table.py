"""Languages with few rules: those for which `engine.languages.lookup` has no file.

How numbers are written is that of the Unicode Common Locale Data Repository.
"""

from engine.languages.base import LanguageRules

# Code, English name (none if people are not likely to type the language), scripts, encodings that
# were usual before Unicode, and how numbers are written (none where that is unknown, or where other
# characters are points and commas).
_ROWS = """
ab  |            | CYRILLIC              | cp1251 koi8_r    | 1.250,5
acm |            | ARABIC                | cp1256           |
af  |            | LATIN                 | cp1252           | 1.250,5
aii |            | SYRIAC                | cp1252           |
am  |            | ETHIOPIC              | cp1252           | 1,250.5
apc |            | ARABIC                | cp1256           |
arc |            | SYRIAC                | cp1252           |
arq |            | ARABIC                | cp1256           |
ary |            | ARABIC                | cp1256           |
arz |            | ARABIC                | cp1256           |
as  |            | BENGALI               | cp1252           | 1,250.5
av  |            | CYRILLIC              | cp1251           |
awa |            | DEVANAGARI            | cp1252           |
az  |            | LATIN                 | cp1254           | 1.250,5
azb |            | ARABIC                | cp1256           |
ba  |            | CYRILLIC              | cp1251           |
bal |            | ARABIC                | cp1256           |
be  |            | CYRILLIC              | cp1251 koi8_r    | 1.250,5
bg  | Bulgarian  | CYRILLIC              | cp1251 koi8_r    | 1.250,5
bho |            | DEVANAGARI            | cp1252           | 1,250.5
bn  |            | BENGALI               | cp1252           | 1,250.5
bo  |            | TIBETAN               | cp1252           |
bs  |            | LATIN                 | cp1250 iso8859_2 | 1.250,5
bxr |            | CYRILLIC              | cp1251           |
ca  | Catalan    | LATIN                 | cp1252           | 1.250,5
ce  |            | CYRILLIC              | cp1251           |
chr |            | CHEROKEE              | cp1252           | 1,250.5
ckb |            | ARABIC                | cp1252           |
cs  | Czech      | LATIN                 | cp1250 iso8859_2 | 1.250,5
cv  |            | CYRILLIC              | cp1251           | 1.250,5
cy  |            | LATIN                 | cp1252           | 1,250.5
da  | Danish     | LATIN                 | cp1252           | 1.250,5
dv  |            | THAANA                | cp1252           | 1,250.5
dz  |            | TIBETAN               | cp1252           |
el  | Greek      | GREEK                 | cp1253           | 1.250,5
eo  |            | LATIN                 | cp1252           | 1.250,5
et  | Estonian   | LATIN                 | cp1257           | 1.250,5
eu  |            | LATIN                 | cp1252           | 1.250,5
fa  | Persian    | ARABIC                | cp1256           |
fi  | Finnish    | LATIN                 | cp1252           | 1.250,5
fil |            | LATIN                 | cp1252           | 1,250.5
ga  |            | LATIN                 | cp1252           | 1,250.5
gan |            | CJK                   | gb18030 big5     |
gez |            | ETHIOPIC              | cp1252           | 1,250.5
gl  |            | LATIN                 | cp1252           | 1.250,5
glk |            | ARABIC                | cp1256           |
gom |            | DEVANAGARI            | cp1252           |
grc |            | GREEK                 | cp1253           |
gu  |            | GUJARATI              | cp1252           | 1,250.5
ha  |            | LATIN                 | cp1252           | 1,250.5
hak |            | CJK                   | gb18030 big5     |
he  | Hebrew     | HEBREW                | cp1255           | 1,250.5
hi  | Hindi      | DEVANAGARI            | cp1252           | 1,250.5
hne |            | DEVANAGARI            | cp1252           |
hr  | Croatian   | LATIN                 | cp1250 iso8859_2 | 1.250,5
hu  | Hungarian  | LATIN                 | cp1250 iso8859_2 | 1.250,5
hy  |            | ARMENIAN              | cp1252           | 1.250,5
hyw |            | ARMENIAN              | cp1252           |
id  | Indonesian | LATIN                 | cp1252           | 1.250,5
ig  |            | LATIN                 | cp1252           | 1,250.5
ii  |            | YI                    | cp1252           | 1,250.5
is  |            | LATIN                 | cp1252           | 1.250,5
iu  |            | CANADIAN              | cp1252           | 1,250.5
ja  | Japanese   | CJK HIRAGANA KATAKANA | cp932 euc_jp     | 1,250.5
ka  |            | GEORGIAN              | cp1252           | 1.250,5
kk  |            | CYRILLIC              | cp1252           | 1.250,5
kn  |            | KANNADA               | cp1252           | 1,250.5
ko  | Korean     | HANGUL                | cp949            | 1,250.5
kv  |            | CYRILLIC              | cp1251           |
ku  |            | LATIN                 | cp1254           | 1.250,5
ky  |            | CYRILLIC              | cp1252           | 1.250,5
la  |            | LATIN                 | cp1252           | 1.250,5
lb  |            | LATIN                 | cp1252           | 1.250,5
lez |            | CYRILLIC              | cp1251           |
lo  |            | LAO                   | cp1252           | 1.250,5
lrc |            | ARABIC                | cp1256           |
lt  | Lithuanian | LATIN                 | cp1257           | 1.250,5
lv  | Latvian    | LATIN                 | cp1257           | 1.250,5
lzh |            | CJK                   | big5 gb18030     |
mai |            | DEVANAGARI            | cp1252           | 1,250.5
mhr |            | CYRILLIC              | cp1251           |
mi  |            | LATIN                 | cp1257           | 1,250.5
mk  |            | CYRILLIC              | cp1251 koi8_r    | 1.250,5
ml  |            | MALAYALAM             | cp1252           | 1,250.5
mn  |            | CYRILLIC              | cp1252           | 1,250.5
mnw |            | MYANMAR               | cp1252           |
mr  |            | DEVANAGARI            | cp1252           | 1,250.5
ms  |            | LATIN                 | cp1252           | 1,250.5
mt  |            | LATIN                 | cp1252           | 1,250.5
my  |            | MYANMAR               | cp1252           | 1,250.5
myv |            | CYRILLIC              | cp1251           | 1,250.5
mzn |            | ARABIC                | cp1256           |
nb  |            | LATIN                 | cp1252           | 1.250,5
ne  |            | DEVANAGARI            | cp1252           | 1,250.5
new |            | DEVANAGARI            | cp1252           |
nn  |            | LATIN                 | cp1252           | 1.250,5
no  | Norwegian  | LATIN                 | cp1252           | 1.250,5
nqo |            | NKO                   | cp1252           | 1,250.5
or  |            | ORIYA                 | cp1252           | 1,250.5
os  |            | CYRILLIC              | cp1251           | 1.250,5
pa  |            | GURMUKHI              | cp1252           | 1,250.5
pl  | Polish     | LATIN                 | cp1250 iso8859_2 | 1.250,5
pnb |            | ARABIC                | cp1256           |
prs |            | ARABIC                | cp1256           |
ps  |            | ARABIC                | cp1252           |
ro  | Romanian   | LATIN                 | cp1250 iso8859_2 | 1.250,5
ru  | Russian    | CYRILLIC              | cp1251 koi8_r    | 1.250,5
rue |            | CYRILLIC              | cp1251           |
sa  |            | DEVANAGARI            | cp1252           | 1,250.5
sah |            | CYRILLIC              | cp1251           | 1.250,5
sd  |            | ARABIC                | cp1256           | 1,250.5
shn |            | MYANMAR               | cp1252           | 1,250.5
si  |            | SINHALA               | cp1252           | 1,250.5
sk  | Slovak     | LATIN                 | cp1250 iso8859_2 | 1.250,5
skr |            | ARABIC                | cp1256           |
sl  | Slovenian  | LATIN                 | cp1250 iso8859_2 | 1.250,5
so  |            | LATIN                 | cp1252           | 1,250.5
sq  | Albanian   | LATIN                 | cp1250 iso8859_2 | 1.250,5
sr  | Serbian    | CYRILLIC              | cp1251 koi8_r    | 1.250,5
sw  |            | LATIN                 | cp1252           | 1,250.5
syr |            | SYRIAC                | cp1252           | 1,250.5
ta  |            | TAMIL                 | cp1252           | 1,250.5
te  |            | TELUGU                | cp1252           | 1,250.5
tg  |            | CYRILLIC              | cp1252           | 1.250,5
th  | Thai       | THAI                  | cp1252           | 1,250.5
ti  |            | ETHIOPIC              | cp1252           | 1,250.5
tk  |            | LATIN                 | cp1250           | 1.250,5
tl  |            | LATIN                 | cp1252           | 1,250.5
tr  | Turkish    | LATIN                 | cp1254           | 1.250,5
tt  |            | CYRILLIC              | cp1251           | 1.250,5
tyv |            | CYRILLIC              | cp1251           |
udm |            | CYRILLIC              | cp1251           |
ug  |            | ARABIC                | cp1252           | 1,250.5
uk  | Ukrainian  | CYRILLIC              | cp1251 koi8_r    | 1.250,5
ur  |            | ARABIC                | cp1256           | 1,250.5
uz  |            | LATIN                 | cp1254           | 1.250,5
vi  | Vietnamese | LATIN                 | cp1252           | 1.250,5
wuu |            | CJK                   | gb18030 big5     |
xmf |            | GEORGIAN              | cp1252           |
yi  |            | HEBREW                | cp1255           | 1,250.5
yo  |            | LATIN                 | cp1252           | 1,250.5
yue |            | CJK                   | big5 gb18030     | 1,250.5
zgh |            | TIFINAGH              | cp1252           | 1.250,5
zh  | Chinese    | CJK                   | gb18030 big5     | 1,250.5
zu  |            | LATIN                 | cp1252           | 1,250.5
"""


def _read(row: str) -> tuple[str, LanguageRules]:
    code, name, scripts, encodings, number = (cell.strip() for cell in row.split("|"))
    has_point = {"": None, "1,250.5": True, "1.250,5": False}[number]
    return code, LanguageRules(
        name=name,
        scripts=frozenset(scripts.split()),
        encodings=tuple(encodings.split()),
        has_decimal_point=has_point,
        has_currency_first=has_point is True,
    )


TABLE = dict(map(_read, _ROWS.strip().splitlines()))
"""Rules by the codes of the languages."""
