"""Words by which cards claim, compare, describe method and speak of leakage, in several languages.

The lists hold the general vocabulary of such claims, not the wording of any one card.
"""

import re

from core.cards.fast_patterns import fast_pattern

_PRAISE = (
    r"#\s?1\b|\bnumber one\b|\bno\.? ?1\b|\b1st place\b|\bfirst place\b|state[- ]of[- ]the[- ]art|"
    r"\bsota\b|\bbest\b|\btop[- ]?\d*\b|\brank(?:s|ed|ing)?\b|\bhighest\b|\blead(?:s|ing)\b|\bachiev\w+|"
    r"\bscor(?:es|ed|ing)\b|\boutstanding\b|\bexcel\w*|\bstrong\w*\b|\bimpressive\b|\bnew record\b|最佳|位居|名列|"
    r"居首|"
    r"前[三五十]|榜首|"
    r"最好|最强|领先|达到|第一|先进|최고|1위|달성|우수|최상"
)
PRAISE = re.compile(_PRAISE, re.IGNORECASE)
TESTED = fast_pattern(
    r"(?i)\bbench-?marks?\b|\bleader-?boards?\b|\bevaluat(?:e|es|ed|ing|ions?)\b|\btest(?:s|ed) (?:show|"
    r"on)\b|\bbenchmarked\b|\bstandard tests?\b|\beval(?:s)?\b|评测|基准|测评|排行榜|榜单|评估|"
    r"벤치마크|평가|리더보드|ベンチマーク|"
    r"評価|リーダーボード"
)
NOT_YET = re.compile(
    r"(?i)\b(?:tbd|tba|to be (?:done|announced|added|determined)|coming soon|pending|not yet|will be "
    r"(?:added|released|updated)|soon)\b|待|即将|敬请期待|예정|추후|準備中"
)
# The beaten model stands before the verb.
OBJECT_FIRST = re.compile(  # a value in brackets may stand between: "GPT-4 (69점)보다"
    r"\s?(?:\([^()]{0,20}\))?\s?(?:급|수준의?)?\s?(?:모델)?(?:[을를와과]|와도|과도|보다도?|에(?:도|게)?|대비)(?=\s)|"
    r"\s?(?:モデル)?(?:を|より|に|との差|と(?=[同互肩遜比並]))|"
    # Turkish and Hindi put the verb last too: "GPT-4'ü geride bırakıyor", "GPT-4 से बेहतर"
    r"['’](?:ü|u|ı|i|yi|yı|yü|yu|den|dan|ten|tan)(?=\s)|\s(?:ile|kadar)(?=\s)|\bmodeller(?:den|i|le|e|ini|"
    r"inden)(?=\s)|\s?(?:मॉडल)?\s?(?:से|को|के)(?=\s)"
)
# 与 72B 模型媲美; "7B 和 20B" is a list
OBJECT_BETWEEN = re.compile(
    r"(?:与|(?<![bB])(?<![bB] )和|跟|比)[^，。]{0,30}?\d+(?:\.\d+)?\s?[bB]"
)  # 与 72B 模型媲美; "7B 和 20B" is a list
NEGATED = re.compile(
    r"(?i)\b(?:not|n't|never|cannot|fails? to|yet to|does not|doesn't|far from|behind|below|inferior|"
    r"worse|lower than|lags?|falls? short|gap)\b|不如|低于|落后|못 미치|뒤처"
)

# Sizes of models in a sentence: "70B", "7 billion parameters"; tokens and data are excluded.
_BILLIONS = (
    r"billions?|milliards?|milliarden?|mrd\b\.?|mld\b\.?|mil millones|mil milh[õo]es|"
    r"bilh(?:ões|ão)|miliard[io]?|miljard|"
    r"миллиард\w*|млрд\b\.?"
)
MODEL_SIZE = re.compile(
    rf"(?i)(?<![A-Za-z0-9_.])(?:[A-Za-z0-9_.]*[-_ ~<>≤])?(?<![\d.])"
    rf"(\d{{1,4}}(?:\.\d+)?|\d{{1,3}},\d(?=\s(?:mil|mrd|bilh|мил|млрд)))"
    rf"[\s-]?(?:bs?(?![a-z])|(?:{_BILLIONS})(?![a-zà-ÿа-я])|"
    r"(亿|億|억))(?!\s?(?:(?:de |di |d['’])?(?:tokens?|words|bytes|characters|samples|mots|palabras|palavras|jetons|"
    r"parole|słów|слов|wörter\w*|"
    r"токенов)|个?token|(?:个)?词元|字|个字|条|토큰))"
)


