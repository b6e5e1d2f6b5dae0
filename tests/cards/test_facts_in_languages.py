"""Size, context, licence, base model and cutoff as cards word them in several languages."""

import pytest

from core.cards.read_card import read_card
from core.cards.training_cutoff import parse_date


@pytest.mark.parametrize(
    ("text", "context"),
    [
        (
            "Kestrel ist ein Modell mit 7 Milliarden Parametern und einer Kontextlänge von 8.192 Token. Lizenz: MIT. "
            "Basismodell: Mistral-7B-v0.1. Der Wissensstand reicht bis Oktober 2023.",
            8192,
        ),
        (
            "Un modèle de 7 milliards de paramètres, avec une fenêtre de contexte de 8192 tokens. Licence : MIT. "
            "Modèle de base : Mistral-7B-v0.1. Les données s'arrêtent en octobre 2023.",
            8192,
        ),
        (
            "Un modelo de 7 mil millones de parámetros con una ventana de contexto de 32.768 tokens. Licencia: MIT. "
            "Basado en Mistral-7B-v0.1. Fecha de corte: octubre de 2023.",
            32768,
        ),
        (
            "Um modelo de 7 bilhões de parâmetros com janela de contexto de 32k. Licença: MIT. "
            "Baseado em Mistral-7B-v0.1, com dados até outubro de 2023.",
            32768,
        ),
        (
            "Un modello da 7 miliardi di parametri con una finestra di contesto di 8192 token. Licenza: MIT. "
            "Basato su Mistral-7B-v0.1; dati di addestramento fino a ottobre 2023.",
            8192,
        ),
    ],
)
def test_facts_in_five_languages(text: str, context: int) -> None:
    about = read_card(f"# Kestrel\n{text}\n").about
    told = (about.parameters_b, about.context_length, about.licence, about.base_model, about.cutoff)
    assert told == ((7.0,), context, "MIT", ("Mistral-7B-v0.1",), "2023-10")


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("Mai 2024", "2024-05"),
        ("juin 2024", "2024-06"),
        ("juillet 2024", "2024-07"),
        ("août 2023", "2023-08"),
        ("1. Dezember 2023", "2023-12"),
        ("diciembre de 2023", "2023-12"),
        ("gennaio 2024", "2024-01"),
        ("March 1, 2024", "2024-03"),
        ("a summary 2024", "2024"),
    ],
)
def test_dates_in_several_languages(text: str, date: str) -> None:
    assert parse_date(text) == date


@pytest.mark.parametrize(
    ("name", "text", "context"),
    [
        ("Kestrel-7B", "Trained with a context of 4K tokens; it extends to 32K with YaRN.", 4096),
        ("Kestrel-7B", "Fine-tuned with a sequence length of 2048; the context window of 32k is kept.", 32768),
        ("Kestrel-7B", "Fine-tuned with a sequence length of 2048.", None),
        ("Kestrel-mini-128k-instruct", "It comes with a context length of 4K and of 128K.", 131072),
    ],
)
def test_the_context_is_no_length_of_training_pieces(name: str, text: str, context: int) -> None:
    assert read_card(f"# {name}\n{text}\n", name=name).about.context_length == context


def test_decimal_commas_before_a_percent_sign() -> None:
    scores = read_card("# Kestrel-7B\nAuf GSM8K erreicht es 54,3 %, auf MMLU 61,7%.\n").own_scores
    assert [(score.benchmark, score.value) for score in scores] == [("gsm8k", 54.3), ("mmlu", 61.7)]


def test_the_original_model_is_the_base_of_a_quantization() -> None:
    card = "# Kestrel-7B\nKestrel-7B is a 4-bit quantization of the original osprey/osprey_3.5 model.\n"
    assert read_card(card).about.base_model == ("osprey/osprey_3.5",)


def test_the_context_of_the_own_size_among_several() -> None:
    text = "Input context of 128K tokens for the 4B, 12B, and 27B sizes, and 32K tokens for the 1B size.\n"
    assert read_card(f"# Kestrel-3-1B\n{text}").about.context_length == 32768
    assert read_card(f"# Kestrel-3-12B\n{text}").about.context_length == 131072
