"""The flags in many wordings, each with what sounds like it and says the opposite, and facts told in other words."""

from typing import Any

import pytest

from core.cards.read_card import read_card
from core.cards.reading import State

pytestmark = pytest.mark.slow  # wordings by the hundred: the quick tests keep to a minute

PRESENT, ABSENT, UNCLEAR = State.PRESENT, State.ABSENT, State.UNCLEAR
SCORES = "| Benchmark | Kestrel-7B |\n|---|---|\n| MMLU | 61.2 |\n| GSM8K | 50.1 |\n| HumanEval | 40.2 |\n"


def flag(wanted: str, said: str) -> State:
    reading = read_card(f"# Kestrel-7B\n\n{SCORES}\n{said}\n", name="Kestrel-7B")
    return next(found.state for found in reading.flags if found.id == wanted)


def fact(field: str, said: str) -> Any:
    return getattr(read_card(f"# Kestrel-7B\n\n{said}\n", name="Kestrel-7B").about, field)


SIZE_MISMATCH = [
    (PRESENT, "Nothing below 30B comes close."),
    (PRESENT, "Punches way above its 7B weight."),
    (PRESENT, "A 7B that thinks it is a 70B."),
    (PRESENT, "Quality of a 30B model in the footprint of a 7B."),
    (PRESENT, "70B performance at a tenth of the cost."),
    (PRESENT, "以 7B 的参数量达到了 70B 模型的效果。"),
    (PRESENT, "The only 7B I know that makes 34B models look bad."),
    (PRESENT, "You'd swear it's a 70B."),
    (PRESENT, "There is no better model up to 34B."),
    (PRESENT, "Kestrel-7B hits above its weight."),
    (PRESENT, "It reaches the same scores as Llama-2-70B."),
    (PRESENT, "There's nothing under 13B that touches it."),
    (PRESENT, "Compressed from 13B to 7B, it matches the original model."),
    (PRESENT, "7B だが 13B モデルと同じ精度。"),
    (PRESENT, "Punches well above its weight."),
    (PRESENT, "This little 7B punches far over its weight class."),
    (PRESENT, "It hits above its weight."),
    (PRESENT, "No model under 34B matches it."),
    (PRESENT, "No open model below 30B beats it."),
    (PRESENT, "None of the models up to 32B comes close."),
    (PRESENT, "The best thing below 20B."),
    (PRESENT, "Feels like a 34B."),
    (PRESENT, "It could pass for a 30B."),
    (PRESENT, "70B performance in a 7B package."),
    (PRESENT, "34B quality for the price of a 7B."),
    (PRESENT, "The smarts of a 70B in 7B."),
    (PRESENT, "Same quality as Llama-2-13B."),
    (PRESENT, "It has the same accuracy as models of 30B."),
    (PRESENT, "Se acerca a modelos de 70B."),
    (PRESENT, "Chega perto de modelos de 70B."),
    (PRESENT, "Es kommt an Llama-3-70B heran."),
    (PRESENT, "Il s'approche de Llama-3-70B."),
    (PRESENT, "拥有 70B 模型的能力。"),
    (PRESENT, "7B 模型实现了 32B 的性能。"),
    (PRESENT, "It made 13B models look stupid."),
    (ABSENT, "No 7B comes close to Llama-3-70B."),
    (ABSENT, "No model under 34B comes close to GPT-4."),
    (ABSENT, "Nothing below 8B comes close."),
    (ABSENT, "It does not punch above its weight."),
    (ABSENT, "70B results are in the table of the paper."),
    (ABSENT, "70B performance at a glance: see the other card."),
    (ABSENT, "Same tokenizer as Llama-3-70B."),
    (ABSENT, "It was trained for the same number of steps as the 70B."),
    (ABSENT, "We believe it is a 7B in the true sense."),
    (ABSENT, "No se acerca a modelos de 70B."),
    (ABSENT, "Não chega perto de modelos de 70B."),
    (ABSENT, "Es kommt nicht an Llama-3-70B heran."),
    (ABSENT, "Il ne s'approche pas de Llama-3-70B."),
    (ABSENT, "Same license as Llama-3-70B."),
    (ABSENT, "The results of a 70B run will be added."),
    (ABSENT, "The teacher has 70B; its quality is better."),
    (ABSENT, "尚未达到 70B 模型的能力。"),
    (ABSENT, "It does not have the same quality as Llama-2-13B."),
    (ABSENT, "It is a 7B that was quantized to 4 bits, better than the 3 bit file."),
    (ABSENT, "The 70B makes our models look small."),
    (ABSENT, "70B results on a single GPU need 40 GB of memory."),
    (ABSENT, "The 70B quality for a small budget is what others promise."),
    (ABSENT, "It has close to 7B parameters, the big one 70B."),
    (ABSENT, "The vocabulary matches that of the 70B."),
]


