# ruff: noqa: E501 - a solution stays as it was written
"""Two more solutions in other styles for each coding question made by hand.

A question is in the bank only if three usual solutions run in the default
sandbox: the reference and these.
"""

OTHER_SOLUTIONS = {
    "shout": [
        "def shout(text):\n    return f'{text.upper()}!'",
        "def shout(text: str) -> str:\n    loud = ''\n    for c in text:\n        loud += c.upper()\n    return loud + '!'",
    ],
    "initials": [
        "def initials(name):\n    result = ''\n    for word in name.split():\n        result += word[0]\n    return result.upper()",
        "def initials(name):\n    return ''.join(map(lambda w: w[0].upper(), filter(None, name.split(' '))))",
    ],
    "balanced": [
        "def balanced(text):\n    text = ''.join(c for c in text if c in '()[]{}')\n    while '()' in text or '[]' in text or '{}' in text:\n"
        "        text = text.replace('()', '').replace('[]', '').replace('{}', '')\n    return text == ''",
        "def balanced(text):\n    stack = []\n    closing = {'(': ')', '[': ']', '{': '}'}\n    for c in text:\n        if c in closing:\n"
        "            stack.append(closing[c])\n        elif c in ')]}':\n            if len(stack) == 0 or stack.pop() != c:\n                return False\n"
        "    return len(stack) == 0",
    ],
    "largest": [
        "def largest(numbers):\n    best = numbers[0]\n    for n in numbers[1:]:\n        if n > best:\n            best = n\n    return best",
        "def largest(numbers):\n    return sorted(numbers)[-1]",
    ],
    "without_repeats": [
        "def without_repeats(items):\n    return list(dict.fromkeys(items))",
        "def without_repeats(items):\n    return [x for i, x in enumerate(items) if x not in items[:i]]",
    ],
    "merge_ranges": [
        "def merge_ranges(ranges):\n    ranges = sorted(ranges, key=lambda r: r[0])\n    out = []\n    for r in ranges:\n"
        "        if not out or out[-1][1] < r[0]:\n            out.append(list(r))\n        else:\n            out[-1][1] = max(out[-1][1], r[1])\n    return out",
        "def merge_ranges(ranges):\n    if not ranges:\n        return []\n    ranges.sort()\n    start, end = ranges[0]\n    result = []\n"
        "    for a, b in ranges[1:]:\n        if a > end:\n            result.append([start, end])\n            start, end = a, b\n"
        "        elif b > end:\n            end = b\n    result.append([start, end])\n    return result",
    ],
    "price_of": [
        "def price_of(prices, item):\n    return prices[item] if item in prices else 0",
        "def price_of(prices, item):\n    try:\n        return prices[item]\n    except KeyError:\n        return 0",
    ],
    "count_words": [
        "from collections import Counter\n\ndef count_words(text):\n    return dict(Counter(text.lower().split()))",
        "from collections import defaultdict\n\ndef count_words(text):\n    counts = defaultdict(int)\n    for word in text.split():\n"
        "        counts[word.lower()] += 1\n    return dict(counts)",
    ],
    "flatten": [
        "def flatten(data, prefix=''):\n    flat = {}\n    for key, value in data.items():\n        path = f'{prefix}.{key}' if prefix else key\n"
        "        if isinstance(value, dict):\n            flat.update(flatten(value, path))\n        else:\n            flat[path] = value\n    return flat",
        "def flatten(data):\n    out = {}\n    def walk(node, path):\n        for k, v in node.items():\n            if type(v) is dict:\n"
        "                walk(v, path + [k])\n            else:\n                out['.'.join(path + [k])] = v\n    walk(data, [])\n    return out",
    ],
    "is_even": [
        "def is_even(n):\n    return not n % 2",
        "def is_even(n):\n    if n % 2 == 0:\n        return True\n    else:\n        return False",
    ],
    "digit_sum": [
        "def digit_sum(n):\n    n = abs(n)\n    total = 0\n    while n > 0:\n        total += n % 10\n        n //= 10\n    return total",
        "def digit_sum(n):\n    return sum(map(int, str(n).lstrip('-')))",
    ],
    "to_roman": [
        "def to_roman(n):\n    values = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1]\n"
        "    signs = ['M', 'CM', 'D', 'CD', 'C', 'XC', 'L', 'XL', 'X', 'IX', 'V', 'IV', 'I']\n    out = []\n"
        "    for value, sign in zip(values, signs):\n        count, n = divmod(n, value)\n        out.append(sign * count)\n    return ''.join(out)",
        "def to_roman(n):\n    ones = ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX']\n"
        "    tens = ['', 'X', 'XX', 'XXX', 'XL', 'L', 'LX', 'LXX', 'LXXX', 'XC']\n"
        "    hundreds = ['', 'C', 'CC', 'CCC', 'CD', 'D', 'DC', 'DCC', 'DCCC', 'CM']\n"
        "    return 'M' * (n // 1000) + hundreds[n // 100 % 10] + tens[n // 10 % 10] + ones[n % 10]",
    ],
    "parse_duration": [
        "import re\n\ndef parse_duration(text):\n    hours = re.search(r'(\\d+)h', text)\n    minutes = re.search(r'(\\d+)m', text)\n"
        "    return (int(hours.group(1)) if hours else 0) * 60 + (int(minutes.group(1)) if minutes else 0)",
        "def parse_duration(text):\n    total = 0\n    for part in text.split(' '):\n        if part.endswith('h'):\n            total += 60 * int(part.replace('h', ''))\n"
        "        elif part.endswith('m'):\n            total += int(part.strip('m'))\n    return total",
    ],
    "evaluate": [
        "from math import prod\n\ndef evaluate(text):\n    return sum(prod(int(f) for f in term.split('*')) for term in text.split('+'))",
        "def evaluate(text):\n    tokens = text.replace('+', ' + ').replace('*', ' * ').split()\n    stack = [int(tokens[0])]\n"
        "    for i in range(1, len(tokens), 2):\n        n = int(tokens[i + 1])\n        if tokens[i] == '*':\n            stack[-1] *= n\n"
        "        else:\n            stack.append(n)\n    return sum(stack)",
    ],
    "to_number": [
        "def to_number(text):\n    return int(''.join(c for c in text if c.isdigit()))",
        "def to_number(text):\n    return int(''.join(text.split(',')))",
    ],
    "total_by_customer": [
        "from collections import defaultdict\n\ndef total_by_customer(orders):\n    totals = defaultdict(int)\n    for order in orders:\n"
        "        totals[order['customer']] += order['amount']\n    return dict(totals)",
        "def total_by_customer(orders):\n    names = {o['customer'] for o in orders}\n"
        "    return {name: sum(o['amount'] for o in orders if o['customer'] == name) for name in names}",
    ],
    "ranking": [
        "def ranking(scores):\n    return [name for name, _ in sorted(scores.items(), key=lambda item: (-item[1], item[0]))]",
        "def ranking(scores):\n    names = sorted(scores)\n    names.sort(key=lambda n: scores[n], reverse=True)\n    return names",
    ],
    "add": [
        "def add(a, b):\n    return sum([a, b])",
        'def add(a: int, b: int) -> int:\n    """Return the sum."""\n    result = a + b\n    return result',
    ],
    "average": [
        "def average(numbers):\n    return sum(numbers) / len(numbers) if numbers else 0",
        "def average(numbers):\n    if len(numbers) == 0:\n        return 0\n    total = 0\n    for n in numbers:\n        total += n\n    return total / len(numbers)",
    ],
    "find_all": [
        "def find_all(text, needle):\n    return [i for i in range(len(text)) if text.startswith(needle, i)]",
        "def find_all(text, needle):\n    n = len(needle)\n    return [i for i in range(len(text) - n + 1) if text[i:i + n] == needle]",
    ],
}
