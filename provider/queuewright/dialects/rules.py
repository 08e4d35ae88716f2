"""Rules that several dialects have, or a dialect and what runs its commands."""

from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import CHANGE_QUEUE_MANAGER

VALUE = Rule(
    "value",
    "A value that a parameter does not take",
    "{name} must be {words}, not {found}",
    "{meant}",
)
NOT_ALLOWED = Rule(
    "not-allowed",
    "A parameter that the command does not take",
    "{option} is not valid on {command}",
    "leave it out{instead}",
)
REPOSITORY_EXCLUSIVE = Rule(
    "repositories",
    "A queue manager names a repository and a namelist of them",
    "only one of REPOS and REPOSNL can be nonblank",
    "set the other one to blank",
    sources=(CHANGE_QUEUE_MANAGER.at("RepositoryNamelist"),),
)
NAMELIST_MISSING = Rule(
    "namelist-missing",
    "REPOSNL names a namelist that is not there",
    "REPOSNL names {namelist}, which no file defines: its clusters are not known",
    "add the namelist's definition",
    sources=REPOSITORY_EXCLUSIVE.sources,
)
