"""`queuewright drift acknowledge`: accept single differences for a while, in a file for review."""

import getpass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from queuewright.catalogue.diagnostic import shown

from .common import UsageProblem, print_json, say
from .drift import LakeOptions, group, steps
from .options import JsonOption

if TYPE_CHECKING:
    from queuewright.drift.acknowledgements import Acknowledgement


@group.command("acknowledge", help="Accept single differences until a day, by their id.")
def acknowledge(
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="ID", help="As a report shows them.")
    ] = None,
    until: Annotated[
        str | None, typer.Option("--until", help="The last day, in UTC, as 2026-12-01.")
    ] = None,
    reason: Annotated[str | None, typer.Option("--reason", help="Why, for who reviews it.")] = None,
    by: Annotated[str | None, typer.Option("--by", help="Who accepts it; default: you.")] = None,
    list_them: Annotated[
        bool, typer.Option("--list", help="List the acknowledged differences.")
    ] = False,
    remove: Annotated[
        list[str] | None, typer.Option("--remove", metavar="ID", help="No longer; repeat it.")
    ] = None,
    acknowledgements: Annotated[
        Path | None,
        typer.Option(
            "--acknowledgements",
            help="The file; default: acknowledged.yaml next to the policy or fleet, or here.",
        ),
    ] = None,
    policy: Annotated[Path | None, typer.Option("--policy", help="The policy file.")] = None,
    fleet: Annotated[Path | None, typer.Option("--fleet", help="The fleet file.")] = None,
    lake: Annotated[
        str | None,
        typer.Option("--lake", help="Check the ids against its last run; record the details."),
    ] = None,
    table: Annotated[
        str | None, typer.Option("--table", help="The same, where the lake is tables.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Nothing is compared: the next run hides what is acknowledged."""
    from queuewright.drift.acknowledgements import FILE, load_acknowledgements

    if sum(map(bool, (ids, list_them, remove))) != 1:
        raise UsageProblem("give the ids to acknowledge, --list, or --remove ID: one of them")
    beside = policy or fleet
    file = acknowledgements or (beside.with_name(FILE) if beside else Path(FILE))
    known = dict(load_acknowledgements(file)) if file.exists() or not ids else {}
    if list_them:
        _show(list(known.values()), as_json)
    elif remove:
        _remove(file, known, remove)
    else:
        given = {"until": until, "by": by or _user(), "reason": reason}
        _add(file, known, list(dict.fromkeys(ids or ())), given, LakeAsked(lake, table))


class LakeAsked:
    """The lake that knows what an id is, where one is given."""

    def __init__(self, lake: str | None, table: str | None) -> None:
        self._options = LakeOptions(lake, table) if lake or table else None

    def names(self, ids: list[str]) -> dict[str, str]:
        """Id -> what it is; nothing where no lake is given. Raises UsageProblem for an id that the
        last run has not."""
        from queuewright.drift.identity import IDENTITY, identity_of
        from queuewright.render.drift import LakeRows

        if self._options is None:
            return {}
        with steps() as progress, self._options.read(progress) as lake:
            runs = lake.runs()
            if not runs:
                raise UsageProblem(
                    f"lake {lake.name} has no finished run; run queuewright drift run"
                )
            run = str(runs[-1]["run"])
            progress(f"looking for {', '.join(ids)} in run {run}")
            found = {
                key: " ".join(filter(None, (row[name] for name in IDENTITY)))
                for row in LakeRows(lake, run).every()
                if (key := identity_of(row)) in ids
            }
        missing = [key for key in ids if key not in found]
        if missing:
            raise UsageProblem(
                f"{shown(missing[0])} is not a difference of run {run}; queuewright drift report "
                "shows the ids"
            )
        return found


def _add(
    file: Path,
    known: "dict[str, Acknowledgement]",
    ids: list[str],
    given: dict[str, str | None],
    lake: LakeAsked,
) -> None:
    from queuewright.drift.acknowledgements import acknowledgement, save_acknowledgements

    for option in ("until", "reason"):
        if not given[option]:
            raise UsageProblem(f"--{option} is missing: say until when and why")
    made = [acknowledgement({"id": each, **given}, "acknowledge") for each in ids]
    today = datetime.now(UTC).date()
    if made[0].until < today:
        raise UsageProblem(f"--until {made[0].until} is over; today is {today} in UTC")
    names = lake.names(ids)
    for one in made:
        what = names.get(one.id) or (known[one.id].what if one.id in known else "")
        known[one.id] = one.model_copy(update={"what": what})
    save_acknowledgements(file, known.values())
    for each in ids:
        say(f"acknowledged {known[each].words}")
    say(f"{file} has it; the next run hides it")


def _remove(file: Path, known: "dict[str, Acknowledgement]", ids: list[str]) -> None:
    from queuewright.drift.acknowledgements import save_acknowledgements

    for each in ids:
        if each not in known:
            raise UsageProblem(f"{file} has no {shown(each)}; --list shows its entries")
    save_acknowledgements(file, (one for key, one in known.items() if key not in ids))
    for each in dict.fromkeys(ids):
        say(f"removed {known[each].words}")


def _show(every: "list[Acknowledgement]", as_json: bool) -> None:
    from queuewright.render.table import print_table

    if as_json:
        print_json([_plain(one) for one in every])
        return
    today = datetime.now(UTC).date()
    print_table(
        ("id", "until", "by", "reason", "what"),
        ((one.id, _day(one.until, today), one.by, one.reason, one.what) for one in every),
    )


def _plain(one: "Acknowledgement") -> dict[str, Any]:
    return one.model_dump(mode="json")


def _day(until: date, today: date) -> str:
    return f"{until}{' (over)' if until < today else ''}"


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        raise UsageProblem("nobody knows who you are here; give --by NAME") from None
