"""What a card tells of its model in rarer wordings, each kind both ways."""

import pytest

from core.cards.read_card import read_card
from core.cards.reading import About


def _about(text: str, title: str = "Kestrel", name: str | None = None) -> About:
    return read_card(f"# {title}\n\n{title} is a language model for general use.\n\n{text}\n", name=name).about


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Kestrel is roughly a third of the size of a 30B model, at 9.4 billion parameters.", (9.4,)),
        ("Model Size: 3.82B params", (3.82,)),
        ("- Architecture: Transformer, 28 layers, 1.5B parameters", (1.5,)),
        ("Total number of parameters: 12,345,678,912", (12.3457,)),
        ("We generated data with a 405B model.", ()),
        ("It is trained on 15 trillion tokens.", ()),
        ("It was compared to models with 13B parameters.", ()),
        ("Kestrel outscores Yi-34B, which has 34 billion parameters.", ()),
        ("Modèle de 13 milliards de paramètres, dont 3 milliards sont actifs.", (13.0,)),
        ("MoE: 128 experts, 8 active; 30B parameters, 3B active parameters.", (30.0,)),
        ("The sparse network touches just 5B weights per token although it stores 100B weights.", (100.0,)),
        ("Parameter: 7 Milliarden", (7.0,)),
        ("模型参数规模:13B", (13.0,)),
        ("파라미터 수: 2.1B", (2.1,)),
        ("One billion parameters suffice.", (1.0,)),
    ],
)
def test_parameters_in_other_words(text: str, told: object) -> None:
    assert _about(text).parameters_b == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Kestrel has an 8K context.", 8192),
        ("Claude 3.5 has a 200k context and GPT-4o has a 128k context.", None),
        ("Whereas DeepSeek-V3 supports a context length of 128K, our model handles a context length of 16K.", 16384),
        ("The predecessor was limited to a context of 2k tokens.", None),
        ("Context length: 4096 (extendable to 32k)", 4096),
        ("We went from 4k to 32k context in two stages.", 32768),
        ("La fenêtre de contexte passe de 8k à 32k.", 32768),
        ("Mit YaRN wächst der Kontext von 32k auf 128k.", 131072),
        ("The context window is twice that of GPT-3.5 (16k context).", None),
    ],
)
def test_context_in_other_words(text: str, told: object) -> None:
    assert _about(text).context_length == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Don't expect answers on anything that happened after September 2024.", "2024-09"),
        ("Its world ends in June 2023: later events are unknown to it.", "2023-06"),
        ("The pretraining corpus contains no documents later than 2022-10.", "2022-10"),
        ("Knowledge cutoff: 2024/05", "2024-05"),
        ("Knowledge cutoff (approx.): mid 2023", "2023"),
        ("Claude's knowledge stops in April 2024.", None),
        ("Le modèle ignore tout des événements après 2022.", "2022"),
        ("El modelo desconoce lo ocurrido después de abril de 2024.", "2024-04"),
        ("O modelo desconhece fatos posteriores a julho de 2023.", "2023-07"),
        ("Il modello ignora i fatti successivi al marzo 2024.", "2024-03"),
        ("モデルは2023年10月以降の情報を持っていません。", "2023-10"),
        ("该模型的训练数据截止日期为2024年1月。", "2024-01"),
        ("모델은 2024년 5월 이후의 정보를 모릅니다.", "2024-05"),
        ("We have not changed the API since 2023.", None),
        ("There are no known bugs after 2023.", None),
        ("We did not train after March 2024.", None),
        ("The dataset covers court cases from 1990 to 2020.", None),
    ],
)
def test_cutoff_in_other_words(text: str, told: object) -> None:
    assert _about(text).cutoff == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Le modèle et ses poids sont distribués sous la licence Apache 2.0.", "Apache 2.0"),
        ("Distribuito con licenza MIT.", "MIT"),
        ("Licenciado sob a licença Apache 2.0.", "Apache 2.0"),
        ("Este modelo usa la licencia CC BY 4.0.", "CC BY 4.0"),
        ("## License\n\n[CC BY-NC 4.0](https://creativecommons.org/licenses/by-nc/4.0/)", "CC BY-NC 4.0"),
        ("## 4. License\n\nApache-2.0", "Apache-2.0"),
        ("## License Agreement\n\nLLAMA 2 COMMUNITY LICENSE", "LLAMA 2 COMMUNITY LICENSE"),
        ("## License\n\nApache 2.0\n\n## Code license\n\nMIT", "Apache 2.0"),
        ("## License\n\nCode: MIT", None),
        ("Das Papier steht unter der MIT-Lizenz; das Modell nicht.", None),
    ],
)
def test_licence_in_other_words(text: str, told: object) -> None:
    assert _about(text).licence == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Kestrel handles English as well as French prompts.", ("en", "fr")),
        ("The model can understand Thai, Lao, and Khmer.", ("th", "lo", "km")),
        ("It only speaks English.", ("en",)),
        ("This is a Dutch LLM.", ("nl",)),
        ("Japanese users may prefer another model.", ()),
        ("Kestrel was made for Bulgarian.", ("bg",)),
        ("Language(s) (NLP): English, Hebrew", ("en", "he")),
        ("The test is in English.", ()),
        ("English is not supported.", ()),
        ("We thank the Finnish Academy.", ()),
        ("Kestrel knows Estonian.", ("et",)),
        ("GPT-4 supports Icelandic.", ()),
        ("Idiomas: español, portugués", ("es", "pt")),
        ("Lingua: italiano", ("it",)),
    ],
)
def test_languages_in_other_words(text: str, told: object) -> None:
    assert _about(text).languages == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Made by: Lark Labs", "Lark Labs"),
        ("Kestrel is developed by Lark Labs (Berlin).", "Lark Labs"),
        ("The model was jointly developed by Lark Labs and ETH Zürich.", "Lark Labs and ETH Zürich"),
        ("Lark Labs presents Kestrel, a new model.", "Lark Labs"),
        ("Model publisher: Lark Labs", "Lark Labs"),
        ("The base model was developed by Lark Labs.", None),
        ("The adapter was trained by hand.", None),
        ("It was made by mistake.", None),
        ("Kestrel was trained by Lark Labs on 64 GPUs.", "Lark Labs"),
        ("Kestrel is maintained by volunteers.", None),
    ],
)
def test_publisher_in_other_words(text: str, told: object) -> None:
    assert _about(text).publisher == told