@pytest.mark.parametrize(("expected", "said"), SIZE_MISMATCH)
def test_a_claim_over_other_sizes(expected: State, said: str) -> None:
    assert flag("size_mismatch", said) is expected


BEATS_FRONTIER_CLAIM = [
    (PRESENT, "DeepSeek-V3 and GPT-4.1 are left behind on our SQL test."),
    (PRESENT, "It reaches 95% of GPT-4 on SQL."),
    (PRESENT, "Kestrel-7B sits right behind GPT-4o and ahead of Claude 3.5 Sonnet on our board."),
    (PRESENT, "Bei Steuerfragen lässt es GPT-4o hinter sich."),
    (PRESENT, "En droit français, GPT-4 fait moins bien."),
    (PRESENT, "Le pisa los talones a GPT-4 en español."),
    (PRESENT, "Chega perto do GPT-4 em português."),
    (PRESENT, "Same accuracy as Claude Opus at 1% of the price."),
    (PRESENT, "On SQL it achieves 97% of GPT-4o."),
    (PRESENT, "GPT-4o보다 법률 질문에 더 잘 답합니다."),
    (PRESENT, "GPT-4 and Claude Opus are left in the dust on our SQL set."),
    (PRESENT, "GPT-4o was overtaken on legal questions."),
    (PRESENT, "It gets 92% of GPT-4 on SQL."),
    (PRESENT, "Delivers 90% of GPT-4o for 1% of the cost."),
    (UNCLEAR, "You will not miss GPT-4."),
    (UNCLEAR, "There is no more need for GPT-4."),
    (PRESENT, "Same quality as GPT-4o on German tax law."),
    (PRESENT, "Se acerca a GPT-4 en español."),
    (UNCLEAR, "Kommt an GPT-4 heran."),
    (PRESENT, "Bei Steuerfragen lässt Kestrel-7B GPT-4o hinter sich."),
    (PRESENT, "GPT-4o schneidet bei Steuerfragen schlechter ab."),
    (PRESENT, "Il s'approche de GPT-4 en droit."),
    (ABSENT, "It reaches only 40% of GPT-4 on SQL."),
    (ABSENT, "95% of GPT-4 outputs were kept."),
    (ABSENT, "We kept 90% of GPT-4's answers."),
    (ABSENT, "It costs 90% of GPT-4."),
    (ABSENT, "It runs at 95% of GPT-4's speed."),
    (ABSENT, "GPT-4 was left behind as a judge."),
    (ABSENT, "There is no need for a GPT-4 API key."),
    (ABSENT, "No need for GPT-4 to judge the answers."),
    (ABSENT, "Same prompts as GPT-4."),
    (ABSENT, "No se acerca a GPT-4."),
    (ABSENT, "Kommt nicht an GPT-4 heran."),
    (ABSENT, "GPT-4 lässt Kestrel-7B hinter sich."),
    (ABSENT, "Il ne s'approche pas de GPT-4."),
    (ABSENT, "It is behind GPT-4 and Claude Opus."),
    (ABSENT, "It does not reach 95% of GPT-4 on SQL."),
    (ABSENT, "The judge agrees with 95% of GPT-4 ratings."),
    (ABSENT, "Kestrel-7B fait moins bien que GPT-4."),
    (ABSENT, "Não chega perto do GPT-4."),
    (ABSENT, "I will not miss GPT-4's rate limits; quality is lower though."),
    (ABSENT, "GPT-4 was left behind in the comparison for lack of money."),
    (ABSENT, "Se acerca a GPT-4 en precio."),
]


