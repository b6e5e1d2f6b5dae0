"""A right answer is right with an article, another dash or in one short sentence; a wrong one stays wrong."""

import pytest

from core.grading.graders import grade
from core.grading.outcome import Outcome
from core.inference.exchange import FinishReason
from core.questions.question import AskedQuestion, GraderSpec, Question


def outcome_of(asked, target, text, options=(), **metadata):
    question = Question("q", asked, (target,), GraderSpec("exact", dict(options)), metadata=metadata)
    return grade(AskedQuestion(question), text, FinishReason.STOP).outcome


BEER_LAW = ("Welches Gesetz von 1516 regelt das Bier in Bayern?", "Reinheitsgebot")
LAW = ("Which law regulated beer in Bavaria?", "Reinheitsgebot")
CELL = ("Quel organite produit l'énergie ?", "mitochondrie")
VERDI = ("¿Qué planta da el sabor?", "vainilla")
METAL = ("Quale metallo conduce meglio?", "rame")
TREE = ("Qual árvore dá cortiça?", "sobreiro")
BIRD = ("Welke vogel is het?", "merel")
RANGE = ("What is the mash pH range?", "5.2-5.6")
FAUST = ("Who wrote Faust?", "Goethe")
FAUST_DE = ("Wer schrieb Faust?", "Goethe")
HOPS = ("Which hop compound gives beer its bitterness: alpha acids, beta acids or tannins?", "alpha acids")
AUSTRIA = ("Nenne die Hauptstadt von Österreich.", "Wien")
FRANCE = ("Quelle est la capitale de la France ?", "Paris")
SPAIN = ("¿Cuál es la capital de España?", "Madrid")
ITALY = ("Qual è la capitale dell'Italia?", "Roma")
PORTUGAL = ("Qual é a capital de Portugal?", "Lisboa")
DUTCH = ("Wat is de hoofdstad van Nederland?", "Amsterdam")
AUSTRALIA = ("What is the capital of Australia?", "Canberra")

