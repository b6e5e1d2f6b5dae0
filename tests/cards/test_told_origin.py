"""Licence, base model, languages and maker as a card tells them: the own fact, and what only looks like it."""

import pytest

from core.cards.read_card import read_card
from core.cards.reading import About, State


def _about(text: str, title: str = "Kestrel", name: str | None = None) -> About:
    return read_card(f"# {title}\n\n{title} is a language model for general use.\n\n{text}\n", name=name).about


@pytest.mark.parametrize(
    ("text", "licence"),
    [
        ("Das Modell ist unter der Apache-2.0-Lizenz verfügbar.", "Apache-2.0"),
        ("Le modèle est distribué sous licence MIT.", "MIT"),
        ("El modelo se publica bajo la licencia Apache 2.0.", "Apache 2.0"),
        ("O modelo está disponível sob a licença MIT.", "MIT"),
        ("Il modello è rilasciato sotto licenza CC BY-NC 4.0.", "CC BY-NC 4.0"),
        ("モデルはMITライセンスで公開されています。", "MIT"),
        ("이 모델은 MIT 라이선스로 공개됩니다.", "MIT"),
        ("本模型以 MIT 许可证发布。", "MIT"),
        ("Der Quellcode steht unter der MIT-Lizenz.", None),
        ("Das Modell steht nicht unter der MIT-Lizenz.", None),
        ("## License\n\nMIT", "MIT"),
        ("## 📜 License\n\n[Apache License 2.0](LICENSE)", "Apache License 2.0"),
        ("### Licensing Information\n\ncc-by-nc-4.0", "cc-by-nc-4.0"),
        ("**License**\n\nLlama 3 Community License", "Llama 3 Community License"),
        ("## Lizenz\n\nMIT", "MIT"),
        ("## License\n\nSee the LICENSE file.", None),
        ("## Code License\n\nMIT", None),
        ("## Dataset license\n\nCC-BY-4.0", None),
        ("## License\n\nThe weights are released under the Gemma Terms of Use.", "Gemma Terms of Use"),
        ("## License\n\n- Apache-2.0", "Apache-2.0"),
        ("| License | MIT |\n|---|---|\n| Layers | 12 |", "MIT"),
        ("| Lizenz | Apache-2.0 |\n|---|---|\n| Layers | 12 |", "Apache-2.0"),
        ("## License\n\nPlease cite us if you use it.", None),
        ("## License\n\nWe trained with Apache Spark.", None),
        ("Les données sont sous licence MIT.", None),
        ("Les poids sont publiés sous licence Apache 2.0.", "Apache 2.0"),
        ("Kestrel steht unter Apache 2.0.", "Apache 2.0"),
        ("Die Gewichte sind MIT-lizenziert.", "MIT"),
        ("Modèle publié sous licence CC-BY-NC-4.0.", "CC-BY-NC-4.0"),
        ("Este modelo está bajo licencia Apache 2.0.", "Apache 2.0"),
        ("O modelo tem licença MIT.", "MIT"),
        ("Licenza: Apache 2.0", "Apache 2.0"),
        ("ライセンス:Apache-2.0", "Apache-2.0"),
        ("本モデルはCC BY-NC-SA 4.0ライセンスです。", "CC BY-NC-SA 4.0"),
        ("라이선스: MIT", "MIT"),
        ("## Licence\n\nBSD-3-Clause", "BSD-3-Clause"),
        ("# License and citation\n\nGPL-3.0", "GPL-3.0"),
        ("## ⚖️ Model License\n\nTern Community License 1.1", "Tern Community License 1.1"),
        ("### License:\n\n`cc-by-sa-4.0`", "cc-by-sa-4.0"),
        ("## Licencia\n\nMIT", "MIT"),
        ("## 许可证\n\nApache 2.0", "Apache 2.0"),
        ("## License\n\nTBD", None),
        ("## License\n\n> MIT License", "MIT License"),
        ("## License\n\nAll rights reserved.", None),
        ("## Licensing\n\nThe code is MIT; the data is CC-BY.", None),
        ("Ce code est sous licence MIT.", None),
    ],
)
def test_licence(text: str, licence: str | None) -> None:
    assert _about(text).licence == licence


