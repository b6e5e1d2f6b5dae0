"""What a card tells of how its tests were run: shots, harness, settings, a way to repeat it, each with its lines."""

import re
from bisect import bisect_left
from collections import defaultdict

from core.cards.benchmark_mentions import is_board, tests_in
from core.cards.claims import in_evaluation_section
from core.cards.document import Sentence
from core.cards.evidence import Evidence
from core.cards.fast_patterns import fast_pattern
from core.cards.harness_lines import find_harness_lines, find_sampling_of_tests
from core.cards.judged_answers import find_judged_answers
from core.cards.reading import ReportedScore
from core.cards.vocabulary import BOARD, DEFERS, HARNESS, METHOD, REPRODUCE, TESTED

# "All numbers in this table refer to the unquantized model": the results themselves are the subject.
THE_RESULTS = re.compile(
    r"(?i)^\W*(?:\w+:? )?(?:all|these|the|our|following|reported|every\w*|any|each|die|alle|les|los|as|"
    r"os|sämtliche|toutes|tous|todas|todos|tutt[ei])\b(?: \w+){0,4}? ?"
    r"\b(?:results|scores|numbers|figures|benchmarks?|metrics|evaluations?|evals|tables?|measurements|ergebnisse|werte|"
    r"messungen|zahlen|résultats|mesures|chiffres|resultados|puntuaciones|mediciones|medições|risultati|misure|"
    r"punteggi|"
    r"rows (?:were |are )?(?:measured|run|evaluated|tested|taken))\b(?! of (?:the )?quanti)|"
    r"^\W*(?:every|each|any)(?: \w+)? (?:score|result|number|figure|value)\b|"
    r"^\W*(?:results?|scores|numbers|evaluations?|evals?|benchmarks|metrics)(?: \w+)? ?(?::|are\b|were\b|refer\b|"
    r"come\b|taken\b|from\b|"
    r"for\b|use\b|with\b)"
)

_EVERY = re.compile(
    r"(?i)\b(?:all|every|each|uniform\w*|throughout|everywhere|elsewhere)\b|统一|均|都|全部|모두|모든|すべて"
)
_ADVICE = re.compile(
    r"(?i)\b(?:suggest|recommend|advis\w*|for (?:generation|inference|chat|best results)|should|"
    r"you can|try|prefer\w*)\b|^\W*(?:please )?(?:use|set)\b|建议|推荐|권장|추천|推奨"
)


# "Temperature 0.3 is suggested for optimal performance": advice, be it under a heading of results.
_SUGGESTED = fast_pattern(
    r"(?i)\b(?:suggest\w*|recommend\w*|advis\w+|ideal|optimal)\b|\bfor (?:the )?best (?:results|performance|quality|"
    r"outputs?)\b|建议|推荐|권장|추천|推奨"
)
_WE_DID = re.compile(
    r"(?i)\b(?:we|i)\b|\b(?:evaluat|test|benchmark|measur|report|scor)(?:ed|ions?|ing|s)?\b|\b(?:results|numbers|"
    r"scores)\b|评测|测试|评估|평가|評価"
)
# "Training and evaluation scripts are released": news, which says nothing of how a test was run.
_NEWS = fast_pattern(
    r"(?i)\b(?:scripts?|code|pipelines?|frameworks?|toolkits?|suites?|logs)\b\W{0,3} "
    r"(?:ha(?:s|ve) )?(?:is|are|was|were|"
    r"been) (?:now |all |also )?(?:released|available|public|out|open-?sourced|published|uploaded|online|here)\b|"
    r"\b(?:releas|open-?sourc|publish|upload)(?:e|es|ed|ing)\b (?:[^\s.;]+ ){0,8}?(?:scripts?|code|pipeline)\b"
)
# "We thank the authors of lm-evaluation-harness", "We will publish the evaluation scripts": neither tells of a run.
_THANKS = fast_pattern(
    r"(?i)\b(?:thanks?|thankful|grateful|acknowledg\w*|credits?|kudos|shout-?out|merci|danke|gracias|obrigad[oa]|"
    r"grazie)\b|感谢|鸣谢|致谢|감사|感謝|謝辞"
)
_DONE = fast_pattern(
    r"(?i)\b(?:us(?:es?|ed|ing)|ran|runs?|evaluat(?:ed|es?|ing)|tested|measured|taken|obtained|with)\b|使用|采用|사용"
)
_PLANNED = fast_pattern(
    r"(?i)\b(?:will|shall|going to|plan(?:ning)? to|hope to|soon)\b(?: (?:\w+ ){0,3}?)(?:publish|releas|shar|"
    r"open-?sourc|"
    r"upload|provid|add|post)\w*[^.;]{0,40}\b(?:scripts?|code|pipelines?|harness|frameworks?|toolkits?|logs|prompts|"
    r"details)\b|\b(?:scripts?|code|pipelines?|logs|prompts|details)\b[^.;]{0,20}\b(?:will|shall|to) be (?:\w+ )?"
    r"(?:published|released|shared|open-?sourced|uploaded|provided|added|posted)\b"
)
_SHOTS = fast_pattern(
    r"(?ai)\b(?:\d+|zero|one|two|three|four|five|six|eight|ten)[- ]shots?\b|(?:\d+|[零单])样本|(?:\d+|제로)\s?샷|"
    r"\bnum_fewshot\W{1,3}\d"
)


