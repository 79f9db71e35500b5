"""File names, paths and codes, told by their shape: they are the same in every language."""

import re
from collections.abc import Iterator

from engine.languages.lookup import all_rules, either
from engine.translation import Span

_SUFFIXES = (
    "7z|aac|apk|avi|bak|bat|bib|bin|bmp|bz2|cfg|conf|cpp|css|csv|db|deb|dll|dmg|docx?|dwg|eml|epub"
    "|exe|flac|gif|gpx|gz|heic|html?|ics|ini|iso|jar|java|jpe?g|js|json|kdbx|log|md|mkv|mov|mp[34]"
    "|mpe?g|msi|od[fgpst]|ogg|opus|otf|pdf|php|png|pptx?|psd|py|rar|rpm|rtf|sav|sh|sql|sqlite|srt"
    "|svg|tar|tex|tgz|tiff?|tmp|toml|tsv|ttf|txt|url|vcf|wav|webm|webp|whl|wmv|woff2?|xlsx?|xml"
    "|xz|ya?ml|zip"
)
_DOMAINS = "at|ch|co\\.uk|com|de|dev|edu|eu|fr|gov|info|io|net|nl|org"

_CODE = re.compile(
    rf"""
    (?P<command> `[^`\n]+` )
  | (?P<path>
        (?<!\w) [A-Za-z]:\\ (?: [^\s\\/:*?"<>|]+ (?:[ ][^\s\\/:*?"<>|]+){{0,2}} \\ )*
            (?: [^\s\\/:*?"<>|]* [^\s\\/:*?"<>|.,;!)] )?
      | \\\\ [\w.-]+ (?: \\ [\w.$-]* [\w$] )+
      | (?<![\w/.~]) (?: ~/ | \.{{1,2}}/ ) [\w.+/-]* [\w/]
      | (?<![\w/.~]) / [\w.+-]+ (?: / [\w.+-]+ )+ (?<![.-])
      | (?<![\w/]) \w[\w+-]* (?: / \w[\w+-]* )* / [\w+-]+ (?: \.[\w+-]+ )* \. (?:{_SUFFIXES}) (?!\w)
    )
  | (?P<file> (?<![\w.@/\\-]) \w[\w+-]* (?:\.[\w+-]+)* \. (?i:{_SUFFIXES}) (?![\w@-]|\.\w) )
  | (?P<domain>
        (?<![\w.@/\\-]) [a-z0-9][a-z0-9-]+ (?:\.[a-z0-9-]+)* \. (?:{_DOMAINS}) (?![\w@-]|\.\w)
    )
  | (?P<call> (?<![\w.]) [A-Za-z_][\w.]* \(\) )
  | (?P<option> (?<!\S) -- [a-z][a-z0-9]* (?:-[a-z0-9]+)* (?!\w) )
  | (?P<variable>
        (?<![\w&]) [A-Za-zÄÖÜäöü0-9]{{2,}} (?: _ [A-Za-zÄÖÜäöüß0-9]{{2,}} )+ (?!\w)
      | (?<!\w) [a-z]{{2,}} (?: [A-Z][a-z0-9]+ )+ (?!\w)
      | (?<!\w) (?!\w*Inn?(?:en)?\b) [A-Z][a-z]{{2,}} (?: [A-Z][a-z]+ )+ (?!\w)
    )
  | (?P<bank>
        (?<!\w) [A-Z]{{2}}\d{{2}} (?: [ ] [A-Z0-9]{{4}} ){{3,7}} (?: [ ] [A-Z0-9]{{1,3}} )? (?!\w)
    )
  | (?P<doi> (?<![\w/]) (?:doi:)? 10\.\d{{4,9}} / [\w./()-]* \w )
  | (?P<place> (?<!\w) \d{{1,3}}\.\d{{3,}} °? [NSEW] (?!\w) )
  | (?P<hardware> (?<![\w:]) (?: [\dA-Fa-f]{{2}} : ){{5}} [\dA-Fa-f]{{2}} (?![\w:]) )
  | (?P<host>
        (?<![\w.]) \d{{1,3}} (?:\.\d{{1,3}}){{3}} (?: :\d{{1,5}} )? (?![\w.]*\d)
      | (?<![\w:]) (?=[\da-f:]*::) [\da-f]{{1,4}} (?: ::? [\da-f]{{1,4}} ){{2,}} (?![\w:])
    )
  | (?P<book> (?<![\w-]) \d{{1,5}} (?: -\d{{1,7}} ){{2,3}} - [\dX] (?![\w-]) )
  | {either(*(rules.name_words.code_pattern for rules in all_rules().values()))}
  | (?P<version>
        (?<![\w.]) v \d+ (?:\.\d+)+ (?: [-+.]? \w+ )? (?!\w)
      | (?<![\w.]) \d+ (?:\.\d+){{2,}} -? [a-z]\w* (?: \.\d+ )? (?!\w)
    )
  | (?P<code>
        (?<![\w/.-]) (?=[A-Z0-9/.-]*[A-Z]) (?=[A-Z0-9/.-]*\d)
        (?! \d[\d.,/-]* -? [A-Z]{{1,3}} (?![\w/-]) )  # a number with a unit
        [A-Z0-9]+ (?: [-/.] [A-Z0-9]+ )* (?! \w | [-/.]\w )
    )
    """,
    re.VERBOSE,
)


def codes_in(text: str) -> Iterator[Span]:
    """Yield where file names, paths, commands, variables and codes stand, from left to right."""
    for found in _CODE.finditer(text):
        yield found.span()
