"""`tidemark validate`: say whether what a system has logged is a run of a model, and if not, at which line."""

from __future__ import annotations

import argparse
import itertools
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from tidemark.base.errors import UsageError, printable
from tidemark.base.names import look_up
from tidemark.checker.commands.shared import client_histories, engine_options, output
from tidemark.checker.commands.shared import logs_on_spark as on_spark
from tidemark.checker.commands.shared import options as shared
from tidemark.checker.commands.shared.recipes import recipe_of
from tidemark.checker.engines.amounts import positive
from tidemark.checker.engines.engine import SECONDS, Choice, Option, choose
from tidemark.checker.engines.memory import collect_rarely
from tidemark.checker.evidence.logs.recipe import Recipe
from tidemark.checker.runs import files
from tidemark.checker.runs.results import Limits
from tidemark.checker.validation.coverage import LogCoverage
from tidemark.checker.validation.follow import MOST, LiveLog
from tidemark.checker.validation.loading import INPUT, log_by, read_log
from tidemark.checker.validation.long_logs import validate_files
from tidemark.checker.validation.transitions import EngineName
from tidemark.checker.validation.verdicts import MAX_STATES, LogVerdict, Validator
from tidemark.checker.views import log_verdict, screen
from tidemark.impl import histories

ENGINES = {
    "native": Choice(name="native", options=()),
    "reference": Choice(name="reference", options=()),
    on_spark.NAME: Choice(name=on_spark.NAME, options=on_spark.OPTIONS),
}
"""What takes the model's steps, and where."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    shared.add_protocol(
        parser, "; for histories of clients histories/register, histories/append and their like"
    )
    parser.add_argument("logs", nargs="+", metavar="LOG", help="a file of events; - is standard input")
    parser.add_argument(
        "--map",
        metavar="FILE.py",
        help="what the events are in the model, an EventMap; by default the one in the model's file",
    )
    several = parser.add_argument_group("several logs", "by default all files are one log: each is a node")
    several.add_argument("--each", action="store_true", help="each file is a separate log")
    several.add_argument(
        "--by",
        metavar="FIELD[=VALUE]",
        help="the events of each value of this field are a separate log; or those of one value alone",
    )
    several.add_argument("--first", action="store_true", help="stop at the first log that is no success")
    several.add_argument(
        "--coverage", action="store_true", help="say which actions, guards and branches no log has exercised"
    )
    live = parser.add_argument_group("a log that grows")
    live.add_argument(
        "--follow", action="store_true", help="read on as the file grows, and say at once when no run is left"
    )
    help_of_most = f"give up where N states are possible (default: {MOST:,})"
    engine_options.add_option(live, Option("most", help_of_most, positive, "N"))
    engine_options.add_engines(parser, ENGINES)
    help_of_limit = f"give up the search for a run at N states (default: {MAX_STATES:,})"
    engine_options.add_option(parser, Option("max-states", help_of_limit, positive, "N"))
    engine_options.add_option(parser, SECONDS)
    shared.add_traces(parser, "traces/validate")
    output.add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Validate; 0 if all is explained, 1 if a log is not, or breaks a promise, 3 if a search reached a limit.

    It is 3 too where no log has an event: nothing was checked then.
    """
    _require_together(options)
    request = engine_options.request_of(options)
    request = choose(ENGINES, options.engine, request).with_defaults(request)
    with output.document(options) as document, collect_rarely():
        if checker := histories.checker_of(options.protocol):
            return client_histories.run(options, checker, document)
        recipe = _recipe(options)
        options.map = recipe.map.place
        if options.engine == on_spark.NAME:
            return on_spark.run(options, recipe, request, document)
        validator = recipe.validator()
        if options.follow:
            return _follow(options, validator, document)
        verdicts: list[tuple[str, LogVerdict, str | None]] = []
        covered: dict[str, LogCoverage] = {}
        logs = _logs(options, validator)
        try:
            for name, validate in logs.items():
                verdict = validate()
                path = _keep(options, name, verdict)
                verdicts.append((name, verdict, path))
                _print(name, verdict, path, is_brief=len(logs) > 1)
                if options.coverage:
                    _cover(covered, verdict)
                if options.first and verdict.exit_status:
                    break
        finally:
            coverages = [coverage.as_json() for coverage in covered.values()] if options.coverage else None
            logs_as_json = [log_verdict.as_json(*verdict) for verdict in verdicts]
            document.data = _document(options, logs_as_json, coverages)
        for coverage in covered.values():
            print("\n" + log_verdict.coverage_text(coverage))
        if len(logs) != 1:
            _tell_first(verdicts)
            counts = Counter(verdict.verdict for _, verdict, _ in verdicts)
            broken = sum(bool(verdict.breaks) for _, verdict, _ in verdicts)
            print("\n" * bool(logs) + log_verdict.totals_line(counts, broken))
        of_nothing = [] if any(verdict.events for _, verdict, _ in verdicts) else [3]
        return output.gravest_status([*(verdict.exit_status for _, verdict, _ in verdicts), *of_nothing])


