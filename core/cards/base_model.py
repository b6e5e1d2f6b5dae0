"""The model that a card's sentences say its own was made from: "A fine-tune of Mistral-7B-v0.1".

Front matter names it with its owner; many cards only tell it. A bare name counts where it holds a version or a size,
is no closed model's (those judge and teach, nobody builds on their weights), and is no member of the card's own series.
"""

import re
from collections.abc import Iterable

from core.cards.bases_told_first import is_told_of_another, name_told_first
from core.cards.bases_told_of_itself import base_of_itself
from core.cards.benchmark_mentions import names_test
from core.cards.document import Document
from core.cards.fast_patterns import fast_pattern
from core.cards.merged_bases import names_merged
from core.cards.model_words import FAMILY_STEMS
from core.cards.name_match import Match
from core.cards.name_words import looks_like_model, versions_of, words_of
from core.cards.own_model import OwnModel

# "A fine-tune of Mistral-7B-v0.1", "基于 Qwen2-7B": the words that lead to the model this one was made from.
_MADE_FROM = re.compile(
    r"(?i)(?:\b(?:(?:original|base) model|fine[ -]?tun(?:ed?|ing)(?: version| variant| model)?"
    r"(?: directly| originally| \([^()]{1,20}\))? (?:from|of|on top of)|converted to \w+(?: format)? from|"
    r"fine-?tuned\b|quantized version of|based on|built (?:up)?on(?: top of)?|merge of|"
    r"(?:trained|initiali[sz]ed|derived|distilled|continued|developed) (?:from|with)|"
    r"(?:continu(?:ed?|al|ally|ing|ous)|further) (?:pre-?)?train(?:ing|ed) (?:of|from)|"
    r"(?:we|i) (?:\w+ )?fine-?tune\b|Basismodell|basiert auf|modèle de base|basée? sur|modelo base|se basa en|"
    r"s['’]appuie sur|"
    r"(?:ajuste fino|affinage|versión ajustada|versão ajustada|version affinée) d(?:e|o|u|el)\b|"
    r"(?:Feinabstimmung|feinabgestimmte (?:Version|Variante)|Finetune) von|"
    r"\ban? (?:[\w-]+ ){0,2}extension of|^\W{0,4}base(?=\W{0,3}[:：])|"
    r"\b(?:we|i) t(?:ook|ake)(?=[^.;]{3,60}\b(?:and|then) (?:\w+ )?(?:fine-?)?(?:train|tun)\w+)|"
    r"basad[oa] en|basead[oa] (?:em|n[oa])\b|modello base|basato su|gebaseerd op|baserad på|baseret på|basert på|"
    r"oparty na|bazat[ăa]? pe|založen\w* na|dựa trên|berbasis|на основе|(?:of|from) the original|"
    r"(?:enhanced|improved|upgraded|extended|modified|customi[sz]ed|(?:un|de)censored|un(?:filtered|aligned)|abliterated|tuned|trained|"
    r"specialis?z?ed|adapted|instruct|chat|updated|better|smaller|pruned|compressed|expanded|upscaled|long-context|"
    r"(?:\w+-)?(?:dpo|sft|rl|orpo|lora)) (?:version|variant|edition|derivative|adaptation) of|"
    r"built (?:up)?on top of|starting (?:point|checkpoint|from|(?:from|with) "
    r"(?:the )?(?:weights|checkpoint) of)(?: (?:is|was))?|evolved from(?: its predecessor)?|"
    r"(?:datasets?|data) to fine-?tune(?= \w[\w.-]+/)|backbone model(?=\W{0,3}:)|"
    r"(?:obtained|made|created|produced|derived|built) by (?:pruning|compressing|upscaling|expanding|abliterating|"
    r"quanti[sz]ing|fine-?tuning|tuning)(?: and [a-z-]{1,14}ing)?|"
    r"quanti[sz]ed(?: \([^()]{0,30}\))?(?= (?:[A-Z]|[a-z]+-?\d)[\w.-]+(?:[ -][\w.-]+)? (?:model|checkpoint)))|"
    r"基于|베이스 모델|ベースモデル)\W{0,6}"
    r"(?:(?:the|a|our|model|base|original|powerful|pre-?trained|open|optional|renowned|popular|excellent|famous|great|"
    r"well-known|recent|new|amazing|awesome|impressive|existing|underlying|het|den?|die|das|le|la|el|il|o|"
    r"[A-Z]\w{1,20}(?: AI)?['’]s)\b"
    r"\W{1,6}){0,4}"
)
# A word or more of each wording above, casefolded.
_LEAD_HINTS = (
    "nal model", "base model", "finetun", "fine-tun", "fine tun", "converted to", "quanti", "based on", "built on",
    "built upon", "merge of", "ed from", "ed with", "ed of", "ing of", "ing from",
    "basismodell", "basiert auf", "modèle de base", "basé",
    "modelo base", "se basa en", "appuie sur", "ajuste fino", "affinage", "ajustada", "affinée", "feinab", " took ",
    " take ", "basad", "basead", "modello base", "basato su", "gebaseerd op", "baser", "oparty na", "bazat", "založen",
    "dựa trên", "berbasis", "на основе", "the original", "version of", "variant of", "edition of", "derivative of",
    "adaptation of", "extension of", "starting ", "backbone model", " by prun", " by compress", " by upscal",
    " by expand", " by ablit", " by tun", "基于", "베이스 모델", "ベースモデル",
)  # fmt: skip
# "jan-lab/kestrel-v1 DPO-trained on some pairs", "This is Tern 3B V2 finetuned on chats": the name stands before.
_TUNED_ON = (
    r"(?:(?:further |then |also )?(?:(?:full|dpo|sft|orpo|kto|lora|qlora|rl|instruct(?:ion)?|fine)[ -]?){0,2}"
    r"(?:tuned|trained|finetuned)|continually pre-?trained) (?:on|with|using|for|over)\b"
)
_TUNED_ID = re.compile(
    rf"(?i)^\W{{0,4}}(?:this (?:model )?is |it is |it's )?(?P<id>[\w.-]+/[\w.-]+\w),?(?: {_TUNED_ON}|"
    r"(?:['’]s)? (?:(?:full|lora|dpo|sft) )?fine-?tuned (?:version|variant|model)\b)"
)
_TUNED_NAME = re.compile(
    r"^\W{0,4}(?:[Tt]his (?:model )?is|[Ii]t is|[Ii]t's|"
    rf"(?P<subject>[\w.+-]{{2,40}}(?: [\w.+-]{{1,20}}){{0,3}}?)\W? is)"
    rf"(?: an?)? (?P<name>[A-Z][\w.+-]*(?: (?:v?\d[\w.]*|V\d[\w.]*|[A-Z][\w.+-]*)){{0,4}})"
    rf"(?: (?:base |chat |language )?model)?,? (?i:{_TUNED_ON})"
)
# "Merge lab/Kestrel-7B and lab/Tern-7B using slerp"
_ID = r"[\w-][\w.-]*/[\w.-]*\w"
_MERGED = fast_pattern(
    rf"(?i)\b(?:merg(?:e|es|ed|ing)|blend(?:s|ed|ing)?|combin(?:es?|ed|ing|ation))\b(?: (?:of|between|from|the|two|"
    rf"these|models?|following)){{0,4}}:?[\W_]{{1,4}}(?P<ids>{_ID}(?:(?:, | and |, and | with | & |"
    rf" \+ | into ){_ID}){{1,7}})"
)
# "fine-tuned on a base StarCoder model", "built on top of the deepseek coder LLM": a family is enough where it is
# called a model; what is tuned on is data otherwise.
_FAMILY = "|".join(sorted((re.escape(stem) for stem in FAMILY_STEMS if len(stem) > 2), key=len, reverse=True))
_ON_A_FAMILY = re.compile(
    r"(?i)\b(?:(?:fine-?|further |continually |instruction-|pre-?)?(?:tuned|trained) on(?: top of)?|based on|"
    r"built (?:up)?on(?: top of)?|continu\w+ (?:pre-?)?train(?:ing|ed) (?:of|from|on)|"
    r"initiali[sz]ed (?:from|with)|derived from) "
    r"(?:(?:an?|the|our|base|pre-?trained|open|original|foundation|large)[ \W]{1,3}){0,4}"
    rf"(?P<name>(?:code ?)?(?:{_FAMILY})(?:[ -]?(?:v?\d(?:\.\d)?b?|coder?|math|base|chat|instruct|"
    r"\d+(?:\.\d+)?b)){0,4}) (?:base |foundation |language |pre-?trained |large |chat |instruct ){0,3}"
    r"(?:models?|llms?|checkpoints?|weights)\b(?!['’]s|[- ](?:output|generated|data|architecture))"
)
_MAY = re.compile(r"(?i)\b(?:you|users?|one|anyone) (?:can|could|may|might|should)\b|\b(?:not|never)\b")
_NO_OWNER = re.compile(
    r"(?i)(?:https?|data|datasets?|models|docs|papers|blog|collections|posts|github\.com|spaces)$|.*\d(?:\.\d+)?b\b"
)  # "Wren-2B-SFT/DPO"
_SEVERAL = re.compile(
    r"(?i)\b(?:models|checkpoints|versions|others|plan(?:s|ned)?|future|upcoming)\b(?! (?:like|such)\b)|"
    r"\banother (?:[\w-]+ ){1,2}(?:from|of)\b"
)  # told of its relatives
# "not a fine-tune of Llama 2", "data generated by a model fine-tuned from Qwen2.5-72B"
_NOT_THIS = re.compile(
    r"(?i)(?:\bnot|\bno|\bnever|n't|\bneither|\bnor)\b[^.;,]{0,16}$|"
    r"\b(?:generated|written|made|labell?ed|judged|scored|rewritten|translated) (?:by|with) [^.;,]{0,40}$|"
    r"\b(?:data\w*|corp(?:us|ora)|traces?|samples|cot|sft|responses|examples|questions|prompts?|rewards?|reward model|"
    r"tokeni[sz]er|code|scripts?|framework|architecture|template|implementation|pipeline|judge|teacher|classifier|"
    r"answers|conversations|demo)\b\**(?: \W{0,2}(?:is|are|was|were))?\W{0,4}(?:\w+ly )?$"
)
# "超越基于 Phi-2 构建的模型": the rivals were built on it.
_OF_RIVALS = re.compile(
    r"(?i)(?:超越|超过|超過|优于|胜过|相比|对比|媲美|领先|强于|好于|\b(?:beats?|outperform\w*|surpass\w*|exceed\w*|than|over|"
    r"unlike|against|match(?:es|ed|ing)?|rivals?|rivall?ing|like|similar to|on par with|equals?|comparable (?:to|with)|"
    r"compared (?:to|with))(?: [\w-]+){0,3}) ?$"
)
_NOT_BASES = (Match.SERIES, Match.EXACT, Match.SAID)  # a shorter name may be: "Mistral 7B" of Mistral-7B-Foo
_CLOSED = re.compile(r"(?i)(?:chat-?)?gpt-?\d|claude|gemini|palm|davinci")  # judges and teachers, never a base
OWNED_ID = re.compile(r"(?:https://huggingface\.co/)?([\w.-]+/[\w.-]+\w)", re.ASCII)
BARE_NAME = re.compile(
    r"(?:[A-Z]|[a-z]+-?[\d.]*-(?=\S*\d)|[a-z]+(?=\d))[\w.+-]*"
    r"(?:[ -](?:v?\d[\w.-]*|[A-Z][\w.+-]*|(?:chat|instruct|base)\b)){0,5}",
    re.ASCII,
)


