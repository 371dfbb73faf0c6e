"""Which counterexamples of consumer groups to read first, and what they teach."""

from spec import Lesson

LESSONS: tuple[Lesson, ...] = ()
