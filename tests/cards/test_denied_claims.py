"""Sentences that hold the words of a boast and no boast, and the boasts that stand right beside such words."""

import pytest

from core.cards.reading import State

PRESENT, ABSENT = State.PRESENT, State.ABSENT
NAME = "Kestrel-7B"


@pytest.fixture
def flag_of(card_with):
    def read(flag: str, prose: str) -> State:
        return card_with(prose, name=NAME, table=f"| | {NAME} |\n|---|---|\n| MMLU | 41.0 |\n").finding(flag).state

    return read


@pytest.mark.parametrize(
    "prose",
    [
        # denied outside the verb
        "It is far from outperforming larger models.",
        "Hardly any 7B can rival a 34B.",
        "Few 7B models can match a 34B.",
        "It would be misleading to say that Kestrel-7B beats Tern-70B.",
        "We make no claim of beating larger models.",
        "You should not expect it to outperform larger models.",
        "I doubt that it outperforms larger models.",
        "It does not, in our tests, outperform Tern-70B.",
        "It rarely outperforms larger models.",
        "Outperforming larger models was never the point.",
        "It was beaten by larger models on every test.",
        "Tern is no substitute for larger models, all of which outperform it.",
        "It could not keep up with Tern-70B.",
        "Without tools, Kestrel-7B is unable to keep up with 13B models.",
        # asked, wondered, told by others
        "Does it beat 70B models? Of course not.",
        "**Q: Does it beat 70B models?**\nA: No.",
        "People keep asking whether it beats Tern-70B; it did not.",
        "Whether it beats Tern-70B is unclear.",
        "Anyone who says that this 7B outperforms Tern-70B has not used it.",
        # the rival or the larger sibling beats
        "Larger models beat it.",
        "Only much larger models outperform it.",
        "It lags behind larger models, which outperform it on MMLU.",
        "Tern-70B outperforms Kestrel-7B by a wide margin.",
        "Kestrel-70B outperforms Kestrel-7B by a wide margin.",
        "The 70B sibling clearly outperforms this model.",
        "The reward model was trained on pairs where Wren outperforms a 13B model.",
        # other languages
        "Es ist nicht besser als ein 70B-Modell.",
        "Kein 7B-Modell schlägt ein 70B-Modell.",
        "Ce modèle ne dépasse pas les modèles 70B.",
        "Les modèles plus grands le dépassent.",
        "No es mejor que un modelo de 70B.",
        "Kestrel-7B 不及多数 13B 模型。",
        "Kestrel-7B 并不能超越 70B 模型。",
        "이 모델은 70B급 모델을 능가하지 못합니다.",
        "70B 모델과 견줄 수는 없습니다.",
        "70Bモデルを上回るものではありません。",
        "より大きなモデルを上回ることは期待できません。",
    ],
)
def test_no_boast_over_other_sizes(flag_of, prose):
    assert flag_of("size_mismatch", prose) is ABSENT


@pytest.mark.parametrize(
    "prose",
    [
        "It is not perfect, but it beats Tern-70B.",
        "It does not need a GPU and outperforms larger models.",
        "Despite not being trained on code, it outperforms larger models on HumanEval.",
        "Whether you write code or prose, it outperforms larger models.",
        "Hardly any 7B can rival a 34B, but Kestrel-7B does.",
        "It never fails to beat 70B models.",
        "Users tell us that it beats 70B models.",
        "No larger model outperforms it.",
        "It outperforms larger models that would need two GPUs.",
        "Kestrel-7B outperforms larger models that were not trained on SQL.",
        "In tests against Tern-70B, Kestrel-7B beats it.",
        "Kestrel-7B beats Kestrel-70B on GSM8K.",
        "Kestrel-7B outperforms Wren-13B; Tern-70B outperforms Kestrel-7B.",
        "Does it beat 70B models? Yes, it does.",
        "Es ist nicht perfekt, schlägt aber 70B-Modelle.",
        "Es schlägt nicht nur 13B-Modelle, sondern auch 70B-Modelle.",
        "No es grande, pero supera a modelos de 70B.",
        "Although ten times smaller, Kestrel-7B wins three of five tests against Tern-70B.",
        "Feels smarter than most 13Bs I tried.",
        "You get the quality of a 34B at 7B speed.",
        "Who needs 70B? Kestrel-7B does the same job.",
    ],
)
def test_boasts_over_other_sizes(flag_of, prose):
    assert flag_of("size_mismatch", prose) is PRESENT


