"""Admissions by "may": a model may have seen a test, and, in languages besides English, its data may hold questions.

>>> possibly_leaked("It is possible that the base model has seen MMLU.")
True
>>> possibly_leaked("Das Modell kann Fehler enthalten.")
False
"""

import re

from core.cards.benchmark_mentions import tests_in
from core.cards.leakage_abroad import REMOVED_ABROAD, TESTS_ALONE_ABROAD
from core.cards.leakage_words import OF_NATURE, OTHERS, SECRETS, TEST_MATERIAL

# What such a sentence holds in any case; few sentences do. Of the words for "may" abroad, the beginnings.
POSSIBLE_HINTS = re.compile(
    r"(?i)seen|trained on|exposed|encountered|memori[sz]ed|"
    r"\b(?:may|might|could) (?:\w+ )?be (?:in|inside|among|part)\b|\b(?:may|might|could|possibly|likely|"
    r"probably) (?:\w+ )?(?:contain|includ|hold|overlap)|"
    r"\b(?:was|were|been) (?:\w+ )?in (?:the|our|its) (?:pre|train|crawl|corpus|mix|sft|fine)|\b(?:k[aö]nn|konnt|"
    r"peu(?:t|vent)|pourrai|pued|"
    r"podr[ií]a|pode[mr]?\b|poderia|poss[oa]no|può|potrebbe|möglich|peut-être|talvez|quizá|tal vez|forse|kunnen|"
    r"mogelijk)"
)
_MAY_HAVE_SEEN = re.compile(
    r"(?i)\b(?:may|might|could|(?:it is|it['’]s|is|are) (?:possible|likely|probable|conceivable) that|possibly|"
    r"probably|(?:is|are) likely to)\b[^.;!?]{0,60}?\b(?:have|has|had|having) (?:\w+ ){0,2}?"
    r"(?:seen|been (?:\w+ )?(?:trained|tuned|exposed)|encountered|memori[sz]ed)\b(?P<what>[^.;!?]{0,80})"
)
_MAY_HOLD = re.compile(
    r"(?i)\b(?:(?:pre-?|post-?)?train(?:ing)?|fine-?tuning|tuning|sft|instruction|web|our|its) "
    r"(?:data(?:sets?)?|corpus|mix(?:ture)?|sets?|crawl)\b[^.;!?]{0,24}?\b(?:may|might|could|possibly|likely|"
    r"probably)\b"
    r"[^.;!?]{0,16}?\b(?:contain|include|hold|overlap)\w*(?P<what>[^.;!?]{0,60})"
)
# Who reads questions and is no model; and what of a test may be known without harm.
_READERS = re.compile(
    r"(?i)\b(?:annotators?|raters?|judges?|humans?|people|readers?|users?|you|students?|experts?|graders?|"
    r"participants?|authors?)\b"
)
_HARMLESS = re.compile(
    r"(?i)\btrain(?:ing)?[- ](?:splits?|sets?|portions?|parts?|questions|examples|halves|half)\b|"
    r"\b(?:scores?|results?|numbers|leader-?boards?|names?|style|format)\b|\blike\b|\bsimilar\b"
)
# What might have been done and was not; what of a text is said to be wrong, and not that questions are in it.
_NOT_DONE = re.compile(
    r"(?i)\b(?:more|longer|further|larger|bigger|instead|if (?:we|it|you)|had (?:we|it)|ideally|in principle)\b"
)
_BLEMISH = re.compile(
    r"(?i)\b(?:errors?|bias\w*|noise|noisy|mistakes?|copyright\w*|toxic\w*|offensive|personal|harmful|typos?|manuals?)\b"
)
_GOES_ON = re.compile(r"(?i)\b(?:which|that|who|so|but|while|because|whereas|and (?:may|might|it|we|this))\b|,")
# "MMLU", "MMLU questions" and "MMLU and GSM8K"; "ARC welding" is something else.
_NAME_ENDS = re.compile(
    r"(?i)[\w+-]{0,12}['’\"”`*)]{0,3}(?:\W*$|[,:;)]|[ -](?:and|or|as|in|during|on|at|before|due|since|given|itself|"
    r"\w*test\w*|"
    r"validation|dev|data\w*|questions?|items?|problems?|samples?|examples?|prompts?|tasks?|splits?|sets?|benchmarks?|"
    r"answers?|solutions?|content\w*|passages?|material|contamination|[A-Z]))"
)
_DENIED = re.compile(
    r"(?i)\b(?:no|not|never|none|nothing|unlikely|without|remov\w*|filter\w*|exclud\w*|decontaminat\w*|avoid\w*|"
    r"prevent\w*|kein\w*|nicht|nie|niemals|pas|jamais|aucun\w*|non|não|nunca|ningun\w*|nenhum\w*|nessun\w*|niet|geen|"
    r"sin|sem|sans|senza|ohne|zonder)\b|n['’]t\b|"
    r"不可能|不太可能|可能性(?:很|极|较)?(?:低|小)|수 ?없|가능성[은이]? ?(?:없|낮|적)|않|"
    r"可能性[はが][^。]{0,6}(?:低|ない|ありません|なく|小さ)|(?<!かもしれ)ません"
)
_DATA_LATIN = (
    r"(?:(?:pre-?)?trainings?(?:daten|korpus|material|mix|data|corpus)\w*|traindata|corpus|korpus|"
    r"(?:données|jeux?|mélange) (?:d['’]\s?|de (?:pré-?)?)entra[iî]n\w+|(?:datos|conjunto) de (?:pre-?)?entren\w+|"
    r"(?:dados|conjunto) de (?:pré-?)?trein\w+|dati di (?:pre-?)?addestr\w+)"
)
_MAY_LATIN = (
    r"(?:k[öo]nn(?:en|te|ten)|kann|möglicherweise|peu(?:t|vent)|pourrai(?:t|ent)|peut-être|pueden?|podr[íi]an?|quizás?|"
    r"tal vez|podem?|poderiam?|talvez|può|possono|potrebber?[oe]|potrebbe|forse|kunnen|mogelijk|"
    r"(?:il est|es|é) (?:possible|posible|possível) qu[eé])"
)
_HOLD = (
    r"(?:enthalten|enthält|contenir|contien(?:t|en|e|nent)|contienne\w*|contener|contenga\w*|conter|cont[eé]m|"
    r"contenham?|"
    r"contenere|contengono|contiene|bevatten|inclu\w+)"
)
_BE = (
    r"(?:vorkommen|vorhanden|enthalten|stecken|sein|gelandet|figurer|figurent|être|apparaître|inclu\w+|estar|est[ée]n?|"
    r"estejam?|aparecer|aparezca\w*|apareçam|constar|haber\w*|haya\w*|essere|comparire|voorkomen|zitten)"
)
_IN = r"(?:in|im|dans|en|em|n[oa]s?|ne[il]|nella|negli)"
# The data may hold questions, or questions may be in the data; beside other verbs "may" tells of results.
_MAY_HOLD_ABROAD = re.compile(
    rf"(?i)\b{_DATA_LATIN}\b[^.;:!?]{{0,40}}?\b{_MAY_LATIN}\b[^.;:!?]{{0,80}}?\b{_HOLD}\b|"
    rf"\b{_MAY_LATIN}\b[^.;:!?]{{0,40}}?\b{_DATA_LATIN}\b[^.;:!?]{{0,60}}?\b{_HOLD}\b|"
    rf"\b{_MAY_LATIN}\b[^.;:!?,]{{0,12}}?\b{_HOLD}\b[^.;:!?,]{{0,20}}?\b{_DATA_LATIN}|"
    rf"\b{_HOLD}\b[^.;:!?]{{0,20}}?\b{_DATA_LATIN}\b[^.;:!?]{{0,40}}?\b{_MAY_LATIN}\b|"
    rf"\b{_MAY_LATIN}\b[^.;:!?]{{0,60}}?\b{_BE}\b[^.;:!?]{{0,20}}?\b{_IN} (?:[\w'’-]+ ){{0,2}}?{_DATA_LATIN}|"
    rf"\b{_MAY_LATIN}\b[^.;:!?]{{0,40}}?\b{_IN} (?:[\w'’-]+ ){{0,2}}?{_DATA_LATIN}\b[^.;:!?]{{0,20}}?\b{_BE}\b|"
    # Chinese, Korean, Japanese
    r"(?:训练(?:数据|集|语料|样本|文本)|语料|微调数据)[^，。；]{0,6}(?<!不)(?:可能|或许|也许)[^，。；]{0,6}"
    r"(?:包含|含有|包括|存在|混入|出现|有)|"
    r"(?:可能|或许|也许)[^，。；]{0,6}(?:出现|存在|包含|混入|泄[漏露])[^，。；]{0,6}[在于进到][^，。；]{0,8}"
    r"(?:训练(?:数据|集|语料|样本|文本)|语料|微调数据)|(?<!不)可能(?:已经?|曾)?(?:见过|接触过)|"
    r"(?:학습|훈련) ?(?:데이터|말뭉치|코퍼스|자료)(?:셋)?(?:에는?|와|과)? [^.]{0,40}?(?:포함|들어|섞|겹)[가-힣]{0,3}"
    r" ?(?:있)?[을를었였]{0,2} (?:수 ?(?:도 ?)?있|가능성)|"
    r"(?:学習(?:用)?データ|訓練データ|コーパス)(?:の中)?[にと][^。]{0,40}?(?:含ま|混入|入って|重複)[^。、]{0,12}"
    r"(?:可能性|かもしれ|恐れ|おそれ)"
)
# "MMLU 的训练集": the part of a test that is there to learn from.
_TRAIN_HALF = re.compile(r"(?:的|の|의) ?(?:训练(?:集|部分)|学習(?:セット|データ)|학습 ?(?:세트|셋|데이터))")