def size_in_billions(found: re.Match[str]) -> float:
    """The number of a MODEL_SIZE in billions."""
    return float(found[1].replace(",", ".")) * (0.1 if found[2] else 1)


# One word boundary before all of them, so that a place inside a word is passed over at once.
_TIMES = r"(?:\d+(?:\.\d+)?|two|three|four|five|six|seven|eight|ten|several|many)\s?(?:x|×|times)"
_RELATIVE_IN_LATIN = (
    r"(?:(?:much|far|significantly|considerably|substantially|even|many|several|some|other|any) )*"
    r"(?:larger|bigger|heavier)(?:[- ](?:scale|sized?|parameter|language|open\S*|closed\S*|proprietary|general\S*))* "
    r"(?:models?|llms?|ones|counterparts?|competitors|systems|alternatives|rivals)\b",
    r"(?:\d+(?:\.\d+)?|two|three|four|five|six|seven|eight|ten|twice|double|several|many|a few)"
    r"\s?(?:x|×|times)?\s?(?:times )?(?:its|their|the|our|his) (?:own )?(?:size|parameters?|scale)",
    _TIMES + r"[- ](?:larger|bigger|smaller\b|the size|more parameters|as (?:large|big)|its size)",
    _TIMES + r" (?:as many|more|the) (?:(?:active|activated|total|trainable|model) ){0,2}(?:parameters|weights)",
    r"(?:models?|llms?) (?:twice|double|triple|that are|which are|of|with) (?:its|their|the|much|far|many|\d+)?\s?"
    r"(?:\w+ )?(?:size|larger|bigger|more parameters)",
    r"(?:models?|llms?|ones|systems) of (?:a )?(?:\w+ly |much |far )?(?:greater|larger|bigger) (?:size|scale)\b",
    r"(?:which|that) (?:is|are|was|were) (?:(?:\w+ly|even|much|far|still) ){0,2}(?:larger|bigger|heavier)\b(?! than)",
    r"(?:al|even )?though (?:[\w./-]+ ){1,4}?(?:is|are) (?:(?:\w+ly|much|far) )?(?:larger|bigger|heavier)\b(?! than)",
    r"(?:models?|llms?|ones) (?:that are )?(?:an order of magnitude|several times|many times) (?:larger|bigger)",
    r"(?:every|all|any)(?: other| existing| open(?:[- ]source)?)* (?:models?|llms?)(?: \w+)? (?:to date|so far|ever|"
    r"yet|except)",
    r"(?:models?|llms?) (?:with|of) (?:tens|hundreds|dozens) of billions",
    r"smaller than (?:the )?(?-i:[A-Z][a-z]{2,})",
    r"models? (?:with|of|having) (?:less|fewer|more) than \d+(?:\.\d+)?\s?(?:b\b|billion)",
    r"with (?:a |far |much |significantly |only )?(?:fewer|smaller|less|a fraction of the) (?:\w+ )?"
    r"(?:parameters?|size|model|scale|the size)",
    r"despite (?:its|their|the|being)\s?(?:\w+ ){0,3}(?:small\w*|compact|size|fewer|tiny)",
    r"(?:in spite of|notwithstanding|considering|given) (?:its|their|the|being)\s?(?:\w+ ){0,3}(?:small\w*|compact|"
    r"size|fewer|tiny)",
    r"(?:large |huge |big |vast |wide )?(?:differences?|gap|disparity|disadvantage) in (?:model )?(?:size|scale|"
    r"parameters?)",
    r"(?:model |parameter )?(?:size|scale) (?:differences?|gap|disparity|disadvantage)",
    r"(?:orders of magnitude|\d+ times|many times|far|much) smaller than",
    r"(?:twice|double|thrice|triple) (?:as (?:large|big|many)|the (?:size|parameters))\b",
    r"(?:the )?(?:next|one) size (?:up|class up|above)",
    r"an order of magnitude (?:larger|bigger|more parameters)",
    r"(?:punch\w*|hits?|hitting) (?:\w+ ){0,2}?(?:above|beyond|over) (?:its|their|the|his)(?: own)?(?: [\w.-]{2,12})? "
    r"(?:weight|size|class)",
    r"regardless of (?:their |its )?size",
    r"(?:of|at|for) any (?:model )?size\b",
    r"all (?:open[- ]?source |existing |other )*(?:models?|llms?|llm's) (?:under|below|<|smaller than|up to)",
    r"(?:fois|veces|vezes|volte) (?:plus|más|mas|mais|più) (?:gr\w+|volumin\w+)",
    r"vezes maior\w*",
    r"\w{0,10}mal (?:so groß|größer)\w*",
    r"(?:viel |deutlich |wesentlich |erheblich )?größere\w* (?:\w+)?modelle\w*",
    r"mod[eè]l\w* (?:\w+ )?(?:más|mais|plus|più) (?:grand\w*|gros\w*|volumineux)",
    r"modelos (?:\w+ )?(?:maiores|mayores)",
    r"(?:el |del )?(?:doble|triple) (?:de )?(?:grandes?|(?:su |de )?tamaño|parámetros)|de mayor tamaño",
    r"(?:d?o )?(?:dobro|triplo) (?:d[oe] )?(?:seu )?(?:tamanho|parâmetros)|de maior porte|"
    r"vezes (?:o )?(?:seu )?tamanho",
    r"(?:fois|volte|veces) (?:sa|leur|la sua|la loro|su) (?:propre )?(?:taille|dimensione|taglia|tamaño)",
    r"grand[ei] (?:il )?(?:doppio|triplo|\w{3,8} volte)|(?:il |del )?(?:doppio|triplo) (?:più grand\w+|"
    r"dell[ae] (?:\w+ )?dimension\w)",
    r"(?:doppelt|dreifach) so (?:groß|gross)\w*|(?:doppelter|dreifacher|mehrfacher|doppelten|dreifachen|"
    r"mehrfachen) größe",
    r"(?:dwukrotnie|trzykrotnie|kilkukrotnie|wielokrotnie|razy|znacznie|dużo|o wiele) większ\w+|większ\w+ model\w*",
    r"(?:katı|kat) (?:daha )?büyük\w*|daha büyük (?:\w+ )?model\w*",
    r"lớn (?:gấp|hơn) (?:đôi|ba|nhiều|\d|nó|gần)|mô hình (?:\w+ )?lớn hơn|gấp (?:đôi|ba|\d+ lần) (?:kích thước|"
    r"tham số|về)",
    r"(?:вдвое|втрое|вчетверо|в несколько раз|в (?:два|три|четыре|пять|десять|\d+) раза?|гораздо|намного|значительно|"
    r"более|куда) (?:больш|крупн)\w* (?:размера?\b|по размеру|(?:\w+ )?модел)",
    r"модел\w*,? (?:(?:которые|вдвое|втрое|вчетверо|гораздо|намного|значительно|более|куда|в|несколько|два|три|"
    r"четыре|пять|"
    r"десять|\d+|раза?) ){1,5}(?:больш|крупн)\w*",
    r"model\w* (?:\w+ ){0,2}(?:lebih besar|dua kali lebih besar)",
    r"(?:दोगुने|दोगुना|तिगुने|गुना|अपने से|कहीं|बहुत|अधिक|ज़्यादा)(?: \S{1,12}){0,2}? बड़े",
    r"(?:نماذج|نموذج|النماذج) (?:\S{1,30} ){0,3}?(?:أكبر|الأكبر|اكبر)\b|ضعف حجم|(?:أكبر|الأكبر) (?:منه|منها|حجم)",
)
_RELATIVE_IN_EASTERN = (
    r"更大(?:规模|参数|尺寸|体量)?的?(?:开源)?模型|小模型[^，。]{0,12}大模型|"
    r"(?:参数|规模|体量|尺寸)量?[^，。]{0,6}[大多小少][^，。]{0,4}(?:倍|个数量级)|参数量?更[大多]|数倍|倍(?:参数|"
    r"大小|规模)|[更较](?:小|少)的(?:参数|模型|尺寸|规模|"
    r"体量)|以更少的参数|"
    r"尽管[^，。]{0,10}(?:参数|规模|体量|尺寸)[^，。]{0,8}(?:差|小|少)|(?:参数|规模|体量)(?:上的)?(?:巨大)?差[距异]|"
    r"(?:크기|규모|파라미터)(?:의)? ?차이에도|サイズの差|規模の差|"
    r"더 (?:큰|작은) (?:모델|규모|크기|파라미터)|배(?: 이상| 가까이)? (?:더 )?(?:큰|많은|작은|적은)|より大きなモデル|"
    r"[一二两三四五六七八九十百\d]+倍的?(?:更大)?的?模型|배 (?:크기|규모)의 ?모델|倍(?:の|も)(?:サイズ|大き|規模|"
    r"パラメータ)|より(?:大規模|大型)な?の?モデル"
)
RELATIVE_SIZE = re.compile(rf"(?i)\b(?:{'|'.join(_RELATIVE_IN_LATIN)})|{_RELATIVE_IN_EASTERN}")
SAME_SIZE = re.compile(
    r"(?i)\b(?:same|similar|similarly|comparabl[ey]|equal|equivalent)[- ](?:siz\w*|scale|parameter\w*|"
    r"number of parameters)|\b(?:of|in|for) (?:its|their|this|the same|a similar) (?:size|weight|"
    r"scale|class)|相同(?:规模|参数|大小|尺寸)|同(?:等)?(?:规模|量级|尺寸)|비슷한 크기|동급|同サイズ"
)

