"""French."""

from engine.languages.base import LanguageRules, NameWords, PrintRules, SentenceRules, words

RULES = LanguageRules(
    name="French",
    scripts=frozenset({"LATIN"}),
    has_decimal_point=False,
    quotation_marks=(("«\u202f", "\u202f»"), ("“", "”")),
    blanks_before=(("?!;", "\u202f"), (":", "\u00a0"), ("%", "\u202f")),
    sentences=SentenceRules(
        never_last=words("mm dr pr me mgr st ste p.ex c.-à-d cf env vs"),
        maybe_last=words(
            "janv févr mar avr jun juil sept oct nov déc etc m.m av boul tél min max éd jr co"
        ),
        before_number=words("no n p pp fig vol chap art éq"),
        first_words=words(
            "le la les l un une des ce cet cette ces il elle ils elles on nous vous je tu son sa "
            "ses mon ma mes et mais ou donc or ni car puis alors ensuite dans en à au aux sur sous "
            "pour par avec sans quand si comme que qui où pourquoi comment c ne oui non"
        ),
        conjunction_pattern="et|ou|mais",
    ),
    printing=PrintRules(has_elision=True),
    name_words=NameWords(particles=words("de du la le")),
    name_particles=words("de des du la le les"),
    title_words=words("au d de des du en et l la le les s"),
    after_hyphen=words("et ou"),
)
