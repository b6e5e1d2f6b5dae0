"""What a sentence says about test questions in a model's own training data.

Two signals: the words for leakage themselves ("contamination", "data leak"),
and, in any wording, a clause that keeps test material and training material
apart: it names both, and a word of removal or negation beside them. "The test
split never entered our training mix" has no word for leakage and says it all.
"""

import re
from enum import Enum

from core.cards.benchmark_mentions import tests_in
from core.cards.claims import about_other_model, in_evaluation_section
from core.cards.document import Sentence
from core.cards.evidence import Evidence
from core.cards.vocabulary import ADMITTED, LEAK, LEAK_HINTS, OWN_DATA, mentions

_TEST_MATERIAL = re.compile(
    r"(?i)\b(?:tests?|testing|evaluation|eval|benchmarks?)(?:['’]s?)?[- ]?(?:sets?|splits?|data\w*|items?|prompts?|"
    r"questions?|examples?|samples?|problems?|instances?|content|suites?)\b|\bbenchmarks? (?:above|below|reported|"
    r"used)|"
    r"\b(?:test|benchmark|evaluations?)-?(?:daten|sets?|fragen)\w*|\b(?:données|jeux?) (?:de test|d['’]évaluation)|"
    r"\b(?:datos|dados|conjuntos?|preguntas) de (?:teste?s?|prueba|evaluación|avaliação)|"
    r"(?:评测|测试|基准|评估)(?:的|中的)?(?:集|数据|题|样本)|(?:평가|테스트|벤치마크)\s?(?:데이터|세트|셋|문항|문제)|"
    r"(?:テスト|評価|ベンチマーク)(?:の)?(?:テスト)?(?:データ|セット|問題)"
)
_TRAINING_MATERIAL = re.compile(
    r"(?i)\b(?:pre-?|post-?)?train(?:ing|ed|s)?\b|\bfine-?tun\w*|\bsft\b|\bcorp(?:us|ora)\b|\bmix(?:ture)?\b|"
    r"\bdocuments?\b|\bweb ?pages?\b|\b(?:instruction|preference|dialogue|synthetic|web|code|our) data(?:sets?)?\b|"
    r"\btrainings?\w+|\bentra[iîí]n\w*|\bentren\w*|\btrein\w*|训练|预训练|微调|语料|학습|훈련|学習|訓練"
)
_KEPT_APART = re.compile(
    r"(?i)\b(?:no|not|never|none|nothing|neither|nor|without|remov\w*|drop(?:s|ped|ping)?|exclud\w*|filter\w*|"
    r"overlap\w*|"
    r"disjoint|separate\w*|de-?dup\w*|match\w*|check\w*|scrub\w*|purg\w*|stripp\w*|discard\w*|eliminat\w*|"
    r"pas\b|entfern\w*|kein\w*|nicht|aucun\w*|exclu\w*|retir\w*|elimin\w*|remov\w*|sem|sin)\b|n't\b|"
    r"剔除|去除|排除|过滤|没有|未|不|重叠|重合|去重|제거|제외|중복|않|없|除外|除去|いません|ない|重複"
)
_NAMED_TEST_APART = re.compile(
    r"(?i)\b(?:no|any) (?:item|question|example|sample|data|part|problem)\w*\b|\b(?:never|overlap\w*|disjoint|"
    r"remov\w*|exclud\w*|"
    r"de-?dup\w*|discard\w*|dropp?ed)\b|剔除|去除|排除|重叠|去重|제거|제외|중복|除外|重複"
)
_TOO_NEW = re.compile(
    r"(?i)\b(?:published|released|created|written|collected|posted) after (?:the |our |its )?(?:\w+ ){0,2}?cut-?off\b|"
    r"\b(?:released|trained|frozen|finished) before [^.]{0,40}\b(?:took place|came out|(?:was|were) (?:released|"
    r"published|held))|"
    r"\b(?:questions?|problems?|items?) (?:are|were) (?:\w+ )?unseen\b"
)
_ASKED = re.compile(r"(?i)\b(?:questions?|problems?|items?|tests?|benchmarks?|contests?|competitions?|exams?|aime)\b")
# A leak of company data is no leak of test questions.
_SECRETS = re.compile(
    r"(?i)\b(?:privacy|private|personal|sensitive|confidential|secur\w+|compan(?:y|ies)|enterprises?|on-?prem\w*|"
    r"credentials?|offline)\b|민감|보안|기업|사내|개인정보|隐私|敏感|企业|机密|機密|個人情報"
)
_LEAKED = re.compile(r"(?i)leak|유출|누출|泄|リーク")
# "The preference data contains prompts from X, so our results on X are likely not accurate."
_HOLDS_QUESTIONS = re.compile(
    r"(?i)\b(?:contain|includ|comprise)\w*[^.]{0,40}\b(?:prompts?|questions?|items?|examples?|samples?|problems?)\b|"
    r"\b(?:trained|tuned)\b[^.]{0,30}\b(?:on|using|with|from)\b[^.]{0,30}\b(?:prompts?|questions?|test)\b"
)
_NOT_TO_TRUST = re.compile(
    r"(?i)\b(?:results?|scores?|numbers?|figures?|performance)\b[^.]{0,60}\b(?:(?:not|n't)\b[^.]{0,20}\b(?:accurate|"
    r"reliable|comparable|meaningful|valid|fair)|inaccurate|unreliable|inflated|misleading|invalid|overestimat\w*)\b"
)
# "Fine-tuned on the train split and evaluated on the test split" tells how it was tested, nothing more.
_TELLS_THE_TEST = re.compile(
    r"(?i)\b(?:evaluat\w+|test(?:ed|ing)|report\w*|results?|scores?|accuracy) (?:\w+ )?(?:on|for|in)\b"
)
_CLAUSE_END = re.compile(r"[;:.!?]\s|,\s|[，。；]")
_CHECKED = re.compile(
    r"(?i)\bcontamination (?:check\w*|test\w*|analysis|detection|results?|report|score\w*)\b|"
    r"\bchecked for contamination\b|\bcontamination\W{1,3}(?:none|no|not|negligible)\b|\bno contamination\b"
)
_OTHERS = re.compile(
    r"(?i)\b(?:unlike|(?:other|others|some|many|most|certain|several|top) (?:of the )?(?:[\w-]+ ){0,2}"
    r"(?:models?|merges?|llms?|toppers?|entries|submissions))\b"
)


