"""How mqweb refuses: an HTTP status and {"error": [{"msgId", "message", ...}]}.

Sources: IBM MQ, REST API messages MQWB00xx and MQWB01xx; REST API error handling.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from queuewright.catalogue.diagnostic import shown
from queuewright.dialects.mqweb import MqwebAnswer, response


@dataclass(eq=False)
class MqwebProblem(Exception):
    """A refusal of the web server itself; `message` without its identifier."""

    status: int
    message_id: str
    message: str
    explanation: str
    action: str
    completion: int = 0
    reason: int = 0
    type: str = "rest"  # "pcf" of what the queue manager refuses

    def body(self) -> dict[str, Any]:
        text = f"{self.message_id}: {self.message}"
        codes = self.completion, self.reason
        body = response(
            [MqwebAnswer(*codes, {}, text, self.message_id, self.explanation, self.action)]
        )
        body["error"][0]["type"] = self.type
        return body


def no_csrf_header(header: str) -> MqwebProblem:
    return MqwebProblem(
        403,
        "MQWB0100E",
        f"The CSRF header '{header}' was omitted from the request.",
        "The REST API request cannot be completed because the CSRF header was omitted.",
        "Resubmit the request with the correct CSRF header.",
    )


def not_authorized(what: str) -> MqwebProblem:
    return MqwebProblem(
        403,
        "MQWB0103E",
        f"Not authorized to {what}.",
        "The authenticated principal is not authorized to perform the requested REST API "
        "operation.",
        "Obtain the necessary authorization to perform the operation and resubmit the request.",
        2,
        2035,
    )


def not_authenticated(url: str) -> MqwebProblem:
    return MqwebProblem(
        401,
        "MQWB0104E",
        f"The REST API request to '{url}' is not authenticated.",
        "The REST API request cannot be completed because credentials were omitted from the "
        "request.",
        "Resubmit the request with credentials that are valid.",
    )


def token_failed(cookie: str) -> MqwebProblem:
    return MqwebProblem(
        401,
        "MQWB0112E",
        f"The '{cookie}' authentication token cookie failed verification.",
        "The REST API request cannot be completed because the authentication token failed "
        "verification.",
        "Login to the REST API to obtain a valid authentication cookie.",
    )


def no_queue_manager(name: str) -> MqwebProblem:
    return MqwebProblem(
        404,
        "MQWB0009E",
        f"Could not query the queue manager '{name}'.",
        "The REST API was invoked specifying a queue manager name which cannot be located.",
        "Resubmit the request with a valid queue manager name.",
        2,
        2058,
    )


def not_found(what: str, name: str, reason: int, reason_name: str) -> MqwebProblem:
    """No such queue, or channel. Source: IBM MQ, REST API error handling, its second example."""
    return MqwebProblem(
        404,
        "MQWB0037E",
        f"Could not find the {what} '{name[:60]}' - the queue manager reason code is"
        f" {reason} : '{reason_name}'.",
        f"The MQ REST API was invoked specifying a {what} name which cannot be located.",
        f"Resubmit the request with the name of an existing {what}, or with no {what} name to"
        f" retrieve a list of {what}s.",
        2,
        reason,
    )


def refused_by_queue_manager(status: int, reason: int, reason_name: str, text: str) -> MqwebProblem:
    """status: 400 for what is wrong with the data, 500 for "error code from IBM MQ". text: the
    sandbox's own words."""
    return MqwebProblem(
        status,
        "MQWB0004E",
        "An internal error occurred while communicating with the queue manager. The root MQ reason"
        f" code was {reason} : {reason_name}.",
        text,
        "Rectify the problem and resubmit the request.",
        2,
        reason,
        "pcf",
    )


def no_such_resource(status: int = 404) -> MqwebProblem:
    return MqwebProblem(
        status,
        "MQWB0116E",
        "The URI cannot be invoked as it does not correspond to an existing REST interface.",
        "There is no corresponding REST interface on the provided URI.",
        "Resubmit the request using a valid URI.",
    )


def bad_request(text: str) -> MqwebProblem:
    """A body that is not a command: the text says what was expected and found."""
    return MqwebProblem(
        400,
        "MQWB0120E",
        f"The request is not valid: {text}.",
        "The REST API request cannot be completed because its body is not valid.",
        "Correct the body and resubmit the request.",
    )


def known_query(query: Iterable[str], names: Collection[str]) -> None:
    """Raises MqwebProblem for a query parameter that the resource does not have."""
    for name in query:
        if name not in names:
            raise bad_request(f"{shown(name, 60)} is not a query parameter of the resource")


def no_installation(name: str) -> MqwebProblem:
    return MqwebProblem(
        404,
        "MQWB0001E",
        "The attempt to query the MQ installation or installations with the 'dspmqinst' command"
        f" failed with the following message: {shown(name, 60)} is not an installation.",
        "A suitable command was used to query the MQ installation or installations, but the"
        " command failed.",
        "Resubmit the request with a valid installation name, or with none.",
    )


def unexpected(text: str) -> MqwebProblem:
    return MqwebProblem(
        500,
        "MQWB0003E",
        f"An unexpected MQ related exception '{text}' occurred.",
        "An exception was thrown which is not otherwise handled.",
        "Use the message from the exception to resolve the problem.",
        2,
        2195,
    )
