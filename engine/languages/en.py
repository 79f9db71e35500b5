"""English."""

from engine.languages.base import LanguageRules, NumberWords, PrintRules, SentenceRules, words

RULES = LanguageRules(
    name="English",
    scripts=frozenset({"LATIN"}),
    sentences=SentenceRules(
        never_last=words(
            "mr mrs ms messrs dr prof rev hon gen col lt sgt capt cmdr maj gov sen pres mt "
            "e.g i.e vs viz cf approx incl excl"
        ),
        maybe_last=words(
            "jan feb febr mar apr jun jul aug sep sept oct nov dec "
            "etc al inc ltd co corp bros jr sr st ave blvd rd ft rep dept est ext tel min avg ed "
            "eds mon tue tues thu thur thurs fri ph.d univ assn"
        ),
        before_number=words("no nos p pp fig figs vol vols ch chap sec art eq par ver nr op"),
        first_words=words(
            "the a an this that these those he she it we you they i his her its our your their my "
            "there here in on at by for from with when while if as after before since because and "
            "but or so then now however what who why how where not no yes one some many all do "
            "does did is are was were can will would could should let please also although though "
            "yet still soon yeah ok okay sure great well good hi hello thanks thank never nothing "
            "nobody everyone everything someone today tomorrow yesterday finally later only just "
            "perhaps maybe actually instead nevertheless moreover"
        ),
        conjunction_pattern="and|or|but|because|which|while",
    ),
    number_words=NumberWords(
        zeros=((2, "hundred"), (3, "thousand"), (6, "million"), (9, "billion"), (12, "trillion")),
        magnitudes="[mb]illion|thousand",
        currencies="euros?|dollars?",
        dollar="dollars?",
        cents="cents?|pence|penny",
        spelled=(
            r"\b(?:thir|four|fif|six|seven|eigh|nine)teen|dozen"
            r"|\b(?:twen|thir|for|fif|six|seven|eigh|nine)t(?:y|ie)"
        ),
        spelled_small=(
            r"nil|zero|nothing|one|two|twice|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
            r"|first|second|third|jan|feb|march|apr|may\b|jun|jul|aug|sep|oct|nov|dec"
        ),
        halves=r"\bquarters?\b|\bhalf|\b(?:one|a)[\s-]third\b|\bthirds\b|\bnoon|midnight",
        clock="o['’]clock",
        morning="(?<!good )morning",
        afternoon="(?<!good )afternoon|(?<!good )evening|tonight",
        naming="version|v|id|ip|code|port|tel",
        naming_ends="number|add?ress",
    ),
    has_decimal_point=True,
    has_currency_first=True,
    printing=PrintRules(
        joined_to_previous=words("- % 's 're 've 'll 'd 'm n't ’s ’re ’ve ’ll ’d ’m n’t"),
        joined_to_next=words("-"),
        has_possessive=True,
    ),
    capital_words=words("I"),
    name_particles=words("of"),
    title_words=words("a an and by in of s the to vs"),
    after_hyphen=words("and or to nor"),
    hyphenated_heads=words("self well half vice twenty thirty forty fifty sixty seventy"),
)