def _document(options: argparse.Namespace, logs: list[dict[str, Any]], coverage: Any) -> dict[str, Any]:
    return {"protocol": options.protocol, "map": options.map, "logs": logs, "coverage": coverage}


def _require_together(options: argparse.Namespace) -> None:
    if options.each and options.by:
        raise UsageError("--each takes each file, and --by each value of a field: leave out one of them")
    if options.most and not options.follow:
        raise UsageError("--most is for --follow")
    if options.engine == on_spark.NAME:
        on_spark.require_fitting(options)
    if options.logs.count(INPUT) > 1:
        raise UsageError("- is given twice: there is one standard input")
    if twice := next((path for path, n in Counter(options.logs).items() if n > 1), None):
        raise UsageError(f"{twice} is given twice: a log is read once")
    if options.follow:
        if len(options.logs) != 1:
            raise UsageError("--follow reads one log: name one file, or -")
        for name in ("each", "by", "first", "coverage", "seconds", "max_states"):
            if getattr(options, name):
                raise UsageError(f"--follow reads one log as it grows: leave out --{name.replace('_', '-')}")


def _recipe(options: argparse.Namespace) -> Recipe:
    engine: EngineName = "reference" if options.engine == "reference" else "native"
    limits = Limits(max_states=options.max_states or MAX_STATES, seconds=options.seconds)
    return recipe_of(options, engine, limits)


def _logs(options: argparse.Namespace, validator: Validator) -> dict[str, Callable[[], LogVerdict]]:
    """What validates each log, by what the log is called."""
    map = validator.file.map
    field, _, wanted = (options.by or map.by).partition("=")
    if field and not options.each:
        events = list(itertools.chain.from_iterable(read_log(map, path) for path in options.logs))
        places: dict[str | None, list[int]] = {}
        for place, event in enumerate(events):
            places.setdefault(log_by(map, event, field), []).append(place)
        of_none = places.pop(None, [])
        if not places and field == map.by:
            files = options.logs[0] + (f" and {len(options.logs) - 1} more" if len(options.logs) > 1 else "")
            raise UsageError(f"{files}: no line that the map reads has a {field}: name other files")
        if wanted:
            look_up(filter(None, places), wanted, f"--by {field}={wanted}: no event has the {field}")
        of_all = of_none if field == map.by else []
        logs_by_value = {
            value: [events[place] for place in sorted(own + of_all)]
            for value, own in places.items()
            if wanted in ("", value)
        }
        return {f"{field}={value}": partial(validator.validate, log) for value, log in logs_by_value.items()}
    name = options.logs[0] if len(options.logs) == 1 else f"{len(options.logs)} files"
    logs = {path: [path] for path in options.logs} if options.each else {name: options.logs}
    return {name: partial(validate_files, validator, files, options.coverage) for name, files in logs.items()}


def _print(name: str, verdict: LogVerdict, path: str | None, is_brief: bool) -> None:
    print(screen.here().paragraph(log_verdict.summary(printable(name), verdict)), flush=True)
    if not is_brief:
        print("\n" + log_verdict.details(verdict))
    if path and verdict.run and not is_brief:
        print(f"\n  tidemark replay {shared.replay_arguments(path, verdict.run.machine, None)}")


def _tell_first(verdicts: Sequence[tuple[str, LogVerdict, str | None]]) -> None:
    """Of several logs, print all about the first one of each verdict that is no success."""
    printed_kinds = set()
    for name, verdict, path in verdicts:
        if verdict.exit_status and (kind := (verdict.verdict, bool(verdict.breaks))) not in printed_kinds:
            printed_kinds.add(kind)
            print()
            _print(name, verdict, path, is_brief=False)


def _keep(options: argparse.Namespace, name: str, verdict: LogVerdict) -> str | None:
    """Write the run that explains a log; gives its file, None where there is no run or it can't be written."""
    if verdict.run is not None:
        path = on_spark.trace_path(options, verdict.run.machine.name, name)
        with output.noting_write_errors(": name another place with --traces"):
            files.save(verdict.run, path)
            return str(path)
    return None


def _cover(covered: dict[str, LogCoverage], verdict: LogVerdict) -> None:
    """Note the run of a log with those of the other logs at its bounds."""
    key = verdict.machine.at
    if key not in covered:
        covered[key] = LogCoverage(verdict.machine)
    if verdict.run:
        covered[key].note(verdict.run)


def _follow(options: argparse.Namespace, validator: Validator, document: output.Document) -> int:
    name = options.logs[0]
    live = LiveLog(validator, options.most or MOST)
    verdict = live.follow(read_log(validator.file.map, name, grows=True))
    document.data = _document(options, [log_verdict.as_json(name, verdict, None)], None)
    _print(name, verdict, None, is_brief=verdict.verdict == "explained")
    return verdict.exit_status or (0 if verdict.events else 3)