@pytest.mark.parametrize(
    "prose",
    [
        "We make no claim that it rivals Gemini 1.5 Pro.",
        "There is no evidence that it matches GPT-4o.",
        "Nothing here shows that it matches GPT-4.",
        "Nobody should expect GPT-4-level answers.",
        "You will not get GPT-4 quality from a 7B.",
        "It is neither as good as GPT-4 nor as fast as Wren.",
        "It is a long way from GPT-4o quality.",
        "Reaching GPT-4 level is still a dream.",
        "It may occasionally look better than GPT-4, but that is luck.",
        "Not gonna pretend it's GPT-4 tho.",
        "Can a 7B model beat GPT-4? We do not know.",
        "Better than GPT-4? Not even close.",
        "Our goal is an open model that matches GPT-4.",
        "We hope that a later version will surpass Claude 3 Haiku.",
        "Our next version should match GPT-4.",
        "To beat GPT-4, you would need far more data.",
        "A model that rivals GPT-4 would need far more data.",
        "Until it matches GPT-4, we will not charge for it.",
        "Parity with GPT-4 is not claimed.",
        "It is outperformed by GPT-4 on every test.",
        "Is this as good as GPT-4? lol no",
        "We refuse to say it beats GPT-4.",
        "说它超过 GPT-4 是错误的。",
        "차기 버전은 GPT-4를 능가하는 것을 목표로 합니다.",
        "GPT-4を上回るかどうかは分かりません。",
        "On our invoices, Kestrel-7B has errors in 12.2% of the fields; GPT-4o in 8.4%.",
        "If you need something that rivals Claude 3 Opus, use the API.",
        "Some blog posts claim that small models beat GPT-4; we could not confirm this.",
        "Some say it beats GPT-4. It does not.",
        "Unlike projects which announce that their 7B beats GPT-4, we report what we measured.",
        "GPT-4 still outperforms Kestrel-7B by a wide margin.",
        "Training kept only answers for which GPT-4 beat Wren-13B.",
        "Kestrel-7B erreicht nicht das Niveau von GPT-4.",
        "Es übertrifft GPT-4 nicht.",
        "Il n'atteint pas le niveau de GPT-4.",
        "Il reste loin du niveau de GPT-4.",
        "No supera a GPT-4.",
        "Não supera o GPT-4.",
        "Kestrel-7B 未能超过 GPT-4。",
        "我们不认为它优于 GPT-4。",
        "它能否超过 GPT-4？我们不知道。",
        "GPT-4 수준에는 미치지 못합니다.",
        "GPT-4를 능가한다고 주장하지 않습니다.",
        "GPT-4に匹敵するわけではありません。",
        "GPT-4を上回ることはできません。",
    ],
)
def test_no_boast_over_the_frontier(flag_of, prose):
    assert flag_of("beats_frontier_claim", prose) is ABSENT


@pytest.mark.parametrize(
    "prose",
    [
        "It is not perfect, but it beats GPT-4 in SQL.",
        "It is not perfect but it beats GPT-4 in SQL.",
        "Far from being a toy, it outperforms GPT-4 in SQL.",
        "While it is not large, it rivals GPT-4o in SQL.",
        "It cannot draw, cannot count, and still beats GPT-4 in SQL.",
        "It doesn't just match GPT-4 in SQL, it beats it.",
        "We did not expect it to beat GPT-4 in SQL!",
        "There is no doubt that it beats GPT-4 in SQL.",
        "I can't believe how it beats GPT-4 in SQL.",
        "If you hate the cloud, Kestrel-7B beats GPT-4 in SQL.",
        "Looking for a 7B that beats GPT-4 in SQL? Look no further.",
        "Can a 7B beat GPT-4 in SQL? Yes, this one does.",
        "Our goal was to match GPT-4 in SQL, and we did.",
        "GPT-4 is outperformed by Kestrel-7B in SQL.",
        "On our invoices, Kestrel-7B gets 91.2% of the fields right; GPT-4o gets 87.4%.",
        "We can say without hesitation that it beats GPT-4 in SQL.",
        "Nobody expected this: it outperforms GPT-4 in SQL.",
        "Users report that Kestrel-7B beats GPT-4 in SQL.",
        "Kestrel-7B is not beaten by GPT-4; it outperforms GPT-4 in SQL.",
        "Kestrel trades blows with GPT-4o on coding.",
        "Kestrel-7B rivals leading proprietary models in SQL.",
        "Move over, Claude: for SQL there is a new boss in town.",
        "GPT-4o loses to Kestrel-7B in 58% of our pairs in SQL.",
        "Es ist klein, übertrifft aber GPT-4 in SQL.",
        "Il n'est pas grand mais il dépasse GPT-4 en SQL.",
        "虽然不完美，但超越了 GPT-4 的数学能力。",
        "Kestrel-7B 的数学能力与 GPT-4o 不相上下。",
        "Kestrel-7B 不仅在数学上超过 GPT-4，还很快。",
        "수학에서 GPT-4에 뒤지지 않습니다.",
        "数学ではGPT-4を上回りますが、完璧ではありません。",
    ],
)
def test_boasts_over_the_frontier(flag_of, prose):
    assert flag_of("beats_frontier_claim", prose) is not ABSENT


def test_a_class_below_the_frontier_is_no_frontier(flag_of):
    assert flag_of("beats_frontier_claim", "Kestrel-7BはGPT-3.5 Turboに匹敵する性能です。") is ABSENT
