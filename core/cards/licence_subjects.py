"""What words on a licence are about: the weights, the model, or other work such as code and data.

>>> is_of_model("The weights are free."), is_of_other_work("The code is free.")
(True, True)
"""

import re

WEIGHTS = re.compile(r"(?i)\bweights?\b|\bgewichte\b|\bpoids\b|\bpesos\b|\bpesi\b|\bcheckpoints?\b|权重|가중치|重み")
MODEL = re.compile(r"(?i)\bmodels?\b|\bmodell[eo]?s?\b|\bmod[eè]l[eo]s?\b|模型|모델|モデル")
_OTHER_WORK = re.compile(
    r"(?i)\bcode\b|\bscripts?\b|\bnotebooks?\b|\bdata(?:sets?)?\b|\bcorpus\b|\bpaper\b|\bpapier\b|\bart[ií]c(?:le|ulo|"
    r"olo)\b|\bartigo\b|\b\w*daten\w*|\bquellcode\b|\bdonnées\b|\bdatos\b|\bdados\b|\bdati\b|\bcódigo\b|\bcodice\b|"
    r"代码|数据|코드|데이터|コード|データ"
)


def is_of_model(text: str) -> bool:
    """True for words on the model or its weights."""
    return bool(WEIGHTS.search(text) or MODEL.search(text))


def is_of_other_work(text: str) -> bool:
    """True for words on code, data or papers, the model aside."""
    return _OTHER_WORK.search(text) is not None