def base_in_prose(prose: Iterable[str], own: OwnModel) -> tuple[str, ...]:
    """The model that this one says it was made from: an owner/name id before a bare name with its version or size."""
    bare: str | None = None
    for text in prose:
        if len(several := _merged(text, own, named=bare is None)) > 1:
            return several
        if (tuned := _TUNED_ID.match(text[:200])) and _is_base(tuned["id"], own):
            return (tuned["id"],)
        told = _TUNED_NAME.match(text[:200]) if bare is None and " is " in text[:80] else None
        if told and (told["subject"] is None or own.match(told["subject"]) is not Match.NONE):
            bare = made_from(told["name"], own)
        for lead in _leads(text[:600]):
            if (owned := _owned(text, lead)) and not is_told_of_another(text[: lead.start()], own):
                return (owned,)
            if _OF_RIVALS.search(text[: lead.start()][-50:]) or is_told_of_another(text[: lead.start()], own):
                continue
            if bare or _SEVERAL.search(text[: lead.start()]) or _NOT_THIS.search(text[: lead.start()][-60:]):
                continue
            if (match := BARE_NAME.match(text, lead.end())) and not _PIECE_OF_IT.match(text, match.end()):
                of_itself = _ITSELF.search(text[: lead.start()][-40:]) and "from" in lead[0].casefold()
                bare = made_from(match[0].rstrip(".-"), own, earlier=bool(of_itself))
        said = base_of_itself(text, lambda name: _is_own(name, own)) if bare is None or "/" in text else None
        if said and "/" in said and _is_base(said, own):
            return (said,)
        bare = bare or (made_from(said, own) if said else None) or _named_first(text[:600], own)
        bare = bare or _family(text[:600], own)
    return (bare,) if bare else ()


