# ruff: noqa: E501 - a sentence of a question stays on one line
"""Words (kinds, opposites, uses, spelling, grammar) and answers in a given form."""

from random import Random

from core.catalogue.use_cases import UseCase
from core.questions.generators.making import Generator, ask_choice, ask_text, joined, pick
from core.questions.generators.vocabulary import NAMES, PLAIN_WORDS
from core.questions.question import Question

_KINDS = {
    "fruit": ("apple", "banana", "cherry", "grape", "mango", "peach", "pear", "plum", "apricot"),
    "tool": ("chisel", "drill", "hammer", "pliers", "saw", "screwdriver", "spanner", "trowel"),
    "bird": ("crow", "eagle", "finch", "heron", "owl", "parrot", "sparrow", "stork", "swan"),
    "piece of furniture": ("armchair", "bookcase", "cupboard", "desk", "sofa", "stool", "wardrobe"),
    "vehicle": ("ambulance", "bicycle", "ferry", "helicopter", "lorry", "tram", "tractor"),
    "musical instrument": ("accordion", "cello", "clarinet", "drum", "flute", "harp", "trumpet"),
    "metal": ("aluminium", "copper", "chromium", "lead", "nickel", "silver", "zinc"),
    "piece of clothing": ("blouse", "cardigan", "coat", "glove", "scarf", "skirt", "sock", "trousers"),
    "vegetable": ("broccoli", "cabbage", "carrot", "leek", "parsnip", "radish", "spinach"),
    "insect": ("ant", "beetle", "butterfly", "grasshopper", "dragonfly", "mosquito", "wasp"),
    "part of the body": ("ankle", "elbow", "knee", "shoulder", "thumb", "wrist", "heel"),
    "drink": ("beer", "cocoa", "coffee", "lemonade", "milk", "tea", "wine"),
    "sport": ("badminton", "fencing", "handball", "hockey", "judo", "rowing", "tennis"),
    "building": ("barn", "cathedral", "cottage", "factory", "lighthouse", "palace", "theatre"),
    "kind of weather": ("drizzle", "fog", "frost", "hail", "snow", "thunderstorm", "wind"),
    "profession": ("architect", "baker", "dentist", "electrician", "journalist", "nurse", "pilot"),
}  # fmt: skip


# Kinds that are one kind in a wider sense: "plum and leek" are both food, and both plants.
_NEAR = ({"fruit", "vegetable", "drink"}, {"bird", "insect"})


def _are_near(one: str, other: str) -> bool:
    return any({one, other} <= group for group in _NEAR)


def kinds(rng: Random, level: int) -> Question:
    """Which is of a kind; which is not; which pair is of the same kind."""
    kind, other, third, fourth = pick(rng, sorted(_KINDS), 4)
    if level == 1:
        words = [rng.choice(_KINDS[name]) for name in (other, third, fourth)]
        named = f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"
        asked = rng.choice((f"Which of these is {named}?", f"One of these is {named}. Which one?", f"Find the {kind}:"))
        return ask_choice(rng, asked, rng.choice(_KINDS[kind]), words)
    if level == 2:
        words, odd = pick(rng, _KINDS[kind], 3), rng.choice(_KINDS[other])
        shown = [*words, odd]
        rng.shuffle(shown)
        text = f"Three of these belong to one kind: {', '.join(shown)}. What is the odd one out?"
        return ask_choice(rng, text, odd, words)
    while _are_near(other, third) or _are_near(third, fourth) or _are_near(fourth, other):
        kind, other, third, fourth = pick(rng, sorted(_KINDS), 4)
    a, b = pick(rng, _KINDS[kind], 2)
    pairs = [f"{a} and {b}"]
    for left, right in ((other, third), (third, fourth), (fourth, other)):
        pairs.append(f"{rng.choice(_KINDS[left])} and {rng.choice(_KINDS[right])}")
    text = rng.choice(
        ("In which pair are both words of the same kind of thing?", "Which two belong to the same kind of thing?")
    )
    return ask_choice(rng, text, pairs[0], pairs[1:])