# "We use the AdamW optimizer with hyperparameters set to": how it was trained.
_OF_TRAINING = fast_pattern(
    r"(?i)\b(?:adamw?|optimi[sz]er|learning rate|warm-?up|weight decay|cosine|batch size|epochs?|mixed precision|"
    r"lora|sampling (?:of|from|weights?|ratios?|rates?)(?: (?:the|our|for|of|each|all)){0,3} (?:\w+ )?(?:data|corpus|"
    r"corpora|mixture|datasets?|documents|languages)|throughput|continuous batching|(?:cuda )?kernels|"
    r"inference (?:engine|sdk|server))\b|"
    r"学习率|优化器|학습률|学習率"
)


# "The following hyperparameters were used during training:", and all that stands under such a heading.
_TRAINING_SETTINGS = fast_pattern(
    r"(?i)\b(?:(?:pre-?|post-?)?training|fine-?tuning|tuning|optimi[sz]ation|lora|sft|dpo|ppo|grpo|rl) "
    r"(?:\w+ )?(?:hyper-?parameters?|settings?|config\w*|arguments?|parameters|details|procedure|"
    r"recipe|setup|regime)\b|"
    r"\b(?:hyper-?parameters?|settings?|config\w*|parameters)\b[^.;]{0,40}\b(?:during|for|of|in|while) "
    r"(?:the |our |model |its )?(?:pre-?|post-?|fine-?)?(?:training|train|tuning)\b|"
    r"\b(?:trained|tuned|fine-?tuned) (?:with|using) (?:the following |these |"
    r"the same )?(?:hyper-?parameters?|settings)|"
    r"训练(?:超参数?|参数|设置|配置|细节)|学習(?:設定|ハイパーパラメータ)|(?:학습|훈련) ?(?:하이퍼파라미터|설정|"
    r"파라미터)"
)
_OF_TESTS = re.compile(
    r"(?i)\b(?:evaluat|benchmark|test(?:ed|ing|s)?\b|measur|infer|generat|sampl)|评测|测试|评估|평가|評価"
)


# "All models are evaluated with a context length of 64K"
_LENGTH_TESTED = re.compile(
    r"(?i)\bevaluat(?:ed|ions?|e|ing)\b[^.;]{0,70}\b(?:context|sequence|generation|thinking|output|token) "
    r"(?:length|window|size|budget|limit)s?\b|\b(?:context|generation|thinking|output|token) (?:length|window|budget|"
    r"limit)\b[^.;]{0,50}\b(?:for|during|in) (?:\w+ )?evaluat"
)


