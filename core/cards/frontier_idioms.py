"""Idioms that set a model beside a frontier model without a verb of comparison."""

import re

# "Left behind on SQL", and not "left behind the paywall" or "left behind because of its price".
_NOT_A_PLACE = (
    r"(?! (?:by|as|for|the|an?|its|our|their|because|due|since|in (?:the|our|this) (?:comparison|table|evaluation)|"
    r"(?:closed|locked|login|pay)\w*)\b)"
)
# "No need for GPT-4", and not for GPT-4 judges or its outputs: what ends a clause behind the name.
_ENDS = r"(?= ?(?:$|[.,;:!?)…—]|(?:any ?more|any longer|at all|now|today|again|here|and|but|or|in|on|with|when|if)\b))"
_STANDS_ALONE = (
    r"(?= ?(?:$|[.;:!?)…—]|,? ?(?:any ?more|any longer|at all|today|ever again)\b|,? (?:and|but|since|because) "
    r"(?:it|this|our|you|we)\b))"
)
# Claims without a verb of comparison: what stands before the rival's name, and what after it.
_IDIOMS = tuple(
    (re.compile(rf"(?i){before}\W*(?:the |openai['’]s )?$"), re.compile(rf"(?i){after}"))
    for before, after in (
        (
            r"\b(?:hardly|barely|scarcely|not|never|cannot|no one|nobody|impossible to|hard to|difficult to|n['’]t)"
            r" (?:\w+ ){0,2}?tell (?!whether|if|when|where|how|who|what)[^.;!?]{1,60}? "
            r"(?:apart )?from(?: (?:those|that|the ones) of)?",
            r"",
        ),
        (
            r"\b(?:hardly|barely|not|never|cannot|no one|nobody|n['’]t) (?:\w+ ){0,2}?(?:tell|see) (?:the|a|any) "
            r"difference between [^.;!?]{1,60}? and",
            r"",
        ),
        (
            r"(?<!not )(?<!n't )\b(?:giv(?:e|es|ing)|gave)",
            r"['’]?s?(?: [\w.-]+)? a (?:real |good )?run for (?:its|their) money",
        ),
        (r"(?<!not )(?<!n't )\bput(?:s|ting)?", r"(?: [\w.-]+)? to shame"),
        (
            r"(?<!not )(?<!n't )\b(?:eat(?:s|ing)?|ate|has|have|had)",
            rf"(?: [\w.-]+)? for (?:breakfast|lunch|dinner)\b{_ENDS}",
        ),
        (r"(?<!not )(?<!n't )\b(?:leav(?:e|es|ing)|left)", rf" (?:far |well )?(?:behind{_NOT_A_PLACE}|in the dust)"),
        # "GPT-4 and Claude Opus are left behind on our test"
        (
            r"",
            r"(?: and [\w .-]{2,24}?)? (?:is|are|was|were|gets?|got) (?:all |both |\w+ly |far |well |\w+ )?"
            rf"(?:left (?:far |well )?behind|left in the dust|put to shame|overtaken)\b{_NOT_A_PLACE}",
        ),
        # "En droit français, GPT-4 fait moins bien."
        (
            r"",
            r" (?:y |et |e |und )?(?:fait|font|faisait) (?:nettement |beaucoup |bien |un peu )?moins bien(?! que)|"
            r" schneide[nt]t? (?:\w+ ){0,3}?schlechter ab(?! als)| (?:se queda|queda) (?:\w+ )?atrás(?! de)|"
            r" fica (?:\w+ )?para trás",
        ),
        # "There is no need for GPT-4 any more"; "you need GPT-4 no longer" tells of the same
        (
            r"\bno (?:more |longer |further |longer a )?need (?:for|of)",
            _STANDS_ALONE,
        ),
        (r"\b(?:you|we|i|users?|nobody|one) (?:really )?(?:will|wo|do)(?: not|n['’]t) miss", _STANDS_ALONE),
        (
            r"\b(?:laisse|laissent|lascia|lasciano|deja|dejan|deixa|deixam)",
            r" (?:\w+ )?(?:derrière|indietro|atrás|para trás)",
        ),
        (r"\b(?:move over|goodbye|bye[- ]bye|eat your heart out)", r""),
        (r"\bnothing to fear from", r""),
        (r"", r" (?:has |have |had )?(?:finally )?met (?:its|their) match\b"),
        (
            r"\b(?:mak(?:es|ing)|made)",
            r"['’]?s?(?: [\w.-]+)? look (?!(?:at|for|up|into|through|over|again)\b|like an?\b)\w",
        ),
        (r"(?:\bzieh\w*|\bzog) (?:[\w.-]+ ){0,3}mit", r" gleich\b"),
        # "Who needs GPT-4?", and not "anyone who needs GPT-4 access"
        (r"(?<!one )(?<!body )(?<!people )(?<!those )(?<!users )(?<!user )\bwho (?:still |even )?needs", _ENDS),
        (
            r"",
            r" (?:now |often |usually |clearly )?(?:loses?|lost) (?:out )?to\b(?! (?:rate|time|api|refus|error|"
            r"format|limit|the (?:rate|api|limit|time)))",
        ),
        (r"", r" (?:is|are|was) no match for\b"),
        # "basically a local GPT-4"
        (
            r"(?<!not )(?<!towards )(?<!toward )\b(?:an?|your|my|our|the) (?:own )?(?:\w+ )?(?:local|offline|"
            r"pocket(?:[- ]sized)?|mini(?:ature)?|tiny|self-hosted|on-device|private|home-?made|"
            r"open(?:[- ]source)?|free|poor man['’]s|little|baby)",
            r"(?![-\w]*(?: (?:\w+ )?(?:api|alternative|replacement|replication|clone|prompts?|data\w*|wrapper|client|"
            r"key|tier|access|plan|accounts?|servers?|service|proxy|endpoint|subscription|quota|credits?|trial|outputs?|generated|style|format|judge|teacher|distill\w*|fine-?tune\w*|project|"
            r"attempt)\b|-(?:like|style|generated|based)))",
        ),
        # "near-GPT-4 performance", "reaches GPT-4 accuracy"
        (
            r"(?:\b(?:near|almost|close to|quasi|practically|essentially|virtually)[- ]|(?<!not )(?<!n['’]t )\b(?:"
            r"reach|achiev|attain|deliver|obtain|hit|retain)(?:s|es|ing|ed) (?:near |full |true )?)",
            r"[- ](?:level |like |class )?(?:performance|accuracy|quality|results|scores?|parity|capabilit\w+|"
            r"abilit\w+|fluency|intelligence|reasoning|skills?|strength)\b",
        ),
        # "It offers GPT-4 quality"; "the table shows GPT-4 results" and "we provided GPT-4 scores" give numbers
        (
            r"(?<!not )(?<!n['’]t )(?<!table )(?<!figure )(?<!chart )(?<!plot )(?<!graph )(?<!column )(?<!row )(?<!we )"
            r"\b(?:offer|provid|show|yield|demonstrat|exhibit)(?:s|es|ing|ed) (?:near |full |true )?",
            r"[- ](?:level |like |class )?(?:performance|accuracy|quality|parity|capabilit\w+|abilit\w+|fluency|"
            r"intelligence|reasoning|skills?|strength)\b",
        ),
        # "kann mit GPT-4 mithalten", "ist GPT-4 ebenbürtig", "is GPT-4's equal"
        (
            r"(?<!von )(?<!durch )(?<!als )",
            r"(?:['’]s equal\b|(?: [\w-]+){0,5}? (?:mithalten|ebenbürtig|in nichts nach|gleichauf|gleichwertig|"
            r"vergleichbar|übertreffen|übertroffen|aufnehmen|überholt|überholen|überflügelt|schlagen)\b|"
            r"(?:(?! (?:lässt|lassen|ließ|hat|kann)) [\w-]+){0,5}? hinter sich\b)",
        ),
        (r"(?:分不清|难以分辨|难以区分)[^。，]{0,24}(?:和|与|还是)", r""),
        (r"", r"(?:의|가)?[^.]{0,16}(?:와|과|랑) 구별(?:이|하기)? ?(?:어렵|힘들|안 ?되|불가)"),
    )
)


def is_idiom(text: str, name: re.Match[str]) -> bool:
    lead, rest = text[max(0, name.start() - 140) : name.start()], text[name.end() : name.end() + 60]
    return any(before.search(lead) and after.match(rest) for before, after in _IDIOMS)