_OF_UNKNOWN = re.compile(r"(?:\bof|\bfrom) (?:the )?[A-Z]\w")  # "the test set of CIFAR", on which it reports nothing


def _names_tests(what: str) -> bool:
    return any(_NAME_ENDS.match(what.partition(name)[2]) for name in tests_in(what))


def possibly_leaked(text: str) -> bool:
    """True where a sentence says that a model or its data may have met test questions, and denies nothing."""
    if OTHERS.search(text) or OF_NATURE.search(text) or SECRETS.search(text) or _DENIED.search(text):
        return False
    if (seen := _MAY_HAVE_SEEN.search(text)) and not _READERS.search(text[: seen.start("what")]):
        what = "" if _NOT_DONE.search(text[: seen.end()]) else seen["what"]
        named = _names_tests(what)
        return (named or bool(TEST_MATERIAL.search(what) and not _OF_UNKNOWN.search(what))) and not _HARMLESS.search(
            what
        )
    if held := _MAY_HOLD.search(text):
        what = _GOES_ON.split(held["what"])[0]
        return _names_tests(what) and not (_HARMLESS.search(what) or _BLEMISH.search(what))
    if not _MAY_HOLD_ABROAD.search(text) or REMOVED_ABROAD.search(text):
        return False
    if _TRAIN_HALF.search(text):
        return False
    names = tests_in(text.replace("-", " "))  # "MMLU-Fragen"
    return TESTS_ALONE_ABROAD.search(text) is not None or any(name != "Nous" for name in names)