# "We fine-tune it on answers with a chain of thought" tells how the model was made.
_OF_MAKING = fast_pattern(
    r"(?i)\b(?:pre-?|post-?)?train(?:s|ed|ing)?\b|\bfine-?tun\w+|\bsft\b|\bdistill\w*|\bcold[- ]start|\bcurat\w+|"
    r"\bsynthesi[sz]\w+|\b(?:rl|dpo|ppo|grpo|rlhf)\b|\breinforcement learning\b|"
    r"\b(?:preference|instruction|synthetic|tuning) data\w*"
)
_COT = re.compile(r"(?i)\bchain[- ]of[- ]thoughts?\b|\bcot\b")
# "evaluated with CoT", "5-shot CoT", "(CoT)": a setting; "strong at chain-of-thought reasoning" is an ability.
_COT_IN_TEST = re.compile(
    r"(?i)\bshots?\b[-,; ]{1,3}(?:cot|chain)|"
    r"\b(?:cot|chain[- ]of[- ]thought)[ -](?:prompt\w*|modes?|settings?|evaluation|"
    r"inference|decoding|templates?|instructions?|examples?|answers?)\b|"
    r"\((?:[^()]{0,30}\b)?(?:cot|chain[- ]of[- ]thought)\b[^()]{0,20}\)|"
    r"\b(?:with|without|using|uses?|used|via|under|in|no|by|through)\b (?:(?!addition)\w+ )?"
    r"(?:cot|chain[- ]of[- ]thought)\b"
    r"(?! (?:reasoning (?:data|traces|abilit\w+|skills?|capabilit\w+)|data|traces|abilit\w+))"
)


def _is_of_making(sentence: Sentence) -> bool:
    """True for a sentence on training or on an ability that only shares its words with the settings of a test."""
    text = sentence.text
    if sentence.kind == "heading":  # "Chain-of-thought math" over results tells how they were taken
        return False
    tested = in_evaluation_section(sentence) or TESTED.search(text) or _SHOTS.search(text) or _OF_TESTS.search(text)
    if _OF_MAKING.search(text) and not tested:
        return True
    if not _COT.search(text) or not text.isascii() or _COT_IN_TEST.search(text):
        return False
    return not METHOD.search(_COT.sub(" ", text))


def _speaks_of_all(text: str) -> bool:
    """True for the settings of a test where no single test is named; a harness may bear the name of one."""
    if not all(is_board(name) or HARNESS.search(name) for name in tests_in(text)):
        return False
    return bool(TESTED.search(text) or METHOD.search(text) or HARNESS.search(text))


def _tells_training(sentence: Sentence) -> bool:
    """True for what a card tells of how its model was trained: a sentence of it, or what stands under its heading."""
    told = [sentence.text, *sentence.under, *sentence.headings[-1:]]
    return any(map(_TRAINING_SETTINGS.search, told)) and not _OF_TESTS.search(sentence.text)


def _lines_of(scores: list[ReportedScore]) -> dict[str, list[int]]:
    """The lines of scores in their order, by what they stand under."""
    places: dict[str, list[int]] = defaultdict(list)
    for score in sorted(scores, key=lambda score: score.line):
        places[score.context].append(score.line)
    return places


def _beside(sentence: Sentence, places: dict[str, list[int]]) -> bool:
    """True where the sentence stands a few lines above or below scores and under the same heading."""
    lines = places.get(" › ".join(sentence.headings), [])
    at = bisect_left(lines, sentence.line - 6)
    return at < len(lines) and lines[at] < sentence.line + 13


def _method_of_harness(evidence: Evidence) -> dict[str, list[int]]:
    known: dict[str, list[int]] = {}
    for run in find_harness_lines(evidence.document):
        known.setdefault("the harness", []).append(run.line)
        if run.shots:
            known.setdefault("shots", []).append(run.line)
        if run.command:
            known.setdefault("a way to repeat it", []).append(run.line)
    lines, settings = find_sampling_of_tests(evidence.document)
    if lines:
        known["settings"] = lines
    if settings >= 3:
        known["sampling in detail"] = lines
    return known


def _explains_nothing(sentence: Sentence) -> bool:
    """True for a link to a paper, thanks, plans, and news of released scripts outside a section of results."""
    text = sentence.text
    if DEFERS.search(text) and not METHOD.search(DEFERS.sub(" ", text)):
        return True
    planned = _PLANNED.search(text)
    if (planned or _THANKS.search(text)) and not (_DONE.search(text) or METHOD.search(_PLANNED.sub(" ", text))):
        return True
    return bool(_NEWS.search(text)) and not in_evaluation_section(sentence) and not METHOD.search(text)


