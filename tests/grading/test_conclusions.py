"""An option that a reply concludes by its text, and texts of options that conclude nothing."""

import pytest

from core.grading.graders import grade
from core.inference.exchange import FinishReason
from core.questions.question import AskedQuestion, GraderSpec, Question

PEOPLE = ("Eva", "Bea", "Dora", "Cem")
ROOMS = ("in the attic", "in the garage", "in the shed", "in the workshop")
MOVES = ("1 m south and 10 m east", "9 m west", "10 m south and 1 m east", "1 m north and 10 m west")
DATES = ("Monday, 11 January", "Saturday, 9 January", "Monday, 10 January", "Sunday, 10 January")
DAYS = ("Monday", "Sunday", "Saturday", "Wednesday")
KINDS = ("wind", "drizzle", "baker", "frost")
CRANE = ("it cannot be told", "it lifts", "it does not lift")
PATHS = ("/ladder/ribbon/marble.jpg", "/salmon/marble.jpg", "/marble.jpg", "/ladder/marble.jpg")
CHANCES = ("15/28", "5/14", "2/7", "3/28")
COUNTS = ("1", "2", "6", "3")
VALUES = ("safe = False, open = False", "safe = True, open = True")
PAIRS = ("spinach and cardigan", "baker and electrician")
LATE = ("no, it is too early", "yes", "no, it is too late")
KIN = ("father-in-law", "uncle", "nephew")
MEALS = ("couscous", "rice noodles", "bulgur salad")
MESSAGES = ("a warning", "a request", "a question", "a complaint")


ASKED = "Who sits in the middle, and which is safe?"


def letter_of(choices: tuple[str, ...], text: str, asked: str = ASKED) -> str | None:
    question = Question("q1", asked, ("A",), GraderSpec("choice"), choices)
    return grade(AskedQuestion(question, tuple(range(len(choices)))), text, FinishReason.STOP).read


LONG = "Ali sits at one end, so Bea comes next. Cem does not sit next to Bea, and Dora has the other end. " * 4


@pytest.mark.parametrize(
    ("choices", "text", "letter"),
    [
        (PEOPLE, f"{LONG}\n\nAli - Bea - Eva - Cem - Dora\n\nSo in the middle sits Eva.", "A"),
        (PEOPLE, f"{LONG}\n\nTherefore, the person in the middle is **Eva**. 😊", "A"),
        (PEOPLE, f"{LONG}\n\nHence Eva sits in the middle.", "A"),
        (PEOPLE, f"{LONG}\nBea, Eva and Cem are left, so the middle seat is Eva", "A"),
        (PEOPLE, f"{LONG}\n\nIt's Eva. I hope this makes things clear!", "A"),
        (ROOMS, "At the end, the drill is in the workshop. Chen moved it there from the shed.", "D"),
        (ROOMS, "ANSWER: The workshop", "D"),
        (ROOMS, "Workshop", "D"),
        (MOVES, "After all the moves the crab is 10 m west and 1 m north of where it started.", "D"),
        (DATES, f"{LONG}\nTuesday + 5 = Sunday. It's Sunday, January 10th.", "D"),
        (DATES, "ANSWER: Sunday, January 10", "D"),
        (DAYS, "Thursday + 1 = Friday\nThursday + 2 = Saturday\nThursday + 3 = Sunday\nThursday + 4 = Monday", "A"),
        (DAYS, "Friday is one day later, Saturday two, Sunday three, and Monday four, so it is Monday.", "A"),
        (
            KINDS,
            'Wind, drizzle and frost are weather, whereas a baker is a person, so the odd one out is "baker".',
            "C",
        ),
        (CRANE, "If the tank is full, it lifts; if not, it does not lift. Hence it cannot be determined.", "A"),
        (CRANE, "It might be that it lifts, but it cannot be told.", "A"),
        (CRANE, "There is not enough information to decide.", "A"),
        (
            PATHS,
            "`/ladder/ribbon/../salmon/../marble.jpg` → `/ladder/salmon/../marble.jpg` → `/ladder/marble.jpg`",
            "D",
        ),
        (MESSAGES, "This message is a **warning**. It tells somebody not to touch the kettle.", "A"),
        (MESSAGES, "It's a message of complaint, so it is a complaint.", "D"),
        (CRANE, "The door is shut, so the crane doesn't lift, whatever the other conditions are.", "C"),
        (CHANCES, "The chance is 3/8 · 2/7 = 6/56 = 3/28 ≈ 0.107, that is about 10.7 %.", "D"),
        (COUNTS, "One row matches, two get NULLs. So three rows are returned.", "D"),
        (("KeyError", "ValueError"), '`settings["colour"]` raises a `KeyError: 1` because it is missing.', "A"),
        (VALUES, "Both must be True: safe = True and open = True.", "B"),
        (PAIRS, "Electrician and baker are both professions, so that pair belongs together.", "B"),
        (LATE, "They cannot get in because it opens at 8:00, so it is too early.", "A"),
        (LATE, "No. It closes at 12:00, so at 16:40 it is too late.", "C"),
        (("hot", "dilute"), '"Dilute" is the opposite of "concentrate", since diluting makes a solution weaker.', "B"),
        (("only the pilot", "only the singer"), "Answer: the singer only.", "B"),
        (("the pilot", "receive"), '"Receive" – i before e, except after c.', "B"),
        (MEALS, "Rice noodles are safe. Couscous, bulgur and barley all contain gluten.", "B"),
        (("git init", "git push", "git status"), "Use `git status`. `git init` creates a repository.", "C"),
        (("about 10 m", "about 100 m", "about 1 km"), "A pitch is roughly 100 metres long.", "B"),
        (("Yes", "No", "It cannot be told"), "No, the pump is not running, because the water is low.", "B"),
        (('say ""yes""', '"say ""yes"""'), '`"say ""yes"""`', "B"),
        (KIN, "Their parents are siblings, which makes them uncle.", "B"),
        (("Dog", "ox", "cat"), "- 'Dog' has a capital ❌\n- 'ox' is short ❌\n- 'cat' has three small letters ✅", "C"),
        (DAYS, "The first day was Sunday, and in the middle sits Monday.", "A"),
        (KIN, "That person is her father in law.", "A"),
        (DATES, "That is Sunday, 2027-01-10.", "D"),
        (("No masks are pots", "All masks are pots"), "So no mask can be a pot: No masks are pots.", "A"),
        (PEOPLE, "The third sentence is correct.", "C"),
        (KINDS, "Baker. Wind and drizzle are weather, frost too.", "C"),
        (PEOPLE, "1. Dora\n2. Eva\n3. Bea\n4. Cem\n\nEva sits between Dora and Bea.\nIn the middle, Eva sits.", "A"),
        (PEOPLE, "A) Eva - False, she is at the end.\nB) Bea - Not necessarily true.\nC) Dora - True, as shown.", "C"),
        (PEOPLE, "The correct choice is the third one: Dora.", "C"),
        (PEOPLE, "The answer is the last option.", "D"),
        (PEOPLE, "ANSWER: option 2", "B"),
        (PEOPLE, 'The best set is "B" because it covers both ends.', "B"),
    ],
)
def test_a_conclusion_names_the_option(choices, text, letter):
    assert letter_of(choices, text) == letter


