"""Words in model names: which tell two models apart, and which do not."""

import re


def _words(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\S+", text))


# Names of files, precisions and vendors: they never tell two models apart.
FORMAT_WORDS = frozenset(
    _words("""
    gguf ggml gptq awq exl2 mlx fp8 fp16 bf16 fp32 f16 f32 int8 int4 int bit w4a16 w8a8 nf4 qat unquantized quantized
    quant quants imatrix i1 hf  model models card readme the of for series family official preview release
    version llm meta facebook google our ours  new this open weights ai params parameters param
    """)
)

# The stage of training or the way the model is asked: weighed last.
STAGE_WORDS = frozenset(
    _words("""
    it pt instruct instruction instructed inst ins chat base pretrained pretrain sft dpo orpo rlhf rl tuned
    finetuned thinking think  reasoning nonthinking non no mode high medium low cot tools dense moe post trained
    training greedy avg original finetune lora qlora nonthink nothink nothinking
    """)
)

# Stems that name a model of whatever vendor; used to tell a model from a benchmark, never to judge it.
FAMILY_STEMS = _words("""
    gpt chatgpt claude gemini palm bard llama qwen qwq mistral mixtral ministral codestral devstral magistral
    gemma phi deepseek yi  falcon vicuna alpaca wizard wizardlm wizardcoder wizardmath mpt pythia opt bloom
    bloomz baichuan chatglm glm internlm internvl  minicpm stablelm stable zephyr openchat starling openhermes
    hermes nous orca dolphin tulu olmo solar exaone kanana hyperclova  granite nemotron command aya starcoder
    santacoder codellama codegen codegeex incoder polycoder replit gpt-j gpt-neox neox  grok kimi minimax
    hunyuan ernie doubao step skywork aquila tigerbot openbuddy guanaco airoboros platypus samantha xwin
    mammoth metamath llemma smollm tinyllama openllama redpajama rwkv mamba jamba recurrentgemma lfm sabia
    swallow elyza polyglot  text-davinci davinci code-davinci o1 o3 o4 sonnet opus haiku nova reka dbrx arctic
    snowflake cogito bielik apertus  teuken eurollm salamandra sauerkraut llava internvl pixtral molmo paligemma
    idefics sqlcoder bagel beagle
""")