def find_method(evidence: Evidence) -> dict[str, list[int]]:
    """What is known about the method, with its lines: shots, harness, settings, a way to repeat it."""
    known = _method_of_harness(evidence) | find_judged_answers(evidence.document)
    scores = [score for score in (evidence.own_scores or evidence.scores) if score.line]
    shots = [score.line for score in scores if score.shots is not None]
    if shots and len(shots) >= 0.5 * len(scores):
        known["shots"] = shots[:2]
    places = _lines_of(scores)
    for sentence in evidence.document.prose():
        text = sentence.text
        beside = _beside(sentence, places) and not _ADVICE.search(text)
        near = beside or in_evaluation_section(sentence) or bool(tests_in(text)) or bool(TESTED.search(text))
        near = near or any(TESTED.search(lead) for lead in sentence.under)  # "For evaluation we use:" over a list
        results = bool(THE_RESULTS.search(text))
        near = near or results or bool(_SHOTS.search(text) and METHOD.search(text))
        if not near:
            continue
        if (
            _SHOTS.search(text)
            and "shots" not in known
            and (len(scores) < 3 or _EVERY.search(text) or len(_SHOTS.findall(text)) >= 2 or (_speaks_of_all(text)))
        ):
            known.setdefault("shots", []).append(sentence.line)
        if _explains_nothing(sentence):
            continue
        under = " › ".join(sentence.headings)
        on_board = results or (under and any(under == score.context for score in scores))
        if HARNESS.search(text) or (BOARD.search(text) and on_board):
            known.setdefault("the harness", []).append(sentence.line)
        advice = _SUGGESTED.search(text) and not _WE_DID.search(text)
        if (
            (METHOD.search(text) or _LENGTH_TESTED.search(text))
            and not advice
            and not _OF_TRAINING.search(text)
            and not _tells_training(sentence)
            and not _is_of_making(sentence)
            and (
                beside
                or in_evaluation_section(sentence)
                or tests_in(text)
                or re.search(r"(?i)\bevaluat\w*\b|评测|평가", text)
                or _SHOTS.search(text)
                or results
                or any(TESTED.search(lead) for lead in sentence.under)
            )
        ):
            known.setdefault("settings", []).append(sentence.line)
            if len({match[0].casefold() for match in METHOD.finditer(text)}) >= 3:
                known.setdefault("sampling in detail", []).append(sentence.line)
        if REPRODUCE.search(text):
            known.setdefault("a way to repeat it", []).append(sentence.line)
    sourced = [score.line for score in scores if HARNESS.search(score.context) or BOARD.search(score.context)]
    if sourced and "the harness" not in known:
        known["the harness"] = sourced[:2]
    for what, lines in _told_in_tables(evidence, {score.line for score in scores}).items():
        if what != "shots" or not shots:  # those that stand beside some of the scores are told as such
            known.setdefault(what, lines[:2])
    return known


_ONLY_SHOTS = re.compile(r"(?ai)\W*(?:\d+|zero|one|two|three|four|five|six|eight|ten)[- ]shots?\W*")
_BRACKETS = re.compile(r"\([^()]{3,60}\)")
_MOST_ROWS, _MOST_CELLS = 200, 3


def _told_in_tables(evidence: Evidence, lines: set[int]) -> dict[str, list[int]]:
    """The harness or the shots in a cell of their own, or in brackets, among the scores: "Zero-shot"."""
    known: dict[str, list[int]] = {}
    for table in evidence.document.tables:
        rows = [[cell for cell in row if cell.text and not cell.spanned] for row in table.rows[:_MOST_ROWS]]
        if not any(cell.line in lines for row in rows for cell in row):
            continue
        for row in rows:
            for cell in row[:_MOST_CELLS]:
                told = cell.text[:60] if len(row) == 1 else " ".join(_BRACKETS.findall(cell.text[:120]))
                if HARNESS.search(told):
                    known.setdefault("the harness", []).append(cell.line)
                elif _ONLY_SHOTS.fullmatch(cell.text[:60]):
                    known.setdefault("shots", []).append(cell.line)
    return known