class Leakage(Enum):
    ADDRESSED = "addressed"
    ADMITTED = "admitted"  # the card says that questions may have leaked


def leakage_in(evidence: Evidence, sentence: Sentence) -> Leakage | None:
    """What the sentence says of leakage into the card's own training data; None where it says nothing.

    >>> bool(keeps_apart("GSM8K's test split never entered our training mix."))
    True
    """
    text = sentence.text
    if len(text) > 4000 or not mentions(text, LEAK_HINTS):
        return None
    if keeps_apart(text) and not _OTHERS.search(text):
        return Leakage.ADDRESSED
    if _HOLDS_QUESTIONS.search(text) and _NOT_TO_TRUST.search(text) and tests_in(text):
        return Leakage.ADMITTED
    match = LEAK.search(text)
    if match is None or _of_something_else(evidence, text, match):
        return None
    if ADMITTED.search(text) and not re.search(
        r"(?i)\b(?:no|not|without|prevent|avoid|remov|check|analy)\w*\b|防止|避免|무|방지", text
    ):
        return Leakage.ADMITTED
    about_data = OWN_DATA.search(text) or _CHECKED.search(text)
    return Leakage.ADDRESSED if about_data or sentence.kind == "heading" or in_evaluation_section(sentence) else None


def _of_something_else(evidence: Evidence, text: str, match: re.Match[str]) -> bool:
    """True where the leak is one of secrets, or of somebody else's model."""
    return bool(
        (_LEAKED.search(match[0]) and _SECRETS.search(text))
        or _OTHERS.search(text[: match.end()])
        or about_other_model(evidence, text, match.start(), match.end())
    )


def keeps_apart(text: str) -> bool:
    """True where one clause names test material, training material and their separation."""
    if _TOO_NEW.search(text) and _ASKED.search(text):
        return True
    if not _TRAINING_MATERIAL.search(text) or not _KEPT_APART.search(text):
        return False
    clauses = (*_CLAUSE_END.split(text), *re.split(r"[.!?]\s|。", text))
    return any(_clause_keeps_apart(clause) for clause in clauses if len(clause) < 240)


def _clause_keeps_apart(clause: str) -> bool:
    if not _TRAINING_MATERIAL.search(clause) or _TELLS_THE_TEST.search(clause):
        return False
    if _TEST_MATERIAL.search(clause):
        return bool(_KEPT_APART.search(clause))
    return bool(_NAMED_TEST_APART.search(clause) and tests_in(clause))
