"""Words of table headers and captions: what holds scores, what holds settings, and what is something else."""

import re

from core.cards.fast_patterns import fast_pattern

# How much of a test was seen in training.
LEAKAGE = re.compile(
    r"(?i)contaminat|\bleak(?:age|s|ed)?\b|^\W*contam\W*$|"
    r"^\W*(?:(?:train(?:ing)?|train-test|data|test(?:[ -]set)?|\d{1,2}-gram|n-gram) )?overlap(?:ping|s)?"
    r"(?: (?:rate|ratio|samples|examples|questions|percent\w*))?(?: with .{1,30})?\W*$|"
    r"^\W*(?:%|share|percent\w*)? ?(?:seen|found) in (?:the )?(?:pre-?)?training(?: (?:data|set))?\W*$|"
    r"污染|泄[漏露]|오염|누출|유출"
)
# Columns (or rows) that hold numbers which are not scores.
NOT_A_SCORE = re.compile(
    r"""(?ix)^\W*(?:\#\s*)?(?:
      (?:total|active|activated|non-?embedding|embedding|model)?\s*(?:params?|parameters?)(?:\s*\(.*\))?
    | (?:total|model)?\s*(?:parameter\ count|size|sizes|tp|ap)(?:\s*\(.*\))?
    | .*\b(?:parameters|params)\b.* | (?:number|no\.|num)\s+(?:of\s+)?\w+ | layers? | .*\bheads? | hidden.*
    | intermediate.* | .*\bseq_?len.* | vocab.* | (?:\w+\s)?dim(?:ension)?s? | d_?model | experts?(?![a-z]).*
    | (?:max\.?\s*)?(?:context|seq(?:uence)?)(?:\s*(?:length|len|window|size))? | .*\btokens?\b(?!\s*acc).*
    | p(?:[- ]?values?)? | fractions? | shares? | weight(?:s|ing|age)? | proportions? | mix | blend
    | (?:sampl|mix|blend|data(?:set)?\b|token|up-?sampl|over-?sampl)\w*\ (?:shares?|ratios?|weights?|rates?|fractions?|
      proportions?|prob\w*|percent\w*|factors?|%) | (?:up|over|down)-?sampl\w* | sampling | repeats? | repetitions?
    | (?:%|percent\w*|shares?|fractions?|proportions?|ratio)\ (?:of|in)\ .*
      \b(?:mix\w*|data\w*|corpus|blend|total|training|set)
    | anteil\w* | gewicht\w* | proporci[oó]n | part\ (?:du|des)\ .* | 权重 | 比例 | 采样.* | 가중치
    | mixture.* | 占比 | 配比 | 비율
    | pretrain.* | corpus.* | train.* | epochs?.* | steps?(?![a-z]).* | learning\ rate | lr | batch.*
    | loss(?:es)?(?![a-z]).*
    | perplexity | ppl.* | .*\b(?:gb|gib|mb|mib)\b.* | (?:file|disk|download|model)?\s*size.* | filesize
    | (?:sliding\s)?window(?:\s+size)? | v?ram(?![a-z]).* | memory(?![a-z]).* | gpus?.*
    | .*\b(?:latency|throughput|speed|secs?|seconds|time|tok/s|t/s|ttft|qps|flops|hours?)\b.*
    | .*(?:tokens?|tok)\s*(?:/|per)\s*s.* | .*\b(?:carbon|co2|co₂|power|watts?|energy|emi(?:ssion|tted).*)\b.*
    | std\.?(?:\s*(?:err(?:or)?|dev))? | stderr.* | standard[\s_]error | .*\bci\b | n_\w+
    | (?:avg|average)[\s_.]*len(?:gth)? | (?:.*\s)?length | .*\bavg_length\b | votes? | support | count | counts
    | questions? | samples? | examples? | version | filter | n-?shots? | \#?\s*shots? | few-?shot | num[\s_]fewshot
    | rank(?:ing)? | date | released? | released?\ (?:date|on) | year | license | licen[cs]e | link.* | url
    | download.* | checkpoint | paper | hf.* | report | .*recovery.*
    | %\s?\(?(?:vs\.?|versus|rel\.?|relative|compared|against)\b.*
    | (?:%|percent)\ of\ (?-i:[A-Z])[\w.-]*\d[\w.-]*(?:\ (?:score|performance|quality|accuracy|level))?
    | (?:%|percent|share)\ of\ (?:the\ )?(?:base|baseline|original|full|unquanti.ed|dense|teacher|fp\d+|bf16|f16|f32|
      i?q\d\w*)\b.* | (?:vs\.?|versus)\ (?:the\ )?(?:base|baseline|original|fp\d+|bf16|f16|f32|i?q\d\w*)
    | .*(?:\b|_)(?:gap|delta|diff(?:erence)?|improvement|change|gain|drop|Δ)\b.* | bpw | bits.*
    | (?:rel(?:ative)?\.?|abs(?:olute)?\.?|up-?lift|lift|boost|increase|decrease|retention|retained|degradation)
      (?:\s*(?:\(.*\)|%|(?:vs\.?|over|from|to|in|compared|against)\ .*))? | .*\bretention
    | (?:\w+\ )?accept(?:ance|ed)\ (?:rate|ratio|length).*
    | (?:activ\w+|sparsity|compression|keep|prun\w+|speed-?up)\ ratio
    | temp(?:erature)? | top[-_\ ]?[pk] | min[-_\ ]?p | (?:(?:mean|avg\.?|average|final|max|eval\w*)\ )?rewards?
    | tps | rpm | speed-?ups? | compression | sparsity | seeds | random\ seed | group\ ?size | calib\w*\ samples
    | Δ\s?ppl | likes | n
    | threads | backend | ngl | gpu.?layers | test
    | .*\bcosts?\b.* | .*\bprices?\b.* | turn
    | (?!.*\$`?[\^_\\{]).*\$.* | type | architecture | category | domain | languages? | metrics? | description | notes?
    | comments? | 参数.* | 大小 | 模型大小 | 上下文.* | 速度.* | 显存.* | 下载.* | 发布.*
    | 파라미터.* | 크기 | 속도.* | 토큰.* | 메모리.*
    | 题[目]?数[目量]? | 数量 | 문항.* | 라이선스 | 日期 | 날짜
    )\W*$"""
)
# How a set for training is made up: its parts may bear the names of tests.
MIXTURE = re.compile(
    r"(?i)\b(?:data(?:set)?s?|training|sft|corpus|token|sampling) (?:mix\w*|blend\w*|composition|distribution|recipe|"
    r"proportions?|weights?|breakdown)\b|\b(?:pre-?|mid-?|post-?)?(?:training|fine-?tuning|sft|instruction) "
    r"(?:data(?:sets?)?|sets?|mix\w*|corpus|corpora)\b|\bmixtures? of (?:\w+ ){0,2}data\w*|\bdata (?:mix|sources?)\b|"
    r"数据(?:配比|组成|构成|混合)|데이터 ?(?:구성|비율|혼합)|データ(?:構成|配合)"
)
# Words that say that a judge gives marks up to ten, and what such suites ask about.
UP_TO_TEN = re.compile(
    r"(?i)\b(?:scale|scor\w+|rat(?:ed|ings?)|marks?|graded?)\b[^.;]{0,40}\b(?:of|from|between|out of) (?:0|1|zero|one)?"
    r"\s?(?:to|-|–|and)?\s?(?:10|ten)\b(?!%|\d|\.\d)|\bout of (?:10|ten)\b(?!%|\d|\.\d)|"
    r"(?<![\d.])[01]\s?[-–~]\s?10\b(?!%|\d|\.\d)|"
    r"10점 ?만점|满分(?:为)? ?10|10分制|10段階|10点満点"
)
JUDGED_PARTS = frozenset(
    (
        "writing", "roleplay", "role-play", "reasoning", "math", "coding", "extraction", "stem", "humanities",
        "understanding", "grammar", "knowledge",
    )
)  # fmt: skip
PERCENT_HEADER = re.compile(r"(?i)\W*(?:%|percent(?:age)?s?|pct\.?|in %|ratios?)\W*")
DATA_CORNER = re.compile(
    r"(?i)\W*(?:(?:training )?data ?(?:sets?)?|(?:data )?sources?|corpus|corpora|components?|subsets?)\W*"
)
# Whatever test it is taken on, this is no share of right answers.
NO_SHARE = re.compile(
    r"(?i)\bperp\w{2,5}ity\b|\bppl\b|\bbits[ _-]per[ _-](?:byte|char\w*|weight)\b|\bbpb\b|\bnll\b|"
    r"\bsame[ _-]top\b|\btop[- ]?(?:1|one|p|token)[ _-](?:token[ _-])?(?:agree\w*|match\w*|same)\b|\btoken agreement\b|"
    r"(?:Δ|δ|\bdelta)[ _-]?p\b|\babs\w{0,12}_(?:\w{1,20}_)?(?:diff|err)\w{0,8}\b|_abs_\w{0,20}(?:diff|err)\w{0,8}\b|"
    r"\babsolute (?:error|difference)\b|\bx-?ent\b|\bcross[- ]?entropy\b|\b(?:r?mse|mae)\b|"
    r"\btoken[ _-]accuracy\b|"
    r"\b(?:avg\.?|average|mean) rank\b|^\W*(?:overall )?rank(?:ing)?\b|\bkl[- ]?div\w*|\bkld\b|"
    r"\brank(?:ing)? (?:on|in|among|at)\b|^\W*percentiles?(?: ranks?)?\W*$"
)
# Rows of differences: "Δ vs base", "Improvement", "vs. Wren-7B".
DIFFERENCE = re.compile(
    r"(?i)\W*(?:(?:abs(?:olute)?|rel(?:ative)?|avg|average|net|score|accuracy|quality|performance|"
    r"quanti[sz]ation|total|our)"
    r"\b\.?[ -]?){0,2}(?:Δ|δ|deltas?|diffs?|differences?|gains?|improvements?|increases?|decreases?|changes?|boosts?|"
    r"up-?lifts?|lifts?|drops?|gaps?|degradation|recovery|retention|retained|relative|absolute|\+/-|±)"
    r"(?: ?(?:[(（%].{0,40}|(?:vs\.?|over|from|to|against|compared|relative|in|of)\b.{0,60}))?\W*|"
    r"\W*(?:vs\.?|versus|compared (?:to|with)|relative to)\s.{1,60}"
)
# "Kestrel improvement", in a row where some number has a sign.
NAMED_DIFFERENCE = re.compile(
    r"(?i)\W*(?:[\w.+/-]{1,30} ){1,4}(?:improvements?|gains?|deltas?|differences?|changes?|up-?lifts?|Δ)\W*"
    r"(?:\(.{0,20}\))?\W*"
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
    r"shots?\s*/\s*metric|(?:(?:evaluation|eval|test(?:ing)?) )?(?:protocols?|settings?|set-?ups?|conditions?|harness|"
    r"framework|details|notes?|comments?|remarks?|method(?:ology)?|prompt(?:ing|s)?|config(?:uration)?)|evaluation|"
    r"测试方式|测试设置|评测设置|备注|说明|방식|비고|設定|備考|Bemerkung(?:en)?|Einstellung(?:en)?|remarques?|notas?)\W*$"
)
AVERAGE = re.compile(
    r"(?i)^\W*(?:(?:overall|total|global|macro|micro|weighted)?\s*(?:avg|average|mean|overall|"
    r"total)(?:\s*score)?\b.*|平均.*|평균.*|전체|综合.*|종합.*|平均点)$"
)
EVALUATION = re.compile(
    r"(?i)\bbench\s?marks?\b|\bscorecard\b|\bevaluat\w*|\bevals?\b|\bperformance\b|\baccuracy\b|\bleader\s?board\b|"
    r"\bscores?\b|\bresults?\b|\bmetrics\b|метрик|результат|бенчмарк|оценк|评测|评估|性能|测评|基准|成绩|榜|结果|結果|결과|평가|벤치마크|"
    r"성능|점수|리더보드|評価|ベンチマーク|evaluaci|évaluation|"
    r"\bauswertung|resultados|résultats|ergebnisse|avaliaç"
)
OTHER_TABLE = fast_pattern(
    r"(?i)\((?:in )?(?:gb|gib|mb)\)|\btokens? per second\b|\bt/s\b|\btok/s\b|llama-bench|"
    r"\bperplexity\b|\bppl\b|kl[- ]?diverg|\b(?:throughput|latency|inference speed|speed ?up|"
    r"hyper-?parameters?|training (?:procedure|metrics|"
    r"hyper|results|data|hardware)|carbon|emissions?|hardware|quant(?:ized)? files?|"
    r"provided files|download a file|contaminat\w*|overlap|dedup\w*|system requirements|memory "
    r"(?:usage|requirement)|vram)\b|推理速度|显存|困惑度|下载|训练参数|污染|속도|오염|하이퍼파라미터|학습률"
)
