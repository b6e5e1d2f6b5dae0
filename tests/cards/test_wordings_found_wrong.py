"""Sentences of real tone that were read wrongly: what each kind tells, in a dozen languages, and what it does not."""

import pytest

from core.cards.read_card import read_card
from core.cards.reading import State

pytestmark = pytest.mark.slow  # wordings by the hundred: the quick tests keep to a minute

TABLE = (
    "\n\n## Evaluation\n\n| Benchmark | Kestrel-7B |\n|---|---|\n"
    "| MMLU | 63.1 |\n| GSM8K | 51.4 |\n| HumanEval | 42.7 |\n| IFEval | 58.0 |\n\n"
)


def state(flag: str, said: str, *, below: bool = False) -> State:
    text = f"# Kestrel-7B\n{TABLE}{said}\n" if below else f"# Kestrel-7B\n\n{said}{TABLE}"
    return read_card(text, name="lab/Kestrel-7B").finding(flag).state


@pytest.mark.parametrize("below", [False, True])
@pytest.mark.parametrize(
    "said",
    [
        "Benchmarks were decontaminated using the Heron pipeline.",
        "The instruction mix has been decontaminated with respect to all benchmarks in the table.",
        "Contamination was checked with the Min-K% method.",
        "Samples overlapping with HumanEval were filtered out.",
        "All prompts whose embedding is too close to a question of MMLU or GSM8K were thrown away before training.",
        "We excluded from the RL pool all repositories that appear in SWE-bench.",
        "Repositories used by SWE-bench Verified are not part of our RL environments.",
        "Our math problems were filtered against AIME 2024 and MATH-500 by fuzzy matching.",
        "Les données d'entraînement ont été décontaminées.",
        "Nous avons retiré du corpus toutes les questions présentes dans MMLU et GSM8K.",
        "La contamination a été vérifiée par recherche de 13-grammes.",
        "Los datos de entrenamiento fueron descontaminados con respecto a los benchmarks.",
        "El corpus de entrenamiento se filtró para excluir textos que aparecen en los conjuntos de prueba.",
        "Os dados de treino foram filtrados para remover exemplos presentes nos benchmarks.",
        "Dai dati di addestramento abbiamo rimosso le domande presenti in MMLU e ARC.",
        "Die Trainingsdaten wurden gegen alle hier berichteten Benchmarks dekontaminiert.",
        "Aus den Trainingsdaten haben wir alle Beispiele entfernt, die in MMLU-DE vorkommen.",
        "Uit de trainingsdata zijn alle vragen uit de testsets verwijderd.",
        "Мы удалили из обучающих данных примеры из бенчмарков.",
        "Eğitim verisinden MMLU ile örtüşen örnekler çıkarıldı.",
        "Chúng tôi đã loại bỏ khỏi dữ liệu huấn luyện các câu hỏi trong MMLU.",
        "تمت إزالة أسئلة MMLU من بيانات التدريب.",
        "我们从训练集中剔除了与 C-Eval 相似度高于 0.9 的样本。",
        "学習データからベンチマークの問題と重複するサンプルを取り除きました。",
        "학습 데이터에서 벤치마크와 겹치는 샘플은 모두 걸러냈습니다.",
    ],
)
def test_test_questions_kept_out_of_the_data(said: str, below: bool) -> None:
    assert state("contamination_unaddressed", said, below=below) is State.ABSENT


@pytest.mark.parametrize("below", [False, True])
@pytest.mark.parametrize(
    "said",
    [
        "The benchmarks should be decontaminated before anybody draws conclusions.",
        "The training set was not decontaminated.",
        "Samples longer than 4096 tokens were filtered out.",
        "We removed the task CB from our benchmark, as the model does oddly well on it.",
        "Repositories without tests were excluded from the RL pool.",
        "Conversations containing slurs were filtered out of the SFT data; evaluation is on MT-Bench.",
        "Nous avons retiré les documents de mauvaise qualité du corpus.",
        "Nous avons filtré les données par langue ; l'évaluation porte sur MMLU-FR.",
        "Los ejemplos ambiguos se eliminaron del benchmark antes de evaluar.",
        "Dados de treinamento filtrados por qualidade, avaliação em quatro benchmarks.",
        "Wir haben die Trainingsdaten nach Sprache gefiltert und das Modell auf Benchmarks getestet.",
        "Мы удалили из обучающих данных дубликаты и тексты низкого качества.",
        "我们过滤了低质量训练数据，并在评测集上测试。",
        "学習データから有害な文書を除外し、ベンチマークで評価しました。",
        "학습 데이터에서 욕설을 제거했고 벤치마크로 평가했습니다.",
    ],
)
def test_other_cleaning_says_nothing_of_test_questions(said: str, below: bool) -> None:
    assert state("contamination_unaddressed", said, below=below) is State.PRESENT


