"""Short questions that a very small model gets partly right, as a question set in JSONL.

    python -m tests.bench.short_questions > short.jsonl

The banks of the use cases are too hard for a model of 135M parameters: what it
loses to quantization drowns in what it never knew. These ask for a word or a
number each, so that an answer fits 32 tokens.
"""

import json
import sys
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

CAPITALS = """France Paris|Germany Berlin|Italy Rome|Spain Madrid|Portugal Lisbon|Austria Vienna|Greece Athens
|Norway Oslo|Sweden Stockholm|Finland Helsinki|Denmark Copenhagen|Ireland Dublin|Poland Warsaw|Hungary Budapest
|Russia Moscow|Japan Tokyo|China Beijing|Thailand Bangkok|Egypt Cairo|Kenya Nairobi|Cuba Havana|Canada Ottawa
|Peru Lima|Chile Santiago|Belgium Brussels|Turkey Ankara|Iran Tehran|Iraq Baghdad|Ukraine Kyiv|Romania Bucharest
|Bulgaria Sofia|Croatia Zagreb|Serbia Belgrade|Latvia Riga|Lithuania Vilnius|Estonia Tallinn|Iceland Reykjavik
|Switzerland Bern|Australia Canberra|Indonesia Jakarta|Vietnam Hanoi|Nepal Kathmandu|Lebanon Beirut
|Syria Damascus|Ghana Accra|Ecuador Quito|Bolivia Sucre|Venezuela Caracas|Colombia Bogota|Argentina Buenos
|Jamaica Kingston|Tunisia Tunis|Algeria Algiers|Morocco Rabat|Senegal Dakar|Uganda Kampala|Zambia Lusaka
|Zimbabwe Harare|Ethiopia Addis|Pakistan Islamabad|Afghanistan Kabul|Mongolia Ulaanbaatar|Cambodia Phnom
|Philippines Manila|Taiwan Taipei|Netherlands Amsterdam|Slovakia Bratislava"""
CONTINENTS = """Kenya Africa|Nigeria Africa|Egypt Africa|Ghana Africa|Morocco Africa|Uganda Africa|Mali Africa
|Angola Africa|France Europe|Germany Europe|Italy Europe|Spain Europe|Poland Europe|Sweden Europe|Norway Europe
|Greece Europe|Japan Asia|China Asia|India Asia|Thailand Asia|Vietnam Asia|Nepal Asia|Iraq Asia|Mongolia Asia
|Pakistan Asia|Brazil America|Peru America|Chile America|Bolivia America|Colombia America|Canada America
|Mexico America|Cuba America"""
OPPOSITES = """hot cold|big small|up down|left right|open closed|day night|black white|good bad|happy sad
|rich poor|fast slow|old young|strong weak|light dark|wet dry|early late|long short|high low|hard soft
|full empty|near far|first last|win lose|buy sell|push pull|begin end|love hate|war peace|true false|clean dirty
|thick thin|wide narrow|deep shallow|loud quiet|sweet sour|friend enemy|north south|east west|inside outside
|above below|before after|always never|more less|many few|on off|yes no|giving taking|alive dead|heavy light
|success failure"""
PLURALS = """cat cats|dog dogs|child children|man men|woman women|mouse mice|foot feet|tooth teeth|goose geese
|leaf leaves|knife knives|wife wives|life lives|city cities|baby babies|box boxes|bus buses|watch watches
|potato potatoes|tomato tomatoes|person people|ox oxen|wolf wolves|half halves|story stories|country countries
|church churches|glass glasses|hero heroes|book books|tree trees|house houses|party parties|dish dishes
|fox foxes|toy toys|key keys|lady ladies|shelf shelves"""
PASTS = """go went|eat ate|see saw|take took|make made|come came|give gave|run ran|write wrote|drive drove
|fly flew|swim swam|sing sang|drink drank|begin began|break broke|speak spoke|buy bought|bring brought
|think thought|teach taught|catch caught|feel felt|leave left|keep kept|sleep slept|send sent|build built
|sell sold|tell told|find found|hold held|win won|sit sat|stand stood|lose lost|pay paid|say said|know knew
|grow grew|throw threw|wear wore|choose chose|forget forgot|walk walked|play played|stop stopped|cry cried
|hear heard|meet met"""
COLOURS = """grass green|snow white|blood red|the sky blue|coal black|a lemon yellow|a banana yellow|milk white
|a ripe tomato red|an orange orange|chocolate brown|a carrot orange|the sun yellow|a polar bear white
|a raven black|a strawberry red"""
LANGUAGES = """France French|Germany German|Japan Japanese|China Chinese|Spain Spanish|Italy Italian
|Russia Russian|Greece Greek|Brazil Portuguese|Mexico Spanish|Argentina Spanish|Austria German|Poland Polish
|Turkey Turkish|Sweden Swedish|Egypt Arabic|Australia English|Hungary Hungarian|Finland Finnish|Denmark Danish
|Portugal Portuguese|Vietnam Vietnamese|Cuba Spanish"""
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November")
SUMS = tuple((one, other) for one in range(1, 10) for other in range(one, 10))
WORDED = (
    ("capitals", CAPITALS, "What is the capital of {}?"),
    ("continents", CONTINENTS, "On which continent is {}?"),
    ("opposites", OPPOSITES, 'What is the opposite of "{}"? Answer with one word.'),
    ("plurals", PLURALS, 'What is the plural of "{}"? Answer with one word.'),
    ("past tense", PASTS, 'What is the past tense of "{}"? Answer with one word.'),
    ("colours", COLOURS, "What colour is {}?"),
    ("languages", LANGUAGES, "Which language do most people speak in {}?"),
)


TURNED = (  # asked from the other side
    ("countries", CAPITALS, "Which country has the capital {}?"),
    ("opposites turned", OPPOSITES, 'What is the opposite of "{}"? Answer with one word.'),
    ("singulars", PLURALS, 'What is the singular of "{}"? Answer with one word.'),
    ("present tense", PASTS, '"{}" is the past tense of which verb? Answer with one word.'),
)


def questions() -> Iterator[dict[str, Any]]:
    for turned, kinds in ((False, WORDED), (True, TURNED)):
        for family, pairs, asked in kinds:
            for pair in pairs.replace("\n", "").split("|"):
                subject, _, target = pair.rpartition(" ")
                if turned:
                    subject, target = target, subject
                yield row(family, subject, asked.format(subject), target, "contains")
    for names, word in ((DAYS, "day"), (MONTHS, "month")):
        for before, after in pairwise(names):
            asked = f"Which {word} comes after {before}?"
            yield row(f"{word}s", before, asked, after, "contains")
    for one, other in SUMS:
        yield row("sums", f"{one}-{other}", f"What is {one} + {other}?", str(one + other), "number")


def row(family: str, subject: str, asked: str, target: str, grader: str) -> dict[str, Any]:
    name = f"{family}-{subject}".replace(" ", "-").lower()
    return {"id": name, "input": asked, "target": target, "grader": grader, "metadata": {"level": 1, "family": family}}


def main() -> int:
    for question in questions():
        print(json.dumps(question, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main())