@pytest.mark.parametrize(
    ("text", "base"),
    [
        ("| Base model | microsoft/phi-2 |\n|---|---|\n| Method | DPO |", ("microsoft/phi-2",)),
        ("| Property | Value |\n|---|---|\n| Fine-tuned from | Mistral-7B-v0.1 |", ("Mistral-7B-v0.1",)),
        (
            "| Parent model | [tern/Tern-2-7B](https://huggingface.co/tern/Tern-2-7B) |\n|---|---|\n| x | y |",
            ("tern/Tern-2-7B",),
        ),
        ("| Base Model | Yi-6B |\n|---|---|\n| Epochs | 3 |", ("Yi-6B",)),
        ("| | |\n|---|---|\n| Base model | tern/tern-2b |\n| Rank | 16 |", ("tern/tern-2b",)),
        ("| Setting | Value |\n|:--|:--|\n| **Finetuned from** | `tern/tern-2b` |", ("tern/tern-2b",)),
        (
            "<table><tr><td>Base model</td><td>tern/tern-2b</td></tr><tr><td>Layers</td><td>24</td></tr></table>",
            ("tern/tern-2b",),
        ),
        ("| 基座模型 | Qwen2-7B |\n|---|---|\n| 方法 | LoRA |", ("Qwen2-7B",)),
        ("| Backbone | google/gemma-2-2b |\n|---|---|\n| LR | 1e-5 |", ("google/gemma-2-2b",)),
        ("| Base | 55.1 |\n|---|---|\n| Kestrel | 60.2 |", ()),
        ("| Base model | custom |\n|---|---|\n| x | y |", ()),
    ],
)
def test_base_model_in_a_table_of_facts(text: str, base: tuple[str, ...]) -> None:
    assert _about(text).base_model == base


FACTS = (
    "| {} | Kestrel |\n|---|---|\n| Model size | 9B |\n| Context window | 16k |\n| Licence | MIT |\n"
    "| Knowledge cutoff | 2024-06 |\n| Languages | English, Thai |\n| Developer | Heron AI |\n"
    "| Base model | tern/tern-9b |\n"
)


@pytest.mark.parametrize("corner", ["", "Property", "Name"])
def test_a_table_of_facts_tells_them_all(corner: str) -> None:
    about = _about(FACTS.format(corner))
    assert (about.parameters_b, about.context_length, about.licence) == ((9.0,), 16384, "MIT")
    assert (about.cutoff, about.languages, about.publisher) == ("2024-06", ("en", "th"), "Heron AI")
    assert about.base_model == ("tern/tern-9b",)


@pytest.mark.parametrize(
    ("text", "languages"),
    [
        ("Language: English", "en"),
        ("- **Languages:** English, German, French", "en de fr"),
        ("Supported languages: Thai, Vietnamese", "th vi"),
        ("## Languages\n\n- English\n- Finnish\n", "en fi"),
        ("## Supported Languages\n\nEnglish, Spanish and Dutch.\n", "en es nl"),
        ("The model understands German and English.", "de en"),
        ("It was trained on Japanese and English text.", "ja en"),
        ("Kestrel is a Korean language model.", "ko"),
        ("Kestrel is a bilingual English/Arabic LLM.", "en ar"),
        ("It supports 5 languages: English, French, German, Italian, Spanish.", "en fr de it es"),
        ("Das Modell unterstützt Deutsch und Englisch.", "de en"),
        ("Le modèle prend en charge le français et l'anglais.", "fr en"),
        ("El modelo habla español e inglés.", "es en"),
        ("支持中文和英文。", "zh en"),
        ("日本語と英語に対応しています。", "ja en"),
        ("한국어와 영어를 지원합니다.", "ko en"),
        ("| Language | Polish |\n|---|---|\n| Layers | 32 |", "pl"),
        ("Language(s): en, de", "en de"),
        ("It does not support Japanese.", ""),
        ("We evaluated it on English benchmarks.", ""),
        ("Our data was translated from English into Finnish.", ""),
        ("Unlike Aya, which supports Arabic and Hindi, it is small.", ""),
        ("Programming languages: Python, Java", ""),
        ("It supports Python and Rust.", ""),
        ("Kestrel covers more than 100 languages.", ""),
        ("The model works best in English.", "en"),
        ("Sprachen: Deutsch, Englisch", "de en"),
        ("Langue : français", "fr"),
        ("The prompt must be in English.", ""),
        ("Kestrel speaks Portuguese (Brazil) and Spanish.", "pt es"),
        ("Supported Languages: Czech, Slovak, Polish", "cs sk pl"),
        ("- **Language(s)**: Primarily Vietnamese and English", "vi en"),
        ("## Language Support\n\nDanish, Swedish and Norwegian", "da sv no"),
        ("Kestrel can chat in Greek and Turkish.", "el tr"),
        ("Kestrel is fluent in Arabic.", "ar"),
        ("An Italian LLM for everyone.", "it"),
        ("Kestrel is a Swedish language model.", "sv"),
        ("Kestrel was trained mainly on Hungarian text.", "hu"),
        ("Es versteht Deutsch, Französisch und Italienisch.", "de fr it"),
        ("Il parle français et espagnol.", "fr es"),
        ("Entiende español, catalán y gallego.", "es ca gl"),
        ("本模型支持中文、英文和日文。", "zh en ja"),
        ("対応言語:日本語、英語", "ja en"),
        ("지원 언어: 한국어, 영어", "ko en"),
        ("The tokenizer covers Hindi well.", ""),
        ("Answers in German are poor; it was not trained on German.", ""),
        ("We translated the Spanish test.", ""),
        ("| Languages | English, French |\n|---|---|\n| Params | 3B |", "en fr"),
        ("It speaks Java and Python.", ""),
        ("Languages: multilingual", ""),
        ("It handles Ukrainian, Russian and English prompts.", "uk ru en"),
    ],
)
def test_languages(text: str, languages: str) -> None:
    assert " ".join(_about(text).languages) == languages


