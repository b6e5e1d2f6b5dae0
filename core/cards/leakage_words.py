"""Words about test questions in training data: which material is meant, and whether it was kept apart or looked for."""

import re

from core.cards.fast_patterns import fast_pattern

TEST_MATERIAL = re.compile(
    r"(?i)\b(?:tests?|testing|evaluation|eval|benchmarks?)(?:['’]s?)?[- ]?(?:sets?|splits?|data\w*|items?|prompts?|"
    r"questions?|examples?|samples?|problems?|instances?|content|suites?)\b|\bbenchmarks? (?:above|below|reported|"
    r"used)|"
    r"\b(?:test|benchmark|evaluations?)-?(?:daten|sets?|fragen)\w*|\b(?:données|jeux?) (?:de test|d['’]évaluation)|"
    r"\b(?:datos|dados|conjuntos?|preguntas) de (?:teste?s?|prueba|evaluación|avaliação)|"
    r"(?:评测|测试|基准|评估)(?:的|中的)?(?:集|数据|题|样本)|(?:평가|테스트|벤치마크)\s?(?:데이터|세트|셋|문항|문제)|"
    r"(?:テスト|評価|ベンチマーク)(?:の)?(?:テスト)?(?:データ|セット|問題)"
)
TRAINING_MATERIAL = re.compile(
    r"(?i)\b(?:pre-?|post-?)?train(?:ing|ed|s)?\b|\bfine-?tun\w*|\bsft\b|\bcorp(?:us|ora)\b|\bmix(?:ture)?\b|"
    r"\bkorpus\b|\bdocuments?\b|"
    r"\bweb ?pages?\b|\b(?:from|out of) (?:all )?(?:the|our|its|this) data\b|\b(?:instruction|preference|dialogue|"
    r"synthetic|web|code|our) data(?:sets?)?\b|"
    r"\brl (?:pool|data\w*|set|mix\w*|environments?|prompts?|tasks?|stage|gym)\b|"
    r"\btrainings?\w+|\bentra[iîí]n\w*|\bentren\w*|\btrein\w*|训练|预训练|微调|语料|학습|훈련|学習|訓練"
)
# "Free of test questions", and not "free of duplicates; the test data is MMLU".
_OF_QUESTIONS = (
    r"(?=(?:(?! and |,)[^.;]){0,36}?(?:\btest(?![- ]?time)|bench|\beval|question|\bitem|leak|contamin|overlap|\bthem\b|"
    r"\bthese\b|\bthose\b|(?-i:\b[A-Z]{2}|[A-Z][a-z]+[A-Z])))"
)
KEPT_APART = re.compile(
    r"(?i)\b(?:no|not|never|none|nothing|neither|nor|without|remov\w*|drop(?:s|ped|ping)?|exclud\w*|filter\w*|"
    r"overlap\w*|"
    r"disjoint|separate\w*|de-?dup\w*|match\w*|check\w*|scrub\w*|purg\w*|stripp\w*|discard\w*|eliminat\w*|taken out|"
    r"(?:screened|sifted|weeded|sorted|thrown|threw) out|delet(?:ed|ing)|"
    rf"(?:cleaned|cleared|freed|free|rid) of\b{_OF_QUESTIONS}|"
    r"(?:took|left|kept|take|leave|keep)\b(?=[^.;]{0,40}\bout\b)|"
    r"pas\b|entfern\w*|bereinig\w*|gereinigt|gesäubert|befreit|gefiltert|nettoy\w*|depurad\w*|limpiad\w*|"
    r"kein\w*|nicht|aucun\w*|exclu\w*|retir\w*|elimin\w*|remov\w*|sem|sin)\b|n't\b|"
    r"剔除|去除|排除|过滤|没有|未(?!来|知)|不(?!同|断|仅|只|但|过|错|良|确定|少)|重叠|重合|去重|제거|제외|중복|않|없|除外|除去|いません|ない|重複"
)
NAMED_TEST_APART = re.compile(
    r"(?i)\bnot (?:a )?(?:part of|(?:included|contained|present|used|seen) in)\b|"
    r"\b(?:no|any) (?:item|question|example|sample|data|part|problem)\w*\b|\b(?:never|overlap\w*|disjoint|"
    r"remov\w*|exclud\w*|"
    r"de-?dup\w*|discard\w*|dropp?ed|delet(?:ed|ing)|"
    rf"(?:scrubbed|cleaned|cleared|purged|stripped|freed|free|rid) of\b{_OF_QUESTIONS}|"
    rf"(?:contains?|holds?|includes?|uses?|used) (?:no|none of)\b{_OF_QUESTIONS}"
    r"(?![^.;]{0,40}\b(?:scores?|results?|numbers|evaluations?)\b))\b|剔除|去除|排除|重叠|去重|제거|제외|중복|除外|重複"
)
# "MMLU questions were held out" of what, nobody need say; "for the prompts" and "from the average" are other things.
HELD_OUT = re.compile(
    r"(?i)\b(?:questions|items|problems) (?:were|are|have been) (?:all |\w+ly )?(?:held[- ]out|withheld)\b"
    r"(?! (?:for|as|from (?!(?:the |our |all )?(?:\w+ )?(?:train|tuning|fine|data|corpus|sft))))"
)
# What is not published is not told to be kept apart: "the training data is not public, the test data is".
NOT_SHOWN = re.compile(
    r"(?i)(?:\b(?:not|never|no longer)|n['’]t)(?: been| yet| be| made| publicly){0,3} (?:public\w*|released?|available|"
    r"shared|disclosed|open\b|shown|listed|translated)|"
    r"\bnicht (?:öffentlich|veröffentlicht|verfügbar|übersetzt)|\bpas (?:été )?(?:publi|disponib|traduit)\w*|"
    r"(?:未|没有|尚未|暂不)(?:公开|发布|开源)|(?:公開|공개)(?:して|されて|하지|되지)?(?:い)?(?:ません|ない|않)\w*"
)
# Where a model's own data ends.
OWN_END = (
    r"(?:(?:the |our |its |this model['’]s |the model['’]s )?(?:[\w-]+ ){0,2}?(?:cut-?off|"
    r"(?:data|corpus|dataset|model|checkpoint|training)(?: set| data)? (?:(?:was|were|had been|is|had|has) )?"
    r"(?:finali[sz]\w+|freeze|frozen|collect\w+|gather\w+|crawl\w*|end(?:s|ed)?\b|closed|complet\w+|released?\b|"
    r"snapshot|trained|built|finished)|(?:the )?end of (?:our |the |its )?(?:[\w'’-]+ )?(?:pre-?|post-?)?training\b))"
)
OWN_DATA_ITSELF = (
    r"(?:(?:anything|everything|all|any document|what was) (?:in|of|used in|from) )?(?:our|its|the) (?:[\w'’-]+ )?"
    r"(?:data|corpus)\b"
)
# What TOO_NEW holds in any case; found fast.
NEWER_HINTS = fast_pattern("(?i:after|later|newer|recent|fresher|younger|dat|before)|晚于|在|于|이후|후|뒤|後|以降")
TOO_NEW = re.compile(
    rf"(?i)\b(?:published|released|created|written|collected|posted|held|administered|sat|took place|taking place|"
    rf"issued|from|dated|dating|appear\w*|came out|come)(?: (?:in|on) [\w ,]{{3,24}}?,?)? "
    rf"(?:only |well |long |shortly )?after {OWN_END}|"
    rf"\b(?:later|newer|more recent|fresher|younger) than (?:{OWN_END}|{OWN_DATA_ITSELF})|"
    rf"\bpost-?dat(?:e|es|ed|ing) (?:{OWN_END}|{OWN_DATA_ITSELF})|"
    r"\b(?:released|trained|frozen|finished|collected|finali[sz]ed) before [^.]{0,40}\b(?:took place|came out|"
    r"(?:was|were) (?:released|published|held|written|set))|"
    r"(?:晚于|在|于)[^。，]{0,16}(?:训练|预训练|数据|语料)[^。，]{0,10}(?:截止|收集|采集|完成|定稿|"
    r"冻结)[^。，]{0,6}(?:之后|后|时间|日期)|"
    r"(?:학습|훈련)(?: ?데이터)?[^.]{0,12}(?:수집|마감|종료|컷오프|완료)[^.]{0,6}(?:이후|후에|뒤)|"
    r"(?:학습|훈련) ?(?:이후|후)에? (?:공개|출제|발표|출시|치러)|"
    r"学習データ[^。]{0,12}(?:収集|カットオフ|締め切り|確定)[^。]{0,4}(?:後|以降)"
)
UNSEEN = re.compile(
    r"(?i)\b(?:questions?|problems?|items?) (?:are|were) (?:\w+ )?unseen\b|"
    r"\b(?:data ?sets?|questions|problems|tests|benchmarks|schemas|databases) (?:(?:which|that) )?(?:(?:it|the model|"
    r"this model|we|they) )?(?:(?:was|were|is|are|has|have) )?(?:not|never) (?:been )?(?:trained on|"
    r"seen (?:in|during) training)\b"
)
# "It knows nothing about products released after the cutoff": news, and no test.
NEWS = re.compile(
    r"(?i)\b(?:about|regarding|concerning|on|know\w*|unaware|aware|answer\w*)\b[^.;]{0,50}\b(?:events?|news|laws?|"
    r"products?|librar\w+|facts?|information|developments?|things|topics?|people|apis?|versions?|papers?|anything|"
    r"something|what)\b"
)
ASKED = re.compile(
    r"(?i)\b(?:questions?|problems?|items?|tests?|benchmarks?|contests?|competitions?|exam(?:ination)?s?|"
    r"olympiads?|aime|"
    r"gaokao|quiz\w*|puzzles?)\b|考试|试题|题目|竞赛|评测|高考|시험|문제|문항|대회|試験|問題"
)
# A copy of a known test with other numbers or words shows whether the model learnt the test by heart.
BY_HEART = fast_pattern(
    r"(?i)\bover-?fit\w*|\bmemori[sz]\w+|\blearn\w* by heart\b|\brecit\w+|\bgenerali[sz]\w+ (?:beyond|or)\b|"
    r"过拟合|背题|记忆|刷题|과적합|암기|외운|過学習|暗記"
)
ALTERED = re.compile(
    r"(?i)\b(?:perturb\w*|modif\w+|alter(?:ed|ing|s|ations?)?|chang(?:ed|ing)|re-?phras\w+|paraphras\w+|reword\w*|"
    r"rewrit\w+|re-?wrote|re-?written|shuffl\w+|permut\w+|variants?|variations?|adversarial\w*|\w*[-_]?robust\w*|"
    r"out-of-distribution|ood|counterfactual|newly (?:written|collected|made|created)|symbolic)\b|\w+[-_]robust\b|"
    r"\bgsm(?:1k|-?plus|-?symbolic)\b|"
    r"改写|改动|变体|扰动|修改|替换|变换|新编|변형|바꾼|바꿔|변경|改変|言い換え|変更"
)
TRIED = re.compile(
    r"(?i)\b(?:evaluat\w+|test(?:s|ed|ing)?|check\w*|measur\w+|prob(?:e|es|ed|ing)|analy[sz]\w+|examin\w+|assess\w*|"
    r"investigat\w+|compar\w+|verif\w+|scor\w+|drop\w*|suggest\w*|results?|accuracy)\b|评测|评估|检验|测试|检查|"
    r"验证|평가|검증|확인|테스트|評価|検証|確認"
)
HOLDS_DATA = re.compile(
    r"(?i)\b(?:data\w*|corp(?:us|ora)|trainings?\w*|pre-?train\w*|mix(?:ture)?|données|datos|dados|dati|"
    r"entra[iîí]n\w*|"
    r"entren\w*|trein\w*|korpus)\b"
)
DATA = re.compile(
    r"(?i)\b(?:data\w*|corp(?:us|ora)|(?:test|benchmark|eval\w*)[- ]?(?:sets?|splits?|items?|questions?|"
    r"problems?))\b|"
    r"数据|集|题|데이터|세트|셋|문항|문제|データ|セット|問題"
)
# "DROP was removed from the board": the list of tests shrank, not the training data.
OFF_THE_BOARD = re.compile(
    r"(?i)\b(?:remov\w+|exclud\w+|drop\w*|omit\w*|filter\w*|left out|held out|retir\w+|withdr\w+|delet\w+|"
    r"discard\w*)\b"
    r"[^.;]{0,50}?\b(?:from|of|in|on)\b (?:the |our |its |this |that |all |hugging ?face'?s? )?(?:[\w-]+ ){0,3}?"
    r"(?:leader-?boards?|boards?|averages?|mean|tables?|charts?|plots?|figures?|suites?|rankings?|lists?|"
    r"comparisons?|"
    r"reports?|evaluations?|evals?|benchmarks|results|scores|harness|collection)\b|"
    r"\b(?:leader-?boards?|averages?|mean|scores?|results?|totals?)\b (?:\w+ ){0,4}?(?:without|excluding|"
    r"exclud\w+)\b|"
    r"从[^。，]{0,12}(?:榜单|排行榜|平均|评测集?|表格?)中?[^。，]{0,6}(?:移除|剔除|去除|删除)|"
    r"(?:리더보드|평균|표|평가)에서 [^.]{0,12}(?:제외|제거|삭제)|(?:リーダーボード|平均|表)から[^。]{0,12}(?:除外|"
    r"削除)"
)
WORD_FOR_LEAK = re.compile(r"(?i)contaminat|leak|overlap|gram|污染|泄|오염|유출|누출|汚染|リーク|重叠|重合")
# A leak of company data is no leak of test questions.
SECRETS = fast_pattern(
    r"(?i)\b(?:privacy|private|personal|sensitive|confidential|secur\w+|compan(?:y|ies)|enterprises?|on-?prem\w*|"
    r"credentials?|offline|memory leaks?|valgrind)\b|민감|보안|기업|사내|개인정보|隐私|敏感|企业|机密|機密|個人情報"
)
LEAKED = re.compile(r"(?i)leak|유출|누출|泄|リーク")
# "The preference data contains prompts from X, so our results on X are likely not accurate."
HOLDS_QUESTIONS = fast_pattern(
    r"(?i)\b(?:contain|includ|comprise)\w*[^.]{0,40}\b(?:prompts?|questions?|items?|examples?|samples?|problems?)\b|"
    r"\b(?:trained|tuned)\b[^.]{0,30}\b(?:on|using|with|from)\b[^.]{0,30}\b(?:prompts?|questions?|test)\b"
)
NOT_TO_TRUST = re.compile(
    r"(?i)\b(?:results?|scores?|numbers?|figures?|performance)\b[^.]{0,60}\b(?:(?:not|n't)\b[^.]{0,20}\b(?:accurate|"
    r"reliable|comparable|meaningful|valid|fair)|inaccurate|unreliable|inflated|misleading|invalid|overestimat\w*)\b"
)
# "Fine-tuned on the train split and evaluated on the test split" tells how it was tested, nothing more.
TELLS_THE_TEST = re.compile(
    r"(?i)\b(?:evaluat\w+|test(?:ed|ing)|report\w*|results?|scores?|accuracy) (?:\w+ )?(?:on|for|in)\b|"
    r"在[^，。；]{0,16}[上中](?:进行)?了?(?:测试|评测|评估)"
)
CLAUSE_END = re.compile(r"[;:.!?]\s|,\s|[，。；]")
CHECKED = re.compile(
    r"(?i)\bcontamination[ -](?:check\w*|test\w*|analysis|detection|results?|report|score\w*)\b|"
    r"\bcontamination (?:was|were|is|has been|have been) (?:also |first |then |\w+ly ){0,2}(?:check|test|measur|"
    r"assess|"
    r"analy[sz]|estimat|examin|quantif|investigat|studi|screen|mitigat|prevent)\w*|"
    r"\b(?:was|were|is|are|been|we|i|also|then|\w+ly) de-?contaminated?\b|"
    r"(?<!not )(?<!never )(?<!n't )(?<!be )\bde-?contaminat(?:ed|ing) (?:(?:the|our|all|its|"
    r"this) (?:\w+ )?)?(?:data\w*|"
    r"train\w*|corpus|sft|mix\w*|against|with respect|using|via|prompts)\b|"
    # carried out, which only the one who holds the training data can do
    r"(?<!no )(?<!any )(?<!without )\bde-?contaminat\w+ (?:(?!not\b|never\b)[\w-]+ ){0,5}?(?:is|was|were|been) "
    r"(?:also )?(?:performed|done|applied|run|carried out|conducted|made)\b|"
    r"\b(?:perform|ran|run|did|appl|conduct)\w* (?:(?!no\b|not\b)[\w-]+ )"
    r"{0,5}?de-?contaminat\w+|"
    r"\bchecked for contamination\b|\bcontamination\W{1,3}(?:none|no|not|negligible)\b|\bno contamination\b"
)
# What ought to be done with the tests or the data tells nothing of what was done.
WISHED = re.compile(
    r"(?i)\b(?:should|must|could|would|may|might|can|need(?:s|ed)? to|ought to|will|has to|"
    r"have to) (?:\w+ )?be (?:\w+ )?"
    r"(?:de-?contaminated|checked for|filtered|removed)\b"
)
OTHERS = fast_pattern(
    r"(?i)\b(?:unlike|(?:other|others|some|many|most|certain|several|top) (?:of the )?(?:[\w-]+ ){0,2}"
    r"(?:models?|merges?|llms?|toppers?|entries|submissions))\b"
)