# easy, then harder; each with three words that are no opposite
_OPPOSITES = {
    1: (
        ("big", "small"), ("day", "night"), ("up", "down"), ("old", "new"), ("wet", "dry"), ("full", "empty"),
        ("open", "closed"), ("early", "late"), ("light", "dark"), ("soft", "hard"), ("fast", "slow"), ("rich", "poor"),
        ("inside", "outside"), ("clean", "dirty"), ("strong", "weak"), ("first", "last"),
    ),
    2: (
        ("generous", "stingy"), ("ancient", "modern"), ("shallow", "deep"), ("arrive", "depart"), ("victory", "defeat"),
        ("humble", "proud"), ("expand", "shrink"), ("bitter", "sweet"), ("guilty", "innocent"), ("artificial", "natural"),
        ("praise", "blame"), ("scarce", "plentiful"), ("noisy", "silent"), ("borrow", "lend"), ("smooth", "rough"),
    ),
    3: (
        ("transparent", "opaque"), ("temporary", "permanent"), ("concise", "wordy"), ("voluntary", "compulsory"),
        ("optimist", "pessimist"), ("dilute", "concentrate"), ("ascend", "descend"),
        ("frugal", "wasteful"), ("hostile", "friendly"), ("rigid", "flexible"), ("exterior", "interior"),
        ("reckless", "cautious"), ("fragile", "sturdy"), ("novice", "expert"),
    ),
}  # fmt: skip


def opposites(rng: Random, level: int) -> Question:
    """The opposite of a word, among opposites of other words."""
    pairs = pick(rng, _OPPOSITES[level], 4)
    word, right = pairs[0] if rng.randrange(2) else pairs[0][::-1]
    wrong = [rng.choice(pair) for pair in pairs[1:]]
    asked = rng.choice((
        f"What is the opposite of '{word}'?", f"Which word means the contrary of '{word}'?",
        f"'{word[0].upper()}{word[1:]}' is the opposite of which word?", f"Complete with the opposite: not '{word}' but …",
    ))  # fmt: skip
    return ask_choice(rng, asked, right, wrong)


_USES = {
    1: (
        ("cut paper", "scissors"), ("get dry after a shower", "a towel"), ("sweep the floor", "a broom"),
        ("see the time", "a clock"), ("write on paper", "a pen"), ("sleep at night", "a bed"), ("eat soup", "a spoon"),
        ("open a locked door", "a key"), ("keep the head warm", "a hat"), ("take a photo", "a camera"),
        ("boil water", "a kettle"), ("carry shopping home", "a bag"), ("clean teeth", "a toothbrush"),
    ),
    2: (
        ("tighten a nut", "a spanner"), ("measure a fever", "a thermometer"), ("find north", "a compass"),
        ("drain cooked noodles", "a colander"), ("fasten two sheets of paper", "a stapler"), ("join two pieces of cloth", "needle and thread"),
        ("smooth rough wood", "sandpaper"), ("reach a high shelf", "a ladder"), ("look at the stars closely", "a telescope"),
        ("weigh flour", "scales"), ("pull a nail out of a board", "pincers"),
    ),
    3: (
        ("check whether a shelf is horizontal", "a spirit level"), ("measure air pressure", "a barometer"),
        ("test whether a wire carries voltage", "a multimeter"), ("see bacteria", "a microscope"), ("keep time in music practice", "a metronome"),
        ("hold a workpiece fast while filing it", "a vice"), ("cut a thread on a metal rod", "a die"), ("listen to a heartbeat", "a stethoscope"),
        ("measure the thickness of a metal sheet to a tenth of a millimetre", "a calliper"), ("mix air and fuel in an old engine", "a carburettor"),
        ("change alternating into direct current", "a rectifier"), ("measure an angle on paper", "a protractor"),
    ),
}  # fmt: skip