GIVEN = {
    BEER_LAW: (
        "ANSWER: Das Reinheitsgebot",
        "das Reinheitsgebot.",
        "Es ist das Reinheitsgebot.",
        "Das Gesetz heißt Reinheitsgebot.",
    ),
    LAW: (
        "ANSWER: The Reinheitsgebot",
        "The **Reinheitsgebot**",
        "The law is the Reinheitsgebot.",
        "Das Reinheitsgebot",
    ),
    CELL: ("La mitochondrie", "C'est la mitochondrie."),
    VERDI: ("La vainilla", "Es la vainilla."),
    METAL: ("Il rame", "È il rame."),
    TREE: ("O sobreiro", "É o sobreiro."),
    BIRD: ("De merel", "Het is de merel."),
    RANGE: ("5.2–5.6", "ANSWER: 5.2–5.6", "ANSWER: 5.2 - 5.6", "5.2 – 5.6.", "The mash pH range is 5.2–5.6."),
    FAUST: ("Faust was written by Goethe.", "It was written by Goethe.", "Goethe wrote Faust."),
    FAUST_DE: ("Faust wurde von Goethe geschrieben.", "Goethe schrieb Faust."),
    ("¿Quién pintó el Guernica?", "Picasso"): ("El Guernica fue pintado por Picasso.", "Fue Picasso."),
    ("Wer hat das Telefon erfunden?", "Bell"): (
        "Bell hat das Telefon erfunden.",
        "Das Telefon wurde von Bell erfunden.",
    ),
    ("Qui a écrit Candide ?", "Voltaire"): ("Candide a été écrit par Voltaire.", "Voltaire a écrit Candide."),
    ("¿Quién escribió el Quijote?", "Cervantes"): ("El Quijote fue escrito por Cervantes.",),
    ("Chi ha scritto la Commedia?", "Dante"): ("La Commedia è stata scritta da Dante.",),
    ("Quem escreveu Os Lusíadas?", "Camões"): ("Os Lusíadas foi escrito por Camões.",),
    ("Wie schreef Max Havelaar?", "Multatuli"): ("Max Havelaar werd geschreven door Multatuli.",),
    HOPS: ("The bitterness comes from the alpha acids.", "The bitterness comes from alpha acids."),
    AUSTRIA: (
        "Die Hauptstadt von Österreich ist Wien.",
        "Es ist Wien.",
        "Wien ist die Hauptstadt von Österreich.",
        "Die Hauptstadt Österreichs heißt Wien.",
        "Natürlich! Die Hauptstadt von Österreich ist **Wien**.",
    ),
    FRANCE: (
        "La capitale de la France est Paris.",
        "C'est Paris.",
        "Paris est la capitale de la France.",
        "La capitale de la France s'appelle Paris.",
        "ANSWER: La capitale de la France est Paris.",
        "La capitale est Paris, pas Lyon.",
    ),
    SPAIN: ("La capital de España es Madrid.", "Es Madrid."),
    ITALY: ("La capitale dell'Italia è Roma.", "È Roma."),
    PORTUGAL: ("A capital de Portugal é Lisboa.", "É Lisboa."),
    DUTCH: ("De hoofdstad van Nederland is Amsterdam.", "Het is Amsterdam."),
    AUSTRALIA: (
        "Sure! The capital of Australia is **Canberra** (not Sydney, as many think).",
        "The capital of Australia is Canberra, not Sydney.",
        "**Canberra** is the capital of Australia.",
        "**Canberra** (not Sydney)",
        "Canberra, not Sydney.",
    ),
    ("Hungary is next to it. What is the capital of Austria? Answer with a name.", "Vienna"): (
        "The capital of Austria is Vienna.",
    ),
    ("In Österreich gibt es Flüsse. Wie heißt der längste Fluss?", "Donau"): (
        "Der längste Fluss heißt Donau.",
        "Der Fluss ist die Donau.",
    ),
    ("Which cells fight it?", "T-cells"): ("T‑cells", "ANSWER: T–cells"),
}
NOT_GIVEN = {
    ("What replaced coal?", "gas"): ("Gas was replaced by coal.", "Coal was replaced by no gas."),
    ("Wer besiegte Napoleon?", "Wellington"): (
        "Wellington wurde von Napoleon besiegt.",
        "Napoleon besiegte Wellington.",
    ),
    ("Is the sky green, yes or no?", "no"): ("Yes, no.", "Yes, not no."),
    ("Which score?", "3-1"): ("1–3", "3 –1", "3-1-2", "13-1"),
    BEER_LAW: (
        "Nicht das Reinheitsgebot",
        "Kein Reinheitsgebot",
        "Das neue Reinheitsgebot",
        "Es ist nicht das Reinheitsgebot.",
        "Das Gesetz vor dem Reinheitsgebot",
        "Das Gesetz ist das zweite Reinheitsgebot.",
    ),
    ("Which city in the Philippines?", "Angeles"): ("Los Angeles", "The Los Angeles", "It is Los Angeles."),
    ("¿Qué ciudad fue la primera capital de Brasil?", "Salvador"): ("El Salvador", "Es El Salvador."),
    ("Which letter comes after a?", "b"): ("a b", "the a b"),
    RANGE: ("5.2–5.7", "5.2 -5.6", "-5.2-5.6", "5.2–5.6–6", "15.2–5.6", "5.2, 5.6", "5.2–5.6 or 7"),
    ("What is 5 - 3?", "2"): ("5 – 3",),
    FAUST: (
        "It was not Goethe but Schiller.",
        "Faust was written by Goethe's friend Schiller.",
        "Goethe's friend Schiller",
        "Faust was criticised by Goethe.",
        "Faust was not written by Goethe.",
        "Faust was written by Schiller, not by Goethe.",
        "Faust was perhaps written by Goethe.",
        "Faust was written by Goethe and Schiller.",
        "Goethe read Faust.",
        "Faust was written by Schiller or Goethe.",
        "Faust was written by young Goethe's son.",
        "Werther was written by Goethe.",
        "Was Faust written by Goethe?",
        "Faust was written before Goethe.",
        "By Schiller, after Goethe.",
    ),
    ("Who did Goethe admire?", "Schiller"): ("Goethe was admired by Schiller.", "Schiller admired Goethe."),
    ("Wen bewunderte Goethe?", "Schiller"): ("Goethe wurde von Schiller bewundert.",),
    FAUST_DE: (
        "Faust wurde nicht von Goethe geschrieben.",
        "Faust wurde von Goethe gelesen.",
        "Faust wurde von Goethes Freund Schiller geschrieben.",
        "Faust wurde vor Goethe geschrieben.",
        "Faust wurde wohl von Goethe geschrieben.",
        "Nicht Goethe, sondern Schiller schrieb Faust.",
    ),
    HOPS: (
        "The bitterness comes from the beta acids, not the alpha acids.",
        "The aroma comes from the alpha acids.",
        "The bitterness comes not from the alpha acids.",
        "The bitterness comes from alpha acids or tannins.",
        "The bitterness comes from beta acids and alpha acids.",
        "The bitterness may come from alpha acids.",
        "It is alpha acids, beta acids or tannins.",
        "alpha acids, beta acids, tannins",
    ),
    ("Which country imports most coffee?", "Ethiopia"): ("The coffee comes from Ethiopia.",),
    AUSTRIA: (
        "Die Hauptstadt von Österreich ist nicht Wien.",
        "Wien ist nicht die Hauptstadt von Österreich.",
        "Die Hauptstadt von Österreich ist Wien oder Graz.",
        "Die Hauptstadt von Österreich ist Graz, nicht Wien.",
        "Die Hauptstadt von Ungarn ist Wien.",
        "Vielleicht ist es Wien.",
        "Es ist Wiener Neustadt.",
        "Es ist Neu-Wien.",
        "Die Hauptstadt liegt bei Wien.",
        "Die Stadt nahe Wien",
        "Es ist Wien, sicher bin ich nicht.",
        "Die Hauptstadt ist Wien (nicht sicher).",
        "Die Hauptstadt ist Wien, nicht ganz sicher.",
    ),
    ("Schiller schrieb Wallenstein. Wer schrieb Faust?", "Goethe"): ("Wallenstein wurde von Goethe geschrieben.",),
    ("Die Hauptstadt von Ungarn liegt an der Donau. Was ist die Hauptstadt von Österreich?", "Wien"): (
        "Die Hauptstadt von Ungarn ist Wien.",
        "Die Donau ist Wien.",
    ),
    ("Quelle est la capitale du pays au nord de l'Italie ?", "Berne"): ("La capitale de l'Italie est Berne.",),
    ("Was ist die Hauptstadt von Österreich?", "Wien"): ("Österreich ist Wien.",),
    FRANCE: (
        "La capitale est entre Paris et Lyon.",
        "La capitale est New Paris.",
        "La capitale de la France n'est pas Paris.",
        "La capitale de la France est Paris ou Lyon.",
        "La capitale est Lyon, pas Paris.",
        "Paris Hilton est la capitale.",
        "Paris est une ville de la France.",
        "La capitale de la Belgique est Paris.",
        "C'est Paris ?",
        "C'est peut-être Paris.",
        "La capitale de la France est Paris-Nord.",
        "C'est le nouveau Paris.",
        "Paris n'est plus la capitale de la France.",
    ),
    SPAIN: (
        "La capital de España no es Madrid.",
        "Es Barcelona o Madrid.",
        "Es Madrid o Barcelona.",
        "Quizás es Madrid.",
        "La capital de España es Nuevo Madrid.",
    ),
    ITALY: ("La capitale dell'Italia non è Roma.", "È Milano o Roma.", "È Roma o Milano.", "Forse è Roma."),
    PORTUGAL: ("A capital de Portugal não é Lisboa.", "É Lisboa ou Porto.", "Talvez é Lisboa."),
    DUTCH: (
        "De hoofdstad van Nederland is niet Amsterdam.",
        "Het is Amsterdam of Utrecht.",
        "Het is Nieuw Amsterdam.",
        "Het is misschien Amsterdam.",
    ),
    AUSTRALIA: (
        "The capital of Australia is Canberra (not sure).",
        "The capital of Australia is Canberra (not Canberra).",
        "The capital of Australia is **Sydney** (not Canberra).",
        "Canberra is not the capital of Australia.",
        "The capital of Australia is Canberra (not Sydney, but actually Melbourne).",
        "Sydney (Canberra is not)",
        "The capital of Australia is Canberra, not certain.",
        "It is between Canberra and Sydney.",
        "The capital of Australia is **Sydney** or **Canberra**.",
    ),
}


