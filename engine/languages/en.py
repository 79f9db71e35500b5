"""English."""

from engine.languages.base import (
    LanguageRules,
    NameWords,
    NumberWords,
    PrintRules,
    SentenceRules,
    words,
)

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
        cardinals=(
            *((0, "zero|nil|nothing"), (1, "one|first"), (2, "two|second|twice|both|double")),
            *((3, "three|third"), (4, "four"), (5, "five|fif"), (6, "six"), (7, "seven")),
            *((8, "eight|eigh"), (9, "nine|nin"), (10, "ten"), (11, "eleven")),
            *((12, "twelve|twelf|dozen"), (13, "thirteen"), (14, "fourteen"), (15, "fifteen")),
            *((16, "sixteen"), (17, "seventeen"), (18, "eighteen"), (19, "nineteen")),
            *((20, "twenty|twentie"), (30, "thirty|thirtie"), (40, "forty|fortie")),
            *((50, "fifty|fiftie"), (60, "sixty|sixtie"), (70, "seventy|seventie")),
            *((80, "eighty|eightie"), (90, "ninety|ninetie"), (100, "hundred")),
            *((1000, "thousand"), (10**6, "million"), (10**9, "billion"), (10**12, "trillion")),
        ),
        endings="th|ths|s|fold",
        one=r"\b(?:an?|once|single|only)\b",
        months=(
            *("jan(?:uary)?", "feb(?:ruary)?", "mar(?:ch)?", "apr(?:il)?", "may", "june?", "july?"),
            *("aug(?:ust)?", "sept?(?:ember)?", "oct(?:ober)?", "nov(?:ember)?", "dec(?:ember)?"),
        ),
        units=(
            ("µg", "micrograms?"),
            ("mg", "milligram(?:me)?s?"),
            ("g", "gram(?:me)?s?"),
            ("kg", "kilo(?:gram(?:me)?)?s?"),
            ("t", "(?:metric )?ton(?:ne)?s?"),
            ("lb £", "(?:british )?pounds?"),
            ("oz", "ounces?"),
            ("ml", "millilit(?:er|re)s?"),
            ("cl", "centilit(?:er|re)s?"),
            ("l", "lit(?:er|re)s?"),
            ("nm", "nanomet(?:er|re)s?"),
            ("µm", "micromet(?:er|re)s?"),
            ("mm", "millimet(?:er|re)s?"),
            ("cm", "centimet(?:er|re)s?"),
            ("km/h", "kilomet(?:er|re)s? (?:per|an) hour"),
            ("km/s", "kilomet(?:er|re)s? (?:per|a) second"),
            ("m/s", "met(?:er|re)s? (?:per|a) second"),
            ("km", "kilomet(?:er|re)s?"),
            ("m", "met(?:er|re)s?"),
            ("mph", "miles? (?:per|an) hour"),
            ("mi", "miles?"),
            ("ft", "feet|foot"),
            ("cm²", "square centimet(?:er|re)s?"),
            ("m²", "square met(?:er|re)s?|sq m"),
            ("km²", "square kilomet(?:er|re)s?|sq km"),
            ("ha", "hectares?"),
            ("cm³", "cubic centimet(?:er|re)s?"),
            ("m³", "cubic met(?:er|re)s?"),
            ("°C", "degrees? (?:celsius|centigrade)"),
            ("°F", "degrees? fahrenheit"),
            ("°", "degrees?"),
            ("mV", "millivolts?"),
            ("kV", "kilovolts?"),
            ("V", "volts?"),
            ("mA", "milliamp(?:ere)?s?"),
            ("A", "amp(?:ere)?s?"),
            ("mW", "milliwatts?"),
            ("kWh", "kilowatt[ -]hours?"),
            ("kW", "kilowatts?"),
            ("MW", "megawatts?"),
            ("GW", "gigawatts?"),
            ("W", "watts?"),
            ("Hz", "hertz"),
            ("kHz", "kilohertz"),
            ("MHz", "megahertz"),
            ("GHz", "gigahertz"),
            ("kB", "kilobytes?"),
            ("MB", "megabytes?"),
            ("GB", "gigabytes?"),
            ("TB", "terabytes?"),
            ("Mbit/s", "megabits? per second"),
            ("bit", "bits?"),
            ("hPa", "hectopascals?"),
            ("kPa", "kilopascals?"),
            ("bar", "bars?"),
            ("dB", "decibels?"),
            ("hp", "horsepower"),
            ("kcal", "kilocalories?"),
            ("%", "per ?cent"),
            ("‰", "per mille?"),
            ("ms", "milliseconds?"),
            ("s", "seconds?"),
            ("min", "minutes?|mins?"),
            ("h", "hours?"),
            ("day", "days?"),
            ("week", "weeks?"),
            ("month", "months?"),
            ("year", "years?"),
            ("€", "euros?"),
            ("$", r"(?:us |american )?dollars?"),
            ("€ $", "cents?"),
            ("£", "pence|penny"),
            ("CHF", "(?:swiss )?francs?"),
            ("tbsp", "tablespoon(?:ful)?s?|tbsps?"),
            ("tsp", "teaspoon(?:ful)?s?|tsps?"),
            ("cup", "cups?"),
            ("in", "inch(?:es)?"),
            ("yd", "yards?"),
            ("acre", "acres?"),
            ("ft²", "square f(?:ee|oo)t|sq ft"),
            ("gal", "gal(?:lon)?s?"),
            ("pt", "pints?"),
            ("kn", "knots?|kn"),
            ("nmi", "nautical miles?"),
        ),
        unit_names=(("tbsp", "tbsp"), ("tsp", "tsp"), ("acre", "acres"), ("gal", "gallons")),
        degrees="degrees",
        minus="minus|below zero",
        ranges="to|until|till|through",
        fractions=((2, "half|halves"), (3, "third"), (4, "quarter|fourth")),
        halves=r"\bquarters?\b|\bhalf|\b(?:one|a)[\s-]third\b|\bthirds\b|\bnoon|midnight",
        ordinal_ends=("th", "st", "nd", "rd"),
        clock="o['’]clock",
        clock_words=(
            (30, "half(?: past)?"),
            (15, "(?:a )?quarter (?:past|after)"),
            (-15, "(?:a )?quarter (?:to|before|of)"),
        ),
        time_format="{half_hour}:{minute:02} {half}.m.",
        hour_format="{half_hour} {half}.m.",
        morning="(?<!good )morning",
        afternoon="(?<!good )afternoon|(?<!good )evening|tonight",
        naming="version|v|id|ip|code|port|tel",
        naming_ends="number|add?ress",
    ),
    has_decimal_point=True,
    has_currency_first=True,
    endings=("s", "es", "ed", "d", "ing", "ly"),
    quotation_marks=(("“", "”"), ("‘", "’")),
    blanks_before=(("%", ""),),
    printing=PrintRules(
        joined_to_previous=words("- % 's 're 've 'll 'd 'm n't ’s ’re ’ve ’ll ’d ’m n’t"),
        joined_to_next=words("-"),
        has_possessive=True,
    ),
    capital_words=words("I"),
    name_words=NameWords(
        titles=words(
            "Mr Mrs Ms Miss Mister Dr Prof Professor Doctor Uncle Aunt Captain Colonel Sergeant "
            "Lieutenant Major General Inspector Detective Officer Judge Justice President "
            "Senator Governor Mayor Minister Chancellor Commissioner Sir Lady Lord Father "
            "Sister Brother Reverend Pastor Coach Herr Frau Commander Admiral Congressman"
        ),
        title_ends=words(
            "president minister commissioner chairman chairwoman speaker secretary chancellor "
            "rapporteur ambassador general captain doctor professor colleague prime lord "
            "justice"
        ),
        determiners=words("the a an my your his her its our their this that every"),
        company_forms=("Ltd", "Inc", "LLC", "LLP", "PLC", "plc", "Corp"),
        street_pattern=(
            r"(?:(?<![\d.,])\b\d{1,4} )?\b(?:[A-Z]\w+ ){1,2}"
            r"(?:Street|Road|Lane|Avenue|Square|Drive|Terrace|Boulevard)\b"
        ),
        translated=words(
            "I Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March "
            "April May June July August September October November December Christmas Easter "
            "English French German Spanish Italian Dutch Danish Swedish Norwegian Finnish "
            "Polish Czech Russian Turkish Greek Latin Hebrew Arabic Chinese Japanese Korean "
            "Portuguese Hungarian Romanian Bulgarian Croatian Serbian Ukrainian Irish Scottish "
            "Welsh British American Canadian Australian African Asian European Indian Mexican "
            "Brazilian Swiss Austrian Belgian Egyptian Israeli Palestinian Iranian Iraqi "
            "Vietnamese Thai Hindi Esperanto Persian Catholic Protestant Christian Christians "
            "Muslim Muslims Jewish Jew Jews Germans Americans Russians Europeans Berber Kabyle "
            "God Jesus Christ Bible Lord Halloween Thanksgiving King Queen Prince Princess "
            "President Minister Pope Santa Claus Mr Mrs Ms Miss Dr Mom Dad Mum Grandma Grandpa "
            "Internet English-speaking TV OK Earth"
        ),
    ),
    negation_pattern=(
        r"not(?! only| long)|never(?! mind)|none|nobody|nothing|nowhere|neither|cannot|unless"
        r"|no(?! matter| doubt|\.? \d)|without|hardly|barely|scarcely"
        # What is asked at the end, as in ", isn't it?", denies nothing.
        r"|(?<!why )(?<!, )(?<!, wo)(?<!, ca)\w+n['’]t(?! (?:you|he|she|it|we|they|i|there) ?\?)"
        r"|refus(?:e|es|ed|ing|al)|den(?:y|ies|ied|ying)|advis\w+ (?:\w+ ){0,3}against"
    ),
    near_negation_pattern=(
        r"nor|no|non-\w+|(?:un|im|in|ir|dis|non)\w{4,}|(?!never|none|regard)\w{3,}less(?:ly)?|except\w*"
        r"|only|until|fail\w*|miss\w*|lack\w*|absen\w+|stop\w*|avoid\w*|prevent\w*|keep|kept|declin\w+"
        r"|reject\w*|against|forbid\w*|forbade|prohibit\w*|bans?|banned|dissuad\w+|doubt\w*|few\w*"
        r"|seldom|rarely|wrong|instead|rather than|out of|free of|far from|anything but"
    ),
    name_particles=words("of"),
    title_words=words("a an and by in of s the to vs"),
    after_hyphen=words("and or to nor"),
    hyphenated_heads=words("self well half vice twenty thirty forty fifty sixty seventy"),
)
