"""More of what a card tells of its model, each kind both ways: the own fact, and what only looks like it."""

import pytest

from core.advice.claims.facts import facts_of
from core.cards.read_card import read_card
from core.cards.reading import About
from tests.cards.yardstick import ordinary_cards

pytestmark = pytest.mark.slow  # wordings by the hundred: the quick tests keep to a minute


def _about(text: str, title: str = "Kestrel", name: str | None = None) -> About:
    return read_card(f"# {title}\n\n{title} is a language model for general use.\n\n{text}\n", name=name).about


@pytest.mark.parametrize(
    ("text", "parameters", "active"),
    [
        ("Kestrel is a 7-billion-parameter model.", (7.0,), None),
        ("It contains seven billion parameters.", (7.0,), None),
        ("**Parameters:** 1.1B", (1.1,), None),
        ("- **Number of params**: 350 million", (0.35,), None),
        ("Model size: about 3B", (3.0,), None),
        ("- Size: 4.2 GB", (), None),
        ("Parametri: 7B", (7.0,), None),
        ("El modelo tiene 7.000 millones de parámetros.", (7.0,), None),
        ("O modelo tem 1,7 bilhão de parâmetros.", (1.7,), None),
        ("Il modello ha 3,8 miliardi di parametri.", (3.8,), None),
        ("Модель имеет 7 миллиардов параметров.", (7.0,), None),
        ("Model ma 11 miliardów parametrów.", (11.0,), None),
        ("67億パラメータのモデルです。", (6.7,), None),
        ("パラメータ数は約130億です。", (13.0,), None),
        ("本模型参数规模为 6亿。", (0.6,), None),
        ("이 모델은 13억 개의 파라미터를 가지고 있습니다.", (1.3,), None),
        ("Kestrel outperforms 70B models while having 8B parameters.", (8.0,), None),
        ("Mixtral 8x7B has 46.7B parameters; Kestrel has 9B parameters.", (9.0,), None),
        ("Our teacher has 70 billion parameters.", (), None),
        ("Kestrel was distilled from a 32B model and has 1.5B parameters.", (1.5,), None),
        ("The LoRA adds 40M parameters.", (), None),
        ("Trainable parameters: 42M", (), None),
        ("Total params: 21B, active params: 3.6B", (21.0,), 3.6),
        ("It has 3.6B active parameters out of 21B.", (21.0,), 3.6),
        ("Only 3 billion of its 30 billion parameters are active at a time.", (30.0,), 3),
        ("Each token activates 17B parameters of 109B in total.", (109.0,), 17),
        ("MoE with 1T parameters (32B activated).", (1000.0,), 32),
        ("- Activated parameters: 6B\n- Total parameters: 106B", (106.0,), 6),
        ("Insgesamt 46,7 Milliarden Parameter, davon sind 12,9 Milliarden aktiv.", (46.7,), 12.9),
        ("46,7 milliards de paramètres, dont 12,9 milliards actifs par jeton.", (46.7,), 12.9),
        ("总参数 309B，激活参数 15B。", (309.0,), 15),
        ("模型总参数量为1万亿，每个token激活320亿参数。", (1000.0,), 32),
        ("総パラメータ数は30B、アクティブパラメータは3Bです。", (30.0,), 3),
        ("전체 파라미터는 30B이며 활성 파라미터는 3B입니다.", (30.0,), 3),
        ("Unlike Mixtral, of which 12.9B parameters are active, Kestrel is dense.", (), None),
        ("Kestrel uses only 2B parameters per token of its 14B.", (14.0,), 2),
        ("| Parameters | 7,241,732,096 |\n|---|---|\n| Layers | 32 |", (7.2417,), None),
        ("| | Kestrel | Llama-2-7B |\n|---|---|---|\n| Parameters | 9B | 7B |\n| Context | 8k | 4k |", (9.0,), None),
        ("| Model size | 1.5 billion |\n|---|---|\n| Vocabulary | 64k |", (1.5,), None),
        ("We trained on 3 billion tokens.", (), None),
        ("Sizes: 1B, 3B and 7B", (1.0, 3.0, 7.0), None),
        ("The model is comparable to Llama-3-8B, which has 8 billion parameters.", (), None),
        ("Kestrel (2.6B parameters) is small.", (2.6,), None),
        ("With its 22B parameters, Kestrel fits on one card.", (22.0,), None),
        ("A 0.5 billion parameter model.", (0.5,), None),
        ("Number of parameters: 1.54B\n\nNumber of parameters (non-embedding): 1.31B", (1.54,), None),
        ("Kestrel weighs in at 2.7 billion parameters.", (2.7,), None),
        ("At 14 B parameters it still runs on a laptop.", (14.0,), None),
        ("* Model parameters: 6.7 B", (6.7,), None),
        ("Param count: 1.6B", (1.6,), None),
        ("**# Parameters**: 13B", (13.0,), None),
        ("Kestrel est un modèle de 1,5 milliard de paramètres.", (1.5,), None),
        ("Un modelo de 2 mil millones de parámetros.", (2.0,), None),
        ("15億パラメータの日本語モデル。", (1.5,), None),
        ("参数量:1.8B", (1.8,), None),
        ("参数量约 340 亿。", (34.0,), None),
        ("매개변수 70억 개의 모델입니다.", (7.0,), None),
        ("We compare against a 40-billion-parameter baseline.", (), None),
        ("Falcon-40B, with its 40 billion parameters, was the judge.", (), None),
        ("The adapter has 20 million parameters.", (), None),
        ("Of its 42B parameters only 6.6B are active.", (42.0,), 6.6),
        ("Kestrel is a 57B-parameter MoE; 14B parameters are activated per token.", (57.0,), 14),
        ("| Total Params | 236B |\n|---|---|\n| Activated Params | 21B |", (236.0,), 21),
        ("16x smaller experts give 389 billion total parameters and 52 billion active parameters.", (389.0,), 52),
        ("每次推理只激活 2.8B 参数,总参数 16B。", (16.0,), 2.8),
        ("Kestrel has 8B parameters, one tenth of the 80B model it was distilled from.", (8.0,), None),
        ("It was scored by a 70-billion-parameter reward model.", (), None),
        ("Die 7 Milliarden Gewichte liegen in bf16 vor.", (7.0,), None),
        ("This is a 13-billion-parameter decoder-only transformer.", (13.0,), None),
        ("**Model size:** 34B\n\n**Layers:** 60", (34.0,), None),
        ("Das Modell hat 7,5 Milliarden Parameter.", (7.5,), None),
        (
            "Although the network holds 14.3 billion weights, just 2.7 billion of them are used at any one time.",
            (14.3,),
            2.7,
        ),
    ],
)
def test_parameters(text: str, parameters: tuple[float, ...], active: float | None) -> None:
    about = _about(text)
    assert (about.parameters_b, about.active_parameters_b) == (parameters, active)


