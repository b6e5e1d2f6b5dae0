"""Names beside a score that are not whose it is: who judged the answers, who played the user, what program ran.

"MT-Bench, judged by Brio-70B: 8.1", "τ-bench (Brio-70B as the user): 41.7", "HellaSwag with brio.cpp: 81.2" are all
told of the card's own model. "Brio-70B as a judge reaches 85.0" is told of Brio-70B.
"""

import re
from functools import lru_cache

_JUDGE = (
    r"(?:judges?|evaluators?|graders?|annotators?|raters?|referees?|arbiters?|scorers?|assessors?|examiners?|"
    r"verifiers?)"
)
_USER = (
    r"(?:users?(?:[- ](?:simulators?|models?|agents?|llms?))?|simulators?|simulated (?:users?|customers?)|customers?)"
)
_WHOSE = r"(?:the |an? |our |its |both )?(?:(?:sole|automatic|only|simulated|llm|main|user|answer) ){0,2}"
_LATER = r"(?:[- ](?:turbo|mini|nano|omni|preview|latest))?"
# Behind the name.
_IN_THE_ROLE = re.compile(
    rf"(?i){_LATER},?\s(?:(?:(?:is |was |acting |serving |acts |serves |used )?as|is|was|being|plays?|playing|played) "
    rf"{_WHOSE}(?:{_JUDGE}|{_USER})(?! (?:stud|data|pref))\b|(?:judg|grad|rat|annotat|mark|scor)ing\b|"
    r"(?:judges|grades|annotates)\b|simulat(?:es|ing) (?:the |an? )?(?:user|customer))|"
    rf"(?i:{_LATER})[- ](?i:(?:based )?{_JUDGE}|user simulators?|(?:judge?ments?|ratings|gradings?|evaluations?)|"
    r"judged|graded|annotated|rated)\b|"
    r"\s?(?:作为|担任|充当|扮演|为|做|当)\s?(?:评委|裁判|评审|评判|评估|标注|模拟用户|用户)|\s?(?:评判|打分|评分|裁判|评审)|"
    r"(?:가|이|로|으로|를|을)? ?(?:평가|채점|심사|심판|판정)|"
    r"\s?(?:による|が|で|を)\s?(?:評価|採点|判定|審[査判]|ジャッジ)|"
    r",? als (?:\w+ )?(?:judge|richter\w*|bewerter\w*|gutachter\w*|juror\w*|schiedsrichter\w*|prüfer\w*)\b|"
    r",? comm?[eo] (?:\w+ )?(?:juge|évaluat\w+|arbitre|juez|evaluador|jurado|árbitro|juiz|avaliador|giudice|"
    r"valutatore)\b|"
    r" (?:в качестве|как) (?:судь|оцен|эксперт)\w*|"
    r" (?:bewertet|benotet|beurteilt)\b"
)
# "Brio-70B as the judge on some test gets 85.0"
_AND_GETS = re.compile(
    r"(?i)(?: (?:on|at|in|for) [^.,;:]{2,40}?)? (?:gets?|got|scor(?:es|ed)|reach(?:es|ed)|achiev(?:es|ed)|"
    r"obtain(?:s|ed)|attain(?:s|ed)|has|hits?|is at|erreicht|erzielt|atteint|obtient|obtiene|alcanza|ottiene)\b"
)
# Before the name.
_BY = (
    r"(?:judged|graded|scored|rated|marked|annotated|assessed|evaluated|verified|simulated|played|labell?ed|refereed|"
    r"judge?ments?|gradings?|ratings?)"
)
_NAMED_AS = re.compile(
    rf"(?i)(?<!\d )(?<![%％] )(?<!points )\b{_BY} (?:[a-z]+ly )?(?:by|with|using|via|through|from) "
    rf"(?:(?:the|an?|both|openai['’]s|google['’]s|anthropic['’]s|{_JUDGE}) ){{0,3}}$|"
    rf"\b(?:{_JUDGE}|user (?:simulators?|models?|agents?)|simulators?|simulated users?)(?: (?:models?|llm))?"
    r"(?:\s?[:：=]\s?|,? (?:is |was |are |were |being )?)(?:the )?$|\buser\s?[:：=]\s?$|\baccording to (?:the )?$|"
    r"\b(?:évalué|noté|jugé|annoté)e?s? par $|\b(?:evaluad|calificad|juzgad|avaliad|julgad|valutat|giudicat)[oaei]s? "
    r"(?:por|da|dal) (?:el |o )?$|\b(?:bewertet|benotet|beurteilt) (?:von|durch|mit) $|"
    r"\b(?:судья|оценка|оцен[её]н\w*|оценивал\w*)\s?[:：—]?\s?$|"
    r"(?:评委|裁判|评审|评分模型|评判模型|用户模拟器)(?:模型)?\s?[:：为是]?\s?$|"
    r"(?:審査員|評価者|評価モデル|심사자|평가자|평가 ?모델)\s?[:：は은는]?\s?$"
)
_COMMA = re.compile(rf"(?i)\b(?:as|for) (?:an? |the )?{_JUDGE}, $")  # "As a judge, Brio-70B reaches 85.0"
_OF_JUDGES = re.compile(r"(?i)reward-?\s?bench|judge-?\s?bench|\brm-?bench|judgemark|preference proxy")