FRONTIER = fast_pattern(
    r"(?ai)(?:(?<![A-Za-z0-9_-])|(?<=\bnear-)|(?<=\bquasi-)|(?<=\balmost-)|(?<=\bwith-))"
    r"(?:gpt-?\s?4(?!\s?all)[A-Za-z0-9.-]*(?:[- ](?:turbo|omni|mini|vision|v))?|"
    r"gpt-?\s?5[A-Za-z0-9.-]*|chatgpt-?4[a-z]*|claude[- ](?:3(?:\.\d)?|4(?:\.\d)?|[45])?[- ]?(?:opus|"
    r"sonnet)(?:[- ]v?\d[\d.]{0,8}(?![\w-]))?|claude[- ](?:3(?:\.\d)?|4(?:\.\d)?)\b|"
    r"gemini[- ](?:ultra|1\.5|2(?:\.\d)?|3(?:\.\d)?)(?:[- ](?:pro|flash|ultra))?|(?:openai[- "
    r"])?o[134](?:-(?:mini|preview|pro|high))\b|o[134](?=[- ](?:level|class)\b)|openai[- ]o[134]\b|"
    r"(?<= )(?-i:o[134])(?=[ .,;:!?)]|$)|grok-?\s?[2-5]|"
    r"frontier (?:models?|llms?)|deepseek[- ](?:r1|v3)(?![A-Za-z0-9.-]*distill))"
)
FRONTIER_AS_TOOL = re.compile(
    r"(?i)\b(?:generated|created|written|produced|synthe\w+|distill\w+|annotated|labell?ed|judged?|"
    r"scored|graded|rated|evaluated|powered|assisted|translated|drawn|using|via|by|from|with) (?:by |"
    r"with |using |from |the |data from |outputs? of )*(?:openai'?s? )?(?:gpt-?\s?4|claude|gemini)|"
    r"(?:gpt-?\s?4|claude|gemini)[\w.-]*(?:[- ]turbo)? (?:as (?:a |the )?(?:judge|evaluator|annotator|"
    r"grader)|generated|outputs?|annotations?|responses|judge|evaluator|api\b)"
)

