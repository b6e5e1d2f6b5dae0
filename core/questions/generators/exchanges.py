# ruff: noqa: E501 - a sentence of a question stays on one line
"""Chat: facts that a conversation leaves, messages turned into JSON, JSON of a given shape, the answer alone."""

import json
from random import Random
from typing import Any

from core.catalogue.use_cases import UseCase
from core.questions.generators.making import Generator, ask_choice, ask_json, ask_rules, ask_text, counted, joined, pick
from core.questions.generators.vocabulary import (
    COLOURS,
    GROCERIES,
    NAMES,
    OBJECTS,
    PLAIN_WORDS,
    ROOMS,
    THINGS,
    WEEKDAYS,
)
from core.questions.question import Question

_PLANS = (
    "the meeting", "the dinner", "the rehearsal", "the chess evening", "the delivery", "the haircut", "the piano lesson", "the viewing of the flat",
    "the bike repair", "the film night", "the garden party", "the school visit", "the photo session", "the run", "the reading circle", "the vet",
)  # fmt: skip
_MOVES = (
    ("{a}: Can we do {plan} on {day} at {hour}?", "{b}: {day} is fine, but {later} later, please.", "hour"),
    ("{a}: I have put {plan} on {day}, {hour}.", "{b}: I am away then. Make it {new_day}, the same time.", "day"),
    (
        "{a}: {plan} is on {day} at {hour}, isn't it?",
        "{b}: No, it was moved to {new_day}, and it starts {later} later.",
        "both",
    ),
)
_CLOSINGS = ("{a}: All right.", "{a}: Good, I will write that down.", "{a}: Fine with me.", "{a}: Agreed, thanks.")


def appointment(rng: Random, level: int) -> Question:
    """When something takes place after one or two changes in a chat."""
    a, b = pick(rng, NAMES, 2)
    plan, (day, new_day, other_day) = rng.choice(_PLANS), pick(rng, WEEKDAYS, 3)
    hour, later = rng.randrange(9, 19), rng.choice((1, 2))
    opening, reply, changes = (
        _MOVES[0] if level == 1 and rng.randrange(2) else rng.choice(_MOVES[:2] if level == 1 else _MOVES)
    )
    shift = counted(later, ("hour", "hours"))
    names = {"a": a, "b": b, "plan": plan, "day": day, "new_day": new_day, "hour": f"{hour}:00", "later": shift}
    lines = [opening.format(**names), reply.format(**names), rng.choice(_CLOSINGS).format(**names)]
    end_day = day if changes == "hour" else new_day
    end_hour = hour if changes == "day" else hour + later
    if level == 3:
        lines[-1] = rng.choice((
            f"{a}: Then I must leave early. Could it be one hour earlier than that?", f"{a}: One hour earlier than that would suit me better.",
        ))  # fmt: skip
        lines += [
            rng.choice((f"{b}: Yes, but then on {other_day}.", f"{b}: Only on {other_day}, that would work.")),
            f"{a}: So be it.",
        ]
        end_day, end_hour = other_day, end_hour - 1
    lines = [
        line[: len(line.split(":")[0]) + 2]
        + line[len(line.split(":")[0]) + 2 :].strip()[:1].upper()
        + line[len(line.split(":")[0]) + 2 :].strip()[1:]
        for line in lines
    ]
    right = f"{end_day} at {end_hour}:00"
    wrong = [f"{d} at {h}:00" for d in (day, new_day, other_day) for h in (hour, hour + later, hour + later - 1)]
    return ask_choice(rng, "\n".join(["A chat:", *lines, "", f"When does {plan} take place?"]), right, wrong)


_WANTS = (
    ("an order", "I would like {n} {things} by {day}, in {colour} if you have them.", {"quantity": "n", "day": "day", "colour": "colour"}),
    ("a booking", "Please book the {room} for {n} people on {day}. The name is {who}.", {"room": "room", "people": "n", "day": "day", "name": "who"}),
    ("a lost-property report", "On {day} I, {who}, left my {colour} {thing} in the {room}.", {"day": "day", "name": "who", "colour": "colour", "object": "thing"}),
    ("a delivery note", "{n} {things} went to {who} in the {room} this {day}.", {"quantity": "n", "name": "who", "room": "room", "day": "day"}),
    ("a repair request", "The {thing} in the {room} is broken, says {who}; it cost {n} euros and should work again by {day}.", {"object": "thing", "room": "room", "name": "who", "price": "n", "day": "day"}),
    ("a shopping message", "Bring {n} {things} on {day}, and tell {who} in the {room}.", {"quantity": "n", "day": "day", "name": "who", "room": "room"}),
)  # fmt: skip


