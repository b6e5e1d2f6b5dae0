"""How many examples the tests of a card were given, where a heading parts the sentence that says so from the tables.

"All evaluations are 5-shot." holds for the table below "### Results" as well. Only a sentence without any other subject
reaches that far: none of one test or ability, of one model, of training or of one table. It holds for its own section
with all that lies in it; below a heading that says nothing but "Evaluation" also for the results that come next.
Without "all" it holds where only such headings lie between.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

from core.cards.benchmark_mentions import names_test
from core.cards.document import Document
from core.cards.grids import Table
from core.cards.name_match import Match
from core.cards.name_words import looks_like_model
from core.cards.own_model import OwnModel
from core.cards.shot_words import BEGINS_WITH_SHOTS, BUT, THE_REST, UNLESS_SAID, Told, may_tell_shots, told_in
from core.cards.stages import is_raw

_MOST_CHARS, _MOST_STATEMENTS = 400, 40
_SHOTS = r"(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|few|\d{1,2})[- ]?shots?"
_NOUN = (
    r"(?:results?|numbers|scores?|evaluations?|evals?|benchmarks?|tasks?|tests?|metrics|figures|accurac(?:y|ies)|"
    r"datasets|models|measurements)"
)
_NEUTRAL = (
    r"(?:of|the|our|these|those|reported|other|presented|listed|given|evaluation|benchmark|test|eval|downstream|standard|"
    r"academic|automatic|quantitative|results?|scores?|numbers|metrics|on|for|in|and|were|was|are|is)"
)
# "All evaluations", "all of the reported results": and no "all math results".
_OF_EVERY = re.compile(
    rf"(?i)\b(?:all|every|each)(?: {_NEUTRAL}){{0,5}} {_NOUN}\b|\beverything\b|"
    rf"^\W*all(?: of (?:them|these|it))? (?:\w+ ){{0,2}}{_SHOTS}\b"
)
_OF_EVERY_ABROAD = re.compile(
    r"(?i)\b(?:alle[ns]?|sämtliche[nr]?) (?:unsere[nr]? )?(?:ergebnisse|benchmarks|tests|aufgaben|auswertungen|werte|"
    r"evaluierungen|evaluationen|resultaten|taken)\b|"
    r"\b(?:tous|toutes) (?:les|nos) (?:résultats|évaluations|tâches|tests|benchmarks|scores)\b|"
    r"\btod[ao]s (?:(?:l[ao]s|[ao]s|nuestr[ao]s|noss[ao]s) )?(?:resultados|evaluaciones|avaliações|tareas|tarefas|"
    r"pruebas|testes|benchmarks)\b|\btutt[ei] (?:i |le |gli )?(?:risultati|valutazioni|compiti|test|benchmark)\b|"
    r"\bвс[её]х? (?:тест|задач|оценк|бенчмарк|результат|замер)\w{0,3}|"
    r"(?:均|统一|統一|一律)(?:采用|使用|为|是|以|按)|"
    r"所有(?:的)?(?:评测|评估|测试|任务|基准|结果)|全部(?:评测|测试|任务|结果)|"
    r"모든 ?(?:평가|벤치마크|결과|테스트|태스크|과제)|(?:全て|すべて|全)の?(?:評価|結果|タスク|ベンチマーク|テスト)"
)
# "Unless stated otherwise, evaluations are 5-shot" means all of them, and so does "we report 5-shot throughout".
_RULE = re.compile(r"(?i)\bunless\b|\bthroughout\b|\bby default\b|\beverywhere\b")
_SUBJECT = re.compile(
    rf"(?i)(?:^|[,;:(])\W{{0,3}}(?:{_NEUTRAL} ){{0,4}}{_NOUN}\b|"
    r"^\W*(?:evaluated|tested|benchmarked|measured)\b|"
    r"\b(?:we|i) (?:\w+ )?(?:evaluate[ds]?|report|use[ds]?|test|benchmark|run|ran)\b"
)
_OF_WHAT = re.compile(r",? (?:of|on|for|from|in) (?P<what>\S{1,40}(?: \S{1,30})?)")
_OF_ITSELF = re.compile(
    r"(?i)(?:(?:the|this|our|these|all|every|each|an?|its|both) ?){0,2}(?:card|model|page|report|readme|"
    rf"repo(?:sitory)?|{_NOUN}|{_SHOTS}|few|zero|lm[-_ ]\w+|\S{{0,20}}harness|in-context|following|evaluation)\b"
)
_NOT_ALL = re.compile(
    r"(?i)\b(?:above|previous|preceding|tables?|figures? \d|charts?|plots?|train\w*|fine-?tun\w*|sft|translat\w+|"
    r"their|they|supports?|can|capab\w+|abilit\w+|helps?|works?|recommend\w*|should|you|your|competitors?|baselines?|sections?|part|some|most)\b"
)
_AS_IN_TRAINING = re.compile(
    r"(?i)\b(?:as|like) (?:\w+ )?(?:in|during|for|at) (?:the |our )?(?:fine-?)?(?:training|tuning)\b"
)
_EVALUATION_ALONE = re.compile(
    r"(?i)\W*(?:\d{1,2}(?:\.\d{1,2})?[.)]? )?(?:(?:models?|our|the|main|detailed|experimental|overall|and|on|of|"
    r"testing|data|factors|quantitative|academic|performance|evaluations?|evals?|benchmarks?|benchmarking|results?|scores?|"
    r"metrics|setup|settings?|details|protocol|methods?|methodology|procedure|summary|leaderboard|experiments?|模型|评测|评估|结果|性能|"
    r"基准|测试|評価|結果|ベンチマーク|평가|성능|벤치마크|결과|auswertung|evaluierung|ergebnisse|évaluations?|résultats|"
    r"evaluación|resultados|avaliação|valutazione|risultati|оценка|результаты|бенчмарки|тесты)[\s:,/&-]{0,3}){1,6}\W*"
)
_OF_STAGES = re.compile(
    r"(?i)\W*(?:the )?(?:base|pre-?trained|pt|instruct\w*|it|chat|post-?trained|aligned|tuned|fine-?tuned)"
    r"(?:[- ]\w+){0,3}\W*"
)
_NAME = r"[A-Z][\w.+-]{1,40}(?:[ -](?:v?\d[\w.]{0,8}|[A-Z][\w.+-]{0,20})){0,3}"
_NAMES = re.compile(_NAME)
_OF_MODEL = re.compile(rf"(?:^\W{{0,4}}(?:[Tt]he )?|\b(?:[Oo]f|[Ff]or) (?:the )?)(?P<name>{_NAME})")
_OTHERS = (
    r"(?:base(?:line)? (?:model|version|checkpoint)\b|base(?:lines?)?(?! model)|"
    r"(?:original|teachers?|previous|predecessors?|reference|unquanti[sz]ed|parent|other|competing|rival)"
    r"(?: (?:models?|versions?|checkpoints?|llms?))?)"
)
_OF_OTHERS = re.compile(
    rf"(?i)^\W*(?:the |our |all |its )?{_OTHERS} (?:was|were|is|are|uses?|has|have)\b|"
    rf"(?<!those )(?<!that )\b(?:of|for) (?:the |our |all |its )?{_OTHERS}"
    r"(?= (?:was|were|is|are|we|uses?|in|at)\b|[,.]|$)"
)
_THEIRS_TOO = re.compile(r"(?i)\b(?:including|includes?|as well as) (?:those |that |the ones )?(?:of|for)\b")


def tells_of_rival(said: str, own: OwnModel) -> bool:
    """True where a sentence on shots has only another model for its subject, "Wren-7B was evaluated 5-shot".

    Whom the answers were judged by, and whose setup was followed, is no such subject.
    """
    text = said[:_MOST_CHARS]
    if others := _OF_OTHERS.search(text):
        return not ("base" in others[0].casefold() and is_raw(own.name or ""))
    if not any(_is_model(match["name"]) for match in _OF_MODEL.finditer(text)) or _THEIRS_TOO.search(text):
        return False
    return not any(own.match(name) > Match.NONE for name in _NAMES.findall(text))


def _is_model(name: str) -> bool:
    return looks_like_model(name) and not names_test(name)


@dataclass(frozen=True)
class _Statement:
    line: int
    headings: tuple[str, ...]
    told: Told
    general: bool  # of no single test, model or table
    of_all: bool  # it says so: "all", "unless stated otherwise"


class ShotsOfCard:
    """What a card says of the shots of all its tests; asked for each table that has no such words beside it."""

    def __init__(self, document: Document, own: OwnModel) -> None:
        self._document, self._own = document, own

    def __call__(self, table: Table) -> Told:
        above = (one for one in reversed(self._statements) if one.line < table.line)
        return next((one.told for one in above if self._reaches(one, table.headings)), Told())

    def of_sentence(self, line: int, headings: tuple[str, ...]) -> Told:
        """The same for a score in running text: of its own section, on whichever side it is said, or of all tests."""
        beside = next((one.told for one in self._statements if one.headings == headings), None)
        above = (one for one in reversed(self._statements) if one.line < line and one.of_all)
        return beside or next((one.told for one in above if self._reaches(one, headings)), Told())

    @cached_property
    def _statements(self) -> Sequence[_Statement]:
        """Those of sections that give all their tests one number; what they say of single tests goes with it."""
        found = list(islice(self._found(), _MOST_STATEMENTS))
        kept = []
        for one in found:
            beside = [other.told for other in found if other.headings == one.headings]
            if one.general and len({number for told in beside for number in told.of_all}) == bool(one.told.of_all):
                by_test = {key: shots for told in beside for key, shots in told.by_test}
                kept.append(replace(one, told=replace(one.told, by_test=tuple(by_test.items()))))
        return kept

    def _found(self) -> Iterator[_Statement]:
        for sentence in self._document.sentences:
            text = sentence.text
            if sentence.kind != "prose" or len(text) > _MOST_CHARS or not may_tell_shots(text):
                continue
            told = told_in(text)
            if told == Told() or tells_of_rival(text, self._own):
                continue
            bare = UNLESS_SAID.sub(" ", text)
            named = {*told.excepted} - {key for key, _ in told.by_test}  # "on MMLU and ARC, all results 5-shot"
            general = (
                bool(told.of_all)
                and not _NOT_ALL.search(_AS_IN_TRAINING.sub(" ", text))
                and (not named or bool(BUT.search(text)))
            )
            of_all = general and self._is_of_all(text, bare)
            general = of_all or (general and bool(_SUBJECT.search(bare)))
            if not told.of_all and _tells_of_many(text, told):
                general = of_all = True
            yield _Statement(sentence.line, sentence.headings, told, general, of_all)

    def _is_of_all(self, text: str, bare: str) -> bool:
        if THE_REST.search(bare) or (BUT.search(bare) and BEGINS_WITH_SHOTS.match(bare)):
            return True
        if every := _OF_EVERY.search(bare):
            what = _OF_WHAT.match(bare, every.end())
            return not what or bool(_OF_ITSELF.match(what["what"])) or self._own.match(what["what"]) > Match.NONE
        if _OF_EVERY_ABROAD.search(bare):
            return len(text) <= 80
        return bool(_RULE.search(text) and _SUBJECT.search(bare))

    def _reaches(self, statement: _Statement, table: tuple[str, ...]) -> bool:
        said = statement.headings
        shared = next((i for i, pair in enumerate(zip(said, table, strict=False)) if pair[0] != pair[1]), None)
        shared = min(len(said), len(table)) if shared is None else shared
        if shared == len(said):
            return statement.of_all or _only_of_evaluation(table[shared:])
        if not statement.of_all or not _only_of_evaluation(said[shared:]):
            return False
        beside = table[shared][:80] if shared < len(table) else "Results"
        return (
            _only_of_evaluation([beside]) or bool(_OF_STAGES.fullmatch(beside)) or self._own.match(beside) > Match.NONE
        )


_ALIKE = re.compile(
    r"(?i)\b(?:all|each|both|every|uniformly|same|likewise|identical\w*)\b|统一|統一|一律|均|都|相同|모두|동일|すべて|全て|同じ"
)
_MANY = 3


def _tells_of_many(text: str, told: Told) -> bool:
    """True for one number that a sentence gives to several tests by name: "MMLU, C-Eval and AGIEval are all 5-shot"."""
    keys = {key for key, _ in told.by_test}
    alike = len(keys) >= _MANY and len({shots for _, shots in told.by_test}) == 1
    return alike and bool(_ALIKE.search(text)) and not _NOT_ALL.search(text)


def _only_of_evaluation(headings: Sequence[str]) -> bool:
    return all(_EVALUATION_ALONE.fullmatch(heading[:80]) for heading in headings)
