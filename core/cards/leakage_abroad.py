"""Test questions kept out of training data, as sentences in a dozen languages besides English tell it.

Two signals: the language's own word for decontamination, or one clause that holds a word of removal, a test, and the
training data or a word for what test and data had in common.

>>> kept_out_abroad("Nous avons retiré du corpus les questions présentes dans MMLU.")
True
>>> kept_out_abroad("Nous avons retiré du corpus les documents de mauvaise qualité.")
False
"""

import re

from core.cards.benchmark_mentions import tests_in
from core.cards.leakage_words import OF_NATURE, OFF_THE_BOARD, SECRETS

# French, Spanish, Portuguese, Italian, German, Dutch, Polish, Turkish, Vietnamese, Russian, Arabic, Hindi, and
# Chinese, Japanese, Korean.
_DECONTAMINATED = re.compile(
    r"(?i)\bd[ée]s?contamin(?!at(?:e|ed|es|ing|ion)\b)\w+|\bdekontamin\w+|\bdecontaminat[oiae]\b|"
    r"\bdecontaminazion\w+|"
    r"[ck]ontamina[tcçz]\w*[^.;]{0,30}\b(?:vérifi|contrôl|mesur|analys|geprüft|überprüf|untersuch|verific|comprob|"
    r"controll|medid)\w*|провер\w+[^.;]{0,40}(?:утечк|загрязнени|контаминац)|"
    r"\bgedecontamineerd|\bдеконтамин\w+|去污染|脱污染|去除污染|汚染(?:を|の)?除去|除染|오염 ?제거|탈오염"
)
_REMOVED = re.compile(
    r"(?i)\b(?:retir|supprim|exclu|écart|élimin|filtr|enlev|ôté|elimin|descart|quitado|quitamos|suprim|depura|remov|"
    r"rimoss|rimuov|esclus|escart|entfern|ausgeschlossen|ausgefiltert|herausgefiltert|gefiltert|bereinigt|"
    r"aussortiert|gelöscht|verwijder|uitgesloten|usun|wyklucz|odfiltr|çıkar|kaldır|filtrelen|ayıkla|loại bỏ|lọc|"
    r"удал|исключ|отфильтр|очищ|очист|убра|вычищ|вычист|отсе)\w*|"
    r"إزالة|أزلنا|استبعاد|استبعدنا|حذف|تنقية|हटा|निकाल|"
    r"移除|删除|清除|清洗|过滤|剔除|去除|去掉|排除|筛除|屏蔽|除外|除去|取り除|削除|フィルタ|除いて|除きました|"
    r"제거|제외|걸러|삭제|필터링|배제|빼고|뺐"
)
_TESTS = re.compile(
    r"(?i)\b(?:benchmark|bench-?marks?|jeux? de tests?|ensembles? (?:de tests?|d['’]évaluation)|"
    r"jeux? d['’]évaluation|"
    r"données (?:de test|d['’]évaluation)|(?:conjuntos?|datos|dados|preguntas|perguntas|ejemplos|"
    r"exemplos) de (?:pruebas?|"
    r"evaluación|tests?|avaliação|testes?)|(?:set|dati|insiemi|domande) di (?:test|valutazione)|test(?:daten|sets?|"
    r"fragen|"
    r"aufgaben|mengen?)|evaluationsdaten|zbior\w+ testow\w+|бенчмарк|тестов\w+ (?:набор|выбор|данн|вопрос|задач|"
    r"множеств)|оценочн\w+ (?:набор|данн))\w*|الاختبار|المعايير|التقييم|बेंचमार्क|परीक्षण|kıyaslama|"
    r"(?:评测|测试|基准|评估)(?:的|中的)?(?:集|数据|题|样本)|基准|"
    r"ベンチマーク|(?:テスト|評価)(?:用)?(?:データ|セット|問題)|벤치마크|(?:평가|테스트|시험) ?(?:데이터|세트|셋|"
    r"문항|문제)"
)
_TRAINING = re.compile(
    r"(?i)\b(?:(?:pré-?|post-?)?entra[iî]n|entren|trein|addestr|trainings|training|fine-?tuning|sft\b|rl\b|"
    r"corpus\b|korpus|"
    r"apprentissage|eğitim|treningow|huấn luyện|обуч|дообуч|предобуч|тренир|корпус)\w*|التدريب|प्रशिक्षण|"
    r"训练|微调|语料|学習|訓練|コーパス|학습|훈련|코퍼스|튜닝"
)
# What a piece of the data had in common with a test.
_ALIKE = re.compile(
    r"(?i)\b(?:présent|chevauch|recoup|similair|identi[qc]|doublon|commun|apparai|figur|coïncid|coincid|aparec|solap|"
    r"superpon|parecid|similar|sobrep|duplicad|sovrappo|comun[ie]|compai|simil[ie]|überlapp|überschneid|vorkomm|"
    r"ähnlich|"
    r"übereinstimm|enthalten|overlap|overeenkom|pokrywa|występ|podobn|örtüş|benzer|trùng|совпада|пересека|встреча|"
    r"похож|дубл)\w*|\d+[- ]?gram|المتداخلة|"
    r"重叠|重合|重复|相似|相同|出现|包含|重複|含まれ|類似|一致|겹치|겹친|중복|유사|포함|일치"
)
_DENIED = re.compile(
    r"(?i)\b(?:pas|jamais|aucun\w*|no (?:se|hemos|ha|han|fue\w*|está\w*|hay)|nunca|não|nem|non|nessun\w*|mai|nicht|"
    r"kein\w*|nie|ohne|niet|geen|не|ни|không|"
    r"sans|sin|sem|senza)\b|(?:没有|没|未|尚未|并未|不)(?:对|进行|做|作|经过)?[^，。；]{0,8}(?:移除|删除|清|过滤|"
    r"剔除|去|排除|筛)|"
    r"(?:제거|제외|거르|삭제|필터링|배제)(?:를|은|하지)? ?(?:않|못|안)|지 ?(?:않|못)|(?:除外|除去|削除|"
    r"取り除)[^。]{0,6}(?:ません|な[いか])|لم |ليس|नहीं|değil|(?:çıkar|kaldır|filtrelen)(?:ıl)?m[ae]"
)
# Only a test lost something: "ambiguous questions were removed from the test set", a score left out of a mean.
_FROM_A_TEST = re.compile(
    r"(?i)\b(?:retir|supprim|exclu|enlev|elimin|descart|remov|rimoss|esclus|entfern|filtr)\w* (?:de la |de l['’]|"
    r"du |des |del? "
    r"|della? |dal(?:la)? |d[oa]s? |aus (?:dem|der|den) )(?:benchmark|jeu de test|conjunto de (?:prueba|teste)|"
    r"moyenne|media|média|tableau|tabla|tabela|classement|leaderboard)\w*|"
    r"\baus (?:dem|der|den) (?:benchmark|testset|durchschnitt|tabelle|rangliste)\w*|из (?:таблиц|средн|рейтинг)\w*|"
    r"(?:ベンチマーク|平均|表|リーダーボード|テストセット)から|(?:벤치마크|평균|표|리더보드|"
    r"테스트셋)에서 ?[^.]{0,10}(?:제외|제거|삭제|뺐)|"
    r"从[^，。]{0,8}(?:评测集|测试集|基准|榜单|平均)中"
)
# What was tested on what: "nach Sprache gefiltert und das Modell auf Benchmarks getestet".
_TESTED = re.compile(
    r"(?i)\b(?:getestet|evaluiert|bewertet|gemessen|évaluée?s?|évaluons|testée?s?|evaluad|evaluamos|"
    r"evaluación (?:en|con|sobre)|"
    r"avaliad|avaliação (?:em|com|nos?|nas?)|avaliamos|testad|valutat|testat|getest|geëvalueerd|oceni|протестир|"
    r"тестиров|оценив|"
    r"оценен|değerlendirildi|test edildi|đánh giá)\w*|(?:上|中)(?:进行)?了?(?:测试|评测|评估)|(?:に|で|を)(?:評価|"
    r"テスト)(?:し|を)|(?:로|에서|으로|를|을) ?(?:평가|테스트)"
)
_PART_END = re.compile(r",\s|[，、]")
_CLAUSE_END = re.compile(r"[.;:!?]\s|\s;\s|[。；！？]")
_HINTS = re.compile(
    r"(?i)contamin|kontamin|деконтам|[à-ÿĀ-ž]|entfern|bereinigt|gefiltert|gel[öo]scht|exclu|retir|supprim|filtr|"
    r"elimin|descart|suprim|depura|remov|rimos|rimuov|esclus|escart|verwijder|uitgesloten|usun|wyklucz|"
    r"[\u0400-\u06ff\u0900-\u097f]|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]"
)
# An English sentence holds "remov" and "exclu" too, and has rules of its own.
_ENGLISH = re.compile(r"(?i)\b(?:the|was|were|are|which|that|from|with)\b")
# Beside a word for leakage: what is tested or trained, that nobody looked, and that water is meant.
TESTS_ABROAD = re.compile(
    r"(?i)\b(?:test\w*|bench\w*|évaluation|evaluaci[oó]n|avaliaç\w+|valutazion\w+|prueba\w*|Auswertung|Prüf\w*|"
    r"entra[iî]n\w*|entrenam\w+|trein\w+|addestr\w+|training\w*|Korpus|corpus)\b"
)
DENIED_ABROAD = re.compile(
    r"(?i)\b(?:nicht|kein\w*|nie|pas|jamais|aucun\w* (?:vérif|contrôl|analys|recherch)\w*|no (?:se |hemos |ha |han |"
    r"fue )|não|non|niet|geen)\b(?! d['’]absence)[^.;]{0,40}\b(?:vérifi|contrôl|recherch|analys|comprob|verific|"
    r"revis|controll|geprüft|überprüf|untersucht|kontrolliert|gecontroleerd)"
)
NATURE_ABROAD = re.compile(
    r"(?i)\b(?:agua|água|acqua|eau|wasser|luft|boden|aire|ar|sols?|suelo|air|aliment\w*|lebensmittel\w*)\b"
)


