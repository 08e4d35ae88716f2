"""The entry of a queue manager behind mqweb; systems/mqweb.py shows one."""

from typing import Any, ClassVar, Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from queuewright.systems.credentials import Reference, UserName, without_credentials
from queuewright.systems.values import OptionalFile, OptionalName, is_loopback

ROOT = "/ibmmq/rest"


class MqwebConfiguration(BaseModel):
    """The keys of an entry."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    where: ClassVar[tuple[str, ...]] = ("url", "queue_manager", "gateway")

    type: str
    url: str
    user: UserName | None = None
    password: Reference | None = None
    login: Literal["basic", "ltpa"] = "basic"
    groups: list[str] = []
    token: Reference | None = None
    ca: OptionalFile = None
    certificate: OptionalFile = None
    key: OptionalFile = None
    passphrase: Reference | None = None
    queue_manager: OptionalName = None
    gateway: str | None = None
    proxy: str | None = None
    insecure: bool = False
    version: Literal["v2", "v3"] = "v3"
    commands: Literal["json", "text"] = "json"
    timeout: float = Field(30.0, gt=0, le=3600)
    attempts: int = Field(3, ge=1, le=20)
    connections: int = Field(16, ge=1, le=256)

    @field_validator("url")
    @classmethod
    def _address(cls, url: str) -> str:
        """The server's own address: what people copy may have the API's path."""
        parts = urlsplit(without_credentials(url))
        if parts.scheme not in ("https", "http") or not parts.hostname:
            raise ValueError("write it as https://HOST:PORT")
        try:
            _ = parts.port
        except ValueError:
            raise ValueError("its port must be a number up to 65,535") from None
        if parts.query or parts.fragment:
            raise ValueError("write it without a query: https://HOST:PORT")
        return f"{parts.scheme}://{parts.netloc}{parts.path}".partition(ROOT)[0].rstrip("/")

    @field_validator("proxy")
    @classmethod
    def _of_a_proxy(cls, proxy: str | None) -> str | None:
        """Without credentials: those of a proxy are not the ones for mqweb."""
        if proxy is None:
            return None
        try:
            parts = urlsplit(without_credentials(proxy))
            port = parts.port
        except ValueError:
            raise ValueError(
                "write it as http://HOST:PORT, without user or password: none is sent to a proxy; "
                "let it admit this machine, or run one here that logs in to it"
            ) from None
        if parts.scheme != "http" or not parts.hostname or port is None:
            raise ValueError("write it as http://HOST:PORT")
        if parts.path.strip("/") or parts.query or parts.fragment:
            raise ValueError("write it without a path: http://HOST:PORT")
        return f"http://{parts.netloc}"

    @field_validator("timeout", "attempts", "connections", mode="before")
    @classmethod
    def _number(cls, value: Any) -> Any:
        if isinstance(value, bool):
            raise ValueError("give a number")
        return int(value) if isinstance(value, float) and value.is_integer() else value

    @model_validator(mode="after")
    def _one_way_in(self) -> "MqwebConfiguration":
        if (self.user is None) is not (self.password is None):
            missing = "user" if self.user is None else "password"
            raise ValueError(f"user and password belong together; add {missing}")
        ways = [
            name
            for name, given in (
                ("user", self.user),
                ("token", self.token),
                ("certificate", self.certificate),
            )
            if given is not None
        ]
        if len(ways) > 1:
            raise ValueError(f"{' and '.join(ways)} are two ways to log in; give one of them")
        if not ways:
            raise ValueError(
                "nothing says who logs in; give user and password, token or certificate"
            )
        if self.certificate is None and (self.key or self.passphrase):
            raise ValueError("key and passphrase belong to a certificate; add certificate")
        is_plain = self.url.startswith("http:")
        if self.proxy is not None and is_plain:
            raise ValueError("proxy needs https: over http it could read the commands; correct url")
        if is_plain and not self.insecure and not is_loopback(urlsplit(self.url).hostname):
            raise ValueError(
                "over http, whoever is in between reads the credentials and can change commands; "
                "write https in url, or add insecure: true where that is known and accepted"
            )
        if self.insecure and not is_plain:
            raise ValueError(
                "insecure is for http only: over https the server's certificate is always checked; "
                "leave it out, and give ca where this machine does not know its authority"
            )
        if self.certificate is not None and self.url.startswith("http:"):
            raise ValueError("a certificate needs https; correct url")
        return self
