# ruff: noqa: E501 - the words of a topic stay on one line
"""What the chat generators ask to be listed, and how words begin of which one stands in any list of it.

A list is about its topic when it names the thing ("window"), or one of the
things that such a list is made of ("book" among gifts, "joy" among feelings):
without that, "1. 1 2. 2 3. 3" would be a list of three gifts.
"""

from random import Random
from typing import Any

from core.questions.generators.writing_tasks import TOPICS, words_of_topic

_LISTED = {
    "things to take on {trip}": "bag backpack rucksack water bottle map jacket coat snack food sunscreen sun towel tent blanket phone camera sandwich shoe boot hat book passport charger light torch flashlight ticket money wallet first-aid first medic cloth sleeping umbrella glasses sunglasses swim pillow knife cup cooler basket helmet lock pump guide compass mat chair lunch fruit drink headphone sock glove sweater repellent spray documents wood matches lighter",
    "reasons to like {thing}": "like love enjoy good great beaut fun relax taste fresh easy help calm peace nice charm joy happy simple unique warm comfort memor nostalg learn creative free cheap quiet bring make give feel perfect wonder health connect inspire adventure surprise cozy cosy",
    "questions to ask about {thing}": "what how when why where who which does did could would should have",
    "ways to talk about {thing}": "talk say tell ask describe discuss share story stories speak explain express write mention compar praise complain joke poem metaphor analog debate interview detail humor humour casual formal positive negative honest personal recount narrat report emotion feeling history vivid",
    "mistakes people make with {thing}": "not too forget forgot ignor wrong fail lack miss leav over under without never neglect overlook assum skip rush poor mis bad using use incorrect improper wait buy try expect underestimat overestimat hurry avoid lose losing",
    "gifts that fit {thing}": "gift book card mug box set ticket bottle chocolate flower candle scarf blanket bag basket kit frame photo print pen notebook journal lamp toy game jewel necklace bracelet ring watch clock tea coffee cup plate glass vase plant towel shirt hat glove sock umbrella voucher certificate wine cake cookie perfume soap pillow cushion puzzle decor ornament sweet keychain poster map guide boot coat jacket sticker teddy doll tool",
    "things one can see near {thing}": "people person man woman child tree bench sign light house road street car bird flower grass sky cloud building shop table chair window door wall stone rock water dog cat fence lamp book paper box shelf bag path field garden bottle cup plate picture clock desk key pen leaf leaves bush river hill crowd couple",
    "feelings that go with {thing}": "joy happ sad calm fear excite nostalg ang lonel love peace hope anxi worr proud pride frustrat surprise curios bored relief comfort warm content delight melanchol stress annoy tension gratitude grateful thrill wonder awe disappoint relax seren satisf shame embarrass confus delight regret irritat impatien tired fatigue exhaust cheer amus trust longing tranquil gloom grief shock bliss cozy cosy panic fury rage refresh confiden",
    "ideas for a talk about {thing}": "history story stories how why what benefit importance role impact tip guide art science culture future past origin myth tradition design safety health secret lesson memory experience way best effect meaning value power joy life evolution symbol technique",
    "first steps when planning {trip}": "choos plan check decid book set pack budget destination research find make list route date time pick select gather buy determine location weather look prepare organi map reserv get invite friend ask passport ticket where when transport equipment gear supplies food what",
    "sounds that go with {thing}": "sound splash ring hum click whistl roar creak bang laugh chirp rustl whisper crack thud buzz beep clang clatter murmur sing song music shout cheer clap tap tick drip crunch squeak hiss pop snap rattl rumbl sigh chatter voice step footstep bell horn bark meow squawk groan howl growl pitter patter whoosh boom chime scratch sizzl gurgl crash breath silence tweet clink swish slam honk chug clack knock",
    "titles for a poem about {thing}": "song ode ballad whisper dream shadow tale dance memor heart echo silen secret journey reflect melod symphon magic beaut lost last golden silver love hope time lament elegy sonnet farewell night day rhapsod lullab hymn verse",
}
_TRIPS = {
    "a day at the sea": "sea beach sand wave swim ocean shore tide sun",
    "a week in the hills": "hill hik walk trail view mountain climb",
    "a night in a tent": "tent camp sleep night fire star",
    "a visit to a farm": "farm animal cow barn field pig hen horse tractor",
    "a long flight": "flight fly plane airport airline seat luggage neck",
    "a bike tour": "bike bicycle cycl tour ride tyre tire chain",
    "a picnic": "picnic blanket basket park eat salad",
    "a city walk": "city walk street map sight shoes museum landmark",
}


def list_topic(rng: Random) -> str:
    """What to list: "gifts that fit a rainy day"."""
    return rng.choice(tuple(_LISTED)).format(trip=rng.choice(tuple(_TRIPS)), thing=rng.choice(TOPICS))


def on_list_topic(what: str) -> dict[str, Any]:
    """The rule that a list is one of `what` (see `list_topic`), however its entries are worded."""
    return {"rule": "mention", "texts": list(_words(what))}


def about_list(what: str, unlike: tuple[str, ...] = ()) -> str:
    """A word that belongs to the list, and is none of `unlike`."""
    return next(word for word in _words(what) if word not in unlike)


def _words(what: str) -> list[str]:
    kind = next(words for form, words in _LISTED.items() if what.startswith(form.partition("{")[0]))
    trip = next((words.split() for trip, words in _TRIPS.items() if trip in what), None)
    return list(dict.fromkeys([*(trip or words_of_topic(what)), *kind.split()]))
