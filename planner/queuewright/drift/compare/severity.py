"""How bad a difference is, and whether a rule hides it."""

from collections.abc import Mapping
from datetime import date

import pyarrow as pa

from queuewright.drift.policy import Policy

from .differences import DIFFERENCE

CLASSIFIED = pa.schema([*DIFFERENCE, ("severity", pa.string()), ("ignored", pa.string())])


def classified(
    differences: pa.Table, policy: Policy, labels: Mapping[str, Mapping[str, str]], today: date
) -> pa.Table:
    """Adds `severity` and `ignored` (the owner and reason of the rule that hides it, else null).

    labels: of each environment.
    """
    severities, ignored = [], []
    for row in differences.to_pylist():
        own = labels.get(row["environment"], {})
        severities.append(policy.severity(row, own).value)
        rule = policy.ignored_by(row, own, today)
        ignored.append(None if rule is None else f"{rule.owner}: {rule.reason}")
    return (
        differences.select(DIFFERENCE.names)
        .append_column("severity", pa.array(severities, pa.string()))
        .append_column("ignored", pa.array(ignored, pa.string()))
        .cast(CLASSIFIED)
    )