def rows(table):
    return [(asked, target, text) for (asked, target), texts in table.items() for text in texts]


@pytest.mark.parametrize(("asked", "target", "text"), rows(GIVEN))
def test_an_article_a_dash_and_a_short_sentence_leave_an_answer_right(asked, target, text):
    assert outcome_of(asked, target, text) is Outcome.RIGHT


@pytest.mark.parametrize(("asked", "target", "text"), rows(NOT_GIVEN))
def test_a_sentence_that_says_another_thing_stays_wrong(asked, target, text):
    assert outcome_of(asked, target, text) is Outcome.WRONG


FORM = [
    ("Nenne die Hauptstadt von Österreich.", "Wien", "Es ist Wien."),
    ("Which law regulated beer in Bavaria?", "Reinheitsgebot", "The Reinheitsgebot"),
    ("What is the mash pH range?", "5.2-5.6", "5.2 – 5.6"),
]


@pytest.mark.parametrize(("asked", "target", "text"), FORM)
def test_where_the_form_is_tested_it_counts(asked, target, text):
    assert outcome_of(asked, target, text) is Outcome.RIGHT
    assert outcome_of(asked, target, text, instruction="") is Outcome.WRONG
    assert outcome_of(asked, target, text, {"case": True}) is Outcome.WRONG


@pytest.mark.parametrize(
    ("asked", "target", "text"),
    [
        ("Write the law's name. Reply with that word only.", "Reinheitsgebot", "The Reinheitsgebot"),
        ("What does this print?\n```python\nprint('cat')\n```", "cat", "the cat"),
        ("Reply with exactly the range.", "5.2-5.6", "5.2–5.6"),
        ("Write the word 'garden' in capital letters.", "GARDEN", "THE GARDEN"),
        (
            "Antworte nur mit dem Namen der Hauptstadt von Österreich.",
            "Wien",
            "Die Hauptstadt von Österreich ist Wien.",
        ),
        ("Réponds uniquement par le nom de la capitale.", "Paris", "C'est Paris."),
        ("Welcher Artikel? Nenne das Wort ohne Artikel.", "Haus", "das Haus"),
    ],
)
def test_a_question_that_asks_for_a_form_in_its_words_keeps_it(asked, target, text):
    assert outcome_of(asked, target, text) is Outcome.WRONG
    assert outcome_of(asked, target, target) is Outcome.RIGHT