LEAK = fast_pattern(
    r"(?i)\b(?:de-?)?contaminat\w*|\bdata leak\w*|\btest[- ]?(?:set|data) leak\w*|\bleak(?:age|ed|"
    r"s)?\b(?=[^.]{0,60}(?:bench|test|eval))|\b(?:overlap\w*|n-?grams?)\b[^.]{0,60}\b(?:bench\w*|"
    r"test|evaluation)\b|\b(?:bench\w*|test|evaluation)\b[^.]{0,40}\boverlap\w*|"
    r"\b(?:[4-9]|[1-9]\d)-?grams?\b(?=[^.]{0,80}\b(?:overlap|match|check|filter|remov|de-?dup|compar|scan|search|"
    r"collision|against|hits?|shar(?:e|ing)|found))[^.]{0,60}\b(?:bench\w*|tests?|evaluation)\b|"
    r"\b(?:de-?duplicat\w+|filter\w+|remov\w+|exclud\w+|left out|held[- "
    r"]out)\b[^.;]{0,60}\b(?:bench\w*|test set|test sets|test data|evaluation (?:set|data)\w*)|"
    r"\b(?:bench\w*|test[- ]sets?|evaluation (?:sets?|data)) [^.]{0,40}(?:were|was|are|is) (?:\w+ly )?(?:removed|"
    r"excluded|filtered|left out|held[- ]out|kept out|withheld|not (?:used|included|seen))|"
    r"(?:not|never|no|without)(?: additional| any| further)? (?:been )?(?:train\w*|expos\w*|tuned|seen|"
    r"used)[^.]{0,30}\b(?:on|to)? ?(?:the |"
    r"any )?(?:bench\w*|test[- ]sets?|evaluation data)|\b(?:none|no part|nothing) of the "
    r"[^.]{0,60}\b(?:test\w*|bench\w*|evaluation)\b|\b(?:data|datasets?|questions?|problems?|schemas?|"
    r"examples?)\b[^.]{0,40}\b(?:not (?:seen|included|present|used)|never seen|unseen) (?:in|during|"
    r"by)[^.]{0,25}\b(?:train\w*|evaluat\w*|test\w*|model)|污染|(?:评测|测试|基准)(?:集|数据)?[^。，]{0,12}(?:重叠|"
    r"重合|重复|去重|剔除|排除|"
    r"过滤)|(?:评测|测试)(?:集|数据|题目?)[^。]{0,20}(?:不在|未出现|不包含|没有出现)[^。]{0,30}训练|(?:剔除|排除|"
    r"去除|过滤)[^。，]{0,20}(?:评测|测试|基准)(?:集|"
    r"数据|题)|数据泄[漏露]|测试集泄[漏露]|"
    r"去污|오염|데이터 누[수출]|데이터 유출|"
    r"汚染|リーク"
)
OWN_DATA = re.compile(
    r"(?i)\b(?:we|our|us|this model|the model|training\b|no contamination|training (?:data|set|"
    r"corpus)|pre-?training|fine-?tun\w*|dataset|corpus|data)\b|我们|训练|数据|모델|학습|데이터|우리|学習|データ"
)
ADMITTED = re.compile(
    r"(?i)\b(?:may|might|could|possibl\w+|probabl\w+|likely|potential\w*|appears?|seems?|is|are|was|"
    r"been|some|slight\w*|cannot rule out|can't rule out)\b[^.]{0,40}\b(?:contaminat|leak|污染)|오염(?:되었|"
    r"됐|된|가능)|可能.{0,10}污染"
)