def extraction(rng: Random, level: int) -> Question:
    """One, three or four facts of a message as JSON; at level 3 with an absent one as null."""
    kind, frame, fields = rng.choice(_WANTS)
    things = rng.choice((*THINGS, *GROCERIES))[1]
    facts: dict[str, Any] = {
        "n": rng.randrange(2, 40), "things": things, "thing": rng.choice(OBJECTS), "day": rng.choice(WEEKDAYS), "colour": rng.choice(COLOURS),
        "room": rng.choice(ROOMS), "who": rng.choice(NAMES),
    }  # fmt: skip
    keys = pick(rng, sorted(fields), {1: 1, 2: 3, 3: 3}[level])
    answer: dict[str, Any] = {key: facts[fields[key]] for key in keys}
    if level == 3:
        answer[rng.choice(("phone", "email", "discount", "deadline", "address"))] = None
    listed = joined([f'"{key}" ({"a number" if isinstance(value, int) else "text"})' for key, value in answer.items()])
    missing = " Use null for what the message does not say." if level == 3 else ""
    text = f"This is {kind}: '{frame.format(**facts)}'\n\nReply with JSON only: one object with {'the key' if len(answer) == 1 else 'the keys'} {listed}.{missing}"
    return ask_json(text, _object({key: _constant(value) for key, value in answer.items()}), json.dumps(answer))


def _constant(value: Any) -> dict[str, Any]:
    """Texts may be written in small letters, with a capital, or with their article."""
    if not isinstance(value, str):
        return {"const": value}
    forms = (
        value,
        value.lower(),
        value.capitalize(),
        f"the {value}",
        f"The {value}",
        f"{'an' if value[:1].lower() in 'aeio' else 'a'} {value}",
    )
    return {"enum": list(dict.fromkeys(forms))}


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


_INVENTED = (
    "a café", "a film", "a robot", "a planet", "a song", "a hotel", "a board game", "a dragon", "a recipe", "a sports club", "a ship", "a museum",
    "a phone", "a garden", "a detective", "a train line",
)  # fmt: skip
_FIELDS: tuple[tuple[str, str, dict[str, Any], Any], ...] = (
    ("name", "text", {"type": "string", "minLength": 1}, "Nova"), ("year", "a whole number from 1900 to 2030", {"type": "integer", "minimum": 1900, "maximum": 2030}, 1999),
    ("rating", "a number from 1 to 5", {"type": "number", "minimum": 1, "maximum": 5}, 4.5), ("open", "true or false", {"type": "boolean"}, True),
    ("colours", "a list of two texts", {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "string"}}, ["red", "blue"]),
    ("size", '"small", "medium" or "large"', {"enum": ["small", "medium", "large"]}, "small"),
    ("motto", "a text of at most 40 characters", {"type": "string", "minLength": 1, "maxLength": 40}, "Always on"),
    ("price", "a number of 0 or more", {"type": "number", "minimum": 0}, 12), ("tags", "a list of three texts", {"type": "array", "minItems": 3, "maxItems": 3, "items": {"type": "string"}}, ["a", "b", "c"]),
    ("owner", 'an object with the key "name" (text)', {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}, {"name": "Ada"}),
)  # fmt: skip


def json_shape(rng: Random, level: int) -> Question:
    """An invented thing as JSON with 1, 3 or 4 fields; at level 3 a list of such objects."""
    thing = rng.choice(_INVENTED)
    fields = pick(rng, _FIELDS[:4] if level == 1 else _FIELDS, {1: 1, 2: 3, 3: 4}[level])
    listed = joined([f'"{name}" ({said})' for name, said, _, _ in fields])
    schema = _object({name: part for name, _, part, _ in fields})
    example: Any = {name: value for name, _, _, value in fields}
    keys = "the key" if level == 1 else "exactly the keys"
    if level < 3:
        text = rng.choice(
            (
                f"Invent {thing} and reply with JSON only: one object with {keys} {listed}.",
                f"Reply with a JSON object for {thing} that you make up, with {keys} {listed}, and with nothing else.",
            )
        )
        return ask_json(text, schema, json.dumps(example))
    n = rng.choice((2, 3))
    what = thing.split(" ", 1)[1]
    text = f"Make up {('two', 'three')[n - 2]} things of the kind '{what}'. Reply with JSON only: a list of {n} objects, each with exactly the keys {listed}."
    return ask_json(text, {"type": "array", "minItems": n, "maxItems": n, "items": schema}, json.dumps([example] * n))


_SAID = (
    "Here is a list",
    "My notes say",
    "The shelf holds",
    "Somebody called out",
    "The menu shows",
    "On the wall I read",
    "The radio named",
)