@pytest.mark.parametrize(
    ("title", "parameters", "active"),
    [
        ("Kestrel-235B-A22B", (235.0,), 22.0),
        ("Kestrel-30B-A3B-Instruct", (30.0,), 3.0),
        ("Kestrel-1T-A32B", (1000.0,), 32.0),
        ("Kestrel-7B-A100", (7.0,), None),
        ("Kestrel-7B", (7.0,), None),
    ],
)
def test_active_parameters_in_a_name(title: str, parameters: tuple[float, ...], active: float | None) -> None:
    about = _about("It answers questions.", title)
    assert (about.parameters_b, about.active_parameters_b) == (parameters, active)


@pytest.mark.parametrize(
    ("name", "text", "parameters"),
    [
        ("notes2b_final", "Kestrel has 7.24B parameters in total.", (7.24,)),
        ("part2b_011", "Kestrel has 7.24B parameters in total.", (7.24,)),
        ("notes2b_final", "It is small.", (2.0,)),
        ("kestrel-2b", "The teacher has 7.24B parameters.", (2.0,)),
        ("kestrel-2b", "Kestrel has 7.24B parameters.", (2.0,)),
        ("lab/wren-2b", "Kestrel has 7.24B parameters.", (2.0,)),
    ],
)
def test_a_foreign_name_of_a_file_yields_to_words(name: str, text: str, parameters: tuple[float, ...]) -> None:
    assert _about(text, name=name).parameters_b == parameters


def test_active_parameters_are_shown_beside_all() -> None:
    about = _about("46.7B parameters in total, of which 12.9B are active per token.")
    assert facts_of(about)["parameters"] == "46.7 B, 12.9 B active"
    reading = read_card("# Kestrel-235B-A22B\n\nText.\n").to_dict()
    assert reading["about"]["parameters"] == [235.0] and reading["about"]["active_parameters"] == 22.0


