"""Words that take a claim back: denials, questions, hopes, the words of others, in eight languages."""

import re

from core.cards.fast_patterns import fast_pattern

MOST_CHARS = 1_500
# A clause that makes no end is looked at in pieces, so that none takes time by the square of its length.
NEAR, MOST_VERBS = 100, 8

CLAUSE_END = re.compile(
    r"[,;:.!?][\"'”)*_]{0,3}\s|[，。；！？：]|\s[-–—]{1,3}\s|—|(?<!not)(?<!n['’]t)\s(?=(?:but|yet(?! to\b)|although|"
    r"though|"
    r"whereas)\s)|"
    r"\s(?=and (?:\w+ly |even |still |it |we |also )?(?:beats|outperforms|rivals|matches|surpasses|exceeds|equals|is|"
    r"does|wins)\s)|\s(?=und (?:übertrifft|schlägt|erreicht|ist|kann)\s)|\s(?=(?:mais|pero|aber|sondern|doch|jedoch|"
    r"però|sino)\s)|(?<=지만)\s|(?<=으나)\s|が、|けれど|しかし"
)

WORDS = r"(?:[\w'’-]+ ){0,3}?"
SAY = (
    r"(?:claim|say|said|wrote|writ|tweet|posted|told|announc|report|boast|promis|argu|believ|think|insist|suggest|stat|"
    r"pretend|assum|impl)\w*"
)
# Words behind which nothing is claimed up to the end of the clause.
NO_CLAIM = fast_pattern(
    r"(?i)\b(?:no|without(?: any)?) (?:[\w-]+ )?(?:claims?|preten[cs]e|illusions?|suggestion|promises?|evidence|proof|"
    r"hope|chance|way|intention|ambition)\b|"
    r"\b(?:wrong|incorrect|false|misleading|untrue|unfair|foolish|na[iï]ve|silly|absurd|dishonest|premature|too early|"
    r"unrealistic|mistake|exaggeration|overstatement|lie) to (?:say|claim|think|believe|expect|assume|conclude|"
    r"suggest|state|call|pretend|hope)\b|"
    r"\b(?:nobody|no one|no-one|nor|(?:(?:do|does|should|must|would|could|need|is|are|am)(?: not|n['’]t)|(?:cannot|"
    r"can['’]t)(?! believe)|"
    r"never|not (?:going to|gonna)|unlikely to)) "
    rf"{WORDS}(?:expect|hop(?:e|ing)|aim|intend|try|tries|trying|attempt|want|mean|plan|dar(?:e|ing)|{SAY})"
    r"(?:s|ing)?\b|"
    r"\b(?:whether|(?:wonder|ask|asked|asking|asks|see|check|unclear|test|tested) if)\b|"
    r"\b(?:might|may|could|can) (?:\w+ ){0,2}?(?:look|seem|appear|feel|sound)\b|"
    r"\b(?:hardly any|scarcely any|(?<!the )(?<!a )few) (?!other\b)(?:[\w.-]+ ){1,4}?(?:can|could|will|would|do|"
    r"(?=rival|match|beat|reach))"
    r"|\b(?:refus|declin|hesitat|reluctant)\w* to\b|(?<!no )(?<!without )(?<!without a )(?<!beyond )\bdoubt(?:s|"
    r"ed)?\b|\btakes? a miracle\b|"
    r"\b(?:myth|legend|misconception|illusion|fairy tale|lie|mistake|nonsense|rumou?r)s? that\b|"
    r"\bnothing (?:\w+ ){0,2}?(?:shows?|suggests?|says?|proves?|implies|imply)\b|\bno reason to (?:believe|think|"
    r"expect)\b"
)
# The clause ends in what takes the claim back: "Reaching GPT-4 level is still a dream."
TAKEN_BACK = re.compile(
    r"(?i)\b(?:is|are|was|were) (?:not|never) (?:claimed|something|shown|the (?:point|goal|aim)|our (?:point|goal|aim)|"
    r"possible|realistic|proven|intended|planned)\b|"
    r"\A\W*(?:a|an|any\w*|something)\b[^,;]{0,80}\b(?:that|which)\b[^,;]{0,80}\bwould\b|"
    r"\b(?:until|unless) (?:it|we|they|the)\b|\bonly in (?:its |the |their )?(?:price|name|format|form|style|tone|"
    r"cost)\b|"
    r"\b(?:serait|wäre|sería|seria|sarebbe) (?:faux|erroné|mensonger|falsch|gelogen|falso|erróneo|incorrecto|errado)\b|"
    r"(?:是错误的|并不正确|不准确|不属实)|かどうか|を目標に(?:し|掲)|を目指し(?:て[いお]|ま)|목표로 (?:합|하고|한|함|"
    r"삼)|"
    r"\b(?:is|are|remains?|stays?) (?:\w+ ){0,2}?(?:dream|out of reach|illusion|myth|wishful|hype|unproven|"
    r"untested)\b|"
    r"\bbeyond (?:its|our|their) reach\b|"
    r"\b(?:grain|pinch) of salt\b|\bdo(?:n['’]t| not) believe\b|"
    # the words of others, called wrong in the same clause
    r"\b(?:headlines?|titles?|claims?|statements?|slogans?|posts?|phrases?|sentences?|comparisons?|rumou?rs?|marketing|"
    r"reports?|tweets?|assertions?|hype)\b.{0,120}\b(?:is|are|was|were|seems?|remains?) (?:\w+ )?(?:misleading|wrong|"
    r"false|untrue|nonsense|exaggerat\w+|overblown|overstated|inaccurate|incorrect|unfounded|unsupported|clickbait|"
    r"bogus|hype|not (?:true|ours|correct|accurate|supported))\b"
)
# "only in our dreams", "in theory only", "in no test": the claim holds nowhere.
_ENDS = r"(?=\W*$|[,;:.!?()]|\s(?:and|but|or|so|und|et|y|e|[-–—])\s|\s[-–—])"
_DREAMT = (
    r"(?:(?:our|your|my|their|its) (?:\w+ )?(?:dreams?|imagination|fantas(?:y|ies))|theory|paper|(?:the )?imagination|"
    r"fantasy|fiction|wishful thinking|fairy ?tales|dreams)"
)
NOWHERE = re.compile(
    rf"(?i)\b(?:will|shall|may|might|could)\b[^,;.]{{0,80}}\b(?:some ?day|one day|eventually|in (?:the )?future)\b|"
    rf"\b(?:only|merely|just|at best|solely) (?:in|on) {_DREAMT}{_ENDS}|\b(?:in|on) {_DREAMT} (?:only|alone|"
    rf"at best)"
    rf"{_ENDS}|\bin (?:our|your|my|their|its) (?:\w+ )?(?:dreams?|imagination)\b|\bonly in (?:theory|"
    rf"our dreams) (?:do|can)\w*|"
    r"\bin (?:a |an |another |some )(?:(?:parallel|different|alternat\w+|other|perfect|imaginary) )?(?:universe|"
    r"reality|"
    r"fairy ?tale)\b|\bin (?:an? )?(?:perfect|ideal|parallel|different) world\b|\b(?:when|once) (?:pigs (?:can )?fly|"
    rf"hell freezes)|\b(?:in|on|at) (?:no|not a single|none of the|none of these) (?:single )?(?:tests?|tasks?|"
    rf"benchmarks?|respects?){_ENDS}|\bnowhere{_ENDS}|\bat nothing{_ENDS}|\b(?:just|only) (?:kidding|joking)\b|"
    r"\b(?:nur|lediglich|bloß|höchstens) (?:in (?:unseren|meinen|euren|deinen|Ihren) Träumen|auf dem Papier|"
    r"theoretisch|"
    r"in der Theorie)|\b(?:seulement|uniquement|que) (?:dans (?:nos|mes|vos|tes) rêves|en théorie|sur le papier)|"
    r"\b(?:s[oó]lo|só|solamente|únicamente|apenas|somente|soltanto) (?:(?:en|nos|em|nei) (?:(?:nuestr|nostr|noss)os? |"
    r"nostri |mis |tus |meus |miei |seus )?(?:sueños|sonhos|sogni)|en (?:la )?teoría|(?:em|na|in) teoria|no papel|"
    r"sobre el papel|sulla carta)|\bтолько (?:в (?:наших |моих |ваших )?(?:мечтах|снах|теории)|на бумаге)|"
    r"(?:只|仅)(?:有|能|会)?(?:在|是)?(?:我们的?)?(?:梦|理论上|纸面)|理论上[^，。]{0,20}才|夢の中で(?:だけ|しか|のみ)|"
    r"理論上(?:だけ|のみ)|꿈(?:에서|속에서)(?:나|만)|이론상으로만"
)
# The same in words before or behind the clause: "In our dreams, it beats", "beats GPT-4, or so we wish".
DREAMT_BEFORE = re.compile(
    r"(?i)(?:^|[.;:!?]\s)\W*(?:(?:only|maybe|perhaps) )?(?:in (?:our|your|my) (?:\w+ )?(?:dreams|imagination)|in "
    r"(?:a|an|another) (?:perfect |ideal |parallel )?(?:world|universe)|if only),?\s$"
)
DREAMT_BEHIND = re.compile(
    rf"(?i)\W*(?:(?:(?:or|at least) )?(?:so )?(?:we|i)(?: would|['’]d)? (?:wish|like to think)\b|or so we(?: would|"
    rf"['’]d)? "
    rf"(?:wish|hope|like)\b|not!|(?:just|only) (?:kidding|joking)\b|(?:but |at least |if )?only in {_DREAMT}{_ENDS}|"
    r"in (?:our|your|my) dreams\b)"
)
# A goal or a hope is no result: "Our goal is a model that matches", "We hope that a later version will surpass".
HOPE = fast_pattern(
    r"(?i)\b(?:our|the|my|a|its|long-term|ultimate|final) (?:[\w-]+ ){0,2}?"
    r"(?:goals?|aim|target|ambition|hope|dream|objective|plan|mission|vision)\b (?:is|was|are|remains|of|to|for)\b|"
    r"\b(?:we|i) (?:\w+ )?(?:hope (?!you|this|these)|(?:aim|plan|want|intend|wish|aspire|dream|would like|strive)\b"
    r"(?! to (?:note|stress|point|emphasi|say|mention|share|show|highlight|introduce|present|announce|thank|add)))|"
    r"\b(?:hopefully|some day|someday|one day)\b|\baspires? to\b|"
    r"\b(?:later|next|future|coming|upcoming) (?:version|release|generation|model|checkpoint)s? (?:will|should|may|"
    r"might|could|can)\b|(?:我们)?(?:的)?(?:目标是|希望|力争|期望)|목표(?:는|로)|目標(?:は|と)|\bZiel ist\b|"
    r"\b(?:wir|ich) hoffen?\b|\bnous espérons\b|\bl['’]objectif est\b|\besperamos\b|\bel objetivo es\b"
)
# "We had expected it to beat": no claim, unless what follows says that it does.
EXPECTED = re.compile(
    r"(?i)\b(?:we|i|they|it|had|was|were)\s(?:had |have |has |was |were |all |also |initially |originally |once |"
    r"first )?(?:expect|hop|want|intend|plan|aim|tri|attempt|wish|try|mean|suppos)(?:ed|t|ing)\s(?!by\b)"
    r"(?:[\w.-]+ ){0,3}?(?:to|that|would|for)\b|\b(?:we|i) (?:had )?(?:thought|set out to|believed|assumed|guessed)\b"
)
CAME_TRUE = re.compile(
    r"(?i)\W*(?:and|which|this|indeed|now)?\W*(?:(?:it|we|that|this|so|now|indeed|really|actually|finally) ){0,3}"
    r"(?:does|did|do|succeeded|managed|made it|works|worked|is|was)\b(?! not\b|n['’]t\b)"
)
# "Lumen est dépassé par Quill"
PASSIVE_ABROAD = re.compile(
    r"(?i)\b(?:est|sont|été|fut|es|son|sido|fue|foi|é|são|è|stato|viene|è stato) (?:\w+ )?(?:dépass|surpass|"
    r"surclass|devanc|batt|superad|superat|vencid|ultrapassad|sobrepasad|eguagliat|igualad|égal)\w* (?:par|por|"
    r"pel[oa]s?|da|dal\w*)"
    r"(?: |(?<=')|(?<=’))(?:le |la |el |o |a )?"
)
# "No open 7B rivals Quill-70B": nor does ours, where no exception is made; "No 70B beats it" has ours for an object.
NO_MODEL = re.compile(
    r"(?i)\A\W*(?:\w+ ){0,3}?(?:no|none of the|not a single|not one|nothing|nobody|"
    r"no one)(?! other\b)(?: [\w.-]+){0,3}?(?: (?:models?|llms?|"
    r"\d+bs?|system)|(?<=nothing)|(?<=nobody)|(?<=no one))\b"
    r"(?! (?:but|except|other)\b)(?: \w+){0,4}? (?:comes? close|came close|is close|rivals?|match(?:es)?|beats?|"
    r"beaten|outperforms?|surpass(?:es)?|reach(?:es)?|equals?|exceeds?|approach(?:es)?|"
    r"compares?|better|on par|as good)\b"
    r"(?!(?: \w+){0,2} (?:it|us|ours|this|our)\b)"
)
EXCEPTED = re.compile(
    r"(?i)\b(?:until|except|besides|but (?:ours|this|it)|apart from|other than|before|so far|ours does)\b"
)
IF = re.compile(r"(?i)(?<!even )(?<!as )\bif (?:only|you|your|we|one|it|a|the|they|someone|that)\b")
FOUND_IT = re.compile(
    r"(?i)\b(?:look no further|this is|here (?:it )?is|you(?:['’]ve| have) found|try (?:it|this|our))\b"
)
DISTANT = r"(?:(?<!not )far from|(?:long|far) (?:way|cry) from|nowhere near|light[- ]?years from|miles from)"
# Negations that count where a verb of comparison follows soon: "fails to match", "far from outperforming".
NOT = re.compile(
    rf"(?i)(?:\b(?:not|never|cannot|(?<!never )fail(?:s|ed|ing)? to|unable to|incapable of|{DISTANT}|hardly|scarcely|"
    rf"rarely|"
    r"seldom|neither|nor|yet to|without|rather than|instead of)|n['’]t|\bno(?= (?:better|stronger|smarter)))"
    r"\s(?!(?:only|just|merely|simply|solely|fails? to)\b)"
)
FAR = re.compile(rf"(?i)\b{DISTANT}\s(?:the |a |an |being )*(?:[\w'’-]+ ){{0,2}}?$")
NOT_ANY = re.compile(r"(?i)(?:\b(?:not|never|cannot|no)|n['’]t)\s(?!(?:only|just|merely)\b)(?:[\w-]+ ){0,3}$")
LIKE = re.compile(r"(?i)(?:['’]s)?[- ](?:level|class|grade|quality|tier|performance|accuracy)\b")
ENDS_IN_NOT = re.compile(r"(?i)(?:\b(?:not|never|cannot)|n['’]t),\s$")
NOT_BETWEEN = re.compile(r"(?i)\b(?:it|we|they|and|only|just)\b")
PASSIVE = re.compile(r"(?i)\b(?:be|been|being|is|are|was|were|gets?|got) (?:\w+ )?$")

