"""Answers that another model marked: a section of results that names the judge and the questions.

Either of the two alone explains little; together they tell how the test was run.
"""

import re

from core.cards.claims import in_evaluation_section
from core.cards.document import Document

_JUDGE = re.compile(
    r"(?i)\b(?:gpt-?\s?4[\w.-]*|chatgpt|claude[\w.-]*)(?:[- ]turbo)? (?:as|to|is used|was used|scor|rat|judg|grad)\w*"
    r"[^.;]{0,20}(?:judg|evaluat|scor|rat|grad|compar|$)|"
    r"\b(?:judged|scored|graded|rated|evaluated|evaluation) (?:by|with|using|through) (?:openai['’]s )?"
    r"(?:gpt-?\s?4|chatgpt|claude)|\bg-eval\b|"
    r"(?:采用|使用|用|由|通过)\s?(?:gpt-?4|chatgpt)[\w.-]*\s?[^。，]{0,8}(?:评估|评测|打分|评分|评判)|"
    r"gpt-?4[\w.-]*(?:를|을|로|가)[^.]{0,16}(?:평가|채점)|gpt-?4[\w.-]*(?:を|で|に|が)[^。]{0,12}(?:評価|採点)"
)
_QUESTIONS = re.compile(
    r"(?i)\b\d{2,4} (?:[\w-]+ ){0,3}(?:questions|prompts|instructions|items|samples|examples|cases)\b|"
    r"\b(?:questions|prompts|instructions)\b[^.;]{0,60}\b(?:taken|drawn|sampled|translated|come) (?:\w+ )?"
    r"(?:from|by|into)\b|"
    r"[抽选取共][^。，]{0,10}\d{2,5}\s?[条道个题]|"
    r"평가 ?(?:데이터|문항|질문).{0,160}사용|\d{2,4} ?개[^.]{0,10}(?:질문|문항|문제)|"
    r"評価(?:データ|用)[^。]{0,60}(?:使用|用い)|\d{2,4}\s?問"
)
_MOST_CHARS = 1_500


def find_judged_answers(document: Document) -> dict[str, list[int]]:
    """Lines that name the judge, and lines that name the questions; empty where one of the two is missing."""
    inside = [sentence for sentence in document.prose() if in_evaluation_section(sentence)]
    judges = [sentence.line for sentence in inside if _JUDGE.search(sentence.text[:_MOST_CHARS])]
    if not judges:
        return {}
    questions = [sentence.line for sentence in inside if _QUESTIONS.search(sentence.text[:_MOST_CHARS])]
    return {"the judge": judges[:2], "the questions": questions[:2]} if questions else {}
