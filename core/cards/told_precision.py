"""At which precision the evaluated weights were, as sentences tell it."""

import re

from core.cards.benchmark_mentions import tests_in
from core.cards.claims import in_evaluation_section
from core.cards.document import Sentence
from core.cards.fast_patterns import fast_pattern
from core.cards.precision_of_files import DTYPE, NOT_EVALUATED
from core.cards.settings import find_precision
from core.cards.stated_method import THE_RESULTS
from core.cards.vocabulary import HARNESS, METHOD

_EVALUATED = re.compile(
    r"(?i)\bevaluat\w*|\bmetrics\b|\b(?:numbers|figures|values) (?:above|below|here|reported|in th\w+)\b|"
    r"\bbenchmark(?:ed|s|ing)?\b|\btested\b|\bmeasured\b|\bscores?\b|\baccuracy\b|"
    r"\bresults?\b|\breport\w*|\bergebnisse\b|\bgemessen\b|\brésultats\b|\bmesuré\w*|\bresultados\b|\bmedid\w*|"
    r"评测|分数|得分|测得|成绩|评估|测试|精度|평가|측정|점수|성능|評価|測定"
)
_LOADING = re.compile(
    r"(?i)\b(?:load\w*|download\w*|torch_?dtype|dtype|train\w*|fine-?tun\w*|merge\w*|inference|"
    r"deploy\w*|serv(?:e|ing)|vram|memory|run(?:s|ning)? (?:on|with)|gpu|weights? (?:are|is) "
    r"(?:available|released|provided)|"
    r"provid\w*|releas\w*|recommend\w*|supports?|convert\w*|available|file size|checkpoint)\b|加载|下载|"
    r"训练|推理|部署|显存|다운로드|로드|학습|추론|배포|메모리"
)


_QUANTIZED = fast_pattern(
    r"(?i)\bquanti[sz]ed (?:model|version|checkpoint|weights)\b"
    r"(?:(?!\b(?:may|might|can|could|would|should|will|expected)\b)[^.]){0,60}\b(?:scor|achiev|retain|recover|evaluat)|"
    r"\bwithout (?:any )?quanti[sz](?:ation|ing)\b|\bunquanti[sz]ed\b|\bno quanti[sz]ation\b"
)
_AS_IT_IS = re.compile(
    r"(?i)\bwithout (?:any |weight )?quanti[sz](?:ation|ing)\b|\b(?:un|non-)quanti[sz]ed\b|\bno quanti[sz]ation\b|"
    r"\bfull[- ]precision\b"
)


_NONE_USED = re.compile(
    r"(?i)\bno quanti[sz]ation (?:was|is|has been) (?:used|applied|performed)\b[^.;]{0,30}\b(?:evaluat|test|benchmark|"
    r"measur|eval)\w*"
)
# "Scores (all ours, greedy, FP16) are below": in brackets after the results, or beside another setting of the test.
_IN_BRACKETS = re.compile(
    r"(?i)(?P<results>\b(?:results?|scores?|numbers|figures|benchmarks?|evaluations?|evals?|metrics) ?)?"
    r"\((?P<said>[^()]{2,120})\)"
)
_SETTING = re.compile(
    r"(?i)\b(?:greedy|\d{1,2}[- ]shots?|zero[- ]shot|few[- ]shot|temperature|pass@\d+|our (?:run|own)|ours|"
    r"lm[-_ ]eval\w*)\b"
)
_OF_A_TEST = re.compile(
    r"(?i)\b(?:\d{1,2}|zero|one|five|few)[- ]shots?\b|\bpass@\d+|\b\d{1,3} (?:samples|runs|seeds)\b"
)
_OF_ELSE = re.compile(
    r"(?i)\b(?:train\w*|pre-?train\w*|fine-?tun\w*|load\w*|download\w*|merge\w*|convert\w*|recommend\w*|releas\w*|"
    r"available|files?|provid\w*|learning rate|adam\w*|optimi[sz]er|epochs?)\b|训练|加载|下载|학습|다운로드|"
    r"\b(?:entren|entra[iî]n|trein|trainiert|addestr|обуч|trenow)\w*|学習"
)


def _precision_in_brackets(text: str) -> bool:
    return any(
        find_precision(match["said"])
        and not _LOADING.search(match["said"])
        and (match["results"] or _SETTING.search(match["said"]))
        for match in _IN_BRACKETS.finditer(text)
    )


