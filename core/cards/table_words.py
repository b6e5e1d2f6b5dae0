"""Words of table headers and captions: what holds scores, what holds settings, and what is something else."""

import re

# Columns (or rows) that hold numbers which are not scores.
NOT_A_SCORE = re.compile(
    r"""(?ix)^\W*(?:\#\s*)?(?:
      (?:total|active|activated|non-?embedding|embedding|model)?\s*(?:params?|parameters?)(?:\s*\(.*\))?
    | (?:total|model)?\s*(?:parameter\ count|size|sizes|tp|ap)(?:\s*\(.*\))?
    | .*\b(?:parameters|params)\b.* | (?:number|no\.|num)\s+(?:of\s+)?\w+ | layers? | .*\bheads? | hidden.*
    | intermediate.* | .*\bseq_?len.* | vocab.* | (?:\w+\s)?dim(?:ension)?s? | d_?model | experts?.*
    | (?:max\.?\s*)?(?:context|seq(?:uence)?)(?:\s*(?:length|len|window|size))? | .*\btokens?\b(?!\s*acc).*
    | p(?:[- ]?values?)? | fractions? | shares? | (?:sampling|mixing|data)\ (?:shares?|ratios?|weights?)
    | mixture.* | 占比 | 配比 | 비율
    | pretrain.* | corpus.* | train.* | epochs?.* | steps?.* | learning\ rate | lr | batch.* | loss.*
    | perplexity | ppl.* | .*\b(?:gb|gib|mb|mib)\b.* | (?:file|disk|download|model)?\s*size.* | filesize
    | (?:sliding\s)?window(?:\s+size)? | v?ram.* | memory.* | gpus?.*
    | .*\b(?:latency|throughput|speed|secs?|seconds|time|tok/s|t/s|ttft|qps|flops|hours?)\b.*
    | .*(?:tokens?|tok)\s*(?:/|per)\s*s.* | .*\b(?:carbon|co2|co₂|power|watts?|energy|emi(?:ssion|tted).*)\b.*
    | std\.?(?:\s*(?:err(?:or)?|dev))? | stderr.* | standard[\s_]error | .*\bci\b | n_\w+
    | (?:avg|average)[\s_.]*len(?:gth)? | (?:.*\s)?length | .*\bavg_length\b | votes? | count | counts | questions?
    | samples? | examples? | version | filter | n-?shots? | \#?\s*shots? | few-?shot | num[\s_]fewshot
    | rank(?:ing)? | date | released? | released?\ (?:date|on) | year | license | licen[cs]e | link.* | url
    | download.* | checkpoint | paper | hf.* | report | .*recovery.*
    | .*(?:\b|_)(?:gap|delta|diff(?:erence)?|improvement|change|gain|drop|Δ)\b.* | bpw | bits.*
    | threads | backend | ngl | gpu.?layers | test
    | .*\bcosts?\b.* | .*\bprices?\b.* | turn
    | (?!.*\$`?[\^_\\{]).*\$.* | type | architecture | category | domain | languages? | metrics? | description | notes?
    | comments? | 参数.* | 大小 | 模型大小 | 上下文.* | 速度.* | 显存.* | 下载.* | 发布.*
    | 파라미터.* | 크기 | 속도.* | 토큰.* | 메모리.*
    | 题[目]?数[目量]? | 数量 | 문항.* | 라이선스 | 日期 | 날짜
    )\W*$"""
)
# Whatever test it is taken on, this is no share of right answers.
NO_SHARE = re.compile(
    r"(?i)\bperp\w{2,5}ity\b|\bppl\b|\bbits[ _-]per[ _-](?:byte|char\w*|weight)\b|\bbpb\b|\bnll\b|"
    r"\b(?:avg\.?|average|mean) rank\b|^\W*(?:overall )?rank(?:ing)?\b|\bkl[- ]?div\w*|\bkld\b|"
    r"\brank(?:ing)? (?:on|in|among|at)\b"
)
DATES = re.compile(r"(?i)^\W*(?:date|year|time)\W*$")
VALUE_HEADER = re.compile(
    r"(?i)^\W*(?:values?|(?:our |reported )?(?:results?|scores?)(?: (?:on|from) (?:the )?[\w ]{3,25})?|"
    r"accuracy|acc(?:[_ ]norm)?|performance|percent(?:age)?|%|"
    r"pass@\d+|exec@\d+|em|f1|(?:sacre)?bleu(?:-\d)?|chrf(?:\+\+|\d)?|comet|rouge-?[12l]|meteor|bertscore|"
    r"metric value|avg\.?|win[\s_-]?rate|"
    r"score \(%\)|得分|分数|结果|准确率|점수|결과|정확도|スコア|値)\W*(?:\(.*\))?\W*$"
)
METRIC_IN_BRACKETS = re.compile(
    r"(?i)\w\W*[(（]\s*(?:acc(?:uracy)?\.?|em|exact match|f1|macro[- ]?f1|bleu|rouge-?[12l]?|pass@\d+|win[- ]?rate)"
    r"(?:[ ,;/%↑].*)?[)）]"
)
SETTING_HEADER = re.compile(
    r"(?i)^\W*(?:#?\s*(?:n-?)?shots?|few-?shot|num[\s_]fewshot|metrics?|filter|mode|setting|settings|"
    r"shots?\s*/\s*metric|evaluation|测试方式|방식)\W*$"
)
AVERAGE = re.compile(
    r"(?i)^\W*(?:(?:overall|total|global|macro|micro|weighted)?\s*(?:avg|average|mean|overall|"
    r"total)(?:\s*score)?\b.*|平均.*|평균.*|전체|综合.*|종합.*|平均点)$"
)
EVALUATION = re.compile(
    r"(?i)\bbench\s?marks?\b|\bscorecard\b|\bevaluat\w*|\bevals?\b|\bperformance\b|\baccuracy\b|\bleader\s?board\b|"
    r"\bscores?\b|\bresults?\b|\bmetrics\b|метрик|результат|бенчмарк|оценк|评测|评估|性能|测评|基准|成绩|榜|结果|結果|결과|평가|벤치마크|성능|점수|리더보드|評価|ベンチマーク|evaluaci|évaluation|"
    r"\bauswertung|resultados|résultats|ergebnisse|avaliaç"
)
OTHER_TABLE = re.compile(
    r"(?i)\((?:in )?(?:gb|gib|mb)\)|\btokens? per second\b|\bt/s\b|\btok/s\b|llama-bench|"
    r"\bperplexity\b|\bppl\b|kl[- ]?diverg|\b(?:throughput|latency|inference speed|speed ?up|"
    r"hyper-?parameters?|training (?:procedure|metrics|"
    r"hyper|results|data|hardware)|carbon|emissions?|hardware|quant(?:ized)? files?|"
    r"provided files|download a file|contaminat\w*|overlap|dedup\w*|system requirements|memory "
    r"(?:usage|requirement)|vram)\b|推理速度|显存|困惑度|下载|训练参数|污染|속도|오염|하이퍼파라미터|학습률"
)