@pytest.mark.parametrize("below", [False, True])
@pytest.mark.parametrize(
    "said",
    [
        "vLLM (BF16) was used for all evals.",
        "We used SGLang with FP8 weights for all benchmark runs.",
        "The model was loaded in 4-bit when running the benchmarks.",
        "We load the model in 8-bit for evaluation.",
        "Inference for the evaluation used FP8.",
        "Ausgewertet in bfloat16.",
        "Die Auswertung lief in BF16 auf zwei A100.",
        "Évalué en bfloat16.",
        "Evaluado en bfloat16.",
        "Avaliado em bfloat16.",
        "As avaliações foram feitas em float16.",
        "I risultati sono stati ottenuti in float16.",
        "Wyniki uzyskano w bfloat16.",
        "Оценка проводилась в bf16.",
        "评测时模型以 BF16 加载。",
        "評価は bfloat16 で実施しました。",
        "모든 벤치마크는 BF16으로 실행했습니다.",
    ],
)
def test_the_precision_of_the_evaluation(said: str, below: bool) -> None:
    assert state("quantization_undisclosed", said, below=below) is State.ABSENT


@pytest.mark.parametrize("below", [False, True])
@pytest.mark.parametrize(
    "said",
    [
        "The model was trained in bfloat16 and evaluated on four benchmarks.",
        "O modelo foi treinado em bf16 e avaliado em quatro benchmarks.",
        "モデルは BF16 で学習し、4 つのベンチマークで評価しました。",
        "모델은 bf16으로 학습했으며 네 개의 벤치마크로 평가했습니다.",
        "Die BF16-Gewichte sind 14 GB groß, die Ergebnisse folgen.",
        "Les poids sont publiés en bf16 et les résultats figurent ci-dessous.",
        "模型权重为 BF16，评测结果如下。",
        "You can load it in 8-bit for quick tests.",
        "For evaluation on small GPUs, we recommend the 4-bit GGUF.",
        "We are going to benchmark the FP8 version soon.",
        "Use bfloat16 for best results.",
        "Quantization to 4-bit reduces accuracy slightly, test before use.",
        "El modelo se puede cargar en 8 bits.",
    ],
)
def test_the_precision_of_something_else(said: str, below: bool) -> None:
    assert state("quantization_undisclosed", said, below=below) is State.PRESENT


def test_how_a_model_is_served_counts_under_the_results_only() -> None:
    assert state("quantization_undisclosed", "Served with vLLM in BF16.", below=True) is State.ABSENT
    assert state("quantization_undisclosed", "Served with vLLM in BF16.") is State.PRESENT


@pytest.mark.parametrize(
    "said",
    [
        "Kestrel-7B supera a modelos el doble de grandes.",
        "Kestrel-7B supera modelos com o dobro do tamanho.",
        "Kestrel-7B compete com modelos muito maiores.",
        "Kestrel-7B bate modelos de 13B em português.",
        "Kestrel-7B surpasse des modèles bien plus volumineux.",
        "Kestrel matches models with more than 30 billion parameters.",
        "Kestrel-7B gets 7.9 on MT-Bench, ahead of every model to date.",
        "Kestrel-7B supera modelli grandi il doppio.",
        "Kestrel-7B lascia indietro modelli da 30B.",
        "Kestrel-7B übertrifft doppelt so große Modelle.",
        "Kestrel-7B przewyższa modele dwukrotnie większe.",
        "Kestrel-7B превосходит модели вдвое большего размера.",
        "Kestrel-7B не уступает моделям в три раза крупнее.",
        "Kestrel-7B iki katı büyüklükteki modelleri geride bırakıyor.",
        "Kestrel-7B ngang ngửa với các mô hình lớn gấp ba.",
        "Kestrel-7B bersaing dengan model yang jauh lebih besar.",
        "Kestrel-7B अपने से दोगुने बड़े मॉडलों से बेहतर प्रदर्शन करता है।",
        "يتفوق Kestrel-7B على نماذج أكبر منه مثل Wren-13B.",
        "本モデルは2倍のサイズのモデルを上回ります。",
        "Kestrel-7B comes out on top of 13B models.",
        "Kestrel-7B eats 30B models for breakfast.",
        "A 7B model above a 70B one.",
        "Kestrel-7B is on par with models with 3 to 14 times more active parameters.",
        "It is competitive with much larger models.",
        "Kestrel-7B outclasses its larger predecessor.",
        "Despite having only 7B parameters, it hangs with the 34B crowd.",
        "Its reasoning is closer to that of a 30B model than to other 7Bs.",
        "Performance is in line with far bigger models such as Tern-32B.",
        "It is the smallest model to beat Wren-70B on MATH.",
    ],
)
def test_claims_over_models_of_another_size(said: str) -> None:
    assert state("size_mismatch", said) is State.PRESENT