@pytest.mark.parametrize(
    ("text", "context"),
    [
        ("The context window was extended to 128k.", 131072),
        ("We extend its context length from 8,192 to 32,768 tokens.", 32768),
        ("Long-context training raised the context from 4k tokens to 32k tokens.", 32768),
        ("Der Kontext wurde von 4k auf 32k erweitert.", 32768),
        ("Nous avons étendu le contexte de 4k à 32k.", 32768),
        ("Se amplió el contexto de 4k a 32k tokens.", 32768),
        ("上下文长度从 4K 扩展到 128K。", 131072),
        ("コンテキスト長を4kから32kに拡張しました。", 32768),
        ("컨텍스트 길이를 4k에서 32k로 확장했습니다.", 32768),
        ("Context: 4k → 16k with YaRN.", 16384),
        ("GPT-4 Turbo offers a context window of 128k tokens.", None),
        ("Compared with Claude 3 (context window: 200k), it is short.", None),
        ("Gemini has a context length of 1M; Kestrel has a context length of 8k.", 8192),
        ("Based on Llama-3-8B, with a context length of 8192.", 8192),
        ("Kestrel was fine-tuned from Mistral-7B and has a context window of 32k.", 32768),
        ("Unlike Llama 2, Kestrel has a context length of 16k.", 16384),
        ("Our teacher had a context length of 64k.", None),
        ("The predecessor's context window was 2048 tokens; now it is 8k.", None),
        ("Its rival Yi-34B-200K handles a context of 200k.", None),
        ("Context expanded from 2048 to 8192 tokens via RoPE scaling.", 8192),
        ("Training throughput rose from 4k to 8k tokens per second.", None),
        ("We increased the context size to 65536.", 65536),
        ("The model inherits the 128k context window of Llama 3.1.", 131072),
        ("We stretch the context window from 8k to 80k tokens.", 81920),
        ("Context was grown to 256k in a last stage.", 262144),
        ("Trained at 4096, then extended to a context of 32k.", 32768),
        ("The context length went from 2k to 16k.", 16384),
        ("O contexto foi ampliado de 8k para 64k.", 65536),
        ("Il contesto è stato esteso da 4k a 32k token.", 32768),
        ("上下文窗口由 8K 扩展至 64K。", 65536),
        ("Mistral Large comes with a context window of 128k.", None),
        ("Unlike GPT-4 with its 128k context, Kestrel is for short texts.", None),
        ("While Gemini 1.5 Pro reads a context of 1M tokens, ours is limited to a context of 4k tokens.", 4096),
        ("Llama 3's context window is 8k tokens; Kestrel keeps a context window of 32k tokens.", 32768),
        ("Like Qwen2, Kestrel has a context length of 32768 tokens.", 32768),
        ("Kestrel (context: 4k) is small.", 4096),
        ("Kestrel was built upon Yi-6B, whose context window is 4k.", 4096),
        ("Its teacher reads a context of 128k tokens.", None),
        ("The baseline has a context length of 2k.", None),
        ("Max context length: 40960", 40960),
        ("Fenster: Kontextlänge 16k", 16384),
        ("Claude's context is 200k, ours is 8k of context.", 8192),
    ],
)
def test_context(text: str, context: int | None) -> None:
    assert _about(text).context_length == context