def uses(rng: Random, level: int) -> Question:
    """What a thing is used for."""
    entries = pick(rng, _USES[level], 4)
    purpose, right = entries[0]
    who = rng.choice(NAMES)
    asked = rng.choice((
        f"{who} wants to {purpose}. What is needed?", f"What do you take to {purpose}?", f"Which of these helps to {purpose}?",
    ))  # fmt: skip
    return ask_choice(rng, asked, right, [entry[1] for entry in entries[1:]])


_SPELLINGS = {
    1: (
        ("friend", "freind", "frend", "fraind"), ("school", "shcool", "scool", "schoul"), ("because", "becuase", "becouse", "becaus"),
        ("people", "poeple", "peopel", "peple"), ("always", "allways", "alwyas", "alwais"), ("beautiful", "beautifull", "beutiful", "beatiful"),
        ("garden", "gardin", "gaurden", "gardon"), ("morning", "moring", "mornning", "morneing"), ("answer", "anwser", "anser", "answear"),
        ("winter", "wintter", "wintar", "wintir"), ("mother", "mothar", "muther", "mothir"), ("window", "windoe", "wendow", "windou"),
    ),
    2: (
        ("necessary", "neccessary", "necesary", "neccesary"), ("separate", "seperate", "separete", "seperete"),
        ("definitely", "definately", "definitly", "defenitely"), ("calendar", "calinder", "calandar", "calandre"),
        ("tomorrow", "tommorow", "tommorrow", "tomorow"), ("receive", "recieve", "receve", "reseive"),
        ("address", "adress", "addres", "adres"), ("library", "libary", "librery", "libarry"),
        ("government", "goverment", "governement", "govenment"), ("weird", "wierd", "weerd", "weired"),
        ("until", "untill", "untile", "unntil"), ("grammar", "grammer", "gramar", "gramer"),
    ),
    3: (
        ("embarrass", "embarass", "embarras", "emmbarass"), ("occurrence", "occurence", "ocurrence", "occurrance"),
        ("millennium", "millenium", "milennium", "millenniem"), ("conscientious", "consciencious", "conscientous", "consientious"),
        ("rhythm", "rythm", "rhythym", "rythym"), ("accommodate", "accomodate", "acommodate", "accommadate"),
        ("questionnaire", "questionaire", "questionnair", "questionniare"), ("maintenance", "maintainance", "maintenence", "maintanance"),
        ("privilege", "priviledge", "privelege", "privilige"), ("liaison", "liason", "liasion", "laison"),
        ("mischievous", "mischievious", "mischeivous", "mischevious"), ("supersede", "superceade", "superceed", "superseed"),
    ),
}  # fmt: skip


def spelling(rng: Random, level: int) -> Question:
    """The one right spelling."""
    right, *wrong = rng.choice(_SPELLINGS[level])
    asked = rng.choice(
        (
            "Which word is spelled correctly?",
            "Only one of these is written without a mistake. Which one?",
            "Choose the right spelling.",
        )
    )
    return ask_choice(rng, asked, right, wrong)


# base form, past, participle
_VERBS = (
    ("break", "broke", "broken"), ("bring", "brought", "brought"), ("choose", "chose", "chosen"), ("draw", "drew", "drawn"),
    ("drink", "drank", "drunk"), ("drive", "drove", "driven"), ("eat", "ate", "eaten"), ("fall", "fell", "fallen"),
    ("fly", "flew", "flown"), ("forget", "forgot", "forgotten"), ("freeze", "froze", "frozen"), ("give", "gave", "given"),
    ("hide", "hid", "hidden"), ("know", "knew", "known"), ("ride", "rode", "ridden"), ("ring", "rang", "rung"),
    ("see", "saw", "seen"), ("shake", "shook", "shaken"), ("sing", "sang", "sung"), ("speak", "spoke", "spoken"),
    ("steal", "stole", "stolen"), ("swim", "swam", "swum"), ("take", "took", "taken"), ("tear", "tore", "torn"),
    ("throw", "threw", "thrown"), ("wear", "wore", "worn"), ("write", "wrote", "written"),
)  # fmt: skip
_PLURALS = (
    ("child", "children", "childs"), ("foot", "feet", "foots"), ("tooth", "teeth", "tooths"), ("mouse", "mice", "mouses"),
    ("goose", "geese", "gooses"), ("man", "men", "mans"), ("woman", "women", "womans"), ("knife", "knives", "knifes"),
    ("leaf", "leaves", "leafs"), ("city", "cities", "citys"), ("box", "boxes", "boxs"), ("sheep", "sheep", "sheeps"),
    ("wolf", "wolves", "wolfs"), ("baby", "babies", "babys"), ("potato", "potatoes", "potatos"), ("church", "churches", "churchs"),
)  # fmt: skip