def answer_alone(rng: Random, level: int) -> Question:
    """A word of a list; two of them in another order; all of them changed and framed: and nothing else."""
    words = pick(rng, PLAIN_WORDS, {1: 3, 2: 4, 3: 4}[level])
    said = f"{rng.choice(_SAID)}: {', '.join(words)}."
    if level == 1:
        which, key = rng.choice((("first", words[0]), ("last", words[-1]), ("second", words[1])))
        return ask_text(f"{said} Repeat the {which} word. Reply with this word only, no sentence.", key, instruction="")
    if level == 2:
        text = f"{said} Reply with the last and the first word, in this order, with a plus sign between them and nothing else."
        return ask_text(text, f"{words[-1]}+{words[0]}", f"{words[-1]} + {words[0]}", instruction="")
    left, right = rng.choice((("<", ">"), ("{", "}"), ("((", "))"), ("==", "==")))
    inner = "/".join(word[0].upper() for word in words)
    text = f"{said} Reply with the first letters of all words, as capitals, in order, separated by slashes and put between {left} and {right}. Write nothing else."
    rules: list[dict[str, Any]] = [
        {"rule": "starts_with", "text": left},
        {"rule": "ends_with", "text": right},
        {"rule": "characters", "max": len(left + inner + right)},
    ]
    rules += [{"rule": "case", "case": "upper"}, {"rule": "include", "texts": [inner]}]
    return ask_rules(text, rules, f"{left}{inner}{right}")


# (language, how to ask, questions, an answer)
_LANGUAGES: tuple[tuple[str, tuple[str, ...], tuple[str, ...], str], ...] = (
    ("de", ("Antworte auf Deutsch in einem oder zwei Sätzen: {q}", "Bitte auf Deutsch, höchstens drei Sätze: {q}"),
     ("Warum ist Schlaf wichtig?", "Was macht ein Bäcker?", "Wie kocht man Nudeln?", "Wozu dient eine Brücke?", "Was ist ein guter Freund?", "Warum regnet es?",
      "Was tut man gegen Langeweile?", "Wie pflegt man ein Fahrrad?"),
     "Das ist wichtig, weil wir ohne diese Sache nicht gut leben und arbeiten können."),
    ("fr", ("Réponds en français, en une ou deux phrases : {q}", "En français et en trois phrases au plus : {q}"),
     ("Pourquoi faut-il dormir ?", "Que fait un boulanger ?", "Comment cuire des pâtes ?", "À quoi sert un pont ?", "Qu'est-ce qu'un bon ami ?", "Pourquoi pleut-il ?",
      "Que faire contre l'ennui ?", "Comment entretenir un vélo ?"),
     "C'est important parce que sans cela nous ne pouvons pas vivre et travailler dans de bonnes conditions."),
    ("es", ("Responde en español, en una o dos frases: {q}", "En español y en tres frases como máximo: {q}"),
     ("¿Por qué es importante dormir?", "¿Qué hace un panadero?", "¿Cómo se cocina la pasta?", "¿Para qué sirve un puente?", "¿Qué es un buen amigo?", "¿Por qué llueve?",
      "¿Qué se puede hacer contra el aburrimiento?", "¿Cómo se cuida una bicicleta?"),
     "Es importante porque sin eso no podemos vivir ni trabajar bien en el día a día."),
    ("it", ("Rispondi in italiano, in una o due frasi: {q}", "In italiano e in tre frasi al massimo: {q}"),
     ("Perché è importante dormire?", "Che cosa fa un panettiere?", "Come si cuoce la pasta?", "A che cosa serve un ponte?", "Che cos'è un buon amico?", "Perché piove?"),
     "È importante perché senza questa cosa non possiamo vivere e lavorare bene ogni giorno."),
)  # fmt: skip
_ENGLISH = {
    "de": "German", "fr": "French", "es": "Spanish", "it": "Italian",
}  # fmt: skip
_ABOUT = (
    "why we sleep",
    "what a baker does",
    "how noodles are cooked",
    "what a bridge is for",
    "what makes a friend",
    "why it rains",
    "what helps against boredom",
    "how to care for a bicycle",
    "why people sing",
    "what winter is like",
    "what a library offers",
    "how bees live",
)