OTHERS_SAY = re.compile(
    r"(?i)\b(?:people|posts?|papers?|projects?|vendors?|others|anyone|anybody|whoever|those|folks|articles?|headlines?|"
    r"critics|some|many|companies|compan(?:y|ies)|marketing|threads?|everybody|everyone|claims?|memes?|myths?|"
    r"legends?|jokes?|someone|somebody|"
    rf"users?|redditors?|twitter|reddit|bloggers?|reviewers?|rumou?rs?|commenters?|youtubers?|influencers?|reports?|"
    rf"it (?:is|was|has been)) {WORDS}"
    rf"(?:{SAY}|that)\b"
)
SET_APART = re.compile(r"(?i)\b(?:unlike|contrary to|in contrast to|despite|regardless of|ignore|forget|beware of)\b")
DENIED_LATER = re.compile(
    r"(?i)\b(?:could|did|does|do|has|have|had|is|are|was|were|can|will|would)(?: not\b|n['’]t\b)|\bcannot\b|"
    r"\b(?:wrong|false|untrue|nonsense|mistaken|lying|lies|exaggerat\w+|doubt\w*|scep\w+|skep\w+|unproven|"
    r"misleading|overblown|overstated|inaccurate|incorrect|bogus|disagree|distance ourselves|grain of salt)\b"
)
# "trained on pairs where Claude outperforms a 13B"
CHOSEN_DATA = re.compile(
    r"(?i)\b(?:train|tun|select|filter|kept|keep|drop|pick|chose|choos|collect|discard)\w*\b.{0,60}?\b(?:pairs|"
    r"examples|"
    r"samples|cases|prompts|questions|answers|conversations|instances|items|rows|ones) (?:where|in which|for which|"
    r"when|whose|that)\b"
)
TO = re.compile(r"(?i)\W*(?:in order )?to\b")
WOULD = re.compile(r"(?i)[^.;!?]{0,40}\bwould\b")
DOES_SO = re.compile(
    r"(?i)\W{0,3}(?:but|yet|and|though|still)?\b[^,.;!?]{0,40}\b(?:does|did|can|do|have|has|is|are)\b(?: it|"
    r" so)?\s?(?:[.!,:;]|$)"
)