def grammar(rng: Random, level: int) -> Question:
    """Plural of a noun; past of a verb; participle in a passive or perfect sentence."""
    if level == 1:
        one, many, wrong = rng.choice(_PLURALS)
        asked = rng.choice(
            (f"One {one}, two …?", f"What is the plural of '{one}'?", f"Complete: there are five … here. (one {one})")
        )
        return ask_choice(rng, asked, many, (wrong, f"{one}'s", f"{one}en" if not many.endswith("en") else f"{one}es"))
    base, past, participle = rng.choice([verb for verb in _VERBS if level == 2 or verb[1] != verb[2]])
    made = base + ("d" if base.endswith("e") else "ed")
    if level == 2:
        asked = rng.choice((
            f"Complete with the past tense of '{base}': Yesterday they … at last.", f"Today I {base}, yesterday I …",
            f"What is the simple past of 'to {base}'?", f"'We {base} every day.' Last year we … every day.",
        ))  # fmt: skip
        return ask_choice(rng, asked, past, (made, f"{past}ed", participle if participle != past else f"{base}t"))
    asked = rng.choice((
        f"Complete with a form of '{base}': I have never … so much before.", f"Which form of '{base}' follows 'had', as in 'she had …'?",
        f"'By noon they had …' Which form of '{base}' fits?", f"After 'they have already' comes which form of '{base}'?",
    ))  # fmt: skip
    return ask_choice(rng, asked, participle, (past, made, f"{participle}ed"))


_LISTS = (
    "These words stand on a shopping list",
    "Someone reads out these words",
    "A box is labelled with these words",
    "These are the code words of today",
    "On a poster you see these words",
    "A child has learned these words",
)
_JOINERS = (
    ("a comma and no space", ","),
    ("a hyphen and no space", "-"),
    ("a slash and no space", "/"),
    ("one space", " "),
)


def formats(rng: Random, level: int) -> Question:
    """One change to a word; sort and join words; choose, change, sort and join."""
    opening = rng.choice(_LISTS)
    if level == 1:
        words = pick(rng, PLAIN_WORDS, 3)
        place = rng.randrange(3)
        which = ("first", "second", "third")[place]
        text = f"{opening}: {', '.join(words)}. Reply with the {which} word only."
        return ask_text(text, words[place], instruction="")
    words = pick(rng, PLAIN_WORDS, 4 if level == 2 else 5)
    named, joiner = rng.choice(_JOINERS)
    if level == 2:
        key = joiner.join(sorted(words))
        text = (
            f"{opening}: {joined(words)}. Sort them from A to Z and join them with {named}. Reply with the result only."
        )
        return ask_text(text, key, instruction="")
    longest = max(len(word) for word in words)
    left_out = next(word for word in words if len(word) == longest)
    kept = sorted((word.upper() for word in words if word != left_out), reverse=True)
    text = (
        f"{opening}: {joined(words)}. Leave out '{left_out}', write the others in capital letters, sort them from Z to A "
        f"and join them with {named}. Reply with the result only."
    )
    return ask_text(text, joiner.join(kept), case=True, instruction="")


GENERATORS = (
    Generator("kinds of things", UseCase.GENERAL, kinds),
    Generator("opposites", UseCase.GENERAL, opposites),
    Generator("uses of things", UseCase.GENERAL, uses),
    Generator("spelling", UseCase.GENERAL, spelling),
    Generator("grammar", UseCase.GENERAL, grammar),
    Generator("format following", UseCase.GENERAL, formats),
)