@pytest.mark.parametrize(
    ("text", "cutoff"),
    [
        ("The model is unaware of anything that happened after June 2023.", "2023-06"),
        ("It has no knowledge of events after March 2024.", "2024-03"),
        ("It was not trained on data after 2022.", "2022"),
        ("Events after September 2021 are unknown to it.", "2021-09"),
        ("Kestrel's knowledge stops at the end of 2023.", "2023"),
        ("What it knows dates from before: its knowledge is limited to December 2022.", "2022-12"),
        ("It doesn't know anything past April 2023.", "2023-04"),
        ("Cutoff: 2023 / 03", "2023-03"),
        ("Knowledge cutoff: August of 2024", "2024-08"),
        ("El modelo no conoce hechos posteriores a marzo de 2023.", "2023-03"),
        ("Corte de conocimiento: junio de 2024.", "2024-06"),
        ("O modelo não conhece eventos após outubro de 2023.", "2023-10"),
        ("Os dados de treinamento vão até dezembro de 2023.", "2023-12"),
        ("Le modèle ne connaît pas les événements postérieurs à juin 2023.", "2023-06"),
        ("Ses connaissances s'arrêtent en mars 2024.", "2024-03"),
        ("Das Wissen des Modells endet im Oktober 2023.", "2023-10"),
        ("Das Modell kennt keine Ereignisse nach Mai 2023.", "2023-05"),
        ("Le conoscenze del modello arrivano a giugno 2024.", "2024-06"),
        ("Il modello non conosce eventi successivi a maggio 2023.", "2023-05"),
        ("2023年12月までのデータで学習しました。", "2023-12"),
        ("2024年1月以降の出来事は知りません。", "2024-01"),
        ("モデルの知識は2023年9月までです。", "2023-09"),
        ("训练数据截至 2023 年 12 月。", "2023-12"),
        ("模型不了解 2024 年 3 月之后的事件。", "2024-03"),
        ("对2023年6月之后的新闻一无所知。", "2023-06"),
        ("2023년 12월까지의 데이터로 학습했습니다.", "2023-12"),
        ("이 모델의 지식은 2024년 1월까지입니다.", "2024-01"),
        ("2023년 6월 이후의 사건은 알지 못합니다.", "2023-06"),
        ("Claude 3 has a training cutoff of August 2023.", None),
        ("The knowledge cutoff of GPT-4 is September 2021.", None),
        ("The knowledge cutoff of Kestrel is March 2023, that of GPT-4 is September 2021.", "2023-03"),
        (
            "Unlike Llama 2, whose knowledge ends in September 2022, this model's knowledge ends in March 2024.",
            "2024-03",
        ),
        ("We do not support the old format after 2024.", None),
        ("No new version will be released after 2025.", None),
        ("The model has not been updated since 2023.", None),
        ("The company has existed since 2019 and has no investors after 2021.", None),
        ("Questions were written after June 2024, so it cannot have seen them.", None),
        ("The laws of 2023 are included.", None),
        ("Kestrel knows nothing about the world after May 2024.", "2024-05"),
        ("No information past December 2023 was used in training.", "2023-12"),
        ("The model can't answer questions about events since August 2023.", "2023-08"),
        ("It hasn't seen any data from after 2024-02.", "2024-02"),
        ("Training cut-off: Q1 2024", "2024"),
        ("Data cutoff – 2024 / 11", "2024-11"),
        ("Le modèle n'a pas connaissance d'événements survenus après avril 2023.", "2023-04"),
        ("Les données d'entraînement vont jusqu'à juillet 2024.", "2024-07"),
        ("Los datos de entrenamiento llegan hasta febrero de 2024.", "2024-02"),
        ("El modelo no tiene información posterior a enero de 2023.", "2023-01"),
        ("Die Trainingsdaten reichen bis Juni 2024.", "2024-06"),
        ("Von Ereignissen nach März 2024 weiß das Modell nichts.", "2024-03"),
        ("O conhecimento do modelo termina em setembro de 2023.", "2023-09"),
        ("I dati di addestramento arrivano fino a novembre 2023.", "2023-11"),
        ("学習データは2024年6月時点のものです。", "2024-06"),
        ("知識のカットオフ:2023年12月", "2023-12"),
        ("模型的知识更新至 2024 年 5 月。", "2024-05"),
        ("학습 데이터는 2023년 9월까지 수집되었습니다.", "2023-09"),
        ("Llama 3 stops at March 2023, Kestrel's knowledge reaches to July 2024.", "2024-07"),
        ("Mistral has a knowledge cutoff of 2021.", None),
        ("Gemini's training data ends in November 2023.", None),
        ("The office has no heating after 2023.", None),
        ("This repository will not be updated after June 2024.", None),
    ],
)
def test_cutoff(text: str, cutoff: str | None) -> None:
    assert _about(text).cutoff == cutoff


@pytest.mark.parametrize(
    "text",
    [
        "7,7,7 billion " * 4000,
        "of which 3B " * 4000,
        "context from 4k " * 4000,
        "not know after " * 4000,
        "sous licence A " * 4000,
        "supports English, " * 3000,
        "A model by A B C D E F G H " * 2000,
        "Kestrel " * 8000,
        "| a | b |\n" * 3000,
    ],
)
def test_long_texts_take_no_time_by_the_square(text: str) -> None:
    assert ordinary_cards(lambda: _about(text)) < 20


@pytest.mark.parametrize("text", ["A 7B model with a 32k context.", "The 7B model has a 32k context."])
def test_a_size_without_a_name_is_no_rival(text: str) -> None:
    assert read_card(f"# Tern-7B\n\n{text}\n").about.context_length == 32768
