"""Metrics of a run, as a collector gets them over OTLP and HTTP."""

from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from drift_run import EVIL, summary
from forges import serving
from queuewright.render.drift.metrics import measurements
from queuewright.reporting.telemetry import NotExported, export, require_opentelemetry

pytest.importorskip("opentelemetry.exporter.otlp.proto.http", reason="the extra otel is missing")


class Collector:
    def __init__(self) -> None:
        self.requests: list[Any] = []
        self.headers: list[dict[str, str]] = []
        self.status = 200

    async def take(self, request: Request) -> Response:
        from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import (
            ExportMetricsServiceRequest,
        )

        assert request.url.path == "/v1/metrics"
        if self.status == 200:
            self.requests.append(ExportMetricsServiceRequest.FromString(await request.body()))
            self.headers.append(dict(request.headers))
        return Response(status_code=self.status)


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    made = Collector()
    with serving(Starlette(routes=[Route("/{path:path}", made.take, methods=["POST"])])) as url:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", url)
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "5")
        yield made


def test_a_collector_gets_every_measurement_with_its_labels(
    collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_HEADERS", "authorization=Basic%20abc")
    monkeypatch.setenv("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment=prod")
    given = summary()
    export(given)
    (request,) = collector.requests
    assert collector.headers[0]["authorization"] == "Basic abc"
    (of_resource,) = request.resource_metrics
    resource = {each.key: each.value.string_value for each in of_resource.resource.attributes}
    assert resource["service.name"] == "queuewright"
    assert resource["deployment.environment"] == "prod"
    (scope,) = of_resource.scope_metrics
    got = {
        (metric.name, metric.unit): {
            tuple((each.key, each.value.string_value) for each in point.attributes):
                point.as_double if point.HasField("as_double") else point.as_int
            for point in metric.gauge.data_points
        }
        for metric in scope.metrics
    }  # fmt: skip
    assert got == {
        (one.name, one.unit): {tuple(labels.items()): value for labels, value in one.samples}
        for one in measurements(given)
        if one.samples
    }
    assert got["queuewright.drift.differences", "1"][("severity", "critical"),] == 1
    assert (("environment", EVIL),) in got["queuewright.drift.environment.differences", "1"]


def test_a_name_of_the_service_that_is_given_wins(
    collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_SERVICE_NAME", "night-shift")
    export(summary())
    resource = collector.requests[0].resource_metrics[0].resource
    names = {each.key: each.value.string_value for each in resource.attributes}
    assert names["service.name"] == "night-shift"


def test_a_collector_that_refuses_is_one_line(
    collector: Collector, caplog: pytest.LogCaptureFixture
) -> None:
    collector.status = 401
    with pytest.raises(NotExported, match=r"the metrics were not exported: .*401") as caught:
        export(summary())
    assert "\n" not in str(caught.value)
    assert caplog.records == []


def test_no_collector_is_one_line_without_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://user:secret-word@127.0.0.1:1")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "1")
    with pytest.raises(NotExported, match="set OTEL_EXPORTER_OTLP_ENDPOINT") as caught:
        export(summary())
    assert "secret-word" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    original = find_spec

    def missing(name: str, *rest: Any) -> Any:
        if name.startswith("opentelemetry.exporter"):
            raise ModuleNotFoundError(name)
        return original(name, *rest)

    monkeypatch.setattr("queuewright.reporting.telemetry.find_spec", missing)
    with pytest.raises(NotExported, match=r"pip install 'queuewright\[otel\]'"):
        require_opentelemetry()
