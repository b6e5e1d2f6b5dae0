"""Names of languages as cards write them, in several languages, and the ISO 639-1 code that front matter gives.

>>> languages_in("Englisch, Deutsch und 中文")
('en', 'de', 'zh')
"""

import re
from functools import cache, lru_cache

# The code, then its names; the first is the English one.
_TABLE = """
en English Englisch anglais inglés inglês inglese 英语 英文 英語 영어 Engels
de German Deutsch allemand alemán alemão tedesco 德语 德文 ドイツ語 독일어 Duits
fr French Französisch français francés francês francese 法语 法文 フランス語 프랑스어 Frans
es Spanish Spanisch espagnol español espanhol spagnolo Castilian castellano 西班牙语 スペイン語 스페인어 Spaans
it Italian Italienisch italien italiano 意大利语 イタリア語 이탈리아어 Italiaans
pt Portuguese Portugiesisch portugais portugués português portoghese 葡萄牙语 ポルトガル語 포르투갈어 Portugees
nl Dutch Niederländisch néerlandais holandés neerlandés holandês olandese 荷兰语 オランダ語 네덜란드어 Nederlands
zh Chinese Mandarin Chinesisch chinois chino chinês cinese 中文 汉语 中国語 중국어 Chinees
ja Japanese Japanisch japonais japonés japonês giapponese 日语 日文 日本語 일본어 Japans
ko Korean Koreanisch coréen coreano 韩语 韩文 韓国語 한국어
ru Russian Russisch russe ruso russo 俄语 ロシア語 러시아어 Русский русский
ar Arabic Arabisch arabe árabe arabo 阿拉伯语 アラビア語 아랍어 العربية
hi Hindi 印地语 ヒンディー語 힌디어
bn Bengali Bangla
ur Urdu
fa Persian Farsi Persisch
tr Turkish Türkisch turc turco 土耳其语 トルコ語 튀르키예어 Türkçe
vi Vietnamese Vietnamesisch vietnamien vietnamita 越南语 ベトナム語 베트남어
th Thai Thailändisch thaï tailandés tailandês 泰语 タイ語 태국어
id Indonesian Bahasa_Indonesia Indonesisch indonésien indonesio indonésio 印尼语 インドネシア語 인도네시아어
ms Malay Bahasa_Melayu Malaiisch malais malayo malaio 马来语
tl Tagalog Filipino
pl Polish Polnisch polonais polaco polacco 波兰语 ポーランド語 폴란드어 polski
cs Czech Tschechisch tchèque checo tcheco ceco 捷克语
sk Slovak Slowakisch slovaque eslovaco
sl Slovene Slovenian Slowenisch slovène esloveno
hu Hungarian Ungarisch hongrois húngaro ungherese
ro Romanian Rumänisch roumain rumano romeno
bg Bulgarian Bulgarisch bulgare búlgaro
hr Croatian Kroatisch croate croata
sr Serbian Serbisch serbe serbio sérvio
uk Ukrainian Ukrainisch ukrainien ucraniano 乌克兰语
el Greek Griechisch grec griego grego greco
he Hebrew Hebräisch hébreu hebreo hebraico
sv Swedish Schwedisch suédois sueco svedese svenska
da Danish Dänisch danois danés dinamarquês danese dansk
no Norwegian Norwegisch norvégien noruego norueguês norvegese norsk
fi Finnish Finnisch finnois finlandés finlandês finlandese suomi
is Icelandic Isländisch islandais islandés
et Estonian Estnisch estonien estonio
lv Latvian Lettisch letton letón
lt Lithuanian Litauisch lituanien lituano
ca Catalan Katalanisch catalan catalán catalão català
eu Basque Baskisch euskera euskara basco
gl Galician Galicisch galicien gallego galego
cy Welsh Walisisch gallois galés
ga Irish
sw Swahili
am Amharic
ha Hausa
yo Yoruba
zu Zulu
af Afrikaans
ta Tamil
te Telugu
ml Malayalam
kn Kannada
mr Marathi
gu Gujarati
pa Punjabi
ne Nepali
si Sinhala
my Burmese
km Khmer
lo Lao
mn Mongolian
kk Kazakh
uz Uzbek
az Azerbaijani
ka Georgian
hy Armenian
sq Albanian
mk Macedonian
lb Luxembourgish
mt Maltese
la Latin
eo Esperanto
"""
_CODES = {
    name.replace("_", " ").casefold(): line.split()[0] for line in _TABLE.split("\n") for name in line.split()[1:]
}
_EASTERN = re.compile(r"[\u3040-\u9fff\uac00-\ud7af]")


@cache
def name_pattern() -> str:
    """A pattern, without regard to case, for one name of a language."""
    latin = sorted((name for name in _CODES if not _EASTERN.search(name)), key=len, reverse=True)
    eastern = sorted((name for name in _CODES if _EASTERN.search(name)), key=len, reverse=True)
    return rf"(?:\b(?:{'|'.join(latin)})\b|{'|'.join(eastern)})"


@cache
def _name() -> re.Pattern[str]:
    return re.compile(name_pattern(), re.IGNORECASE)


@lru_cache(maxsize=4096)  # the same headings are asked about again and again
def languages_in(text: str) -> tuple[str, ...]:
    """The codes of the languages that a text names, each once, in its order."""
    # Without regard to case "i" is found in the Turkish "İ" as well, which makes no name of the table.
    found = (_CODES.get(match[0].casefold()) for match in _name().finditer(text))
    return tuple(dict.fromkeys(code for code in found if code))


_NAMES = {line.split()[0]: line.split()[1] for line in _TABLE.strip().split("\n")}


def english_name(code: str) -> str:
    """The English name of a language by its code: "German" for "de"."""
    return _NAMES[code]


def is_code(text: str) -> bool:
    """True for "de", the code of a language that is listed here."""
    return text in _NAMES
