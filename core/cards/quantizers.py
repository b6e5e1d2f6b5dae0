"""Whether a card is that of a quantized file, and whether somebody else than the model's publisher made the file."""

import re

from core.cards.evidence import Evidence

_QUANTIZATION = re.compile(
    r"(?i)(?<![a-z0-9])(?:gguf|ggml|gptq|awq|exl2|exl3|mlx|hqq|eetq|aqlm|quip|bnb|bitsandbytes|autoround|imatrix|qat|"
    r"(?:nv|mx)?fp[468]|[it]?q\d_\w{1,4}|int[2348]|nf4|w\d{1,2}a\d{1,2}|[1-8](?:\.\d{1,2})?-?bits?|"
    r"\d\.\d{1,2}[ -]?bpw|quant(?:s|i[sz]ed|i[sz]ation)?)(?![a-z])"
)


def names_quantization(name: str) -> bool:
    """True for the name of a quantized file.

    >>> names_quantization("Wren-8B-FP8"), names_quantization("Wren-8B-quantized.w4a16"), names_quantization("Wren-8B")
    (True, True, False)
    """
    return bool(_QUANTIZATION.search(name))


def is_quantized(evidence: Evidence) -> bool:
    return evidence.about.relation == "quantized" or any(map(names_quantization, evidence.own.names[:2]))


_QUANTIZER = re.compile(
    r"(?i)\bquantized_by\b|\boriginal model\b|\bquanti[sz]ed (?:version|variant|model)s? of\b|"
    r"\bquanti[sz]ations? of\b|\bgguf (?:format )?(?:model )?(?:files|quants|versions?|conversion)\b|"
    r"\b(?:gguf|ggml|imatrix|importance matrix|exl[23]|awq|gptq|mlx)\b[^.]{0,40}\bquants? (?:for|of|from)\b|"
    r"\bquants? (?:for|of|from) \W{0,3}(?:https://huggingface\.co/)?[\w.-]{2,40}/[\w.-]+|"
    r"\boriginal (?:model )?(?:card|creator)\b|\bconverted (?:to|from)\b[^.]{0,60}\bgguf|"
    r"\bquanti[sz](?:ing|ed) the (?:weights|model|linear|original)\b|\b(?:weights|activations) of\b[^.]{0,120}\b"
    r"(?:to|into|in) (?:\w+ ){0,2}(?:fp|int|nf|mxfp|nvfp)\d|\bunquanti[sz]ed (?:model|version|original)\b|"
    r"\bquanti[sz]ed (?:\w+ )?(?:using|with|by|from)\b|量化(?:自|版)|양자화(?:한|된|했)|量子化(?:した|版)"
)


def _is_by_maker_of_base(evidence: Evidence) -> bool:
    """True where the account that made the file also made what it was made from, as ids or a link to the card tell."""
    owners = {base.split("/")[0].casefold() for base in evidence.about.base_model if "/" in base}
    own = {name.split("/")[0].casefold() for name in evidence.own.names[:2] if "/" in name}
    if own:
        return bool(owners & own)
    linked = (_OWN_CARD.search(line[:400]) for line in evidence.document.lines[:200] if "ard](" in line)
    return any(link and link["owner"].casefold() in owners for link in linked)


_OWN_CARD = re.compile(
    r"\[(?i:(?:source|model|this|full) card)\]\(https://(?:github\.com|huggingface\.co)/(?P<owner>[\w.-]{2,60})/"
)


def quantized_by_others(evidence: Evidence, *, named: bool) -> int | None:
    """The line that shows the file to be somebody else's quantization; None where it is the publisher's own.

    `named` tells that the card names a publisher of the record list as its maker.
    """
    if not is_quantized(evidence) or _is_by_maker_of_base(evidence):
        return None
    lines = [(number, line) for number, line in enumerate(evidence.document.lines[:200], start=1)]
    marked = [number for number, line in lines if _QUANTIZER.search(line[:400])]
    if not marked:
        return None
    # A publisher's own quantization says "developed by" of itself and names no original of another owner.
    originals = [
        match[1].casefold()
        for _, line in lines
        for match in re.finditer(
            r"(?i)(?:of|model:?)\W{0,6}(?:https://huggingface\.co/)?\[?([\w.-]+)/[\w.-]+", line[:400]
        )
    ]
    if named and not originals and not re.search(r"(?i)quantized_by", "\n".join(line for _, line in lines)):
        return None
    return marked[0]