def kept_out_abroad(text: str) -> bool:
    """True where a sentence in another language than English says that test questions were kept out of the data."""
    if not _HINTS.search(text) or len(_ENGLISH.findall(text[:400])) > 1:
        return False
    if not (_DECONTAMINATED.search(text) or _REMOVED.search(text)) or SECRETS.search(text) or OF_NATURE.search(text):
        return False
    return any(_keeps_out(clause) for clause in _CLAUSE_END.split(text)[:12] if 8 < len(clause) < 400)


def _keeps_out(clause: str) -> bool:
    trained = _TRAINING.search(clause) is not None
    if _DENIED.search(clause) or OFF_THE_BOARD.search(clause) or (not trained and _FROM_A_TEST.search(clause)):
        return False
    if _DECONTAMINATED.search(clause):
        return True
    alike, tested = _ALIKE.search(clause) is not None, _TESTED.search(clause) is not None
    if not (trained or alike):
        return False
    parts = [clause] if alike and not tested else _PART_END.split(clause)
    return any(_removes_tests(part) and not _TESTED.search(part) for part in parts[:12])


def _removes_tests(part: str) -> bool:
    if not _REMOVED.search(part):
        return False
    # "Nous" is a suite of tests, and French for "we".
    return _TESTS.search(part) is not None or any(name != "Nous" for name in tests_in(part))