def _told_as_setting(sentence: Sentence) -> bool:
    """True for an argument of a harness in running text, and for a precision in brackets beside results."""
    text = sentence.text
    if DTYPE.search(text) and HARNESS.search(text):
        return True
    # "lm-eval, bf16, 5-shot": among the settings of a test it is one of them.
    among = len(text) <= 300 and find_precision(text) and (HARNESS.search(text) or _OF_A_TEST.search(text))
    if among and sentence.kind != "heading" and not _OF_ELSE.search(text):
        return True
    return sentence.kind != "heading" and "(" in text and _precision_in_brackets(text[:1000])


# "Throughput was measured in FP8": speed, memory and sizes of files are measured too, and say nothing of the scores.
_COSTS = fast_pattern(
    r"(?i)\b(?:throughput|latency|speeds?|memory|v?ram|footprints?|(?:file|disk|download) (?:sizes?|space)|energy|"
    r"power "
    r"(?:draw|consumption|use)|tok(?:en)?s?(?: per |/)s\w*|time to first token|geschwindigkeit\w*|durchsatz|"
    r"speicher\w*|"
    r"vitesse|débit|mémoire|latence|velocidade?|memoria|memória|velocità)\b|速度|吞吐|显存|内存|延迟|속도|처리량|메모리|"
    r"スループット|メモリ"
)
_ANSWERS = fast_pattern(
    r"(?i)\b(?:accura\w+|scores?|scored|results?|benchmarks?|evaluat\w*|evals?|quality|performance|numbers|metrics|"
    r"tests|"
    r"tables?|ergebnisse|résultats|resultados|risultati|punt\w+)\b|精度|准确|评测|评估|得分|分数|成绩|结果|평가|정확|점수|성능|"
    r"결과|評価|スコア|性能"
)


_COSTS_IN_NUMBERS = re.compile(
    r"(?i)\b(?:throughput|latency|speed|memory|v?ram|energy|power)[- ](?:numbers|results|benchmarks?|tests|scores|"
    r"tables?)\b"
)


def _of_costs_alone(text: str) -> bool:
    if _COSTS.search(text) is None:
        return False
    return not (_ANSWERS.search(_COSTS_IN_NUMBERS.sub(" ", text)) or tests_in(text))


def says_precision_of_evaluation(sentence: Sentence, above: Sentence | None = None) -> bool:
    """True where a sentence says so; `above` is the one before it, which may tell how a test was run."""
    text = sentence.text
    if NOT_EVALUATED.search(text) or _of_costs_alone(text):
        return False
    return (
        ("quanti" in text and _NONE_USED.search(text) is not None)
        or _told_as_setting(sentence)
        or _told_of_evaluation(sentence)
        or _told_in_part(sentence)
        or (above is not None and _goes_on(sentence, above))
    )


def _goes_on(sentence: Sentence, above: Sentence) -> bool:
    """True for "Served with vLLM in BF16." right behind "GSM8K is run at temperature 0, averaged over three runs."."""
    return (
        sentence.line - above.line in (0, 1)
        and _AS_RUN.match(sentence.text) is not None
        and find_precision(sentence.text) is not None
        and METHOD.search(above.text) is not None
        and bool(tests_in(above.text) or _EVALUATED.search(above.text))
    )


