"""Small words of seven languages by which a sentence tells an answer, takes it back or leaves it in doubt.

English, German, French, Spanish, Italian, Portuguese and Dutch together: a
sentence is read without first being told which language it is in.
"""


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Link a subject to what it is.
BE = _set(
    "is are was were 's ist sind war waren heißt heisst lautet est sont était s'appelle es son era eran fue è é sono "
    "foi são eram erano fu zijn heet"
)
# The same in two words.
NAMED = frozenset({"is called", "is named", "se llama", "si chiama", "chama-se", "se chama"})
# Subjects that point at what was asked.
PRONOUNS = _set(
    "it this that he she they es das dies er sie il elle ce ça cela c' lo esto ello esso essa questo questa isso isto "
    "ele ela het dit dat hij zij"
)
# Stand before who did it.
AGENT = _set("by von vom durch par por pelo pela da dal dallo dalla door")
# Verbs of a passive.
AUXILIARY = _set(
    "is was were been has have wurde wurden ist wird worden werden a été est fut fue fueron ha sido è stato stata fu "
    "foi werd"
)
# Mean nothing by themselves.
SMALL = _set(
    "the a an of in to on at for its der die das des dem den ein eine einer eines von vom im zu zum zur für le la les "
    "l' d' du de un une à au en el los las del una al lo il i gli uno della dello dei delle dell' o os as um uma do "
    "dos da no na het een van"
)
# With these a question begins.
ASKING = _set(
    "what which who whom whose where when name give tell me please is are was were 's can you "
    "welche welcher welches wer wie wo nenne nennen heißt heisst lautet ist sind war mir bitte "
    "quel quelle quels quelles qui que est sont était nomme nommez donne s'appelle comment "
    "cuál cuáles qué quién es son era nombra dime cómo se llama quale quali chi che cosa è qual qual'è nomina come si "
    "chiama quais quem é são foi nomeie como chama welke wat noem heet zijn"
)
# Deny, doubt, or bring a second candidate.
UNDOES = _set(
    "not no never nor neither none either or without except unlike but cannot maybe perhaps probably possibly between "
    "nicht kein keine keiner nie weder noch oder sondern aber außer vielleicht wohl vermutlich zwischen "
    "ne n' pas jamais ni ou mais sauf peut-être entre nunca pero sino quizá quizás salvo non né ma forse mai tra fra "
    "não nem mas talvez exceto niet geen nooit maar misschien behalve tussen"
)
# Of a question for a cause or an origin.
CAUSES = _set(
    "give gives gave cause causes caused come comes came from source origin originate responsible due "
    "stammt kommt woher gibt verleiht verursacht ursprung vient provient donne origine viene proviene dà origen vem "
    "provém dá origem causa komt vandaan geeft oorzaak veroorzaakt"
)
# Forms of one verb that do not begin alike.
SAME_VERB = tuple(
    _set(forms)
    for forms in (
        "write writes wrote written",
        "make makes made",
        "build builds built",
        "sing sings sang sung",
        "win wins won",
        "draw draws drew drawn",
        "lead leads led",
        "take takes took taken",
        "find finds found",
        "teach teaches taught",
        "steal steals stole stolen",
        "schreibt schrieb geschrieben",
        "erfindet erfand erfunden",
        "singt sang gesungen",
        "gewinnt gewann gewonnen",
        "schuf geschaffen",
        "fand gefunden",
        "entwarf entworfen",
        "écrit écrivit écrite",
        "peint peignit peinte",
        "construit construisit construite",
        "découvert découvrit découverte",
        "escribió escribe escrito escrita",
        "descubrió descubierto descubierta",
        "hizo hecho hecha",
        "scrisse scrive scritto scritta",
        "dipinse dipinto dipinta",
        "scoprì scoperto scoperta",
        "compose composto composta",
        "escreveu escreve escrito escrita",
        "descobriu descoberto descoberta",
        "fez feito feita",
        "schreef schrijft geschreven",
    )
)
# In these two forms of a word may differ.
ENDINGS = _set("s es n en e er em 's ed d t te et st ing ó ado ada ido ida ò ato ata ito ita ou é ée és iu a i o")
