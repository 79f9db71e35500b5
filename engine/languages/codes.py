"""Codes of languages as other programs write them, in the form that this program uses.

That is BCP 47's: two letters where ISO 639-1 has them, else the three of ISO 639-3, then script and
region where they are named: "de", "ast", "zh-Hans", "pt-BR".
"""

import re

from engine.languages.base import words


def _pairs(text: str) -> dict[str, str]:
    """Return a list of "code:code", written as a text, as a dictionary."""
    return dict(pair.split(":") for pair in text.split())


_TWO_LETTERS = _pairs("""
aar:aa abk:ab afr:af aka:ak amh:am ara:ar arg:an asm:as ava:av ave:ae aym:ay aze:az bak:ba bam:bm
bel:be ben:bn bis:bi bod:bo bos:bs bre:br bul:bg cat:ca ces:cs cha:ch che:ce chu:cu chv:cv cor:kw
cos:co cre:cr cym:cy dan:da deu:de div:dv dzo:dz ell:el eng:en epo:eo est:et eus:eu ewe:ee fao:fo
fas:fa fij:fj fin:fi fra:fr fry:fy ful:ff gla:gd gle:ga glg:gl glv:gv grn:gn guj:gu hat:ht hau:ha
hbs:sh heb:he her:hz hin:hi hmo:ho hrv:hr hun:hu hye:hy ibo:ig ido:io iii:ii iku:iu ile:ie ina:ia
ind:id ipk:ik isl:is ita:it jav:jv jpn:ja kal:kl kan:kn kas:ks kat:ka kau:kr kaz:kk khm:km kik:ki
kin:rw kir:ky kom:kv kon:kg kor:ko kua:kj kur:ku lao:lo lat:la lav:lv lim:li lin:ln lit:lt ltz:lb
lub:lu lug:lg mah:mh mal:ml mar:mr mkd:mk mlg:mg mlt:mt mon:mn mri:mi msa:ms mya:my nau:na nav:nv
nbl:nr nde:nd ndo:ng nep:ne nld:nl nno:nn nob:nb nor:no nya:ny oci:oc oji:oj ori:or orm:om oss:os
pan:pa pli:pi pol:pl por:pt pus:ps que:qu roh:rm ron:ro run:rn rus:ru sag:sg san:sa sin:si slk:sk
slv:sl sme:se smo:sm sna:sn snd:sd som:so sot:st spa:es sqi:sq srd:sc srp:sr ssw:ss sun:su swa:sw
swe:sv tah:ty tam:ta tat:tt tel:te tgk:tg tgl:tl tha:th tir:ti ton:to tsn:tn tso:ts tuk:tk tur:tr
twi:tw uig:ug ukr:uk urd:ur uzb:uz ven:ve vie:vi vol:vo wln:wa wol:wo xho:xh yid:yi yor:yo zha:za
zho:zh zul:zu
""")
"""ISO 639-1 of each code of ISO 639-3."""

_USUAL = _pairs("""
als:sq arb:ar azj:az cmn:zh ekk:et fuv:ff gaz:om khk:mn kmr:ku knc:kr lvs:lv npi:ne ory:or pbt:ps
pes:fa plt:mg quy:qu swh:sw uzn:uz ydd:yi zsm:ms
cn:zh iw:he jap:ja zhs:zh-Hans zht:zh-Hant
""")
"""The usual code of a language whose largest variety is named instead, or an unofficial code."""

_GROUPS = words("""
aav afa alg alv apa aqa aql art ath auf aus awd azc bad bai bat ber bih bnt btk cai cau cba ccn
ccs cdc cdd cel cmc cpe cpf cpp crp csu cus day dmn dra egx esx euq fiu fox gem gme gmq gmw grk
hmx hok hyx iir ijo inc ine ira iro itc jpx kar kdo khi kro map mkh mno mul mun myn nah nai ngf
nic nub omq omv oto paa phi plf poz pqe pqw pra qwe roa sai sal sdv sem sgn sio sit sla smi son
sqj ssa syd tai tbq trk tup tut tuw urj wak wen xgn xnd ypk zhx zle zls zlw znd
""")
"""Codes that name several languages (ISO 639-5)."""

_CODE = re.compile("([a-z]{2,3})((?:[-_][A-Za-z0-9]{2,8})*)")


def language_code(text: str) -> str | None:
    """Return the code of the language that another program names so; None if it names no one.

    "deu" and "de" give "de", "cmn_Hans" gives "zh-Hans", "pt_br" gives "pt-BR". Groups such as
    "gem" and "mul" are no languages.
    """
    found = _CODE.fullmatch(text)
    if found is None or found[1] in _GROUPS:
        return None
    language = _USUAL.get(found[1]) or _TWO_LETTERS.get(found[1], found[1])
    return language + "".join(f"-{_written(part)}" for part in re.split("[-_]", found[2])[1:])


def _written(part: str) -> str:
    """Return a script, a region or a variant as it is usually written."""
    if len(part) == 4 and part.isalpha():
        return part.title()
    return part.upper() if len(part) <= 3 else part.lower()
