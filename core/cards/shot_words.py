"""How many examples its tests were given, as one sentence tells it: of all of them, of single ones, or of the rest."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from core.cards.benchmark_mentions import is_board, tests_in
from core.cards.fast_patterns import fast_pattern
from core.cards.shots_abroad import in_shots, may_tell_abroad
from core.catalogue.benchmark_names import find_benchmark, name_key

_NUMBERS = {
    "no": 0,
    "zero": 0,
    "zéro": 0,
    "cero": 0,
    "null": 0,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
}
_WORDS = "|".join(word for word in _NUMBERS if word != "no")
# What a sentence says its tests were not given, or names no one number of: "not 5-shot", "5 to 25 shots", "up to 5
# shots", "instead of 5-shot", "since 5-shot prompts failed".
_N = rf"(?:\d{{1,3}}|{_WORDS})"
_UNMEANT = re.compile(
    rf"(?i)\b(?:not|never|nor|no longer|used to be|nicht|pas|niet|inte|ikke|не) "
    rf"(?:in |with |at |en |mit )?{_N}[- ]?shots?\b|"
    rf"(?<![\w.-]){_N}(?:-| ?shots?)? ?(?:to|or|bis|oder|até|ou|až|до|[–—~～至到]) ?{_N}"
    rf"(?:[- ]?shots?\b|样本|ショット|샷)|"
    rf"\b(?:up to|at (?:most|least)|(?:more|fewer|less) than|over|under|between {_N}(?:-?shots?)? and|maximum of|"
    rf"maximal|höchstens|mindestens|bis zu|jusqu.[àa]|au (?:plus|moins)|hasta|al menos|como máximo|fino a|até|до|"
    rf"от {_N} до|не более|не менее) {_N}[- ]?shots?\b|"
    rf"(?:最多|至少|最大|최대|최소) ?\d{{1,2}}(?:[- ]?shots?\b|样本|ショット|샷)|"
    rf"\b(?:instead of|rather than|unlike|as opposed to|statt|anstatt|au lieu de|en lugar de|вместо) "
    rf"(?:\w+ ){{0,3}}{_N}[- ]?shots?\b|"
    rf"(?<=[\w,)] )\b(?:since|because|when|if|weil|wenn|falls|parce que|quand) (?:the |our )?{_N}[- ]?shots?\b"
)
# "Not all results are 5-shot", "none of them is": no rule for all.
_NOT_EVERY = re.compile(
    r"(?i)\b(?:not|n't|never|nicht|pas|no|não|non|niet|не|nie)(?: \w+)?? "
    r"(?:all|every\w*|each|any|alle[ns]?|jede[sr]?|tous|toutes|"
    r"tod[ao]s|tutt[ei]|все|каждый|wszystkie)\b|并非|不是(?:所有|全部)|"
    rf"(?:^|[.;:,(] ?)(?:no|none|neither|hardly an[yd]?|scarcely any|(?:only )?(?:a )?few of|"
    rf"kein\w{{0,2}}|aucun\w{{0,2}}|ning[uú]n\w{{0,2}}|nenhum\w?|nessun\w?) "
    rf"(?!{_N}?[- ]?shots?)[^.;:,(]{{1,60}}?\b{_N}[- ]?shots?\b"
)
# What no sentence about shots can do without.
MAY_TELL = fast_pattern(r"(?i)shot|样本|ショット|샷|examples|demonstrations|exemplars")
_SHOTS = re.compile(rf"(?ai)(?<![\w.-])(\d{{1,3}}|{_WORDS})[- ]?shots?\b|(?<!\d)(\d{{1,2}})(?:样本|ショット|샷)")
# "Few-shot prompting with k=5", "five in-context examples": the number stands apart from the word, or that is another.
_K_SHOTS = re.compile(
    r"(?i)\bfew-?shot\b[^.;=\d]{0,30}\b[kn] ?= ?(\d{1,2})\b|\b[kn] ?= ?(\d{1,2}) ?,? (?:few-?)?shots?\b|"
    r"\bfew-?shot \((\d{1,2})(?: examples)?\)|"
    r"\b(?:num_?few_?shots?|n_?shots?|(?:number of )?(?:few-?)?shots?|number of (?:in-context|few-?shot) \w+) ?"
    r"(?:[:=]|is|was|set to) ?(\d{1,2})(?![\d.,]?\d)|"
    rf"(?<![\w.-])(\d{{1,2}}|no|{_WORDS}) (?:(?:in-?context|few-?shot|icl) (?:examples|demonstrations|exemplars|"
    rf"samples)|"
    r"(?:examples|demonstrations|exemplars) (?:in (?:the |each |every )?(?:prompts?|context)|as context|"
    r"per (?:prompt|question|task))|exemplars|demonstrations)\b"
)
# "5 shots for MMLU and 8 for GSM8K", "MMLU with 5 shots and GSM8K with 8": the word is said once.
_COUNT_BEFORE = re.compile(rf"(?i)(?<![\w.-])(\d{{1,2}}|{_WORDS}) (?:for|on|in) (?:the )?$")
_COUNT_BEHIND = re.compile(
    rf"(?i) ?(?:with|uses|at|is|in|[:=(]) ?(\d{{1,2}}|{_WORDS})(?=[,;)]|\.?$|\.? ?\)| and | und | et )"
)
_LIST_OF_COUNTS = re.compile(
    r"(?i)(?<![\w.-])((?:\d{1,2}-?(?:[- ]?shots?)?(?:, and |, | and | & |/| / )){1,12}\d{1,2})[- ]shots?\b"
)
_OF_ALL = re.compile(
    r"(?i)\b(?:results?|numbers?|scores?|evaluations?|evaluated|benchmarks?|tasks?|tests?|performance|metrics|figures?|"
    r"reported|tables?|settings?|accurac(?:y|ies)|everything|harness|"
    r"lm[-_ ]eval\w*|lighteval|opencompass|ergebnisse?n?|aufgaben|auswertung(?:en)?|werte|"
    r"r[ée]sultats?|[ée]valuations?|t[âa]ches|resultados|tareas|evaluaci(?:ón|ones)|pruebas|risultati|compiti|"
    r"avaliaç(?:ão|ões)|tarefas|testes|"
    r"тест\w{0,3}|задач\w{0,3}|оценк\w{0,3}|бенчмарк\w{0,3}|результат\w{0,3}|замер\w{0,3}|test[iy]|testów|"
    r"wyniki|zadania|resultaten|testler|testlerde|sonuçlar|görevler|kết quả|bài kiểm tra)\b|"
    r"^\W*(?:all|everything)(?: of (?:them|these|it))?,? (?:(?:is|are|was|were|done|run|taken|in|at|with|using) ){0,3}"
    rf"(?:\d{{1,2}}|{_WORDS})[- ]?shots?\b|"
    r"^\W*(?:few|zero|five|\d{1,2})[- ]?shots?\b(?=\W*$|\s*[,(;:]| (?:unless|throughout|everywhere|for all|on all|"
    r"prompting with k ?= ?\d{1,2}(?:,|\.|\s*$)))|"
    r"^\W*(?:number of )?(?:few-?)?shots?\W{0,3}[:=]\W{0,3}\d{1,2}\W*$|"
    r"^\W*[kn] ?= ?\d{1,2}\b|\b(?:we|i) always (?:use[ds]?|evaluate[ds]?|test(?:ed)?|report(?:ed)?|ran|run)\b|"
    r"^\W*(?:evaluad[oa]s?|avaliad[oa]s?|évalu[ée]+s?|evaluiert|getestet|gemessen|valutat[oi])\b|"
    r"(?:均|统一|統一|一律)(?:采用|使用|为|是|以|按)|"
    r"评测|结果|评估|测试|任务|基准|평가|결과|테스트|과제|태스크|벤치마크|評価|結果|タスク|ベンチマーク|テスト"
)
_ONLY_SOME = re.compile(
    r"(?i)\b(?:except|unless|other than|some|most|models? (?:that|which)|competitors?|rivals?|theirs?)\b"
)
# "unless stated otherwise" leaves the rule standing.
UNLESS_SAID = re.compile(
    r"(?i)[,(]?\s?\b(?:unless|except (?:when|where)|if not)(?: \w+){0,2}? (?:otherwise|explicitly)?\s?(?:stated|"
    r"noted|specified|"
    r"indicated|mentioned|reported)(?: otherwise)?\b|[,(]?\s?\bsauf (?:mention|indication|avis) contraires?|"
    r"[,(]?\s?\b(?:sofern|soweit|wenn|falls) nicht anders \w+|[,(]?\s?\bsalvo (?:que se indique lo contrario|"
    r"(?:indicaci[óo]n|menci[óo]n) (?:en )?contrari[ao]|indicaç(?:ão|ões) (?:em )?contrári[ao]s?|diversa indicazione)|"
    r"除非另有说明|달리 명시되지 않는 한|特に(?:記載|断り)が?ない限り"
)
_EVERY = re.compile(
    r"(?i)\b(?:all|every|everything|each|alle[ns]?|sämtliche|tous|toutes|tod[ao]s|tutt[ei]|"
    r"вс[её]|всех|кажд\w{2,3}|wszystkie|tüm|tất cả)\b|所有|全部|모든|모두|全て|すべて|"
    r"全(?=タスク|ベンチ|テスト|評価)"
)
# "GSM8K 8-shot, all others 5-shot": every test that the sentence does not name.
THE_REST = re.compile(
    r"(?i)\b(?:(?:all|every\w*) (?:of )?(?:the )?(?:others?|rest|remaining|else)\b|"
    r"(?:the )?(?:others|rest|remaining \w+)\b|"
    r"(?:the )?other (?:tests|tasks|benchmarks|evaluations|evals|datasets|results)\b|otherwise|elsewhere)|"
    r"\b(?:alle (?:anderen|übrigen)|tous les autres|toutes les autres|todas? l[ao]s demás|остальн\w{2,3})\b|"
    r"其他|其余|나머지|"
    r"その他|他は"
)
BUT = re.compile(
    r"(?i)[,(]?\s?\b(?:except(?:ing|ions?)?|apart from|other than|besides|aside from|but (?:for|not)|"
    r"with the exception|außer|ausgenommen|sauf|excepto|salvo|tranne|кроме)\b"
)
_CLAUSE = re.compile(r"[,;，；]\s?|\s(?:while|whereas|but|except|und|and)\s")
_OF_TRAINING = re.compile(
    r"(?i)\b(?:train|tun)(?:ed|ing) (?:\w+ ){0,2}?(?:on|with|using|for|in|by)\b|"
    r"\btraining (?:data|examples|sets?|prompts?)\b|(?<!as )\b(?:in|during|for|at) (?:pre-?|post-?)?training\b|"
    # what a program can do is not what was done
    r"\b(?:supports?|can (?:also )?(?:run|do|handle|use|take)|allows?|is able to|capable of)\b[^.;]{0,24}shots?\b"
)
BEGINS_WITH_SHOTS = re.compile(
    rf"(?i)\W*(?:(?:we|evaluated|evaluation|results?|reported|are|is|in|at|with|use|report|using|run|the) ){{0,4}}"
    rf"(?:\d{{1,2}}|{_WORDS})[- ]?shots?\b"
)
_RESPECTIVELY = re.compile(
    r"(?i)\brespectively\b|\bin (?:that|this) order\b|\bjeweils\b|\bbzw\b|\brespectivement\b|分别|각각|それぞれ"
)
_FORWARD = re.compile(
    r"(?i)\s?(?:evaluation |results? |setting |prompting |accuracy )?(?:(?:for|on|in|with) )?(?:the )?[(\[]?$"
)


@dataclass(frozen=True)
class Told:
    """What one sentence tells: shots of all tests, of single ones by key, and tests that its rule does not mean."""

    of_all: tuple[int, ...] = ()
    by_test: tuple[tuple[str, int], ...] = ()
    excepted: tuple[str, ...] = ()


def may_tell_shots(text: str) -> bool:
    """False where a text holds no word that a number of shots can do without."""
    return MAY_TELL.search(text) is not None or may_tell_abroad(text)


@lru_cache(maxsize=4096)  # the words below one table stand above the next
def told_in(said: str) -> Told:
    if not may_tell_shots(said):
        return Told()
    said = in_shots(said)
    piece = _UNMEANT.sub(lambda match: "·" * len(match[0]), UNLESS_SAID.sub(" ", said))
    told = [(match.start(), match.end(), _number(match)) for match in _SHOTS.finditer(piece)]
    told = told or [(match.start(), match.end(), _number(match)) for match in _K_SHOTS.finditer(piece)]
    if not told:
        return Told()
    named = tests_in(piece)
    tests = [name for name in named if not is_board(name)]
    no_rule = _NOT_EVERY.search(piece) is not None
    if len(told) == 1 and not no_rule and (excepted := _excepted_before(piece, told[0][0])):
        return Told((told[0][2],), (), tuple(key for name in excepted for key in keys_of(name)))
    if tests and not no_rule:
        for one in told:
            if _clause_of_all(piece, one):
                blank = piece[: one[0]] + "·" * (one[1] - one[0]) + piece[one[1] :]
                others = _by_test(blank, [other for other in told if other != one])
                return Told((one[2],), tuple(others), tuple(key for name in tests for key in keys_of(name)))
    rule = len(named) > len(tests) or _OF_ALL.search(piece)
    alone = not tests and len(told) == 1 and rule and not _ONLY_SOME.search(piece)
    alone = alone and not (no_rule or _OF_TRAINING.search(piece) or _LIST_OF_COUNTS.search(piece))
    return Told((told[0][2],) if alone else (), tuple(_by_test(piece, told)))


def _excepted_before(piece: str, count: int) -> Sequence[str]:
    """The tests of "all evaluations except MMLU are 5-shot", which names them between the rule and its number."""
    but = BUT.search(piece, 0, count)
    if not but or not (_EVERY.search(piece, 0, but.start()) and _OF_ALL.search(piece, 0, but.start())):
        return []
    tests = tests_in(piece)
    named = tests_in(piece[but.end() : count]) if "," not in piece[but.end() + 60 : count] else []
    return named if len(named) == len(tests) else []


def counts_of_shots(text: str) -> list[tuple[int, int]]:
    """Where a text tells numbers of shots, and which."""
    return [(match.start(), _number(match)) for match in _SHOTS.finditer(text)]


def keys_of(name: str) -> list[str]:
    known = find_benchmark(name)
    return [name_key(name), *([known.id] if known else [])]


def _clause_of_all(piece: str, told: tuple[int, int, int]) -> bool:
    """True where the clause of a number gives it to all tests, "all tasks 5-shot, …", and names none itself.

    "All others 5-shot" does, and "5-shot except HumanEval" where the words begin with the number.
    """
    parts = list(_CLAUSE.finditer(piece))
    starts, ends = [0, *(part.end() for part in parts)], [*(part.start() for part in parts), len(piece)]
    for start, end in zip(starts, ends, strict=True):
        if start <= told[0] < end:
            clause = piece[start:end]
            if cut := BUT.search(clause):
                clause = clause[: cut.start()] if start + cut.start() > told[0] else ""
            every = (_EVERY.search(clause) and _OF_ALL.search(clause)) or THE_REST.search(clause)
            every = every or (BUT.match(piece, told[1]) and BEGINS_WITH_SHOTS.match(clause))
            return bool(every) and not _ONLY_SOME.search(clause) and not tests_in(_without_shots(clause))
    return False


def _without_shots(text: str) -> str:
    return _SHOTS.sub(lambda match: "·" * len(match[0]), text)  # "ARC-C 25-shot" is the name of no test


def _by_test(piece: str, told: list[tuple[int, int, int]]) -> Iterator[tuple[str, int]]:
    """Each test that a sentence gives its shots to: "MMLU and ARC are 5-shot", "5-shot on MMLU"."""
    bare = _without_shots(piece)
    places = sorted(
        (match.start(), match.end(), name)
        for name in dict.fromkeys(tests_in(bare))
        for match in re.finditer(rf"(?<![A-Za-z0-9_]){re.escape(name)}(?![A-Za-z0-9_])", bare)
    )
    listed = _LIST_OF_COUNTS.search(piece)
    if listed or _RESPECTIVELY.search(piece):
        counts = [shots for _, _, shots in told]
        if listed:  # "MMLU, GSM8K and IFEval are 5-, 8- and 0-shot"
            counts = [int(count) for count in re.findall(r"\d{1,2}", listed[0])]
        if len(counts) == len(places) > 1:
            for (_, _, name), shots in zip(places, counts, strict=True):
                yield from ((key, shots) for key in keys_of(name))
            return
    # One sentence keeps to one order: the number before its tests, or behind them.
    forward = (
        bool(places and told)
        and told[0][0] < places[0][0]
        and bool(_FORWARD.fullmatch(piece[told[0][1] : places[0][0]]))
    )
    if told and len(places) > len(told):
        told = sorted({*told, *_bare_counts(bare, places, forward)})
    for start, end, name in places:
        near = [one for one in told if one[1] <= start] if forward else [one for one in told if one[0] >= end]
        if near:
            shots = (near[-1] if forward else near[0])[2]
            yield from ((key, shots) for key in keys_of(name))


def _bare_counts(bare: str, places: list[tuple[int, int, str]], forward: bool) -> Iterator[tuple[int, int, int]]:
    """The numbers right beside a test that leave the word to the others: "5 shots for MMLU and 8 for GSM8K"."""
    for start, end, _ in places:
        near = max(0, start - 20)
        found = _COUNT_BEFORE.search(bare[near:start]) if forward else _COUNT_BEHIND.match(bare[end : end + 20])
        if found:
            at = near if forward else end
            yield at + found.start(1), at + found.end(1), _number(found)


def _number(match: re.Match[str]) -> int:
    written = next(group for group in match.groups() if group).casefold()
    return _NUMBERS[written] if written in _NUMBERS else int(written)