HARNESS = fast_pattern(
    r"(?ai)\b(?:lm[-_ ]?eval(?:uation)?[-_ ]?harness|lm[-_ ]eval\b|evaluation[- ]harness|language "
    r"model evaluation harness|eleuther\w* (?:eval\w*|harness)|open ?compass|eval ?plus\b(?!\W*leader)|"
    r"simple-?evals|light-?eval|bigcode[- ]evaluation|"
    r"code[- ]?eval\b|helm\b(?! of)|deepeval|evalscope|fast-?chat|llm[- ]?judge|alpaca[_ ]eval repo|"
    r"vlm-?eval-?kit|nemo[- ]?(?:eval|skills)|livecodebench (?:repo|toolkit)|inspect[_ ](?:ai|evals)|"
    r"(?:llm|lm|mlx|auto)[- ]?auto-?eval|auto-?eval(?:uator|uation)?\b|eval-?chemy|olmes\b|oe-?eval|flex-?eval|"
    r"llm-jp-eval|lmms-?eval|eval-?scope|swift eval|(?:mosaic )?eval(?:uation)? gauntlet|instruct-?eval|"
    r"prometheus-?eval|math-?eval(?:uation)?[- ]harness|eval[- ]harness|sql-?eval\b|bigcode-?eval\w*|"
    r"crfm[- ]helm|sea-?helm|open-?hands\b|(?:mini-)?swe-?agent\b|agentless\b|promptfoo|"
    r"yet another llm leader-?board|"
    r"nous(?:[ -]?research)?['’]?s? (?:benchmark |evaluation |eval )?suite|"
    r"internal(?:ly)? (?:eval\w* )?(?:library|libraries|framework|pipeline|harness|tool\w*)|"
    r"evaluation (?:framework|pipeline|library|toolkit|tools?|suite|script|scripts|code)|open[- "
    r"]?source(?:d)? evaluation tool\w*|big-?refactor|gpt4all eval\w*|agieval repo|"
    r"hf[-\w]* \(pretrained=|num_fewshot\b|github\.com/[\w.-]+/(?:[\w.-]*[-_.])?eval[\w.-]*)|"
    r"评测工具|评测框架|评测脚本|평가 (?:도구|프레임워크|하네스|코드|스크립트)|評価(?:ツール|スクリプト)"
)
BOARD = re.compile(r"(?ai)\bopen[-_ ]?(?:[a-z]{2,12}[-_ ]?)?llm[-_ ]?leader-?board")
DEFERS = fast_pattern(
    r"(?i)\b(?:paper|technical report|tech report|report|blog(?: ?post)?|publication|arxiv|"
    r"announcement|website|homepage)\b|技术报告|论文|博客|기술 ?보고서|논문|블로그|論文|テクニカルレポート"
)
METHOD = fast_pattern(
    r"(?ai)\b(?:temperature|temp\.?(?= ?[=:]? ?\d)|top[-_ ]?p|top[-_ ]?k|greedy(?:[- ]decod\w+)?|sampling|"
    r"nucleus (?:sampling|decoding|probability)|beam search|"
    r"max(?:imum)?[-_ ](?:new[-_ ])?tokens|output length|decoding|chain[- ]of[- ]thought|(?<!['’]s )cot|"
    r"system prompt|prompt(?:s| template| format)? (?:used|we use|for eval\w*|is|are|follow\w*|"
    r"template)|"
    r"(?:average|averaged|mean) (?:of|over|across) (?:\w+ )?(?:\d+|five|ten|several|multiple|three|"
    r"four) (?:[\w-]+ )?(?:runs|samples|seeds|trials|times|generations)|\b(?:runs|trials|seeds|samples) (?:per|"
    r"for each)|pass@\d+ (?:is |was )?(?:computed|estimated|averaged|over)|\bn\s?=\s?\d+|"
    r"(?:run|ran|repeated|sampled|evaluated|tested) (?:\w+ ){0,2}?(?:\d+|two|three|four|five|eight|ten|several|"
    r"multiple) "
    r"times(?! (?:as|an?|per|longer|more|faster|the)\b)|log-?likelihoods?|"
    r"(?:\d+(?:\.\d+)?|half a|one|no) points? (?:for|per|if|when|each)|(?:on|from|using) a (?:\d+[- ]point )?"
    r"scale (?:of|from) \d+|graded (?:by|from|on)|(?:correct|right) only (?:if|when)|counted as (?:correct|right)|"
    r"normalized accuracy|exact match|we (?:use|used|follow|adopt|apply|report|evaluate|prompt|set|"
    r"employ) [^.]{0,120}\b(?:prompt\w*|template|setting\w*|protocol|script\w*|metric|average|"
    r"results?|questions?|format|config\w*)|same (?:settings?|prompt\w*|pipeline|protocol)|"
    r"evaluation (?:prompts?|settings?|protocol|configuration|hyper\w*)|hyper-?parameters?)\b|温度|采样|"
    r"贪心|提示词|评测设置|思维链|샘플링|프롬프트|온도|평가 설정|プロンプト"
)
REPRODUCE = fast_pattern(
    r"(?ai)\breproduc\w*|\b(?:evaluation|eval) (?:scripts?|code|logs?)\b|\bdetailed results?\b|"
    r"\bevaluation details\b|\bresults? (?:files?|json|details)\b|复现|재현|再現"
)