_OF_LLAMA = (
    r"llama[-_. ]?(?:cpp(?:[-_. ]python)?|perplexity|bench|server|cli|run|factory|recipes|index|stack|swap|eval\w{0,7}|"
    r"quantize|imatrix)|llamafile"
)
# Programs that bear the name of a family of models.
_PROGRAM = re.compile(
    rf"(?i)(?:{_OF_LLAMA}|[a-z]{{2,12}}[\d.]{{0,4}}[._-](?:cpp|rs|js|pytorch|torch|inference|evals?|evaluation|fast|"
    r"finetune|common|serve|runner))(?![A-Za-z0-9])"
)
_HARNESS_OF_AGENTS = re.compile(r"(?i)(?:claude|gemini|qwen|grok|kimi|mistral)[- ](?:code|cli|agent|vibe)\b")
_WITH = re.compile(r"(?i)(?:^|[(（,;]\s?|\b)(?:with|via|using|in|inside|under|through|by|on|as run by) (?:the )?$")


def only_measures(text: str, start: int, end: int) -> bool:
    """True where the model named at this place of a sentence judged, played the user, or is the name of a program.

    >>> [only_measures(text, 10, 14) for text in ("judged by Brio: 8.1", "outdid by Brio: 8.1")]
    [True, False]
    """
    name = text[start:end]
    if _PROGRAM.match(name):
        return True
    before = text[max(0, start - 60) : start]
    if _HARNESS_OF_AGENTS.match(name) and _WITH.search(before):
        return True
    if _OF_JUDGES.search(text):
        return False
    role = _IN_THE_ROLE.match(text, end)
    if role:
        return not _AND_GETS.match(text, role.end())
    return bool(_NAMED_AS.search(before)) and not _COMMA.search(before)


_TOOL = (
    rf"(?:{_OF_LLAMA}|vllm|sglang|lmdeploy|(?:tensorrt|trt)[- ]llm|tgi|text[- ]generation[- ]inference|ollama|"
    r"lm ?studio|mlx(?:[- ]v?lm)?|exllama(?:v[23])?|koboldcpp|(?:hf |hugging ?face )?transformers|openvino|"
    r"lm[-_ ]?eval(?:uation)?(?:[-_ ]harness)?|(?:eleuther(?:ai)?(?:['’]s)? )?(?:lm )?eval(?:uation)?[- ]harness|"
    r"light[- ]?eval|simple[-_ ]evals|opencompass|evalscope|llm-jp-eval|"
    r"bigcode[-_ ](?:eval\w{0,6}|evaluation)(?:[-_ ]harness)?|lmms[-_]eval|vlmevalkit|deepeval|fastchat|"
    r"inspect[-_ ](?:ai|evals?)|olmes|mistral[-_.](?:evals|inference|rs))"
    r"(?:[ =-]{1,2}[vb]?\d[\w.]{0,12})?"
)
_RUN_BY = re.compile(
    rf"(?i)(?P<test>.{{2,60}}?)\s?(?:[(（\[]\s?(?:(?:with|via|using|by|in) )?{_TOOL}\s?[)）\]]|"
    rf",? (?:(?:run |measured |evaluated )?(?:with|via|using|by|in|on|under|through)) (?:the )?{_TOOL})"
    r"(?P<more>.{0,40})"
)
_TOOL_HINTS = (
    "llm", "lang", "llama", "deploy", "tgi", "inference", "studio", "mlx", "kobold", "transformers", "vino", "eval",
    "compass", "fastchat", "inspect", "olmes", "mistral", "harness",
)  # fmt: skip


_PROGRAM_ALONE = re.compile(rf"(?i)\W{{0,4}}{_TOOL}\W{{0,4}}")


@lru_cache(maxsize=4096)
def names_program(text: str) -> bool:
    """True for "llama.cpp" and "vLLM 0.7" as all that a label says."""
    return len(text) <= 60 and bool(_PROGRAM_ALONE.fullmatch(text))


# The corner of a table whose rows are judges, users that a model played, or programs: each row is of the same model.
_JUDGES_BELOW = re.compile(
    rf"(?i)\W*(?:(?:llm|ai|auto|model)[- ](?:as[- ]an?[- ])?)?(?:{_JUDGE}|user[- ]simulators?|simulated[- ]users?|"
    rf"user[- ](?:models?|llms?|agents?))(?: (?:models?|llms?|names?))?\W*|\W*(?:评委|裁判|评审)(?:模型)?\W*|"
    r"\W*(?:심사|평가) ?모델\W*|\W*評価(?:者|モデル)\W*"
)
_PROGRAMS_BELOW = re.compile(
    r"(?i)\W*(?:(?:inference|serving|eval(?:uation)?) )?(?:engines?|back-?ends?|run-?times?|frameworks?|harness(?:es)?|"
    r"librar(?:y|ies)|tools?|servers?|推理(?:引擎|框架)|评测框架)\W*"
)


def judges_below(corner: str) -> bool:
    return len(corner) <= 60 and bool(_JUDGES_BELOW.fullmatch(corner))


def programs_below(corner: str) -> bool:
    return len(corner) <= 60 and bool(_PROGRAMS_BELOW.fullmatch(corner))


def how_measured(label: str, corner: str) -> str:
    """What a judge or a program tells of a score: "judge Brio-70B", "llama.cpp"."""
    named = label.strip(" *_`")[:40]
    return f"{'user' if 'user' in corner.casefold() else 'judge'} {named}" if judges_below(corner) else named


def is_test_of_judges(name: str) -> bool:
    return bool(_OF_JUDGES.search(name[:120]))


@lru_cache(maxsize=4096)
def without_program(name: str) -> str | None:
    """The name of a test without the program that ran it; None where it names none.

    >>> without_program("HellaSwag with vLLM"), without_program("MMLU (lm-eval 0.4.3), 5-shot"), without_program("MMLU")
    ('HellaSwag', 'MMLU, 5-shot', None)
    """
    folded = name.casefold()
    if len(name) > 120 or not any(hint in folded for hint in _TOOL_HINTS):
        return None
    found = _RUN_BY.fullmatch(name.strip())
    return f"{found['test']}{found['more']}" if found else None
