"""A run's summary to a collector of OpenTelemetry, as metrics over OTLP/HTTP.

Where to, with which headers and certificates, the standard's own variables say:
OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS, OTEL_RESOURCE_ATTRIBUTES and so on. Headers
hold credentials, and so may addresses: nothing of them is in an error.
"""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from queuewright import __version__
from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.errors import QueuewrightError

if TYPE_CHECKING:
    from queuewright.drift.summary import Summary


_ADDRESS = re.compile(r"\w+://\S+|host='[^']*'|url: \S+", re.IGNORECASE)
_MISSING = "--otlp needs the OpenTelemetry SDK; pip install 'queuewright[otel]'"


class NotExported(QueuewrightError):
    """No collector has the metrics of a run."""


def require_opentelemetry() -> None:
    """Before a long job: raises NotExported where the extra is not installed."""
    try:
        found = find_spec("opentelemetry.exporter.otlp.proto.http")
        found = found and find_spec("opentelemetry.sdk.metrics")
    except ModuleNotFoundError:
        found = None
    if found is None:
        raise NotExported(_MISSING)


def export(summary: "Summary") -> None:
    """Send the metrics of a run once, with the exporter's own time-out and retries. Raises
    NotExported."""
    require_opentelemetry()
    from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
    from opentelemetry.sdk.metrics import MeterProvider
    from opentelemetry.sdk.metrics.export import InMemoryMetricReader, MetricExportResult
    from opentelemetry.sdk.resources import Resource

    with _logged() as messages:
        try:
            own = {"service.name": "queuewright", "service.version": __version__}
            reader = InMemoryMetricReader()
            # OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES win.
            resource = Resource(own).merge(Resource.create())
            provider = MeterProvider([reader], resource=_named(resource, own))
            _record(provider, summary)
            exporter = OTLPMetricExporter()
            data = reader.get_metrics_data()
            if data is None:
                raise RuntimeError("the SDK is switched off")
            result = exporter.export(data)
            exporter.shutdown()
            provider.shutdown()
        except Exception as error:  # of the environment's variables, or of the transport
            raise NotExported(_text(f"{type(error).__name__}: {error}")) from None
    if result is not MetricExportResult.SUCCESS:
        raise NotExported(_text(messages[-1] if messages else "it was refused"))


def _named(resource: Any, own: dict[str, str]) -> Any:
    """The resource with our name, where the environment gives none of its own."""
    if str(resource.attributes.get("service.name", "")).startswith("unknown_service"):
        return resource.merge(type(resource)(own))
    return resource


def _record(provider: Any, summary: "Summary") -> None:
    from queuewright.render.drift.metrics import measurements

    meter = provider.get_meter("queuewright.drift", __version__)
    for measurement in measurements(summary):
        gauge = meter.create_gauge(measurement.name, measurement.unit, measurement.text)
        for labels, value in measurement.samples:
            gauge.set(value, dict(labels))


@contextmanager
def _logged() -> Iterator[list[str]]:
    """The log of the exporter meanwhile, which is nowhere else."""
    messages: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            messages.append(record.getMessage())

    logger, handler = logging.getLogger("opentelemetry"), Kept()
    propagates = logger.propagate
    logger.addHandler(handler)
    logger.propagate = False
    try:
        yield messages
    finally:
        logger.removeHandler(handler)
        logger.propagate = propagates


def _text(reason: str) -> str:
    hidden = _ADDRESS.sub("the collector", one_line(reason))[:300]
    return (
        f"the metrics were not exported: {hidden}; set OTEL_EXPORTER_OTLP_ENDPOINT to a collector "
        "that takes OTLP over HTTP"
    )