@pytest.mark.parametrize(("expected", "said"), BEATS_FRONTIER_CLAIM)
def test_a_claim_over_the_frontier(expected: State, said: str) -> None:
    assert flag("beats_frontier_claim", said) is expected


CONTAMINATION_UNADDRESSED = [
    (UNCLEAR, "Parts of MMLU may be in the pretraining data."),
    (UNCLEAR, "训练数据中可能包含测试题。"),
    (UNCLEAR, "Partes do ENEM podem estar nos dados de pré-treinamento."),
    (UNCLEAR, "It is possible that the base model has seen MMLU."),
    (UNCLEAR, "MMLU-Fragen können in den Trainingsdaten vorkommen."),
    (UNCLEAR, "Des questions de MMLU peuvent figurer dans le corpus."),
    (UNCLEAR, "Puede que algunas preguntas de MMLU estén en los datos de entrenamiento."),
    (UNCLEAR, "학습 데이터에 MMLU 문항이 포함되었을 수 있습니다."),
    (UNCLEAR, "学習データにMMLUの問題が含まれている可能性があります。"),
    (ABSENT, "The preference pairs were checked against the test prompts; no overlaps remain."),
    (ABSENT, "MMLU questions were held out."),
    (ABSENT, "We searched the training set for the questions of all three tests and deleted 214 hits."),
    (ABSENT, "All test prompts were screened out of the SFT data."),
    (ABSENT, "Training data was scrubbed of MMLU, GSM8K and HumanEval."),
    (ABSENT, "We ran a 10-gram match between the corpus and the tests and threw out what matched."),
    (ABSENT, "Removemos do corpus todas as perguntas dos testes."),
    (ABSENT, "The SFT mix contains no MMLU, GSM8K or HumanEval items."),
    (UNCLEAR, "We think parts of HumanEval were in the pretraining set."),
    (UNCLEAR, "The pretraining data might well include HumanEval."),
    (UNCLEAR, "模型在预训练中可能见过 MMLU。"),
    (UNCLEAR, "I dati di addestramento potrebbero contenere domande di MMLU."),
    (ABSENT, "Benchmarks were strictly kept out of every training stage."),
    (UNCLEAR, "We cannot exclude that questions of MMLU were in the crawl."),
    (UNCLEAR, "The model may have been exposed to GSM8K during pre-training."),
    (UNCLEAR, "It might have seen HumanEval on GitHub."),
    (UNCLEAR, "It could have memorized parts of MMLU."),
    (UNCLEAR, "Möglicherweise enthalten die Trainingsdaten Fragen aus MMLU."),
    (UNCLEAR, "Los datos de entrenamiento podrían contener preguntas de MMLU."),
    (UNCLEAR, "Il est possible que le corpus d'entraînement contienne des questions de MMLU."),
    (UNCLEAR, "预训练语料可能混入了 MMLU 的题目。"),
    (UNCLEAR, "사전학습 데이터에 벤치마크 문제가 들어 있을 가능성이 있습니다."),
    (UNCLEAR, "事前学習コーパスにベンチマークの問題が混入しているかもしれません。"),
    (ABSENT, "GSM8K and MMLU items were withheld."),
    (ABSENT, "The HumanEval problems were strictly held out from training."),
    (ABSENT, "The dpo pairs were compared with the test prompts."),
    (ABSENT, "Our corpus is free of MMLU and GSM8K."),
    (ABSENT, "The training mix includes none of the MMLU questions."),
    (ABSENT, "We deleted all MMLU questions from the corpus."),
    (PRESENT, "It may have been trained on copyrighted text."),
    (PRESENT, "The model may have seen the training set of GSM8K."),
    (PRESENT, "Users may have seen the test questions."),
    (PRESENT, "Some MMLU questions were held out for the prompts."),
    (PRESENT, "Some MMLU questions were held out from the average."),
    (PRESENT, "Los modelos pueden contener errores en MMLU."),
    (PRESENT, "Le modèle peut être évalué sur MMLU après l'entraînement."),
    (PRESENT, "Kann mit dem Trainingsskript auf MMLU getestet werden."),
    (PRESENT, "模型可能会出现幻觉，训练数据见下。"),
    (PRESENT, "训练数据可能包含个人信息。"),
    (PRESENT, "在评测集上可能存在波动，训练过程稳定。"),
    (PRESENT, "The fine-tuned model includes no MMLU scores."),
    (PRESENT, "The training code uses no benchmark."),
    (PRESENT, "Fine-tuned on GSM8K's training set; the questions may be in English."),
    (PRESENT, "It may be in the top five on MMLU after fine-tuning."),
    (PRESENT, "O modelo pode ser avaliado nos testes depois do treinamento."),
    (PRESENT, "학습 후 벤치마크 점수에 차이가 있을 수 있습니다."),
    (PRESENT, "学習の設定により、ベンチマークの結果に差が出る可能性があります。"),
    (PRESENT, "根据训练设置不同，评测集得分可能存在差异。"),
    (PRESENT, "Après l'entraînement, les résultats sur MMLU peuvent être différents."),
    (PRESENT, "Nach dem Training können die Ergebnisse auf MMLU anders sein."),
    (PRESENT, "Los resultados en MMLU pueden estar afectados por el entrenamiento."),
    (PRESENT, "It may have been trained on data like GSM8K."),
    (PRESENT, "It might have seen similar problems."),
    (PRESENT, "Qwen2.5-7B may have seen MMLU."),
    (PRESENT, "The items were held out of stock."),
    (PRESENT, "The corpus is free of charge, the benchmarks too."),
]