# The subject of "X was released before".
SUBJECT = re.compile(
    r"\b([A-Z][\w.+-]{1,30}(?: \d[\w.]{0,6})?)(?: \w+)? (?:was|were|had been|has been|is|are) (?:\w+ )?$"
)


NOT_CHECKED = fast_pattern(
    r"(?i)(?:\b(?:not|never)|n['’]t) (?:been |yet |explicitly |fully |properly ){0,2}de-?contaminated\b|"
    r"\b(?:(?:did|do|does|have|has|had|was|were|is|are) not|(?:did|do|does|have|has|had|was|were)n't|never|without)"
    r"\b[^.;]{0,24}\b(?:check|test|look|search|screen|analy[sz]|perform|run|attempt|filter|investigat|assess)\w*\b"
    r"[^.;]{0,30}\b(?:de-?contaminat|contaminat|leak|overlap)\w*|"
    r"\bno (?:de-?contamination|(?:contamination|leakage|overlap) (?:check|analysis|test|filter|stud)\w*|"
    r"(?:checks?|analysis|tests?) for (?:contamination|leakage|overlap))\b|"
    r"\b(?:contamination|leakage|overlap)\b[^.;]{0,20}\b(?:not|never) (?:been )?(?:check|test|analy[sz]|assess|"
    r"examin|"
    r"measur|investigat|perform|done|run\b|carried|attempt|appl|complet)\w*|"
    r"\b(?:de-?)?contaminat\w*[^.;]{0,60}\b(?:left (?:for|to|as)\b|future work|(?:will|shall) (?:follow|come)|"
    r"skipped|"
    r"omitted|pending|postponed|still (?:missing|open|to do|outstanding))|"
    r"\b(?:lack\w*|no (?:time|resources|budget|means|way))\b[^.;]{0,30}\b(?:de-?contaminat|contaminat|leak|"
    r"overlap)\w*|"
    r"(?:没有|尚未|并未|未|没)(?:(?!发现|存在|出现|包含|检出)[^。；，]){0,16}(?:污染|泄[漏露]|去污|重叠|重合)"
    r"(?:(?!发现|存在)[^。；，]){0,6}(?:检测|检查|检验|分析|排查|处理|评估|过滤)|"
    r"(?:没有|尚未|并未|未)(?:检查|检测|检验|分析|排查)(?:(?!发现)[^。；，]){0,30}(?:污染|泄[漏露]|重叠|重合)|"
    r"(?:오염|누출|유출|중복)[^.]{0,20}(?:확인|검사|점검|검증|조사|분석)[^.]{0,4}(?:않|못)|"
    r"(?:汚染|リーク|重複)[^。]{0,20}(?:確認|検査|調査|検証|分析)[^。]{0,6}(?:いません|ない|ません)"
)
# The same without a word for leakage, of test questions in training data: "we did not look for test questions in it".
NOT_LOOKED = fast_pattern(
    r"(?i)(?:\b(?:not|never)|n['’]t) (?:(?:yet|been|have|systematically|explicitly|specifically) ){0,3}(?:look|check|"
    r"search|screen|examin|investigat|verif|inspect|scan|compar|filter|clean|purg|scrub|de-?dup)\w*\b"
    r"(?P<en>[^.;,]{0,80})|"
    r"\bno (?:attempts?|efforts?) [^.;,]{0,40}\b(?:remov|filter|search|look|find|detect|check|clean|exclud)\w*\b|"
    r"\bnicht (?:[\w-]+ ){0,4}?(?:geprüft|überprüft|untersucht|kontrolliert|bereinigt|gefiltert|gesäubert)|"
    r"\b(?:pas|no|não|non)\b(?: \w+){0,3}? (?:vérifi|contrôl|examin|filtr|comprob|verific|revis|controll)\w+"
)
NOT_RULED_OUT = re.compile(
    r"(?i)\b(?:contaminat|leak|overlap)\w*[^.;]{0,30}(?:\bcannot|\bcan not|n['’]t|\bnot|\bnever)(?: \w+){0,2} "
    r"(?:ruled out|excluded)\b"
)
IN_PART = re.compile(
    r"(?i)\b(?:but|however|though|although|whereas|while|instead|aber|jedoch)\b[^.;]{0,80}\b(?:remov|exclud|filter|"
    r"decontaminat|de-?dup|drop|check|entfern)\w*"
)


