"""A number of things in words.

Its own module because the texts about runs, searches, logs and folders all need it.
"""


def count_of(number: int, noun: str, plural: str = "") -> str:
    """The number and the thing, in the plural but for one: `1 state`, `2,000 states`. plural: where it is irregular."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
