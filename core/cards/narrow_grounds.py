"""How wide the ground of a boast is: one field, one language, a test of one's own, or many tests."""

import re

from core.cards.benchmark_mentions import tests_in
from core.cards.document import Sentence
from core.cards.frontier_claims import claims_frontier, frontier_names, outnumbers
from core.cards.others_words import IN_CASES

_BROAD = re.compile(
    r"(?i)\b(?:various|many|most|multiple|several|all|numerous|wide range of|range of|across|majority "
    r"of|diverse|overall)\b[^.]{0,30}\b(?:bench\w*|evaluations?|tests?|tasks|domains|metrics|"
    r"leader\w*)\b|\b(?:coding|code|math\w*|reasoning|knowledge)\b,? and (?:\w+ ){0,2}(?:coding|code|"
    r"math\w*|reasoning|knowledge)\b|多项|多个|各项|다양한|여러"
)


_ONE_DOMAIN = re.compile(
    r"(?i)\b(?:function[- ]calling|tool[- ]use|coding|code|programming|python|sql|math\w*|reasoning|"
    r"translat\w+|summar\w+|retrieval|rag|writing|stories|role-?play\w*|medic\w+|legal|financ\w+|puzzles?|"
    r"radiolog\w+|clinical|diagnos\w+|biolog\w+|chemi\w+|physics|tax(?:es)?|insurance|geograph\w+|genom\w+|"
    r"exams?|unit tests?|poems?|essays?|critiques?|critiquing|explanations?|rationales?|feedback|annotations?|"
    r"captions?|judg(?:ing|e?ments?)|grading|classif\w+|extract\w+|entit\w+|parsing|ocr|transcri\w+|paraphras\w+|"
    r"jokes?|"
    r"dialogues?|tutoring|recipes?|lyrics|headlines?|"
    r"domain[- ]specific|niche|contracts?|customer (?:service|support)|e-?mails?|recht\w*|jur[ií]d\w*|m[ée]dic\w*|"
    r"médec\w*|medizin\w*|legal(?:es|i)\b|r[ée]sum[éei]\w*|po[eè]m\w*|po[eé]s[iíj]\w*|gedicht\w*|res[úu]m(?:en|o)\w+|"
    r"steuer\w*|перевод\w*|юрид\w*|медиц\w*|"
    r"zusammenfass\w+|übersetz\w+|tradu[cçz]\w+|math[eé]m\w+|matemátic\w*|"
    r"programmi\w+|programaci\w+|código)\b|"
    # of one's own, seen by nobody else
    r"\b(?:our|my|an?) (?:(?:own|in-house|internal|private|custom|home-?made) ){1,2}(?:tests?|test sets?|evals?|"
    r"evaluations?|bench-?marks?|questions?|prompts?|data-?sets?|test suite|suite)\b|"
    r"(?:한국어|일본어|중국어|영어|日本語|英語|中国語|中文|英文|日语|韩语|粤语|法语|德语)\s?(?:の)?(?:能力|任务|水平|"
    r"理解|タスク|能|評価|"
    r"평가|시험|과제|작업|능력|성능)|"
    r"\b(?:a|one|this|that|our|the) (?:(?:new|single|own|private|fresh|internal|custom|hard|held-out|small|"
    r"(?-i:[A-Z][\w-]*)) ){1,2}(?:data-?set|test set|benchmark|exam|test|task)\b(?! suite)|"
    r"(?:sql|python|java|html|json|api)(?=\s?[가-힣一-鿿ぁ-ヿ])|코딩|코드|수학|번역|요약|글쓰기|시험|의료|의학|법률|"
    r"금융|代码|编程|数学|翻译|推理|写作|创作|诗|考试|医疗|医学|"
    r"法律|金融|"
    r"コード|翻訳|要約|試験|医療|医学|"
    r"在(?!多|各|所有|大多|全部|绝大|不少|许多|众多|综合)[^，。]{1,12}(?:方面|领域|任务上?|上)(?!的?平均)"
)


