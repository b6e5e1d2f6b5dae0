"""Months and leap years, as in CPython's calendar."""

import datetime

day_name = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
day_abbr = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
month_name = [
    "", "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
]  # fmt: skip
month_abbr = ["", "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


def isleap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def leapdays(first: int, last: int) -> int:
    return len([year for year in range(first, last) if isleap(year)])


def weekday(year: int, month: int, day: int) -> int:
    return datetime.date(year, month, day).weekday()


def monthrange(year: int, month: int) -> tuple[int, int]:
    days = [31, 29 if isleap(year) else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return weekday(year, month, 1), days[month - 1]
