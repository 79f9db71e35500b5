"""German."""

from engine.languages.base import (
    LanguageRules,
    NameWords,
    NumberWords,
    PrintRules,
    SentenceRules,
    words,
)

RULES = LanguageRules(
    name="German",
    scripts=frozenset({"LATIN"}),
    has_decimal_point=False,
    quotation_marks=(("„", "“"), ("‚", "‘")),
    blanks_before=(("%", "\u00a0"),),
    sentences=SentenceRules(
        never_last=words(
            "hr hrn fr frl dr prof dipl ing dipl.-ing st z.b d.h d.i u.a.m.n i.d.r i.a i.e o.b.d.a "
            "v.a s.o s.u u.u u.z m.e m.a.w z.t z.zt z.hd i.h.v bzw vgl ca inkl exkl einschl evtl "
            "ggf sog bes insb gem lt geb gest verh etw jmd jmdn jmdm zw allg ehem eigtl entspr "
            "urspr vorm nachm"
        ),
        maybe_last=words(
            "jan feb febr mär mar apr jun jul aug sep sept okt nov dez "
            "usw usf etc u.a u.ä o.ä o.g u.v.m v.chr n.chr chr mio mrd tsd std min sek jh jhd jhdt "
            "hbf str pl tel abb abs anm aufl bd bde bzgl hrsg kap nr ff tab verf ges mbh gmbh co "
            "corp jr sr mo di mi do sa inc ltd"
        ),
        before_number=words("art s ziff par"),
        first_words=words(
            "der die das den dem des ein eine einen einem einer dies diese dieser dieses jene "
            "jeder jede er sie es wir ihr ich du man sein seine mein meine unser unsere kein keine "
            "und aber oder doch denn sondern dann danach da dort hier jetzt nun heute morgen "
            "gestern so also auch in im an am auf aus bei beim mit nach von vom vor zu zum zur für "
            "über unter um bis seit während wenn als weil dass ob obwohl wo wie was wer warum wann "
            "nicht nein ja vielleicht leider trotzdem deshalb daher damit außerdem bitte alle "
            "viele einige manche später bald deswegen allerdings jedoch letztlich zudem zunächst "
            "schließlich natürlich dennoch ok okay gut hallo danke"
        ),
        short_ends=("str", "nr"),
        has_ordinals=True,
        month_pattern="Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez",
        conjunction_pattern="und|oder|aber|weil|dass|sondern",
    ),
    number_words=NumberWords(
        zeros=((2, "hundert"), (3, "tausend"), (6, "million"), (9, "milliarde"), (12, "billion")),
        short_zeros=((3, "tsd"), (6, "mio"), (9, "mrd")),
        magnitudes=r"Mio\.|Mrd\.|Million(?:en)?|Milliarden?|Tausend",
        currencies="euros?|dollars?",
        dollar="dollars?",
        cents="cents?",
        cardinals=(
            *((0, "null"), (1, "ein|eins|erst"), (2, "zwei|zwo|beide|doppelt"), (3, "drei|dritt")),
            *((4, "vier"), (5, "fünf"), (6, "sechs"), (7, "sieben|siebt"), (8, "acht")),
            *((9, "neun"), (10, "zehn"), (11, "elf"), (12, "zwölf|dutzend"), (13, "dreizehn")),
            *((14, "vierzehn"), (15, "fünfzehn"), (16, "sechzehn"), (17, "siebzehn")),
            *((18, "achtzehn"), (19, "neunzehn"), (20, "zwanzig"), (30, "dreißig|dreissig")),
            *((40, "vierzig"), (50, "fünfzig"), (60, "sechzig"), (70, "siebzig"), (80, "achtzig")),
            *((90, "neunzig"), (100, "hundert"), (1000, "tausend"), (10**6, "million|millionen")),
            *((10**9, "milliarde|milliarden"), (10**12, "billion|billionen")),
        ),
        endings=(
            r"e[nmrs]?|s?te[nmrs]?|s?tens|mal(?:ig\w*)?|fach\w*|er\w*"
            r"|(?:jähr|stünd|minüt|sekünd|tägig|monatig|wöchig|köpf|teil|stell|stöck)\w*|einhalb"
            r"|(?:dollar|euro|cent|prozent|meter|liter|kilo|uhr)\w*"
        ),
        one=r"\bein(?:e[nmrs]?|s|mal\w*|zige[nmrs]?)?\b|\berste[nmrs]?\b",
        months=(
            *(
                "jan(?:uars?)?",
                "feb(?:ruars?)?",
                "märz|mrz|mär",
                "apr(?:ils?)?",
                "mais?",
                "juni?s?",
            ),
            *("juli?s?", "aug(?:usts?)?", "sept?(?:embers?)?", "okt(?:obers?)?", "nov(?:embers?)?"),
            "dez(?:embers?)?",
        ),
        units=(
            ("µg", "mikrogramm"),
            ("mg", "milligramm"),
            ("g", "gramm"),
            ("kg", "kilo(?:gramm)?s?"),
            ("t", "tonnen?"),
            ("lb £", "(?:britische[rn]? )?pfund"),
            ("oz", "unzen?"),
            ("ml", "millilitern?"),
            ("cl", "zentilitern?"),
            ("l", "litern?"),
            ("nm", "nanometern?"),
            ("µm", "mikrometern?"),
            ("mm", "millimetern?"),
            ("cm", "zentimetern?"),
            ("km/h", r"kilometern? (?:pro|in der|die) stunde|stundenkilometern?"),
            ("km/s", "kilometern? (?:pro|in der) sekunde"),
            ("m/s", "metern? (?:pro|in der) sekunde"),
            ("km", "kilometern?"),
            ("m", "metern?"),
            ("mph", "meilen? (?:pro|in der) stunde"),
            ("mi", "meilen?"),
            ("ft", "fuß"),
            ("cm²", "quadratzentimetern?"),
            ("m²", "quadratmetern?"),
            ("km²", "quadratkilometern?"),
            ("ha", "hektar(?:en)?"),
            ("cm³", "kubikzentimetern?"),
            ("m³", "kubikmetern?"),
            ("°C", "grad celsius"),
            ("°F", "grad fahrenheit"),
            ("°", "grad"),
            ("mV", "millivolt"),
            ("kV", "kilovolt"),
            ("V", "volt"),
            ("mA", "milliampere"),
            ("A", "ampere"),
            ("mW", "milliwatt"),
            ("kWh", "kilowattstunden?"),
            ("kW", "kilowatt"),
            ("MW", "megawatt"),
            ("GW", "gigawatt"),
            ("W", "watt"),
            ("Hz", "hertz"),
            ("kHz", "kilohertz"),
            ("MHz", "megahertz"),
            ("GHz", "gigahertz"),
            ("kB", "kilobytes?"),
            ("MB", "megabytes?"),
            ("GB", "gigabytes?"),
            ("TB", "terabytes?"),
            ("Mbit/s", "megabit pro sekunde"),
            ("bit", "bits?"),
            ("hPa", "hektopascal"),
            ("kPa", "kilopascal"),
            ("bar", "bar"),
            ("dB", "dezibel"),
            ("kcal", "kilokalorien?"),
            ("%", r"prozent(?:ig\w*)?"),
            ("‰", "promille"),
            ("ms", "millisekunden?"),
            ("s", r"sekunden?|sekündig\w*"),
            ("min", r"minuten?|minütig\w*"),
            ("h", r"stunden?|stündig\w*"),
            ("day", r"tag(?:en?|es)?|tägig\w*"),
            ("week", r"wochen?|wöchig\w*"),
            ("month", r"monat(?:en?|s)?|monatig\w*"),
            ("year", r"jahr(?:en?|es|s)?|jährig\w*"),
            ("€", "euros?"),
            ("$", "(?:us-|amerikanische[rn]? )?dollars?"),
            ("€ $", "cents?"),
            ("£", "pence"),
            ("CHF", "(?:schweizer )?franken"),
            ("tbsp", "esslöffeln?|el"),
            ("tsp", "teelöffeln?|tl"),
            ("cup", "tassen?|becher|cups?"),
            ("in", "zoll|inch"),
            ("yd", "yards?"),
            ("acre", "acres?"),
            ("ft²", "quadratfuß"),
            ("gal", "gallonen?"),
            ("pt", "pints?"),
            ("kn", "knoten|kn"),
            ("nmi", "seemeilen?"),
        ),
        unit_names=(("tbsp", "EL"), ("tsp", "TL"), ("acre", "Acres"), ("gal", "Gallonen")),
        degrees="Grad",
        minus="minus|unter null",
        ranges="bis(?: zum?)?",
        fractions=((2, "halb|hälfte|einhalb|anderthalb"), (3, "drittel"), (4, "viertel")),
        halves=(
            r"\b(?:drei)?viertel|\bhalb|einhalb|anderthalb|hälfte|drittel|mitternacht|\bmittags?\b"
        ),
        ordinal_ends=(".",),
        clock_words=(
            (-30, "(?<!vor )(?<!nach )halb"),  # "fünf vor halb acht" is another time
            (15, "viertel nach"),
            (-15, "viertel vor|dreiviertel"),
        ),
        day_clock="Uhr",
        time_format="{hour}:{minute:02} Uhr",
        hour_format="{hour} Uhr",
        half_of_day="abend|mittag|nacht",
        morning=(r"\bmorgens\b|vormittag|\bam morgen\b|\b(?:heute|morgen) früh\b"),
        afternoon="nachmittag|(?<!guten )abend",
        naming="version|v|nr|id|ip|code|artikel|kapitel|port|tel",
        naming_ends="nummer|add?resse?",
    ),
    printing=PrintRules(joined_to_previous=words("'s ’s")),
    alphabet="abcdefghijklmnopqrstuvwxyzäöüß",
    endings=("e", "en", "er", "es", "em", "n", "s", "te", "ten"),
    compound_joints=("", "s", "es", "n", "en", "er", "e"),
    has_capital_nouns=True,
    name_words=NameWords(
        titles=words(
            "Herr Herrn Frau Fräulein Dr Prof Professor Professorin Doktor Onkel Tante Oma Opa "
            "Kommissar Kommissarin Richter Richterin Präsident Präsidentin Hauptmann Oberst "
            "General Leutnant Kapitän Inspektor Minister Ministerin Kanzler Kanzlerin "
            "Bürgermeister Pastor Pfarrer Kollege Kollegin Lord Lady Sir Sankt Mr Mrs Ms Miss "
            "Eheleute Bundeskanzler Bundeskanzlerin Bundespräsident Trainer Ingenieur Direktor "
            "Dipl-Ing"
        ),
        title_ends=words(
            "präsident präsidentin minister ministerin kommissar kommissarin kanzler kanzlerin "
            "meister meisterin direktor direktorin sekretär sekretärin vorsitzender vorsitzende "
            "abgeordneter abgeordnete berichterstatter berichterstatterin kollege kollegin "
            "anwalt anwältin rat rätin arzt ärztin lehrer lehrerin leiter leiterin general "
            "oberst leutnant doktor professor nachbar nachbarin gott graf gräfin mutter vater "
            "tochter sohn schwester bruder gemahl gemahlin wirt wirtin ober botschafter "
            "botschafterin"
        ),
        determiners=words(
            "der die den dem des ein eine einen einem einer eines mein meine meinen meinem "
            "meiner meines dein deine deinen deinem deiner deines sein seine seinen seinem "
            "seiner seines ihr ihre ihren ihrem ihrer ihres unser unsere unseren unserem "
            "unserer unseres euer eure euren eurem eurer eures kein keine keinen keinem keiner "
            "keines jede jeder jeden jedem diese dieser diesen diesem dieses welche welcher "
            "welchen alle"
        ),
        before_names=words("in aus nach bei von bis heißt heißen heiße hieß namens genannt"),
        adjectives=words("groß klein lang kurz jung alt schwarz weiß grün braun stark reich schön"),
        street_pattern=(
            r"\b(?:[A-ZÄÖÜ]\w*(?:stra(?:ß|ss)e|gasse|allee|weg|platz|damm|ufer|ring|chaussee)\b"
            r"|[A-ZÄÖÜ]\w*str\.|[A-ZÄÖÜ]\w+er (?:Stra(?:ß|ss)e|Str\.|Platz|Allee|Weg)\b)"
            r"(?: \d{1,4}[a-z]?\b(?![.,:]\d))?"
            r"|(?<=[\w,] )(?:Am|Im|Zum|Zur|An der|Auf dem) [A-ZÄÖÜ]\w+ \d{1,4}[a-z]?\b(?![.,:]\d)"
        ),
        particles=words("von zu"),
        company_forms=("GmbH", "AG", "KG", "OHG", "SE", "e.V."),
        code_pattern=r"(?<![\w-]) [A-ZÄÖÜ]{1,3} - [A-Z]{1,2} [ ] \d{1,4} [EH]? (?!\w)",
        known_names=(
            "Deutsche Bahn",
            "Deutsche Bank",
            "Deutsche Post",
            "Deutsche Telekom",
            "Deutsche Welle",
            "Frankfurt am Main",
            "Frankfurt an der Oder",
            "Frankfurter Allgemeine Zeitung",
            "Halle an der Saale",
            "Ludwigshafen am Rhein",
            "Mülheim an der Ruhr",
            "Neustadt an der Weinstraße",
            "Rothenburg ob der Tauber",
            "Süddeutsche Zeitung",
            "Weil am Rhein",
        ),
    ),
    name_particles=words("am das den der des vom von zu zum zur"),
    title_words=words("am das den der des für im in und vom von zu"),
    after_hyphen=words("und oder bis sowie beziehungsweise bzw"),
    negation_pattern=(
        r"nicht(?! nur|-)|nichts|nie|niemals|niemand\w*|nirgend\w*|kein\w*|weder|kaum|ohne"
        r"|es sei denn|(?:ver)?weiger\w*|leugne\w*|geleugnet|bestr(?:eit|itt)\w*|ab(?:zu|ge)?raten"
        r"|(?:rät|rate|riet\w*)\b.*\bab"
    ),
    near_negation_pattern=(
        r"nein|nicht\w*|noch|erst|nur|außer\w*|sonst|anders|wenig\w*|selten\w*|statt|gegen|umsonst|egal"
        r"|un(?!d\b|s\b|te|se)\w{4,}|\w+los\w*|\w*frei\w*|fehl\w*|gefehlt|mangel\w*|(?:ab|ge)*lehn\w*"
        r"|verhinder\w*|vermeid\w*|verzicht\w*|verbiet\w*|verbot\w*|lass\w*|höchstens|mindestens"
    ),
    # At the beginning of a sentence "Sie" may be "she" or "they".
    formal_pattern=r"(?<=[\w,;)] )(?:Sie|Ihnen|Ihre?[mnrs]?)\b",
    informal_pattern=r"\b(?:[Dd](?:u|ich|ir|eine?[mnrs]?)|[Ee]u(?:ch|er|re[mnrs]?))\b",
)
