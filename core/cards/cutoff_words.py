"""Words that lead to the end of a model's training data without naming it: "it knows nothing of events after 2023".

Each alternative stops before the date, which is read after it.
"""

import re

_KNOWS = (
    r"(?:knows?|knowledge|knowing|aware|unaware|learn\w*|seen|saw|familiar|train(?:ed|ing)? (?:on|with)|informed|"
    r"expect\w*|anything|covers?|cannot answer|can't answer|recall\w*|events?|knowledge|"
    r"(?:information|data)(?=[^.;]{0,60}\b(?:pre-?)?train))"
)
_AFTER = r"(?:after|since|past|beyond|later than|newer than|postdating)"
_YEAR = r"20[12]\d"
_SOON = rf"(?=[^.;]{{0,24}}\b{_YEAR})"
_IN_LATIN = (
    rf"(?:\b(?:not|never|cannot|no|nothing|nor|little|without|lacks?|hardly)|n['’]t)\b[^.;]{{0,30}}\b{_KNOWS}\b"
    rf"[^.;]{{0,60}}?\b{_AFTER}\b{_SOON}",
    rf"\bknow(?:s|ing)? (?:nothing|little|of no|about no)\b[^.;]{{0,60}}?\b{_AFTER}\b{_SOON}",
    rf"\b(?:unaware|ignorant)\b[^.;]{{0,60}}?\b{_AFTER}\b{_SOON}",
    rf"\b(?:events?|developments?|facts?|news|anything|information) (?:that (?:happened|occurred|took place) "
    rf")?{_AFTER}\b(?=[^.;]{{0,24}}\b{_YEAR}[^.;]{{0,30}}\b(?:unknown|nothing|not (?:known|covered|included|seen)|"
    r"outside (?:its|the))\b)",
    r"\bknow(?:s|ledge)\b[^.;\d]{0,40}\b(?:until|up to|through|till|as of|ends?|stops?|reaches (?:to|until)|dates? "
    r"from|"
    rf"is from|limited to)\b{_SOON}",
    rf"\b(?:world|memory)\b (?:knowledge )?(?:ends|stops|halts) (?:in|at|with)\b{_SOON}",
    # German
    r"\b(?:kennt|weiß|weiss)\b[^.;]{0,30}\b(?:nicht|nichts|keine?)\b[^.;]{0,40}\b(?:nach|seit|ab)\b"
    rf"(?=[^.;]{{0,16}}\b{_YEAR})",
    r"\b(?:Ereigniss\w*|Informationen|Entwicklungen|Nachrichten|allem|was) nach\b"
    rf"(?=[^.;]{{0,16}}\b{_YEAR}[^.;]{{0,50}}\b(?:nicht|nichts|unbekannt|keine?)\b)",
    rf"\b(?:Wissen|Kenntnisse|Trainingsdaten|Daten)\b[^.;\d]{{0,40}}\b(?:bis|enden|endet|reichen|reicht)\b{_SOON}",
    r"\bStichtag\b",
    # French
    r"\b(?:connaissances?|données)\b[^.;\d]{0,50}(?:\bjusqu['’]|\bs['’]arrêt\w+|\barrêtée?s?\b|\bà jour\b|"
    r"\bremontent\b|"
    r"\bdatent\b)",
    r"\b(?:ne|n['’]a?) ?(?:connaît|sait|possède|dispose|été)[^.;]{0,60}\b(?:après|postérieur\w*|au-delà)\b",
    r"\bn['’]a (?:pas|aucune?|jamais)\b[^.;]{0,20}\b(?:connaissance|informations?|données|vu|appris)\b[^.;]{0,50}"
    r"\b(?:après|postérieur\w*|au-delà)\b",
    r"\bdate limite\b",
    r"\b(?:ignore|ignora|desconoce|desconhece)\b[^.;]{0,60}\b(?:après|postérieur\w*|después de|posterior(?:es)? a|após|"
    r"depois de|dopo|successiv\w+ a|tras)",
    # Spanish and Portuguese
    r"\b(?:conocimientos?|datos)\b[^.;\d]{0,50}\b(?:hasta|terminan?|acaban?|llegan?|se detienen?|finalizan?)\b",
    r"\b(?:no|não|non) (?:conoce|conhece|sabe|tiene|tem|ha|conosce|sa)\b[^.;]{0,60}\b(?:después de|tras|"
    r"posterior(?:es)? a|"
    r"após|depois de|dopo|successiv\w+ a)",
    r"\bcorte de(?:l| los| dos)? (?:conocimiento|conhecimento|datos|dados)",
    r"\b(?:data|fecha) de (?:corte|cut-?off)\b",
    r"\b(?:conhecimentos?|dados)\b[^.;\d]{0,50}\b(?:até|terminam?|acabam?|vão|vai)\b",
    # Italian
    r"\bdata di (?:cut-?off|taglio|aggiornamento)\b",
    r"\b(?:conoscenz[ae]|dati)\b[^.;\d]{0,50}(?:\bfino a|\bsi ferma|\bterminano|\baggiornat\w+ a|\barriva(?:no)?\b)",
)
# Chinese, Japanese and Korean put the date before as well as after the words.
_IN_EASTERN = (
    rf"(?:训练|预训练|语料)?(?:数据|知识|信息)[^。；\d]{{0,12}}(?:截[止至]|更新[到至]|到|至)(?=[^。；]{{0,6}}{_YEAR})",
    rf"(?:截[止至]到?)\s?(?={_YEAR}[^。；]{{0,14}}(?:数据|知识|语料))",
    rf"(?:不了解|不知道|不掌握|无法回答|没有)[^。；\d]{{0,8}}(?={_YEAR}[^。；]{{0,8}}(?:之后|以后|后的))",
    rf"对\s?(?={_YEAR}[^。；]{{0,8}}(?:之后|以后|后)[^。；]{{0,14}}(?:不了解|不知|一无所知|没有|无法))",
    r"カットオフ",
    rf"(?:知識|学習データ|訓練データ|データ|情報)[^。\d]{{0,12}}(?={_YEAR} ?年[^。]{{0,8}}(?:まで|時点|以前))",
    rf"(?={_YEAR} ?年[^。]{{0,6}}(?:まで|以前)の[^。]{{0,10}}(?:データ|情報|知識)[^。]{{0,20}}(?:学習|訓練))",
    rf"(?={_YEAR} ?年[^。]{{0,6}}(?:以降|より後)の[^。]{{0,16}}"
    r"(?:知り?ま|知らな|知識|学習し|含まれ|持っていま|持たな))",
    rf"(?:지식|데이터|정보)[^.\d]{{0,14}}(?={_YEAR} ?년[^.]{{0,8}}까지)",
    r"(?:지식|데이터) ?(?:컷오프|마감|기준)",
    rf"(?={_YEAR} ?년[^.]{{0,8}}까지의? [^.]{{0,14}}(?:데이터|지식|정보|자료)[^.]{{0,14}}(?:학습|훈련|사용))",
    rf"(?={_YEAR} ?년[^.]{{0,8}}이후의? [^.]{{0,20}}(?:모르|모릅|알지 못|학습되지|학습하지|없))",
)
IGNORANT = re.compile(rf"(?i){'|'.join(_IN_LATIN)}")
IGNORANT_EASTERN = re.compile("|".join(_IN_EASTERN))