def _leads(text: str) -> Iterable[re.Match[str]]:
    """Where a sentence names what something was made from; most sentences hold no word of that."""
    folded = text.casefold()
    if "base" in folded[:8] or any(hint in folded for hint in _LEAD_HINTS):
        return _MADE_FROM.finditer(text)
    return ()


def _merged(text: str, own: OwnModel, *, named: bool) -> tuple[str, ...]:
    """The models that a sentence tells to be merged, by their ids, or by bare names where those may count."""
    if merged := _MERGED.search(text[:600]):
        ids = [one for one in re.findall(_ID, merged["ids"]) if not _NO_OWNER.match(one.split("/")[0])]
        if len(ids) > 1 and not _MAY.search(text[: merged.start()][-40:]):
            return tuple(dict.fromkeys(ids))[:8]
    told = names_merged(text) if named else ()
    return tuple(name for one in told if (name := made_from(one, own)))[:8]


def _named_first(text: str, own: OwnModel) -> str | None:
    told = None if text.isascii() else name_told_first(text)
    if told is None or _OF_RIVALS.search(text[: told.start()][-50:]) or _SEVERAL.search(text[: told.start()]):
        return None
    name = told["name"].rstrip(".-")
    return made_from(name, own) if "/" not in name else name if _is_base(name, own) else None