# "übertrifft GPT-4 bei deutschen Rechtsfragen", "supera a GPT-4 en español"
_NARROWED_ABROAD = re.compile(
    r"(?i)^[^.;,]{0,20}?\b(?:bei|beim|im|auf|für|sur|pour|en|dans|em|n[oa]s?|para|nel\w*|sul\w*|op|voor|в|на|по)\s"
    r"(?!(?:\w+ )?(?:all\w*|viel\w*|meist\w*|mehrer\w*|verschied\w*|zahlreich\w*|durchschnitt|tou[ts]\w*|plupart|"
    r"plusieurs|diver\w*|nombreu\w*|moyenne|général|tod[oa]s?|much[oa]s?|muit[oa]s?|vári[oa]s|vari[oa]s|numeros\w*|"
    r"mayor\w*|maior\w*|maggior\w*|media|média|general|geral|tutt\w*|molt\w*|divers\w*|bench\w*|evalu\w*|avalia\w*|"
    r"évalu\w*|"
    r"tests?|pruebas|testes|sich|cuanto|termini|términos|termos|termes|ensemble|conjunto|все\w*|больш\w*|мног\w*)\b)"
)
# "En catalán supera a GPT-4", "In Hungarian it beats GPT-4"
_FIELD_FIRST = re.compile(
    r"(?i)^\W*(?:en|em|sur|dans|pour|para|bei|beim|nella|nel)\s"
    r"(?!(?:\w+ )?(?:genera\w*|geral|tod[oa]s?|much[oa]s|muit[oa]s|vari[oa]s|vári[oa]s|mayor\w*|maior\w*|media|média|"
    r"moyenne|compar\w+|resum[eo]n?|bench\w*|evalu\w*|avalia\w*|évalu\w*|pruebas|testes|tests?|est[eao]s?|nuestr\w+|"
    r"noss\w+|notre|nos|total\w*|plus|effet|outre|fait|cambio|cuanto|términos|termos|termes|particular|ensemble|"
    r"tou[ts]\w*|"
    r"plupart|plusieurs|allen|vielen|meisten|unser\w+|conjunto|definitiva|realidad|verdade|complex\w+|maggior\w*|"
    r"molt\w+|"
    r"tutt\w+|\d+|l['’]ensemble)\b)|"
    r"^\W*(?:in|for) (?-i:[A-Z]\w+(?:ian|ish|ese|ench|[aeu]lic|man|utch|eek|indi|rdu|hai|mil|ugu|gali|ssian))\b"
)
_NARROWED = re.compile(
    r"(?i)^[^.;]{0,60}?\b(?:on|in|at|for)\b (?!(?:\w+ )?(?:all|most|many|various|several|average|par|every|general|"
    r"terms|multiple|different|both|meisten|allen|vielen|mehreren|tutt\w|molt\w|"
    r"bench\w*|evaluations?|a (?:wide|broad|number|range|variety))\b)"
)


def _narrowed(text: str) -> bool:
    """True where the claim is about one field, one kind of question ("in SQL"), one count of wins or two numbers."""
    return bool(_ONE_DOMAIN.search(text) or IN_CASES.search(text) or _FIELD_FIRST.search(text)) or any(
        _NARROWED.match(text[name.end() :]) or _NARROWED_ABROAD.match(text[name.end() :]) or outnumbers(text, name)
        for name in frontier_names(text)
    )


_CLAUSES = re.compile(
    r"(?i)(?:[,;]\s|\s[-–—]\s|\s\()(?:but|yet|while|whereas|however|and (?:when|on|in|for)|though)\b|;\s|；|，但|而在"
)


_CONCEDED = re.compile(
    r"(?i)^\W*(?:while|although|though|whereas|even though)\b[^.;]{0,200}?,\s(?=(?:it|we|our|they|the model|this)\b)"
)


def claiming_clauses(text: str) -> list[str]:
    """The clauses that make the claim: what "but on a new test it beats GPT-4" stands beside is no part of it."""
    clauses = [clause for clause in _CLAUSES.split(_CONCEDED.sub("", text)) if claims_frontier(clause)]
    return clauses or [text]


# "Specialized at marking essays, it is on par with GPT-4 on various benchmarks": many tests of one ability.
_SPECIALIST = re.compile(
    r"(?i)\bspeciali[sz]\w* (?:\w+ )?(?:at|in|on|for|to)\b(?! (?:many|various|several|multiple|all|every|different)\b)|"
    r"\b(?:expert|adept|proficient) (?:at|in)\b|\b(?:dedicated|purpose-built|custom-built|tailored|tailor-made|"
    r"designed|built|trained|tuned|made) (?:solely |only |exclusively |specifically |just )(?:to|for|on)\b|"
    r"\bexclusively (?:for|to|on)\b|\bdoes (?:only )?one thing\b|\bsingle[- ]purpose\b|"
    r"专门(?:用于|针对|面向|为)|专注于|专精|에 특화|전용|に特化|専用"
)


def is_broad(clause: str, sentence: Sentence, covered: frozenset[str]) -> bool:
    """True where a claim rests on many tests, those it names or, where it names no field, those of the card."""
    tests = set(tests_in(clause)) | {name for title in sentence.headings[-1:] for name in tests_in(title)}
    if len(tests) > 2 or (_BROAD.search(clause) and not (not covered and _SPECIALIST.search(sentence.text))):
        return True
    return not tests and len(covered) >= 3 and not _narrowed(clause)