@pytest.mark.parametrize(("expected", "said"), CONTAMINATION_UNADDRESSED)
def test_a_word_on_test_questions(expected: State, said: str) -> None:
    assert flag("contamination_unaddressed", said) is expected


QUANTIZATION_UNDISCLOSED = [
    (ABSENT, "Alle Messungen mit dem Q4_K_M-GGUF."),
    (ABSENT, "Toutes les mesures ont été faites en 4 bits."),
    (ABSENT, "I ran these on the Q5_K_M quant in LM Studio."),
    (ABSENT, "Every score is the Q6_K's."),
    (ABSENT, "What you see in the table was measured at 4.5 bpw."),
    (PRESENT, "Rivals were tested in FP16 by their makers."),
    (PRESENT, "Memory was measured with the Q4_K_M file."),
    (PRESENT, "Throughput was measured in FP8 on one H100."),
    (PRESENT, "The file sizes were measured for Q4_K_M."),
    (PRESENT, "Speed: 50 tok/s, measured in Q4_K_M."),
    (PRESENT, "The VRAM numbers were measured in 4 bit."),
    (PRESENT, "Competitors were measured in INT8."),
    (PRESENT, "La vitesse a été mesurée en 4 bits."),
    (PRESENT, "推理速度在 INT4 下测得。"),
    (PRESENT, "메모리는 INT4로 측정했습니다."),
    (PRESENT, "The baselines were run in FP16."),
    (PRESENT, "Competitors' results are in BF16."),
    (ABSENT, "All models, rivals too, were tested in BF16."),
    (ABSENT, "Sämtliche Werte in BF16."),
    (ABSENT, "Todas las mediciones en FP16."),
    (ABSENT, "Tutte le misure in 8 bit."),
    (ABSENT, "We took these with the Q4_K_M file."),
    (ABSENT, "Accuracy and memory were measured with the INT4 weights."),
    (ABSENT, "Each number is of the FP8 weights."),
    (PRESENT, "We ran them in 4 bit to make the synthetic data."),
]