# Parts of a sentence, each with a verb of its own: "trained in bf16 and evaluated on four benchmarks".
_PART_END = re.compile(
    r"[,;:.!?]\s|[，、。；！？]|\s(?=(?:and|then|but|und|sowie|et|puis|y|e|и|а|i|ve) )|(?<=[하되했됐]고)\s|"
    r"(?<=[했됐하되으]며)\s"
)
_TESTED_ABROAD = re.compile(
    r"(?i)\b(?:ausgewertet|auswertung|evaluier|getestet|gemessen|messung|messwert|évalu|mesures|testée?s?\b|mesuré|"
    r"evaluad|evaluaci|"
    r"evaluamos|medid[ao]|"
    r"avaliad|avaliaç|avaliamos|testad|valutat|valutazion|misurat|geëvalueerd|gemeten|ewaluac|ewaluow|przetestow|"
    r"оцен|"
    r"тест|замер|измер|прогон|результат|đánh giá|kết quả|değerlendir|ölçül|sonuç|risultat|punteggi|wynik|resultaat|"
    r"resultaten|"
    r"puntuaci|pontuaç|(?:tests?|pruebas|testes|prove) (?:réalis|effectu|realizad|hech|feit|efectuad|ejecut|execut|"
    r"svolt)|benchmarks? (?:wurden|werden|sont|ont|se|foram|sono|zijn|werden))\w*|التقييم|تقييم|मूल्यांकन|"
    r"评测|測|测试|评估|跑分|評価|ベンチマーク|평가|측정|벤치마크"
)
_ELSE_ABROAD = re.compile(
    r"(?i)\b(?:trainier|geladen|laden\b|lädt|verfügbar|empfohlen|entraîn|charg|disponib|recommand|cargar|cargad|"
    r"entren|"
    r"recomend|recomiend|treinad|treinamento|carreg|addestr|carica|raccomand|disponibil|trening|trenow|обуч|загру|"
    r"доступн|рекоменд|huấn luyện|eğit|yükle|train|load|download|inferen|inférence|inferên|inferenz|инференс)\w*|"
    r"التدريب|प्रशिक्षण|训练|加载|下载|部署|显存|推荐|学習|ダウンロード|推奨|학습|다운로드|로드|배포|권장"
)
# "We used SGLang with FP8 weights for all benchmark runs": what somebody did, and no advice.
_DID_USE = re.compile(
    r"(?i)\b(?:we|i) (?:\w+ ){0,2}?(?:used?|ran|run|load(?:ed)?|kept|keep|chose|choose|set|served?|employ(?:ed)?)\b|"
    r"\b(?:was|were|is|are) (?:always |all )?(?:used|loaded|run|kept|chosen|served|set|employed)\b"
)
_FOR_TESTS = re.compile(
    r"(?i)\b(?:for|in|during|throughout|across) (?:(?:all|every|each|the|our|these|those|its) ){0,3}(?:[\w-]+ )?"
    r"(?:evals?|evaluations?|evaluating|benchmarks?|benchmarking|(?:benchmark|test|eval|evaluation) runs?|"
    r"measurements?|results|scores|numbers)\b|\b(?:for|in|during|throughout|across) (?:all|every|each|these|our|"
    r"the)(?: of the)? tests?\b|"
    r"\b(?:when|while) (?:running|measuring|evaluating|computing|testing|benchmarking|scoring|taking)\b"
)
_ADVICE = re.compile(
    r"(?i)\b(?:can|could|may|might|should|must|you|your|please|if|train\w*|fine-?tun\w*|recommend\w*|available)\b"
)
# Advice, plans, and what a smaller precision costs: none of it tells what was tested.
_ADVISED = re.compile(
    r"(?i)\b(?:recommend|suggest|advise|going to|plan(?:ned|ning)? to|soon|for best results|before us(?:e|ing))\b|"
    r"\b(?:consult|consulte|siehe|voir)\b|"
    r"\b(?:reduces?|degrades?|hurts?|lowers?|costs?|may affect) (?:the )?(?:accuracy|quality|performance|results?|"
    r"scores?)\b|^\W*(?:use|load|try|set|choose|prefer|pick)\b"
)
_MEANWHILE = re.compile(r"(?:评测|测试|评估)(?:时|过程中|期间)|評価(?:時|の際)|평가 ?(?:시|할 때)")
# Under the results it tells how the model was run for them; "Served in BF16" elsewhere is about the offer.
_AS_RUN = re.compile(
    r"(?i)\W*(?:(?:it|the model|all models|everything) (?:was|were) )?(?:served|hosted|sampled|generated|decoded)\b"
)


def _told_in_part(sentence: Sentence) -> bool:
    """True where the part of a sentence with the precision tells of a test, or the whole of what was used for one."""
    text = sentence.text
    if sentence.kind == "heading" or len(text) > 600 or not find_precision(text):
        return False
    if _AS_RUN.match(text) and in_evaluation_section(sentence):
        return True
    if _MEANWHILE.search(text) and not re.search("建议|推荐|推奨|권장", text):
        return True
    if _FOR_TESTS.search(text) and _DID_USE.search(text) and not _ADVICE.search(text):
        return True
    parts = [part for part in _PART_END.split(text) if find_precision(part)]
    return any(_TESTED_ABROAD.search(part) and not _ELSE_ABROAD.search(part) for part in parts)


