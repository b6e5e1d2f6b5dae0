"""Words by which people name the columns of a question file, in the languages that were met.

A name is compared bare: small letters, accents folded, everything between words
one underscore, so that "Correct Answer:", "correct-answer" and "correct_answer"
are one. Earlier words of a list go first where a file has several of them.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping

INPUT = (
    "input", "question", "prompt", "query", "problem", "instruction", "task", "question_stem", "stem", "ctx", "goal",
    "sentence", "inputs", "user_input", "question_text", "prompt_text", "problem_statement", "statement", "claim",
    "q", "questions", "user_message", "user_prompt", "messages", "conversations", "conversation", "turns", "front",
    "dialog", "dialogue", "frage", "fragestellung", "fragetext", "aufgabe", "aufgabenstellung", "aussage", "consigne",
    "enonce", "pregunta", "domanda", "quesito", "pergunta", "vraag", "pytanie", "fraga", "soru", "вопрос", "题目",
    "問題", "问题", "質問", "题干", "질문", "문제", "user", "text",
)  # fmt: skip
TARGET = (
    "target", "targets", "answer", "answerkey", "answer_key", "correct_answer", "correct", "correct_option",
    "correct_choice", "correct_letter", "correct_answers", "right_answer", "expected", "expected_output",
    "expected_answer", "expected_response", "expected_result", "gold", "gold_answer", "ideal", "ideal_answer",
    "ideal_response", "reference", "reference_answer", "reference_output", "ground_truth", "ground_truths",
    "final_answer", "model_answer", "solution", "label", "answers", "output", "outputs", "completion", "response",
    "key", "true_false", "answer_text", "final_decision", "chosen", "back",
    "antwort", "richtige_antwort", "korrekte_antwort", "musterantwort",
    "erwartete_antwort", "losung", "loesung", "musterlosung", "erwartet", "richtig", "reponse", "bonne_reponse",
    "reponse_correcte", "reponse_attendue", "respuesta", "respuesta_correcta", "risposta", "risposta_corretta",
    "risposta_esatta", "resposta", "resposta_correta", "antwoord", "juiste_antwoord", "odpowiedz",
    "poprawna_odpowiedz", "svar", "cevap", "dogru_cevap", "ответ", "правильныи_ответ", "答案", "正确答案", "参考答案",
    "标准答案", "正解", "解答", "回答", "정답", "답", "답변",
)  # fmt: skip
CHOICES = (
    "choices", "options", "endings", "alternatives", "multiple_choice_targets", "mc1_targets", "mc2_targets",
    "target_scores", "answer_choices", "answer_options", "auswahl", "antworten", "antwortmoglichkeiten", "optionen",
    "choix", "reponses", "opciones", "opzioni", "opcoes", "alternativas", "opties", "варианты",
    "选项", "選択肢", "선택지",
)  # fmt: skip
CONTEXT = (
    "context", "passage", "article", "paragraph", "document", "story", "contexts", "retrieved_contexts", "background",
    "kontext", "dokument", "lesetext", "contexte", "contexto", "contesto", "контекст", "上下文", "文章",
)  # fmt: skip
ID = (
    "id", "question_id", "qid", "uid", "doc_id", "task_id", "example_id", "idx", "ind", "index", "nr", "no",
    "nummer", "numero", "num", "lfd_nr", "编号", "番号", "번호",
)  # fmt: skip
# Columns of wrong answers, beside one of the right answer.
WRONG = (
    "distractor", "incorrect_answer", "wrong_answer", "falsche_antwort", "mauvaise_reponse", "respuesta_incorrecta",
    "risposta_sbagliata", "resposta_errada", "foute_antwoord",
)  # fmt: skip
WRONG_LISTS = ("distractors", "incorrect_answers", "wrong_answers", "falsche_antworten", "mauvaises_reponses")
GROUP = ("group", "gruppe")
TAGS = ("tags", "tag")
TESTS = ("test_list", "tests", "test")
SOLUTION = ("canonical_solution", "reference_solution", "code", "solution")

# What a column of choices may be called before its letter or number: "Option A", "Réponse 1", "选项A".
CHOICE_WORDS = (
    "option", "choice", "answer", "ending", "alternative", "sol", "antwort", "auswahl", "reponse", "choix",
    "proposition", "opcion", "respuesta", "opzione", "risposta", "opcao", "alternativa", "resposta", "optie",
    "antwoord", "odpowiedz", "opcja", "svar", "secenek", "вариант", "ответ", "选项", "選択肢", "보기", "선택지",
    *WRONG,
)  # fmt: skip

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_BETWEEN_WORDS = re.compile(r"[\W_]+")


def bare(name: str) -> str:
    """A column's name without what people write differently.

    >>> bare("Bonne réponse :"), bare("True/False"), bare("expectedOutput")
    ('bonne_reponse', 'true_false', 'expected_output')
    """
    folded = unicodedata.normalize("NFKD", _HUMP.sub("_", name)).casefold()
    letters = "".join(sign for sign in folded if not unicodedata.combining(sign))
    return _BETWEEN_WORDS.sub("_", unicodedata.normalize("NFC", letters)).strip("_")


def find_first(names: Mapping[str, str], words: Iterable[str]) -> str | None:
    """The column that the earliest of the words names; `names` maps bare names to columns."""
    return next((names[word] for word in words if word in names), None)


def bare_names(columns: Iterable[str]) -> dict[str, str]:
    """Bare name -> column, the first of two that are the same; "inputs.question" is a question too."""
    columns = list(columns)
    found: dict[str, str] = {}
    for column in columns:
        found.setdefault(bare(column) if not column.startswith("__") else column.lower(), column)
    for column in columns:
        if "." in column and " " not in column:
            found.setdefault(bare(column.rpartition(".")[2]), column)
    return found


ASKING = frozenset(INPUT)
ANSWERING = frozenset((*TARGET, *CHOICES))
COLUMN_NAMES = frozenset((*INPUT, *TARGET, *CHOICES, *CONTEXT, *ID, "__expected"))
