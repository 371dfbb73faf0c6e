"""How a state is packed: each field in as few bits as its domain needs, none divide_range between two 64-bit words.

The first field has the highest bits of the first word, so that states compare as their fields do, in order. The words
have about as many bits each.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tidemark.checker.runs.results import State
from tidemark.spec.expressions.model_errors import ModelError
from tidemark.spec.types.leaves import Leaf


@dataclass(frozen=True)
class BitField:
    """Where a field of the domain `lo..hi` is: `bits` bits of a word, from bit `shift` on, hold its value less `lo`."""

    word: int
    shift: int
    bits: int
    lo: int
    hi: int

    @property
    def mask(self) -> int:
        """A mask with as many ones as the field has bits."""
        return (1 << self.bits) - 1


def room_of_words(sizes: Sequence[int]) -> int:
    """The bits that each word may use: the fewest with which fields of these sizes take no more words than with 64.

    Where one word is nearly full beside one that is nearly empty, it has many values, and all are to be numbered.
    """

    def words(room: int) -> int:
        count, free = 1, room
        for bits in sizes:
            count, free = (count, free - bits) if bits <= free else (count + 1, room - bits)
        return count

    fewest = words(64)
    least = max(1, *sizes, -(-sum(sizes) // fewest))
    return next(room for room in range(least, 65) if words(room) == fewest)


class Layout:
    """The places of a machine's fields. `words` is how many 64-bit words a state has, `bits` how many are used."""

    def __init__(self, leaves: list[Leaf]) -> None:
        self.places: list[BitField] = []
        for leaf in leaves:
            if leaf.bits > 64:
                raise ModelError(
                    f"{leaf.path} needs {leaf.bits} bits, and at most 64 fit a word: narrow its domain"
                )
        word, free = 0, (room := room_of_words([leaf.bits for leaf in leaves]))
        for leaf in leaves:
            if leaf.bits > free:
                word, free = word + 1, room
            free -= leaf.bits
            shift = 64 - room + free if leaf.bits else 0
            self.places.append(BitField(word, shift, leaf.bits, leaf.lo, leaf.hi))
        self._read = [
            (bit_field.word, bit_field.shift, bit_field.mask, bit_field.lo) for bit_field in self.places
        ]
        self.words = word + 1
        self.bits = sum(bit_field.bits for bit_field in self.places)

    def pack(self, state: State) -> tuple[int, ...]:
        """The words of an encoded state."""
        words = [0] * self.words
        for value, bit_field in zip(state, self.places, strict=True):
            words[bit_field.word] |= (value - bit_field.lo) << bit_field.shift
        return tuple(words)

    def mask_fields(self, chosen: Iterable[bool]) -> tuple[int, ...]:
        """Words with all bits of those fields that are chosen, and no others."""
        words = [0] * self.words
        for field, bit_field in zip(chosen, self.places, strict=True):
            words[bit_field.word] |= bit_field.mask << bit_field.shift if field else 0
        return tuple(words)

    def unpack(self, words: Sequence[int]) -> State:
        """The encoded state of these words."""
        return tuple([(words[word] >> shift & mask) + lo for word, shift, mask, lo in self._read])