TRAINED_ON_TESTS = fast_pattern(
    r"(?i)\b(?:train\w*|fine-?tun\w*|pre-?training|sft|our|instruction) (?:data|mix|set|corpus)\w*"
    r"(?:(?!\b(?:not|no|never)\b)[^.;]){0,30}\b(?:includes?|contains?|comprises?|covers?)\b"
    r"(?:(?!\b(?:no|not|none|train\w*)\b)[^.;]){0,30}\b(?:test (?:sets?|splits?|questions?|data)|"
    r"benchmark (?:questions?|items?))\b"
)


# "Its training set is among ours, so averages without it are given as well."
SCORED_WITHOUT = re.compile(
    r"(?i)\b(?:averages?|scores?|results?|mean)\b[^.;]{0,40}\b(?:exclud\w+|without|omitting|leaving out|except)\b"
)
# Water and food are contaminated in texts that a model wrote.
OF_NATURE = fast_pattern(
    r"(?i)\b(?:(?:ground|waste|sea|drinking|surface)?water|rivers?|lakes?|environment\w*|radioactiv\w+|nuclear|"
    r"pesticides?|mercury|asbestos|soil|food|air|oil|blood|wounds?|bacteri\w+|pollut\w+|contaminants?|microb\w+|"
    r"toxi[cn]\w*|chemicals?|"
    r"waste\w*|hydrocarbons?|crops?|laborator(?:y|ies) samples?)\b"
)