_MADE_IN = re.compile(
    r"(?i)\b(?:pre-?|post-?)?train(?:ed|ing|s)?\b|\bfine-?tun\w+|\b(?:stored|saved|merged|released|published)\b|"
    r"\b(?:optimi[sz]er|gradients?)\b|"
    r"\b(?:trainier|treinad|entren|entra[iî]n|addestr|обуч|trenow|eğit|huấn luyện)|训练|学習|학습|"
    r"\b(?:weights|gewichte|poids|pesos|pesi|веса|files?|gguf)\b[^,;.]{0,20}?\b(?:are|is|sind|sont|están|são|sono|"
    r"liegen)\b|"
    r"权重(?:为|是)|\b(?:publié|publicad|pubblicat|veröffentlicht|опубликован)|\d ?gb\b|\b(?:fits?|cabe|passt|"
    r"tient)\b"
)


def _made_in(text: str) -> bool:
    """True for "trained in bfloat16 and evaluated on four benchmarks": the precision is that of the training."""
    parts = [part for part in _PART_END.split(text) if find_precision(part)]
    return bool(parts) and all(_MADE_IN.search(part) and not _EVALUATED.search(part) for part in parts)


_TESTS = r"(?:benchmarks?|tests?|evals?|evaluations?|scores|metrics|results|numbers|figures|tables?)"
# Behind these stands what was run: "we evaluated the FP8 checkpoint", "all runs used bf16 weights".
_RAN = re.compile(
    rf"(?i)\b(?:evaluat\w+|benchmarked|tested|measured|report\w* (?:\w+ ){{0,3}}?(?:for|of|from)|"
    rf"{_TESTS} (?:were|was|are) (?:all )?(?:run|done|taken|obtained|computed|performed|conducted|produced)|"
    rf"(?:ran|run|did|performed|conducted|executed) (?:all |the |our |these |every ){{0,2}}(?:\w+ )?{_TESTS}|"
    rf"{_TESTS} (?:above |below |here )?(?:used?|uses|using|relied on|rely on)|"
    rf"(?<!training )(?<!train )(?:(?:all|every|each|these|our) (?:evaluation |test |benchmark )?runs? "
    r"(?:used?|uses|were|was|are|is))|"
    rf"\b(?:i|we) (?:\w+ )?(?:ran|did|took|got) (?:all (?:of )?)?(?:these|those)(?= (?:on|with|in|using|at|"
    rf"from)\b)|"
    rf"^\W*for (?:all |the |these |our ){{0,2}}(?:\w+ )?{_TESTS}(?: (?:above|below|here|reported|shown))?,? (?:we|"
    rf"the|"
    r"it|this|all)\b)"
)


def _told_of_evaluation(sentence: Sentence) -> bool:
    text = sentence.text
    if (
        not (find_precision(text) or _QUANTIZED.search(text))
        or not (_EVALUATED.search(text) or THE_RESULTS.search(text) or _RAN.search(text))
        or _made_in(text)
    ):
        return False
    if (
        sentence.kind != "heading"
        and THE_RESULTS.search(text)
        and not re.search(
            r"(?i)\b(?:train\w*|load\w*|"
            r"download\w*)\b",
            text,
        )
    ):
        return True
    for verb in _RAN.finditer(text):
        behind = re.split(r"[.;]\s", text[verb.end() : verb.end() + 45])[0]
        if (find_precision(behind) or _AS_IT_IS.search(behind)) and not _ADVISED.search(behind):
            return True  # "we evaluated the FP8 checkpoint"
    if _ADVISED.search(text):
        return False
    # "BF16 weights are available" and "load it in int8 for testing" say nothing about the evaluation.
    if in_evaluation_section(sentence) and _EVALUATED.search(text) and not _LOADING.search(text):
        return True
    strong = re.search(
        r"(?i)\b(?:evaluat\w*|benchmarked|tested|measured|scor\w*|results?|accuracy)\b[^.]{0,80}\b(?:in|"
        r"at|with|using|under|on|of|for)\b[^.]{0,40}|"
        r"\bfor (?:all|these|the) (?:\w+ )?(?:numbers|figures|results|scores|evaluations)\b|"
        r"评测|测得|分数|得分|结果|평가|측정|점수|결과|評価",
        text,
    )
    return bool(strong) and not (_LOADING.search(text) and not in_evaluation_section(sentence))