def test_front_matter_decides_on_languages_and_the_id_on_the_publisher() -> None:
    card = "---\nlanguage:\n- fi\n---\n# Kestrel-7B\n\nIt supports English.\n\n- **Developed by:** Heron AI\n"
    about = read_card(card, name="lab/Kestrel-7B").about
    assert about.languages == ("fi",) and about.publisher == "lab"
    assert read_card(card, name="Kestrel-7B").about.publisher == "Heron AI"


@pytest.mark.parametrize(
    ("text", "publisher"),
    [
        ("Developer: Heron AI", "Heron AI"),
        ("- **Created by:** Ada Byron", "Ada Byron"),
        ("**Organization:** Tern Institute for Language", "Tern Institute for Language"),
        ("- **Developed by:** [More Information Needed]", None),
        ("- **Developed by:** [Heron AI](https://heron.example)", "Heron AI"),
        ("This model was trained by a team of researchers at the University of Tartu.", "University of Tartu"),
        ("Kestrel is a 7B model developed and released by Heron AI.", "Heron AI"),
        ("Kestrel, created by Heron AI, is small.", "Heron AI"),
        ("It was released by the Tern Foundation in May 2024.", "Tern Foundation"),
        ("Heron AI introduces Kestrel.", "Heron AI"),
        ("It is based on Llama 2, which was developed by Meta.", None),
        ("Llama 2 was developed by Meta.", None),
        ("The dataset was created by Heron AI.", None),
        ("It was developed by fine-tuning Llama 2.", None),
        ("Das Modell wurde von der Universität Bonn entwickelt.", "Universität Bonn"),
        ("Le modèle a été développé par Heron SA.", "Heron SA"),
        ("El modelo fue desarrollado por la Universidad de Chile.", "Universidad de Chile"),
        ("Il modello è stato sviluppato da Heron Italia.", "Heron Italia"),
        ("| Developer | Heron AI |\n|---|---|\n| Layers | 32 |", "Heron AI"),
        ("| Developed by | Heron AI |\n|---|---|\n| Licence | MIT |", "Heron AI"),
        ("Model creator: heron", "heron"),
        ("开发者:苍鹭实验室", "苍鹭实验室"),
        ("本模型由苍鹭实验室开发。", "苍鹭实验室"),
        ("開発元:株式会社サギ", "株式会社サギ"),
        ("Kestrel was evaluated by Heron AI.", None),
        ("The results were published by Heron AI.", None),
        ("We at Heron AI trained Kestrel on 2T tokens.", "Heron AI"),
        ("Kestrel is a language model from Heron AI.", "Heron AI"),
        ("Kestrel was developed in 2023.", None),
        ("It was created by us.", None),
        ("**Author:** Ada Tern", "Ada Tern"),
        ("Creators: Finch Lab & Swift AI", "Finch Lab & Swift AI"),
        ("- Developed By: Swift AI Research", "Swift AI Research"),
        ("| Model Developer | Swift AI |\n|---|---|\n| a | b |", "Swift AI"),
        ("Entwickler: Finch GmbH", "Finch GmbH"),
        ("Développé par : Swift AI", "Swift AI"),
        ("Desarrollado por: Instituto Colibrí", "Instituto Colibrí"),
        ("The model was built by Finch Lab.", "Finch Lab"),
        ("Kestrel, a 7B model trained by Swift AI, answers questions.", "Swift AI"),
        ("Kestrel has been created by researchers from the University of Oslo.", "University of Oslo"),
        ("Swift AI released Kestrel in June.", "Swift AI"),
        ("At Swift AI, we trained Kestrel from scratch.", "Swift AI"),
        ("Kestrel wurde von Finch GmbH trainiert.", "Finch GmbH"),
        ("本模型由清风实验室研发。", "清风实验室"),
        ("Mistral 7B was released by Mistral AI.", None),
        ("Its tokenizer was built by Swift AI.", None),
        ("The photos were made by Ada Tern.", None),
        ("It was trained by me in a weekend.", None),
        ("Developed by: N/A", None),
        ("Kestrel was fine-tuned by Ada Tern from Llama 3.", "Ada Tern"),
    ],
)
def test_publisher(text: str, publisher: str | None) -> None:
    assert _about(text).publisher == publisher


@pytest.mark.parametrize("publisher", ["Heron AI", "Ada Tern", "University of Tartu"])
def test_a_maker_told_in_words_is_no_account_of_record(publisher: str) -> None:
    reading = read_card(f"# Kestrel-7B\n\n- **Developed by:** {publisher}\n")
    assert reading.about.publisher == publisher
    assert reading.finding("publisher_record").state is State.ABSENT
