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
from core.cards.fast_patterns import fast_pattern
from core.cards.leakage_words import OF_NATURE, OFF_THE_BOARD, SECRETS

# French, Spanish, Portuguese, Italian, German, Dutch, Polish, Turkish, Vietnamese, Russian, Arabic, Hindi, and
# Chinese, Japanese, Korean.
_DECONTAMINATED = fast_pattern(
    r"(?i)\bd[ée]s?contamin(?!at(?:e|ed|es|ing|ion)\b)\w+|\bdekontamin\w+|\bdecontaminat[oiae]\b|"
    r"\bdecontaminazion\w+|"
    r"[ck]ontamina[tcçz]\w*[^.;]{0,30}\b(?:vérifi|contrôl|mesur|analys|geprüft|überprüf|untersuch|verific|comprob|"
    r"controll|medid)\w*|провер\w+[^.;]{0,40}(?:утечк|загрязнени|контаминац)|"
    r"\bgedecontamineerd|\bдеконтамин\w+|去污染|脱污染|去除污染|汚染(?:を|の)?除去|除染|오염 ?제거|탈오염"
)
REMOVED_ABROAD = fast_pattern(
    r"(?i)\b(?:retir|supprim|exclu|écart|élimin|filtr|enlev|ôté|elimin|descart|quitado|quitamos|suprim|depura|remov|"
    r"rimoss|rimuov|esclus|escart|entfern|ausgeschlossen|ausgefiltert|herausgefiltert|gefiltert|bereinigt|"
    r"aussortiert|gelöscht|verwijder|uitgesloten|usun|wyklucz|odfiltr|çıkar|kaldır|filtrelen|ayıkla|loại bỏ|lọc|"
    r"удал|исключ|отфильтр|очищ|очист|убра|вычищ|вычист|отсе)\w*|"
    r"إزالة|أزلنا|استبعاد|استبعدنا|حذف|تنقية|हटा|निकाल|"
    r"移除|删除|清除|清洗|过滤|剔除|去除|去掉|排除|筛除|屏蔽|除外|除去|取り除|削除|フィルタ|除いて|除きました|"
    r"제거|제외|걸러|삭제|필터링|배제|빼고|뺐"
)
TESTS_ALONE_ABROAD = re.compile(
    r"(?i)\b(?:benchmark|bench-?marks?|jeux? de tests?|ensembles? (?:de tests?|d['’]évaluation)|"
    r"jeux? d['’]évaluation|"
    r"(?:données?|questions?|exemples?) (?:de tests?|d['’]évaluation)|(?:conjuntos?|datos|dados|preguntas|perguntas|"
    r"ejemplos|"
    r"exemplos) d(?:e|el|o|as|os|e l[oa]s) (?:pruebas?|"
    r"evaluación|tests?|avaliação|testes?)|(?:set|dat[io]|insiemi|domande) di (?:test|valutazione)|test(?:daten|sets?|"
    r"fragen|"
    r"aufgaben|mengen?)|evaluationsdaten|(?:zbi[oó]r\w*|dan\w+|pyta\w+|zada\w+) testow\w+|test(?:vragen|data)|"
    r"бенчмарк|тестов\w+ (?:набор|выбор|данн|вопрос|задач|"
    r"множеств)|оценочн\w+ (?:набор|данн))\w*|الاختبار|المعايير|التقييم|बेंचमार्क|परीक्षण|kıyaslama|"
    r"(?:评测|测试|基准|评估)(?:的|中的)?(?:集|数据|题|样本)|基准|"
    r"ベンチマーク|(?:テスト|評価)(?:用)?(?:データ|セット|問題)|벤치마크|(?:평가|테스트|시험) ?(?:데이터|세트|셋|"
    r"문항|문제)"
)
_TRAINING = re.compile(
    r"(?i)\b(?:(?:pré-?|post-?)?entra[iî]n|entren|trein|addestr|trainings|training|fine-?tuning|sft\b|rl\b|"
    r"corpus\b|korpus|"
    r"apprentissage|eğitim|trening|huấn luyện|обуч|дообуч|предобуч|тренир|корпус)\w*|التدريب|प्रशिक्षण|"
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
# "from the data", which is what was trained on where nothing else is said; "from the test data" is none.
_FROM_THE_DATA = re.compile(
    r"(?i)\b(?:(?:des|de (?:nos|ces|mes)|de toutes les) données(?! d)|de (?:los|nuestros|mis) datos(?! de)|d[eo]s "
    r"(?:nossos |meus )?dados(?! de)|dai (?:nostri |miei )?dati(?! di)|aus (?:den|unseren|meinen|allen) Daten|"
    r"uit (?:de|onze) (?:data|gegevens)|z (?:naszych )?danych(?! testow)|из (?:наших |всех )?данных)\b|"
    r"从(?:我们的)?数据(?:集)?(?:中|里)|(?<!ト)(?<!価)(?<!ク)データ(?:セット)?から|"
    r"(?<!트 )(?<!가 )(?<!크 )데이터(?:셋)?에서"
)
# "Die Testdaten wurden im Training nicht verwendet", "Aucun benchmark ne figure dans les données d'entraînement":
# a denial, then or before it a word of use. Chinese, Japanese and Korean have one form for both.
_NO = (
    r"(?:aucun\w*|ne|n['’]|pas|jamais|no|ningun\w*|ningún|nunca|nenhum\w*|não|non|nessun\w*|mai|kein\w*|nicht|niemals|"
    r"niet|geen|nooit|żad\w+|nie|не|ни)"
)
_IN_USE = (
    r"(?:utilis|serv|figur|partie\b|présent|inclu|usa[dr]|usó|usaro|utiliz|empleó|emplea[dr]|part[ei]\b|presente|usat|"
    r"usato|"
    r"impiegat|verwend|benutzt|genutzt|eingesetzt|teil\b|enthalten|gebruikt|zat\b|zaten\b|deel\b|używa|użyt|wykorzyst|"
    r"znalaz|znajduj|использ|попа|вход|вош|участв|применя)"
)
_UNUSED = re.compile(
    rf"(?i)\b{_NO}(?:\s|(?<=['’]))[^.;:]{{0,60}}?\b{_IN_USE}|\b{_IN_USE}\w*[^.;:]{{0,10}} {_NO}\b|"
    r"(?:没有?|未|并未|从未|不)(?:曾|有)?(?:被)?(?:使用|用于|用到|用作|包含|含有?|出现|加入)|"
    r"(?:使用|利用|使っ|含ま|含め)(?:し|れ)?(?:て(?:は|も)?(?:い)?)?(?:ません|ない|おりません)|"
    r"(?:사용|이용|포함|활용)(?:하|되|시키)?(?:지|되지|하지)?(?:는|도)? ?(?:않|못)|쓰지 ?않|쓰이지 ?않"
)
# "n'a jamais vu les questions de test", "não foi treinado nos benchmarks"
_NEVER_SEEN = re.compile(
    rf"(?i)\b{_NO}(?:\s|(?<=['’]))[^.;:,]{{0,24}}?\b(?:(?:entra[iî]n|entren|trein|trainier|addestr|getraind|trenowan|"
    rf"обуч|"
    r"дообуч)\w*(?: \w+)? (?:sur|auf|mit|con|com|en|n?[oa]s?|su[il]?|sugli|op|met|na|на)|vue?s?|gesehen|visto|vist[oi]|"
    r"gezien|widzia\w+|видел\w*)\b|\b(?:auf|mit) [^.;:,]{0,30}\b(?:nicht|nie) (?:trainiert|angepasst)\b"
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
    r"(?i)\b(?:getestet|evaluier|bewertet|gemessen|évaluée?s?|évaluer|évaluons|testée?s?|evalua[dr]|evaluamos|"
    r"evaluación (?:en|con|sobre)|"
    r"avalia[dr]|avaliação (?:em|com|nos?|nas?)|avaliamos|testad|valuta[tr]|testat|getest|geëvalueerd|oceni|протестир|"
    r"тестиров|оценив|"
    r"оценен|değerlendirildi|test edildi|đánh giá)\w*|(?:上|中)(?:进行)?了?(?:测试|评测|评估)|(?:に|で|を)(?:評価|"
    r"テスト)(?:し|を)|(?:로|에서|으로|를|을) ?(?:평가|테스트)(?! ?(?:데이터|세트|셋|문항|문제))"
)
_PART_END = re.compile(r",\s|[，、]")
_CLAUSE_END = re.compile(r"[.;:!?]\s|\s;\s|[。；！？]")
_HINTS = re.compile(
    r"(?i)contamin|kontamin|деконтам|[à-ÿĀ-ž]|entfern|bereinigt|gefiltert|gel[öo]scht|exclu|retir|supprim|filtr|"
    r"elimin|descart|suprim|depura|nessun|nenhum|ning|\bniet\b|\bgeen\b|\bkein|\bnicht\b|\bnon\b|\bnie\b|\bno se\b|"
    r"remov|rimos|rimuov|esclus|escart|verwijder|uitgesloten|usun|wyklucz|"
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
    if SECRETS.search(text) or OF_NATURE.search(text):
        return False
    if not any(pattern.search(text) for pattern in (_DECONTAMINATED, REMOVED_ABROAD, _UNUSED, _NEVER_SEEN)):
        return False
    return any(_keeps_out(clause) for clause in _CLAUSE_END.split(text)[:12] if 8 < len(clause) < 400)


def _keeps_out(clause: str) -> bool:
    trained = _TRAINING.search(clause) is not None
    if any(_leaves_tests_unused(part) for part in _PART_END.split(clause)[:12]):
        return True
    if _DENIED.search(clause) or OFF_THE_BOARD.search(clause) or (not trained and _FROM_A_TEST.search(clause)):
        return False
    if _DECONTAMINATED.search(clause):
        return True
    trained = trained or _FROM_THE_DATA.search(clause) is not None
    alike, tested = _ALIKE.search(clause) is not None, _TESTED.search(clause) is not None
    if not (trained or alike):
        return False
    parts = [clause] if alike and not tested else _PART_END.split(clause)
    return any(_removes_tests(part) and not _TESTED.search(part) for part in parts[:12])


def _leaves_tests_unused(part: str) -> bool:
    unused = (_TRAINING.search(part) and _UNUSED.search(part)) or _NEVER_SEEN.search(part)
    return bool(unused and _names_tests(part) and not _TESTED.search(part))


def _removes_tests(part: str) -> bool:
    return bool(REMOVED_ABROAD.search(part)) and _names_tests(part)


def _names_tests(part: str) -> bool:
    # "Nous" is a suite of tests, and French for "we".
    return TESTS_ALONE_ABROAD.search(part) is not None or any(name != "Nous" for name in tests_in(part))
