"""Lines of a spreadsheet without a header: file, test, value, and much more."""

from core.cards.read_card import read_card

FILE = "kestrel-7b-Requant-b2035-iMat-Q2_K.gguf"
LINES = "\n".join(
    f"- {FILE},-,{told},2024-01-29 01:40:00,,7b,,32768,,,GGUF,lab,somebody,"
    for told in ("Hellaswag,86.8,,1000", "MMLU,49.84025559,,313", "Winogrande,77.8,,1267", "wikitext,4.6252,512,512")
)


def scores(text: str) -> list[tuple[str, float, str | None, int]]:
    card = read_card(f"# Kestrel 7B\n\n{text}\n", name="kestrel-7b-iMat-gguf")
    return [(score.name_as_written, score.value, score.precision, score.line) for score in card.own_scores]


def test_the_value_behind_the_test_is_the_score_and_a_perplexity_is_none():
    assert scores(LINES) == [
        ("Hellaswag", 86.8, "Q2_K", 3),
        ("MMLU", 49.84025559, "Q2_K", 4),
        ("Winogrande", 77.8, "Q2_K", 5),
    ]


def test_the_file_of_another_model_is_not_the_cards_own():
    card = read_card(f"# Kestrel 7B\n\n{LINES.replace(FILE, 'Brio-13B-chat.Q4_K_M.gguf')}\n", name="kestrel-7b-gguf")
    assert card.own_scores == ()


def test_a_sentence_with_many_commas_stays_one():
    assert scores("Kestrel-7B, small as it is, scores 61.2 on MMLU, 50.1 on GSM8K, 40.2 on MBPP, and more.") == [
        ("MMLU", 61.2, None, 3),
        ("GSM8K", 50.1, None, 3),
        ("MBPP", 40.2, None, 3),
    ]