VERB_IT = (
    r"supera(?:n|r|ba|do|ndo)?\b|superó|alcan[zç]\w*|iguala\w*|rivaliz\w*|compite\w*|mejor\b|melhor\b|migliore\b|"
    r"llega\w*|"
    r"(?:está|estão|está[ns]|son|es|é|è|sono|fica) (?:\w+ )?(?:a la altura|à altura|ao nível|comparab\w+|comparáve\w+|"
    r"paragonabil\w+|equiparab\w+|equivalent\w+|mejor\w*|melhor\w*|superior\w*|al nivel|a la par|a par|alla pari|"
    r"all['’]altezza)|[eu]guaglia\w*|batte\b|vence\b|"
    r"chega\w*|acerca\w*|aproxima\w*|avvicina\w*|ating\w*|raggiung\w*|pretende\w*|(?:al|ao|a) n[ií]vel\b|dépass\w*"
)
# Negations of other languages, which may stand before, behind or around the verb.
NEGATED_ABROAD = re.compile(
    r"(?i)\b(?:loin d(?:u|es?|['’]\w+)|lejos del?|longe d[oea]|lontano da\w*|por debajo del?|"
    r"weit (?:davon )?entfernt)\b|"
    # the beaten as a pronoun: "Les modèles plus grands le dépassent"
    r"^(?!.{0,40}\b(?:il|elle|notre|nuestro|nosso)\b).*\b(?:le |la |lo |l['’])(?:dépass|surpass|supera|batt)\w*|"
    r"\b(?:nicht|kein\w{0,2}|nie|niemals|kaum|weder|keineswegs)\b(?! (?:nur|allein|bloß|schlechter|weniger|größer|"
    r"langsamer|hinter|mehr als|tylko|gorszy))|"
    r"\bn(?:e\s|['’])(?:\S{1,20} ){0,4}?(?:pas|jamais|guère|point|nullement)\b(?! (?:seulement|que|uniquement|moins|"
    r"inférieur))|"
    r"\b(?:không|chưa)\b(?! (?:thua|kém|chỉ))|\bdeğil|(?:bırak|geç|aş|yen|yarış)[ae]?(?:m[ıiuü]yor|ma[zd]|me[zd])\w*|"
    r"नहीं|(?:^|\s)(?:لا|لم|لن|ليس|ليست)\s|\b(?:tidak|belum)\b(?! (?:kalah|hanya))|"
    r"\bniet\b(?! (?:alleen|slechter|minder))|\bне\b(?! (?:только|уступа|хуже|ниже|отста))|"
    rf"\b(?:no|não|non|nunca|jamás|tampoco)\b (?!s[óo]lo)(?:\w+ ){{0,3}}?(?:{VERB_IT})"
)
POSITIVE_ZH = (
    r"(?:超越|超过|超過|优于|胜过|领先|强于|高于|好于|击败|打败|战胜|赶超|媲美|抗衡|匹敌|比肩|达到|接近|"
    r"相比|相提并论|追上|赶上|取代|替代)"
)
NEGATED_EASTERN = re.compile(
    r"(?:未能|未曾|尚未|无法|無法|不能|不会|不可能|难以|很难|并不|并未|并没有|没能|还没|远没有|不敢说|不代表|并非|"
    r"没有|未)"
    rf"[^，。；！？的]{{0,24}}?{POSITIVE_ZH}|(?:不及|不认为|不觉得|不声称|不保证|不指望|(?:不要|别|切勿|不应|不该|"
    rf"不必)(?:指望|期望|期待|以为|认为)|不如|比不上|不敌|"
    r"逊于(?<!不逊于)|弱于|达不到|远不)|"
    r"(?:(?:有|存在|还是|仍是)[^，。；]{0,8}|(?:较|很|更|甚)大的?)差距(?!仅|只|不到|很小|极小|不大)|差距"
    r"(?:还|仍|依然|较|很|非常|十分|是){0,3}(?:大|明显|显著|不小)|"
    # Korean: the negation ends the clause.
    r"(?:하|되|르|치|서|넘|기|이기|웃돌|앞서|뛰어넘|앞지르)지(?:는|도|를)? ?(?:못|않)|[가-힣] 수(?:는|가|도)? ?없|"
    r"지 ?마(?:세요|십시오|라|시)|"
    r"기(?:는|가)? ?어렵|"
    r"(?:것|수준)은 아[니닙]|(?:보다|비해)[^.,]{0,12}(?:낮|떨어|뒤처|뒤떨어|못(?!지않))|못 ?미[치칩친]|"
    # Japanese likewise.
    r"(?:つもり|わけ|こと|もの)[はがで][^。、]{0,6}(?:ません|な[いか])|"
    r"(?:期待|主張|断言|保証)[^。、だ]{0,6}(?:ません|な[いか])|"
    r"(?:もの|わけ|の|と)で(?:は|も)?(?:ありません|な[いかく])|"
    r"(?:上回|超え|凌駕|匹敵|及|届|達|並|敵|勝|かな)[^、。だ]{0,6}(?:ません|な[いか])"
)
# These deny a distance: "뒤지지 않는다", "劣らない", "不逊于".
NOT_BEHIND = re.compile(
    r"뒤지지 ?않|밀리지 ?않|뒤처지지 ?않|떨어지지 ?않|낮지 ?않|못지 ?않|손색|뿐(?:만)? ?아니|劣ら|劣り|遜色|"
    r"引けを取|だけで|のみなら|"
    r"不逊|不亚|不输|不弱|不仅|不只|难以分辨|难以区分|구별"
)
OF_OURS = re.compile(r"(?i)\b(?:it|we|our|ours|this model|this|my|mine)\b")
# "Take Kestrel-70B if you can; it outperforms Kestrel-7B": on the card of the latter, "it" is the other one.
IT_ALONE = re.compile(
    r"(?i)\W*(?:(?:and|but|so|since|because|as|though|here|there) ){0,2}(?:it|they|that one)\s(?:\w+ ){0,3}?"
)
OWN_OBJECT = re.compile(
    r"(?i)\s{0,2}(?:it\b(?!['’]?s)|us\b|ours\b|mine\b|(?:this|our|my|the present) (?:\w+ )?model\b|this one\b|"
    r"(?:notre|ce|nuestro|este|nosso|nostro|unser\w{0,2}|diese\w|ons) (?:\w+ )?mod[eè]l\w*|"
    r"(?:this|our|my) (?:own |new |small |little |tiny )?(?:\d+(?:\.\d+)?b\b|[\w-]*tune\b|merge\b|checkpoint\b|"
    r"system\b))"
)
WHICH = re.compile(r"(?i)\s{0,2}(?:(?:all|most|some|both) of which|which|who|that)\s(?:\w+ ){0,2}")
# A clause that opens with circumstances has its subject behind the verb in some languages.
ADVERBIAL = re.compile(
    r"(?i)\W*(?:trotz|mit|bei|auf|i[nm]|with|despite|avec|malgré|con|com|mesmo|incluso|a pesar|apesar|nonostante|met|"
    r"ondanks|при|с|в|на|obwohl|selbst)\s"
)
THERE_ARE = re.compile(r"(?i)\W*(?:of course,? |surely,? )?there (?:are|is|will be|may be)(?: \w+){0,3} ?")
NAME = re.compile(r"[A-Z][\w.+-]{2,40}")
NONE_BUT = re.compile(r"(?i)\b(?:only|no|none|neither|nor|few|not|never|cannot|hardly|except|rarely)\b|n['’]t\b")

