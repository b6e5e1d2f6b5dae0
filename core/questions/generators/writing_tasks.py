# ruff: noqa: E501 - a sentence of a question stays on one line
"""What the chat generators ask to be written, and plain text that keeps given rules.

`plain_text` is the material of the example answers: no model reads it, it only
shows that the rules of a question can be met.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from core.questions.generators.vocabulary import TRADES

_GENRES = (
    "Write a note for {someone} about {topic}.", "Describe {topic} to {someone}.", "Explain to {someone} why {topic} matters.",
    "Tell {someone} something surprising about {topic}.", "Write a diary entry of {someone} about {topic}.",
    "Give {someone} a piece of advice on {topic}.", "Write a caption for a photo of {topic}, taken by {someone}.",
    "Write the beginning of a story in which {someone} meets {topic}.", "Write a review of {topic} by {someone}.",
    "Thank {someone} for {topic}.", "Warn {someone} about {topic}.", "Invite {someone} to an evening about {topic}.",
    "Let {someone} complain about {topic}.", "Praise {topic} in the words of {someone}.",
    "Write a notice board text by {someone} on {topic}.", "Report to {someone} what happened to {topic}.",
    "Write a radio announcement for {someone} about {topic}.", "Ask {someone} for help with {topic}.",
)  # fmt: skip
# Each with how words begin of which one stands in any text about it; the first is a whole word.
_WORDS_OF = {
    "a rainy day": "rain wet umbrella drizzle drip drop puddle cloud pour soak grey gray weather storm splash damp",
    "a broken window": "window glass pane shard crack broke shatter smash draught draft frame repair",
    "an old bicycle": "bicycle bike cycl pedal wheel rust ride rode saddle chain handlebar two-wheel",
    "the new bakery": "bakery baker bak bread loa pastr cake croissant roll oven dough flour pie cookie treat",
    "a lost suitcase": "suitcase luggage bag case baggage belonging travel airport station trunk lost missing",
    "the night sky": "sky skies star moon night dark constellation galax heaven planet cosmos universe celestial",
    "a noisy neighbour": "neighbour neighbor nois loud sound music quiet sleep racket din wall next door peace volume",
    "a cup of tea": "tea cup brew sip warm leaf leaves steep mug kettle drink drank hot steam",
    "the village fair": "fair village stall ride market festiv celebrat carnival booth crowd fun game prize",
    "a school garden": "garden school plant seed flower vegetable soil grow grew child student pupil kid",
    "the first snow": "snow flake winter white cold frost ice blanket chill sled",
    "a long train ride": "train ride rode rail journey track station travel carriage trip window hour seat passenger conductor",
    "a stray dog": "dog stray pup canine bark tail hound paw fur leash animal creature",
    "the town library": "library librar book read shelf shelves borrow page stor learn knowledge",
    "a wooden toy": "toy wood play carv child kid",
    "an empty beach": "beach sand shore sea wave ocean coast empty tide seaside deserted",
    "a power cut": "power electric cut outage light dark candle blackout lamp torch flashlight",
    "the weekly market": "market stall week fruit vegetable produce vendor sell sold buy bought fresh shop trader",
    "a family photo": "photo picture family portrait smile album image camera snapshot frame relative memor generation",
    "a muddy path": "path mud trail boot track dirt slip wet walk puddle road shoe way",
    "a new recipe": "recipe cook dish ingredient bak taste flavour flavor meal kitchen food delicious",
    "a chess game": "chess game checkmate pawn king queen move board knight rook bishop piece play opponent",
    "the harbour": "harbour harbor boat ship port dock sea water sail pier quay anchor fish",
    "a hot afternoon": "afternoon hot heat sun warm summer swelter sweat shade day cool scorch",
    "a handwritten letter": "letter handwrit hand-writ handwriting writ wrote ink paper pen envelope word note post",
    "the old bridge": "bridge river cross stone arch span stream water old",
    "a birthday cake": "cake birthday candle icing frosting slice sweet sponge celebrat bak chocolate layer",
    "a foggy morning": "fog mist morning haz dawn visib grey gray dew",
    "a pair of boots": "boot shoe pair feet foot sole leather walk lace footwear wear wore heel",
    "a talking parrot": "parrot bird talk speak spoke feather squawk word said say beak chatter",
    "the last bus": "bus ride last stop driver miss late night passenger home schedule timetable",
    "a secret drawer": "drawer secret hidden hid desk compartment key treasure conceal cabinet",
    "a football match": "football match game goal team ball play player pitch score win won kick soccer referee stadium field half fan",
    "a mountain hut": "hut mountain cabin alp peak hik climb shelter trail summit view lodge",
    "a fresh haircut": "hair cut haircut barber style trim scissor look salon fringe",
    "a thunderstorm": "thunder storm lightning rain cloud rumble sky wind bolt flash",
    "an apple tree": "apple tree fruit orchard branch blossom leaf leaves trunk root",
    "a museum visit": "museum exhibit art visit painting galler histor artefact artifact display collection sculpture",
    "a slow computer": "computer slow pc laptop machine load screen wait device lag memory program software reboot restart",
    "a quiet Sunday": "sunday quiet rest calm peace day relax silen still lazy morning",
}  # fmt: skip
TOPICS = tuple(_WORDS_OF)
_ADDED = (
    "We looked at the",
    "We often think of the",
    "Many people know the",
    "It is all about the",
    "Nobody forgets the",
    "There stands the",
)


def writing_task(rng: Random) -> str:
    """What to write, about what, and for whom: "Write a note for a baker about a lost suitcase."."""
    return rng.choice(_GENRES).format(someone=f"a {rng.choice(TRADES)}", topic=rng.choice(TOPICS))


def about(text: str, unlike: Sequence[str] = ()) -> str:
    """A word that belongs to the topic of a task, and is none of `unlike`: "rain"."""
    return next(word for word in words_of_topic(text) if word not in unlike)


def on_topic(text: str) -> dict[str, Any]:
    """The rule that an answer to a task is about its topic, however it is worded."""
    return {"rule": "mention", "texts": list(words_of_topic(text))}


def words_of_topic(text: str) -> Sequence[str]:
    """How words begin of which one stands in any text about the topic that `text` names."""
    return next(words.split() for topic, words in _WORDS_OF.items() if topic in text)


def plain_text(sentences: int, include: Sequence[str] = (), start: str = "", end: str = "") -> str:
    """Plain sentences that hold the words, in order; start and end stand at the very ends."""
    lines = []
    for number in range(sentences):
        words = include[number:] if number == sentences - 1 else include[number : number + 1]
        line = f"{_ADDED[number % len(_ADDED)]} {' and the '.join(words) or 'day'}"
        if number == 0 and start:
            line = f"{start} {line[0].lower()}{line[1:]}"
        if number == sentences - 1 and end:
            line = f"{line} {end}"
        lines.append(line + ".")
    return " ".join(lines)
