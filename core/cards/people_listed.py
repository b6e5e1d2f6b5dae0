"""Lists of people behind "Developed by" or "Authors": no one of them made a model alone.

>>> people_in("Ann Bird*, Evan Finch, Tim Owl"), people_in("Falconry Labs, Oslo, Norway")
(('Ann Bird', 'Evan Finch', 'Tim Owl'), ())
"""

import re

_FEWEST = 3  # "Ann Bird and Evan Finch" is said whole, and "Perch, Oslo" is a place
_PARTED = re.compile(r"\s*[,;&、]\s*|\s+(?:and|und|et|y|e)\s+")
_MARKS = re.compile(r"[*†‡§¶^#∗\\\d¹²³]+|[(\[][^()\[\]]{0,60}[)\]]")
_PARTICLES = "van|von|de|der|den|del|da|di|la|le|bin|al|el|ten|ter|dos|du"
_WORD = r"[^\W\d_a-zà-öø-ÿ][\w.'’-]{0,24}"
_PERSON = re.compile(rf"{_WORD}(?: (?:{_PARTICLES}))?(?: (?:(?:{_PARTICLES}) ){{0,2}}{_WORD}){{1,3}}")
_ORGANISATION = re.compile(
    r"(?i)\b(?:ai|ml|nlp|llms?|labs?|laborator\w+|inc|ltd|llc|gmbh|corp\w*|co|universit\w+|college|institut\w*|school|"
    r"academy|team|research|group|cent(?:er|re)|technolog\w+|systems?|compan\w+|foundation|intelligence|comput\w+|"
    r"cloud|language|networks?|project|collective|community|department|consortium|council|ministry|bank|software|"
    r"solutions|studios?|media|digital|robotics|sciences?|face|together|open)\b"
)
_PLACE = re.compile(rf"(?:\bfrom|\bat|@|[(（]) ?(?:the )?(?P<name>{_WORD}(?: (?:of |for |the |de )?{_WORD}){{0,5}})")
_WORK = re.compile(r" (?:from|at) (?=[tT]he |[^\W\d_a-z])")
_MOST_CHARS = 400


def people_in(said: str) -> tuple[str, ...]:
    """The first three of a list of people; () for fewer, for organisations, and for a town with its country."""
    parts = [_MARKS.sub(" ", part) for part in _PARTED.split(_WORK.split(said[:_MOST_CHARS])[0])]
    names = [name for part in parts if (name := " ".join(part.split()).removeprefix("and ").rstrip("."))]
    people = [
        person[0] for name in names[:_FEWEST] if (person := _PERSON.match(name)) and not _ORGANISATION.search(name)
    ]
    return tuple(people) if len(people) == _FEWEST else ()


def where_they_work(said: str) -> str | None:
    """The organisation told behind the people: "Ann Bird, Evan Finch and Tim Owl from Falconry Labs"."""
    for place in _PLACE.finditer(said[:_MOST_CHARS]):
        if _ORGANISATION.search(place["name"]):
            return place["name"].rstrip(".")
    return None
