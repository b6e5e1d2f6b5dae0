"""Labels below the name of a test that name no part of it: settings, costs, statistics, and levels that others reach.

Under "MMLU" a line "STEM: 66.7" is a part of the test, and "Temperature: 0.6", "Peak memory 14.2 GB" and "Human: 89.8"
are none. What a label names is its last word before a preposition: "Weight in our average" is a weight. Many a word
says so only where it stands alone or beside one of the run: "Prompt length", but not "Long context".
"""

import re
from functools import lru_cache

# These end no name of a part of a test.
_SURE = (
    r"temperatures?|temp|heat|top[-_ ]?[pk]|min[-_ ]?p|penalt(?:y|ies)|seeds?|lr|learning[-_ ]rate|dropout|warm-?up|"
    r"epochs?|iterations?|run-?time|latency|throughput|speed-?up|v?ram|gpus?|perplexity|ppl|entropy|rewards?|tokens?|"
    r"hours?|minutes?|seconds?|emissions?|watts?|std\.?(?:[- _]?(?:dev\w*|err\w*))?|stdev|stderr|variance|deviation|"
    r"(?:standard|sampling) errors?|error bars?|(?:confidence )?intervals?|ci|p-?values?|contamination|leakage|leaks?|"
    r"time-?outs?|"
    r"\w+ (?:removed|dropped|excluded|filtered|skipped|discarded|missing|timed out|unanswered|unparsed|invalid)"
)
# These may: "Long context", "Multi-step", "Grammar errors", "Charts and tables" are parts of tests.
_ALONE = (
    r"batch(?:es)?|decay|alpha|beta|gamma|lambda|sigma|rank|momentum|gradient|norm|thresholds?|cut-?offs?|limits?|"
    r"max(?:imum)?|min(?:imum)?|budget|versions?|releases?|commit|revision|build|weights?|weighting|steps?|context|"
    r"window|workers|threads|sizes?|parameters?|params|lengths?|time|duration|speed|usage|costs?|prices?|fees?|power|"
    r"energy|numbers?|counts?|samples|loss(?:es)?|storage|disk|sd|margin|spread|p|differences?|diff|deltas?|gaps?|gains?|"
    r"improvements?|increases?|decreases?|drops?|changes?|boosts?|uplifts?|lead|degradation|recovery|overlaps?|"
    r"duplicates?|errors?|failures?|mistakes?|sections?|chapters?|tables?|figures?|fig\.?|appendix|pages?|notes?"
)
_OF_THE_RUN = (
    r"(?:the|our|its|peak|average|avg\.?|mean|median|total|overall|max(?:imum)?|min(?:imum)?|gpu|cpu|kv|cache|memory|wall|"
    r"clock|wall-clock|run|running|training|train|fine-?tuning|inference|eval(?:uation)?|test|testing|validation|val|"
    r"decod\w+|prefill|prompts?|inputs?|outputs?|responses?|answers?|generation|sampling|samples?|batch|micro|global|model|"
    r"tokens?|files?|disk|context|sequence|seq|new|weight|lora|optimi[sz]er|accumulation|warm-?up|active|trainable|"
    r"number|relative|absolute|estimated|expected|accuracy|score|points?|performance|final|cross-entropy|harness|"
    r"benchmark|dataset|data|library|api|software|driver|repo|git|package|per-\w+|clip\w*|gradient|grad|attention|sliding)"
)
_ABROAD = (
    r"温度|溫度|学习率|学習率|批(?:次|大小)|耗时|用时|时间|显存|内存|成本|长度|版本|损失|权重|온도|학습률|시간|메모리|비용|길이|"
    r"メモリ|時間|バージョン|temperatur|temp[ée]rature|temperatura|laufzeit|dauer|durée|duración|duração|kosten|coûts?|"
    r"costo|custo|speicher(?:bedarf)?|mémoire|memoria|memória|längen?|longueur|температура|время|память"
)
_HEAD = re.compile(
    rf"(?i)(?:.*[\s\-_/])?(?:{_SURE}|{_ABROAD})|(?:{_OF_THE_RUN}[\s\-_/]){{0,3}}(?:{_ALONE})|"
    rf"(?:{_OF_THE_RUN}[\s\-_/]){{1,3}}memory"  # "Memory" alone is a part of BFCL
)
# "Word error rate" is what a test of speech counts; "Win rate" and "pass rate" end in no word from above.
_A_RESULT = re.compile(r"(?i).*\b(?:word|character|phoneme|token) errors?\b.*")
_OF = re.compile(r"(?i)\s(?:of|in|on|for|to|from|over|per|at|by|with|vs\.?|versus|against|than)\s")
_MARKS = " *_`:：=≈~<>≤≥()（）"
# What others reach, or did before.
_OTHERS = re.compile(
    r"(?i)(?:the |our |an? |average |mean |typical |non-?|pure )?(?:"
    r"humans?|human[- ](?:experts?|annotators?|raters?)|people|experts?|students?|crowd ?workers?|"
    r"random(?:[- ]guess\w*|[- ]choice)?|chance|guess(?:ing)?|majority|coin ?flip|naive|trivial|dummy|"
    r"(?:previous|prior|former|last|old(?:er)?|past)(?: (?:best|record|sota|high\w*))?|current (?:best|record|sota)|"
    r"sota|state[- ]of[- ]the[- ]art|best (?:published|known|reported|previous|prior|other|rival|competitor|peer|open)"
    r"(?:[- ]source)?|runner-?up|competitors?|rivals?|peers?|"
    r"baseline|base(?:line)?s?|original|unquanti[sz]ed|vanilla|untuned|teacher|parent|before(?: \w+){0,3}|"
    r"(?:pass(?:ing)?[- ](?:mark|score|grade)|goal|target|requirement)|"
    r"人类|真人|随机|基线|专家|인간|사람|무작위|인간 전문가|人間|ランダム|ベースライン|mensch(?:en|lich)?|"
    r"zufall|humain|hasard|humano|azar|человек)"
    r"(?:[- ](?:performance|levels?|baselines?|scores?|accuracy|acc|class|models?|best|results?|version|checkpoint|"
    r"experts?|guess\w*|average|avg|upper bound|ceiling|水平|基线|水准)){0,2}"
)
# What a number is counted in, where it is no share of right answers.
_UNIT = re.compile(
    r"(?i)\s?(?:(?:ms|s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|days?|weeks?|[kmgt]i?b|bits?|bytes?|tok(?:en)?s?|"
    r"words?|chars|characters|epochs?|steps?|samples?|examples?|items|requests?|runs|gpus?|k?wh?|kg|usd|eur|dollars?|"
    r"cents|x|times|million|billion|trillion|bn)\b|[$€£¥₩×]|(?:tok\w*|t|req\w*)/s|(?-i:[BMTK])(?![\w-])|小时|分钟|秒|시간|분|"
    r"초|時間|分(?![数点])|秒)"
)
# A score goes no further than a remark: "Served with Wren 0.7, bfloat16" and "Section 3.2 explains it" are sentences.
_SENTENCE = re.compile(
    r"(?i)\b(?:for|with|of|in|to|on|at|by|from|than|took|takes?|needs?|uses?|used|see|run|ran|since|about|only)\b|[<>≤≥±∆Δ]"
)
_RESULT_WORDS = re.compile(
    r"(?i)\s?(?:%|％|percent)?\s?(?:[(（\[,，;；.。*_↑↓†‡|/]|±|\+/-|$|(?:points?|pts?|accuracy|acc|pass|em|f1|exact|on|in|vs|versus|"
    r"compared|which|and|up|for|"
    r"→|->|at|with|using|average|avg|overall|correct|right|分|점)(?![A-Za-z]))"
)