def _is_base(name: str, own: OwnModel) -> bool:
    """False for an owner's page and for the card's own model: "lab/wren-7b-chat was fine-tuned on 8 GPUs"."""
    owner, _, bare = name.partition("/")
    return not _NO_OWNER.match(owner) and own.match(bare) not in (Match.EXACT, Match.SAID)


def _family(text: str, own: OwnModel) -> str | None:
    """A family that the card's own model is said to be tuned on, as the card spells it."""
    match = _ON_A_FAMILY.search(text) if any(word in text for word in _FOUND_FAST) else None
    if match is None:
        return None
    before, name = text[: match.start()], match["name"].strip(" -")
    if _OF_RIVALS.search(before[-50:]) or _SEVERAL.search(before) or _NOT_THIS.search(before[-60:]):
        return None
    if _CLOSED.match(name) or words_of(name).words == words_of(own.name or "").words:
        return None
    begun = _SUBJECT.match(before)
    if begun is None or not (_PRONOUN.match(before) or own.match(begun["name"]) or _is_part(begun["name"], own)):
        return None
    return name


def _is_own(name: str, own: OwnModel) -> bool:
    return own.match_name(name) is not Match.NONE or _is_part(name, own)


def _is_part(name: str, own: OwnModel) -> bool:
    """True for "QuillCoder" of lab-quillcoder, a file's name with its maker's before it."""
    key = words_of(name).key
    return len(key) >= 6 and any(words_of(known).key.endswith(key) for known in own.names[:2])