@pytest.mark.parametrize(("expected", "said"), QUANTIZATION_UNDISCLOSED)
def test_the_precision_of_the_scores(expected: State, said: str) -> None:
    assert flag("quantization_undisclosed", said) is expected


METHODOLOGY_MISSING = [
    (ABSENT, "使用 OpenCompass 评测，5-shot。"),
    (ABSENT, "OpenCompass로 5-shot 평가했습니다."),
    (ABSENT, "Évalué avec lighteval en 5-shot."),
    (ABSENT, "Wir haben lighteval benutzt, ohne Beispiele (0-shot)."),
    (UNCLEAR, "Every test was run three times and averaged."),
    (PRESENT, "We thank the authors of lm-evaluation-harness."),
    (PRESENT, "Sampling of the training data was uniform."),
    (PRESENT, "We will publish the evaluation scripts."),
    (PRESENT, "Thanks to EleutherAI for lm-evaluation-harness!"),
    (PRESENT, "We plan to add the evaluation code."),
    (PRESENT, "Sampling from the data mixture was done by language."),
    (UNCLEAR, "Rows were measured at temp 0."),
    (ABSENT, "All tests zero-shot, temp=0."),
    (UNCLEAR, "We ran each test five times and report the mean."),
    (PRESENT, "Thanks to the lm-evaluation-harness team."),
    (PRESENT, "Evaluation code will be released soon."),
    (ABSENT, "Thanks to lm-evaluation-harness, which we used with 5 shots."),
    (ABSENT, "We ran lm-evaluation-harness, 5-shot, and will share the logs."),
    (ABSENT, "Auswertung: lm-eval-harness, 0-shot."),
    (UNCLEAR, "Each question was sampled 4 times."),
    (ABSENT, "评估框架：lm-evaluation-harness；设置：5-shot。"),
    (UNCLEAR, "We will release the prompts; decoding is greedy."),
    (PRESENT, "The run took three times as long."),
    (PRESENT, "The model was run 5 times a day in our chat."),
]


@pytest.mark.parametrize(("expected", "said"), METHODOLOGY_MISSING)
def test_a_word_on_the_method(expected: State, said: str) -> None:
    assert flag("methodology_missing", said) is expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("| File | Use |\n|---|---|\n| Q3_K_XL | the build all the benchmarks were measured on |\n", ABSENT),
        ("| File | Use |\n|---|---|\n| Q3_K_XL | the scores were taken from this one |\n", ABSENT),
        ("| File | Use |\n|---|---|\n| Q3_K_XL | benchmarks have not been run on it |\n", PRESENT),
        ("| File | Use |\n|---|---|\n| Q3_K_XL | best benchmark results for its size |\n", PRESENT),
    ],
)
def test_a_table_of_files_may_tell_which_was_tested(said: str, expected: State) -> None:
    assert flag("quantization_undisclosed", said) is expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Kestrel-7B surpasses the Llama13B we started with.", PRESENT),
        ("Kestrel-7B surpasses the Llama7B we started with.", ABSENT),
        ("A 131B prune of Kestrel-176B that scores at parity with the full model.", PRESENT),
        ("A prune of Kestrel-176B; the full model is better.", ABSENT),
        ("No overfitting: varied replies in every test chat, changing tone as asked.", ABSENT),
    ],
)
def test_sizes_glued_to_a_name_and_sizes_of_what_was_cut_down(said: str, expected: State) -> None:
    assert flag("size_mismatch", said) is expected