@lru_cache(maxsize=4096)
def names_no_part(label: str) -> bool:
    """True for a label that no part of a test bears, and no result on it.

    >>> names_no_part("Peak memory"), names_no_part("Weight in our average"), names_no_part("Accuracy")
    (True, True, False)
    >>> names_no_part("Human Sexuality"), names_no_part("Number Theory"), names_no_part("Refusals")
    (False, False, False)
    """
    head = _OF.split(f" {label.strip(_MARKS)[:80]}", maxsplit=1)[0].strip()  # nothing for "with llama-perplexity"
    return bool(head and _HEAD.fullmatch(head) and not _A_RESULT.fullmatch(head))


@lru_cache(maxsize=4096)
def names_others(label: str) -> bool:
    """True for a label of what people, chance or other models reach: "Human baseline", "Previous best"."""
    return bool(_OTHERS.fullmatch(label.strip(_MARKS)[:80]))


def counts_else(text: str, end: int) -> bool:
    """True where a unit of time, size or money stands behind the number that ends here: "3.5 hours", "14.2 GB"."""
    return bool(_UNIT.match(text, end))


def is_sentence(label: str, text: str, end: int) -> bool:
    """True for a line without a colon that is no label and its number: "Took 3.5 on two cards", "p < 0.05"."""
    return bool(_SENTENCE.search(label)) or not _RESULT_WORDS.match(text, end)