_FOUND_FAST = ("tuned on", "rained on", "ased on", "uilt on", "uilt upon", "training ", "nitiali", "erived from")
_PRONOUN = re.compile(r"(?i)\W{0,4}(?:it|this|the model|our model|we)\b")
_SUBJECT = re.compile(
    r"\W{0,4}(?P<name>[\w.+/-]{2,60}(?: [\w.+-]{1,30}){0,3}?)(?=,? (?:is|was|are|has been|have|which)\b|$)"
)


_LINK = re.compile(r"\[(?P<said>[^\[\]]{2,80})\]\(https://huggingface\.co/(?P<id>[\w.-]+/[\w.-]+\w)/?(?:[?#][^)]*)?\)")
_MOST_LINKS = 400


def with_links(bases: tuple[str, ...], document: Document) -> tuple[str, ...]:
    """The bases told in sentences, each as the id that the card links behind its name."""
    if not bases:
        return bases
    links: dict[str, str] = {}
    for line in document.lines:
        if "](https://huggingface.co/" in line and len(links) < _MOST_LINKS:
            for match in _LINK.finditer(line[:4000]):
                if not _NO_OWNER.match(match["id"].split("/")[0]):
                    links.setdefault(match["said"].strip("`* ").casefold(), match["id"])
    return tuple(_linked(base, links) for base in bases)


def _linked(base: str, links: dict[str, str]) -> str:
    linked = links.get(base.casefold())
    # The link of a name leads to that model, or to a member of it: never to its maker's page or to a demo.
    named = linked and words_of(base.rsplit("/", maxsplit=1)[-1]).first in words_of(linked).key
    return linked if linked and named else base


# "Based on the Tern-7B tokenizer", "trained with the Tern-3 datasets": not the weights of that model.
_PIECE_OF_IT = re.compile(
    r"(?i)(?:['’]s)?[*_`\])'\"”]{0,3}[ -](?:(?:own|original|pre-?training|training|instruction|sft) )?"
    r"(?:tokeni[sz]ers?|vocabular(?:y|ies)|vocab|data ?sets?|corpus|corpora|codebase|"
    r"repo(?:sitory)?|paper|recipe|style[ds]?|prompts?|outputs?|responses|completions|generations|"
    r"(?:chat|prompt) (?:template|format))\b"
)
_ITSELF = re.compile(r"(?i)\b(?:this model|it|the model) (?:is|was|has been) $")


def _owned(text: str, lead: re.Match[str]) -> str | None:
    """The owner/name id behind the words that lead to it; "Wren-2B-SFT/DPO" are two models and no id."""
    match = OWNED_ID.match(text, lead.end())
    if (
        match is None
        or _PIECE_OF_IT.match(text, match.end())
        or _NO_OWNER.match(match[1].split("/")[0])
        or _NOT_THIS.search(text[: lead.start()][-60:])
    ):
        return None
    return match[1]


def made_from(name: str, own: OwnModel, *, earlier: bool = False) -> str | None:
    """The name where it is that of one model, and of no member of this card's own series.

    `earlier` tells that the card says of itself that it was made from this one, which then is an earlier version.
    """
    is_model = (
        looks_like_model(name)
        and any(sign.isdigit() for sign in name)
        and not (names_test(name) or _CLOSED.match(name))
    )
    if not is_model:
        return None
    if earlier and any(versions_of(words_of(name)) != versions_of(words_of(known)) for known in own.names[:2]):
        return name
    if (match := own.match(name)) in _NOT_BASES:
        return None
    trained_on = words_of(name).stage - words_of(own.name or "").stage - {"base"}
    return None if match in (Match.SAME, Match.STAGE) and trained_on else name  # made from this one, not the reverse