INDEPENDENT = (
    (
        "Open LLM Leaderboard",
        re.compile(r"(?i)open[-_ ]?llm[-_ ]?leader-?board|hugging ?face (?:open )?(?:llm )?leader-?board"),
    ),
    ("Chatbot Arena", re.compile(r"(?i)chat-?bot arena|lm-?arena|lmsys(?:\.org| arena| leaderboard)|arena\.ai")),
    ("EvalPlus board", re.compile(r"(?i)evalplus(?:\.github\.io| leader-?board)")),
    ("AlpacaEval board", re.compile(r"(?i)alpaca_?eval(?:/| leader-?board)|tatsu-lab\.github\.io")),
    ("LiveCodeBench board", re.compile(r"(?i)livecodebench\.github\.io|livecodebench leader-?board")),
    ("BigCodeBench board", re.compile(r"(?i)bigcode-?bench\.github\.io|bigcode models? leader-?board")),
    ("BFCL board", re.compile(r"(?i)gorilla\.cs\.berkeley\.edu|(?:bfcl|berkeley function[- ]call\w*) leader-?board")),
    ("LiveBench", re.compile(r"(?i)livebench\.ai")),
    ("Artificial Analysis", re.compile(r"(?i)artificial ?analysis")),
    ("SWE-bench board", re.compile(r"(?i)swebench\.com")),
    (
        "another public board",
        re.compile(
            r"(?i)open[-_ ]?ko[-_ ]?llm[-_ ]?leader-?board|scale(?:\.com| ai)(?:/| )leader-?board|matharena|"
            r"aider\.chat|epoch\.ai|helm(?:\.stanford| leader-?board)|opencompass\.org\.cn|compass ?arena|"
            r"wandb (?:nejumi )?leader-?board|nejumi"
        ),
    ),
)


