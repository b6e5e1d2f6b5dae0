# ruff: noqa: E501 - a sentence of a question stays on one line
"""Words that the generators draw from. Names are short and come from many languages."""

NAMES = (
    "Ada", "Ali", "Amara", "Ana", "Ben", "Bela", "Chen", "Clara", "Dara", "Dina", "Emil", "Eva", "Farah", "Femi",
    "Greta", "Hana", "Hugo", "Ida", "Ivan", "Jana", "Jonas", "Kofi", "Lea", "Leo", "Lina", "Mara", "Max", "Mei",
    "Nia", "Nils", "Noor", "Olga", "Omar", "Paula", "Pia", "Ravi", "Rosa", "Sami", "Sara", "Tariq", "Tess", "Tom",
    "Uma", "Vera", "Yuki", "Zoe",
)  # fmt: skip

THINGS = (
    ("apple", "apples"), ("badge", "badges"), ("balloon", "balloons"), ("book", "books"), ("bottle", "bottles"),
    ("brush", "brushes"), ("button", "buttons"), ("candle", "candles"), ("card", "cards"), ("chair", "chairs"),
    ("coin", "coins"), ("cookie", "cookies"), ("cup", "cups"), ("egg", "eggs"), ("envelope", "envelopes"),
    ("flower", "flowers"), ("folder", "folders"), ("jar", "jars"), ("key", "keys"), ("lamp", "lamps"),
    ("lemon", "lemons"), ("marble", "marbles"), ("nail", "nails"), ("onion", "onions"), ("pen", "pens"),
    ("photo", "photos"), ("plate", "plates"), ("postcard", "postcards"), ("screw", "screws"), ("shell", "shells"),
    ("spoon", "spoons"), ("stamp", "stamps"), ("sticker", "stickers"), ("ticket", "tickets"), ("tile", "tiles"),
    ("towel", "towels"),
)  # fmt: skip

CONTAINERS = (
    ("bag", "bags"), ("basket", "baskets"), ("box", "boxes"), ("crate", "crates"), ("drawer", "drawers"),
    ("packet", "packets"), ("shelf", "shelves"), ("tin", "tins"), ("tray", "trays"),
)  # fmt: skip

# None begins with a vowel, so that "a" fits all.
TRADES = (
    "baker", "barber", "cook", "dentist", "doctor", "driver", "farmer", "fisher", "gardener", "joiner", "judge",
    "lawyer", "mason", "miller", "nurse", "painter", "pilot", "plumber", "poet", "singer", "smith", "tailor",
    "teacher", "weaver",
)  # fmt: skip

ANIMALS = (
    "badger", "bear", "camel", "cat", "cow", "crow", "deer", "dog", "donkey", "duck", "fox", "frog", "goat", "goose",
    "hare", "hedgehog", "horse", "lion", "mole", "mouse", "otter", "owl", "parrot", "pig", "rabbit", "seal", "sheep",
    "squirrel", "tiger", "wolf",
)  # fmt: skip

COLOURS = ("red", "blue", "green", "yellow", "white", "black", "orange", "purple", "brown", "pink", "grey")

ROOMS = (
    "attic", "greenhouse", "bathroom", "bedroom", "cellar", "garage", "garden", "hall", "kitchen", "library", "office",
    "pantry", "shed", "workshop",
)  # fmt: skip

OBJECTS = (
    "blanket", "camera", "clock", "drill", "drum", "globe", "guitar", "hammer", "hat", "kettle", "ladder", "lantern",
    "map", "mirror", "mug", "notebook", "parcel", "pillow", "radio", "rope", "scarf", "suitcase",
    "telescope", "torch", "toy boat", "umbrella", "vase", "violin", "wallet",
)  # fmt: skip

GROCERIES = (
    ("loaf of bread", "loaves of bread"), ("bar of chocolate", "bars of chocolate"), ("bottle of juice", "bottles of juice"),
    ("box of eggs", "boxes of eggs"), ("bag of rice", "bags of rice"), ("jar of honey", "jars of honey"),
    ("packet of tea", "packets of tea"), ("tin of beans", "tins of beans"), ("melon", "melons"),
    ("carton of milk", "cartons of milk"), ("piece of cheese", "pieces of cheese"), ("bunch of carrots", "bunches of carrots"),
    ("pot of yoghurt", "pots of yoghurt"), ("bag of flour", "bags of flour"), ("cauliflower", "cauliflowers"),
)  # fmt: skip

PLAIN_WORDS = (
    "amber", "anchor", "arrow", "autumn", "barrel", "basil", "beacon", "bridge", "bronze", "bucket", "cabin", "canyon",
    "carpet", "cedar", "cherry", "circle", "cloud", "copper", "coral", "cotton", "dawn", "desert", "dragon", "eagle",
    "ember", "fabric", "falcon", "feather", "fern", "flame", "forest", "garlic", "ginger", "glacier", "hammer",
    "harbor", "hazel", "island", "ivory", "jacket", "jungle", "kettle", "ladder", "lagoon", "lemon", "linen", "magnet",
    "maple", "marble", "meadow", "mirror", "nectar", "needle", "oasis", "ocean", "olive", "orchid", "oyster", "paddle",
    "pebble", "pepper", "piano", "pillow", "planet", "pocket", "prairie", "puzzle", "quartz", "rabbit", "raven",
    "ribbon", "river", "rocket", "saddle", "salmon", "shadow", "silver", "spiral", "summit", "sunset", "temple",
    "thistle", "thunder", "timber", "tulip", "tunnel", "valley", "velvet", "violet", "walnut", "willow", "window",
    "winter", "yellow", "zebra",
)  # fmt: skip

# Letters with which at least five of the plain words begin.
FREQUENT_LETTERS = tuple(
    letter for letter in "abcdefghijklmnopqrstuvwxyz" if sum(w[0] == letter for w in PLAIN_WORDS) >= 5
)

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