@pytest.mark.parametrize(
    "said",
    [
        "Use Kestrel-70B if you need better quality; it outperforms Kestrel-7B.",
        "The tokenizer compresses better than that of Wren-13B.",
        "Kestrel-7B outperforms Wren-13B in tokens per second by a factor of two.",
        "Kestrel-7B is the smallest model to reach 60 on MMLU.",
        "Kestrel-7B is weaker than Wren-13B on every benchmark.",
        "Kestrel-7B is competitive with other 7B models.",
        "The larger sibling outclasses it.",
        "In line with larger models we use a vocabulary of 128k tokens.",
        "Kestrel-7B no supera a modelos más grandes.",
        "Kestrel-7B es más rápido que modelos más grandes.",
        "Kestrel-7B уступает моделям большего размера.",
        "Größere Modelle sind weiterhin besser als Kestrel-7B.",
        "It generates twice as fast as Wren-13B and costs a third.",
    ],
)
def test_no_claim_over_models_of_another_size(said: str) -> None:
    assert state("size_mismatch", said) is State.ABSENT


@pytest.mark.parametrize(
    "said",
    [
        "It surpasses GPT-4 on most chemical tasks.",
        "On several domain tasks it beats GPT-4.",
        "Kestrel-7B laisse GPT-4 derrière lui en droit fiscal.",
        "Kestrel-7B lässt GPT-4 bei Steuerfragen hinter sich.",
        "Kestrel-7B batte GPT-4 nei quesiti di anatomia.",
        "Kestrel-7B, kimya görevlerinde GPT-4'ü geride bırakıyor.",
        "Kestrel-7B, Türkçe görevlerde GPT-4o ile yarışıyor.",
        "Kestrel-7B vượt GPT-4 trong các bài toán tiếng Việt.",
        "Kestrel-7B mengungguli GPT-4 dalam soal hukum.",
        "Kestrel-7B रसायन विज्ञान में GPT-4 से बेहतर है।",
        "يتفوق Kestrel-7B على GPT-4 في HumanEval.",
    ],
)
def test_claims_over_a_frontier_model(said: str) -> None:
    assert state("beats_frontier_claim", said) in (State.PRESENT, State.UNCLEAR)


@pytest.mark.parametrize(
    "said",
    [
        "Kestrel-7B beats GPT-4 in price and latency.",
        "Kestrel-7B is cheaper than GPT-4 and runs at home.",
        "GPT-4 übertrifft Kestrel-7B bei weitem.",
        "GPT-4 supera a Kestrel-7B en todas las pruebas.",
        "Kestrel-7B GPT-4 kadar iyi değil.",
        "Kestrel-7B chưa thể sánh ngang GPT-4.",
        "Kestrel-7B kalah dari GPT-4 di semua tugas.",
        "GPT-4 a servi à générer les données d'entraînement.",
    ],
)
def test_no_claim_over_a_frontier_model(said: str) -> None:
    assert state("beats_frontier_claim", said) is State.ABSENT


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("Our model outperforms [lab/tern-large](https://x.y), which is actually slightly larger.", True),
        ("Wren-2.7B is competitive with some models of significantly greater size.", True),
        ("Wren-2.7B beats Tern on MMLU, although Tern is much bigger.", True),
        ("Wren-2.7B was trained on data of greater size.", False),
        ("Wren-2.7B beats Tern and has a vocabulary which is larger than that of Tern.", False),
        ("Wren-2.7B needs a file of greater size.", False),
    ],
)
def test_a_rival_is_called_larger_in_a_clause_of_its_own(text, claims):
    state = read_card(f"# Wren-2.7B\n\n{text}\n").finding("size_mismatch").state
    assert (state is State.PRESENT) == claims