def _hints(text: str) -> re.Pattern[str]:
    return re.compile(
        "|".join(map(re.escape, text.split(","))) + "|[\u0400-\u06ff\u0900-\u097f\u3001-\uffff]"
    )  # or another script


# Pieces of words without which a pattern above cannot match: a quick look before a careful one.
LEAK_HINTS = _hints(
    "entfern,kein,nicht,aucun,exclu,retir,elimin,sem ,sin ,purg,drop,discard,disjoint,separat,contaminat,leak,overlap,"
    "n-gram,ngram,dup,filter,remov,exclud,left out,held,not ,never,no ,none,nothing,seen,n't,bench,test,contain,includ,"
    "compris,prompt,newer,later than,recent,fresh,young,after,postdat,post-dat,before,"
    "overfit,over-fit,memori,heart,recit"
)
SIZE_HINTS = _hints(
    "gross,grösse,fois,veces,vezes,volte,grand,gros,maior,mayor,magnitude,large,bigg,heav,size,param,small,fewer,"
    "compact,tiny,times,twice,double,weight,under,below,best,record,every,any ,to date,so far,except,up to,<,hundreds,"
    "dozens,tens of,doble,dobro,tripl,doppi,doppelt,fach,taille,dimension,taglia,tamañ,tamanho,porte,większ,büyük,lớn,"
    "gấp,besar,volumin,than,thrice"
)
FRONTIER_HINTS = _hints("gpt,claude,gemini,o1,o3,o4,grok,frontier,deepseek")


def mentions(text: str, hints: re.Pattern[str]) -> bool:
    """True where one of the (English) hints occurs, or the text is in another script."""
    return hints.search(text.casefold()) is not None
