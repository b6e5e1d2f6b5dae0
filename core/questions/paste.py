"""Questions pasted into a box: one a paragraph, a list, or a table copied from a sheet, a page or a note."""

from core.questions.load import looks_like_a_table, parse_question_set
from core.questions.paragraphs import parse_paragraphs
from core.questions.question import QuestionSet


def parse_pasted(text: str, name: str = "pasted questions") -> QuestionSet:
    """A set from pasted text.

    Raises QuestionSetError when nothing is there, there is too much, or an
    answer is not among its choices (the paragraph or row is named).

    Example: parse_pasted("2 + 2? => 4").questions[0].target == ("4",)
    """
    if text.strip() and looks_like_a_table(text):
        return parse_question_set(text.encode("utf-8", "surrogatepass"), name)
    return parse_paragraphs(text, name).question_set