QUESTION = re.compile(
    r"(?i)^\W*(?:q(?:uestion)?\W{1,6})?(?:(?:so|but|and|well),? )?(?:does|do|did|can|could|is|are|was|will|would|"
    r"has|have|"
    r"should|may|might|ist|sind|kann|est-ce|peut|puede|es|supera)\b"
)
QUESTION_EASTERN = re.compile(r"是否|能否|吗\W*$|(?:나요|까요?|니까)\W*$|か\W*$")
SAID_NO = re.compile(
    r"(?i)^\W*(?:a(?:nswer)?\W{1,6})?(?:(?:sadly|honestly|short answer|unfortunately|well)\W{1,3})?(?:no\b|nope|"
    r"nah|not\b|"
    r"hardly|never|of course not|certainly not|probably not|we (?:do not|don['’]t|cannot|can['’]t)|unknown|unclear|"
    r"nobody|it (?:does not|doesn|is not|isn|cannot|can['’]t|did not)|nein|non\b|nicht|kaum|不|没有|否|아니|아뇨|"
    r"いいえ)"
)
SAID_YES = re.compile(
    r"(?i)^\W*(?:a(?:nswer)?\W{1,6})?[^.!?]{0,30}?\b(?:yes|yep|yeah|sure|indeed|absolutely|ja|oui|sí)\b|"
    r"^[^.!?]{0,60}\b(?:does|do|can|did|is|are)\W*$|^\W*(?:是的|会|能|네|예|はい)"
)