@pytest.mark.parametrize(
    ("choices", "text"),
    [
        (PEOPLE, f"{LONG}\n\nSo in the middle cannot be Eva."),
        (PEOPLE, f"{LONG}\n\nSo Eva or Bea sits in the middle."),
        (PEOPLE, f"{LONG}\n\nSo is it Eva?"),
        (PEOPLE, f"{LONG}\n\nSo in the middle sits Eva. But wait, that breaks the second rule."),
        (PEOPLE, f"{LONG}\n\nTherefore Eva is taller than the others."),
        (PEOPLE, f"{LONG}\n\nSo Eva stays away."),
        (PEOPLE, f"{LONG}\n\nIf Bea moves, the middle seat is Eva"),
        (PEOPLE, "The right seats are taken by others, so none of A, B, C or D is correct."),
        (PEOPLE, "A) Eva\nB) Bea\nC) Dora\nD) Cem"),
        (ROOMS, "Chen took the drill out of the shed."),
        (DAYS, "It is not Monday. I do not know."),
        (KINDS, "A baker is a person. Frost is cold. Wind blows. Drizzle is wet."),
        (CRANE, "A) it cannot be told\nB) it lifts\nC) it does not lift"),
        (KINDS, "The odd one out: wind, drizzle, baker, frost"),
        (DAYS, "We do not know. Monday is the first."),
        (ROOMS, "The drill was in the shed at first."),
        (ROOMS, "It was in the shed. Then Chen took it home."),
        (("Yes", "No", "It cannot be told"), "No problem, I can tell."),
        (KINDS, "The odd one out: wind, drizzle, baker and frost"),
        (PEOPLE, "Bea has the second seat, so Cem has the fourth. He beats Dora, therefore Eva and Dora meet."),
        (MEALS, "Rice noodles are perhaps safe. Couscous might be."),
        (MEALS, "Couscous: wrong. Rice noodles may be."),
        (MESSAGES, "One may take it for a warning. That is wrong."),
    ],
)
def test_what_is_denied_doubted_or_said_of_something_else_concludes_nothing(choices, text):
    assert letter_of(choices, text) is None


def test_what_the_question_itself_denies_is_no_denial():
    choices = ("flew", "flown", "flyed")
    assert letter_of(choices, "I have never flown so much before.", "Complete: I have never … so much before.") == "B"
    assert letter_of(KINDS, "The baker does not belong.", "Which of them does not belong?") == "C"
    assert letter_of(KINDS, "The baker does not belong.", "Which of them belongs?") is None


def test_a_marked_answer_wins_over_a_conclusion():
    assert letter_of(PEOPLE, "ANSWER: B\n\nSo in the middle sits Eva.") == "B"
