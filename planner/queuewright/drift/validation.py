"""What pydantic finds wrong with what somebody wrote, in the words of our errors."""

from pydantic import ValidationError


def first_problem(error: ValidationError) -> tuple[str, str]:
    """Where the first problem is (`systems.QM1.type`, "" for the whole) and what it is."""
    first = error.errors(include_url=False)[0]
    text = first["msg"].removeprefix("Value error, ")
    return ".".join(map(str, first["loc"])), text[:1].lower() + text[1:]