def language(rng: Random, level: int) -> Question:
    """Asked in the language; asked in English for another language; with a word that must be kept too."""
    code, frames, questions, example = rng.choice(_LANGUAGES)
    rules: list[dict[str, Any]] = [{"rule": "language", "language": code}, {"rule": "words", "min": 4, "max": 120}]
    if level == 1:
        frame = rng.choice(frames)
        rules.append({"rule": "sentences", "max": 2 if frame == frames[0] else 3})  # as the two frames of each say
        return ask_rules(frame.format(q=rng.choice(questions)), rules, example)
    named, about = _ENGLISH[code], rng.choice(_ABOUT)
    text = rng.choice(
        (
            f"Explain in {named} {about}.",
            f"Tell me {about}, but answer in {named}.",
            f"Your answer must be in {named}: {about}?",
            f"Write a short text in {named} on {about}.",
        )
    )
    if level == 2:
        return ask_rules(text, rules, example)
    brand = rng.choice(("Zenobia", "Quantar", "Velora", "Mirabo", "Tolvina", "Kestrel"))
    n = rng.choice((1, 2))
    rules += [{"rule": "include", "texts": [brand]}, {"rule": "sentences", "min": n, "max": n}]
    text += f" Use exactly {'one sentence' if n == 1 else 'two sentences'} and mention the firm {brand}."
    first = f"{brand}: {example[0].lower()}{example[1:]}"
    return ask_rules(text, rules, first if n == 1 else f"{first} {example}")


_FEELINGS = (
    ("thanks", "thank you", ("You saved my evening, the {thing} works again!", "That was so kind of you, lending me the {thing}.", "I will not forget how you carried the {thing} for me.")),
    ("a complaint", "complain", ("This is the third time that the {thing} arrives broken.", "For that price I expected the {thing} to work.", "I was told the {thing} would come last week, and I am still waiting.")),
    ("a question", "ask something", ("Do you know whether the {thing} is still for sale?", "Could you tell me where the {thing} belongs?", "I wonder how one cleans the {thing}; can you help?")),
    ("an offer", "offer something", ("I have a {thing} to spare, you may have it.", "If you like, I can repair the {thing} for you.", "Take my {thing} for the weekend, I do not need it.")),
    ("an apology", "apologise", ("I should have been more careful with your {thing}; I will replace it.", "It was my fault that the {thing} fell. I feel bad about it.", "Forgive me, I forgot to bring the {thing} back.")),
    ("a refusal", "refuse", ("No, I will not lend the {thing} out again.", "I am afraid the {thing} is not for sale.", "Sorry, but I need the {thing} myself today.")),
    ("a warning", "warn", ("Do not touch the {thing}, it is live!", "Careful, the {thing} may fall on your foot.", "Keep the children away from the {thing}, its edge is sharp.")),
    ("a request", "ask for something to be done", ("Please put the {thing} back when you are done.", "Would you bring me the {thing} from upstairs?", "Kindly keep the {thing} until I fetch it.")),
)  # fmt: skip


def intent(rng: Random, level: int) -> Question:
    """What one message is; which of three messages is of a kind; the order of two intents in one message."""
    thing = rng.choice(OBJECTS)
    kinds = pick(rng, _FEELINGS, 4)
    others = [entry[0] for entry in kinds[1:] if {entry[0], kinds[0][0]} != {"a question", "a request"}]
    pool = [entry[0] for entry in _FEELINGS if entry[0] not in {kinds[0][0], "a request", "a question"}]
    said = [rng.choice(entry[2]).format(thing=thing) for entry in kinds]
    if level == 1:
        text = rng.choice(
            (
                f"Someone writes: '{said[0]}' What is this?",
                f"'{said[0]}' This message is …",
                f"What kind of message is this: '{said[0]}'",
            )
        )
        return ask_choice(rng, text, kinds[0][0], others if len(others) == 3 else pool)
    if level == 2:
        text = rng.choice(
            (f"Which of these messages is {kinds[0][0]}?", f"Find the message that is meant as {kinds[0][0]}.")
        )
        shown = [
            message
            for entry, message in zip(kinds[1:], said[1:], strict=True)
            if {entry[0], kinds[0][0]} != {"a question", "a request"}
        ]
        return ask_choice(rng, text, said[0], shown)
    first, second = kinds[0][0], kinds[1][0]
    pairs = [
        f"first {a}, then {b}"
        for a, b in (
            (first, second),
            (second, first),
            (first, kinds[2][0]),
            (kinds[3][0], second),
            (kinds[2][0], kinds[3][0]),
        )
    ]
    return ask_choice(
        rng, f"A message reads: '{said[0]} {said[1]}' What does it hold, in this order?", pairs[0], pairs[1:4]
    )


GENERATORS = (
    Generator("keeping to facts", UseCase.CHAT, appointment),
    Generator("extraction to JSON", UseCase.CHAT, extraction),
    Generator("JSON shape", UseCase.CHAT, json_shape),
    Generator("answer alone", UseCase.CHAT, answer_alone),
    Generator("answering language", UseCase.CHAT, language),
    Generator("intent", UseCase.CHAT, intent),
)