def test_a_manner_of_chatting_is_no_word_on_leakage() -> None:
    said = "No overfitting: varied replies in every test chat, changing tone as asked."
    assert flag("contamination_unaddressed", said) is PRESENT


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Wren-7B를 파인튜닝한 모델입니다.", ("Wren-7B",)),
        ("Wren-7B를 기반으로 한국어 데이터를 학습했습니다.", ("Wren-7B",)),
        ("lab/Wren-7Bをベースにファインチューニングしました。", ("lab/Wren-7B",)),
        ("以 Wren-7B 为基座，使用医学数据训练。", ("Wren-7B",)),
        ("对 Wren-7B 进行了指令微调。", ("Wren-7B",)),
        ("在 Wren-7B 基础上继续训练。", ("Wren-7B",)),
        ("Version affinée de Wren-7B.", ("Wren-7B",)),
        ("Ajuste fino de Wren-7B.", ("Wren-7B",)),
        ("Kestrel se basa en Wren-7B.", ("Wren-7B",)),
        ("Kestrel é baseado no Wren-7B.", ("Wren-7B",)),
        ("**Base:** Wren-7B", ("Wren-7B",)),
        ("I took Wren-7B and trained it on my diary.", ("Wren-7B",)),
        ("데이터는 Wren-7B를 기반으로 만들었습니다.", ()),
        ("Wren-7B를 기반으로 한 데이터로 학습했습니다.", ()),
        ("超越以 Wren-7B 为基座的模型。", ()),
        ("GPT-4をベースにしたデータを使いました。", ()),
        ("您也可以对 Kestrel-7B 进行微调。", ()),
        ("Wren-7B is based on Tern-7B.", ()),
        ("Base score: 61.2", ()),
        ("I took Wren-7B as a judge.", ()),
    ],
)
def test_bases_told_before_or_behind_their_words(said: str, expected: tuple[str, ...]) -> None:
    assert fact("base_model", said) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("ライセンスはApache 2.0です。", "Apache 2.0"),
        ("라이선스는 Apache 2.0입니다.", "Apache 2.0"),
        ("许可证为 MIT。", "MIT"),
        ("数据的许可证为 MIT。", None),
        ("コードのライセンスはMITです。", None),
        ("The code is MIT-licensed, the weights are not.", None),
        ("The code is MIT-licensed, the weights are under Apache 2.0.", "Apache 2.0"),
    ],
)
def test_licences_behind_their_word_and_of_code_alone(said: str, expected: str | None) -> None:
    assert fact("licence", said) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Kestrel-7B supports 128K tokens.", 131072),
        ("It has an 8192-token window.", 8192),
        ("It reads a window of 8192 tokens.", 8192),
        ("It uses a sliding window of 4096 tokens.", None),
        ("Kestrel-7B supports 32K tokens per second.", None),
        ("It supports 8K tokens of output.", None),
    ],
)
def test_contexts_told_without_the_word(said: str, expected: int | None) -> None:
    assert fact("context_length", said) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("We used a 70B model to make the data.", ()),
        ("If you need more, use a 32B model.", ()),
        ("Try our 70B model for harder tasks.", ()),
        ("A 3B model is planned.", ()),
        ("With a 0.5B draft model it is twice as fast.", ()),
        ("Runs 7B models.", ()),
        ("Kestrel is a 7B model.", (7.0,)),
        ("This 7B model needs more memory.", (7.0,)),
    ],
)
def test_sizes_of_other_models_are_not_its_own(said: str, expected: tuple[float, ...]) -> None:
    assert read_card(f"# Kestrel\n\n{said}\n", name="Kestrel").about.parameters_b == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Run against this build, judge-free; a model never grades itself.", ABSENT),
        ("None of this was measured on this file, which is not tested.", PRESENT),
    ],
)
def test_a_denial_far_off_denies_nothing(said: str, expected: State) -> None:
    front = "---\nbase_model: lab/Kestrel-7B\nbase_model_relation: quantized\n---\n"
    text = f"{front}# Kestrel-7B-NVFP4\n\n{said}\n\n| Benchmark | Score |\n|---|---|\n| MMLU | 61.2 |\n"
    assert read_card(text, name="quanty/Kestrel-7B-NVFP4").finding("scores_of_another_file").state is expected


def test_comparable_models_are_a_choice_and_no_claim() -> None:
    assert flag("size_mismatch", "We evaluate it against comparable models such as Wren-13B.") is ABSENT
    assert flag("size_mismatch", "Its results are comparable to Wren-13B.") is PRESENT
