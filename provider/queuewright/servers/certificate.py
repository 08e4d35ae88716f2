"""Certificates for the sandbox's servers: an authority of its own, and what it signs.

Clients are given `ca.pem` to trust. Nothing here is for a system that matters.
"""

import datetime
import ipaddress
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from queuewright.private_files import open_private

_DAYS = 397
_LEFT = datetime.timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Certified:
    """Files in PEM: a certificate, that of a server with its authority's behind it, and its key."""

    certificate: Path
    key: Path


class Authority:
    """The authority of a folder, made where it has none or the one it has is about to expire."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.certificate = folder / "ca.pem"
        self._key_file = folder / "ca.key"
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not self._is_there():
            self._make()
        self._signer = x509.load_pem_x509_certificate(self.certificate.read_bytes())
        key = serialization.load_pem_private_key(self._key_file.read_bytes(), None)
        assert isinstance(key, ec.EllipticCurvePrivateKey)
        self._key = key

    def server(self, hosts: Collection[str]) -> Certified:
        """For a server that is reached by these names and addresses."""
        names: list[x509.GeneralName] = []
        for host in dict.fromkeys((*hosts, "localhost", "127.0.0.1", "::1")):
            try:
                names.append(x509.IPAddress(ipaddress.ip_address(host)))
            except ValueError:
                names.append(x509.DNSName(host))
        made = self._signed("server", "queuewright sandbox", ExtendedKeyUsageOID.SERVER_AUTH, names)
        # Sent with it: who asks the server what to trust, as openssl s_client does, sees the
        # authority too.
        with made.certificate.open("ab") as chain:
            chain.write(self.certificate.read_bytes())
        return made

    def client(self, user: str) -> Certified:
        """For a user: the common name is whose it is."""
        return self._signed(f"client-{user}", user, ExtendedKeyUsageOID.CLIENT_AUTH, [])

    def _is_there(self) -> bool:
        if not (self.certificate.exists() and self._key_file.exists()):
            return False
        ends = x509.load_pem_x509_certificate(self.certificate.read_bytes()).not_valid_after_utc
        return ends - _now() > _LEFT

    def _make(self) -> None:
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "queuewright sandbox authority")])
        usage = _usage(signs=True)
        certificate = (
            _builder(name, name, key.public_key(), key.public_key())
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(usage, critical=True)
            .sign(key, hashes.SHA256())
        )
        _write(self.certificate, self._key_file, certificate, key)

    def _signed(
        self, stem: str, common_name: str, use: x509.ObjectIdentifier, names: list[x509.GeneralName]
    ) -> Certified:
        key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common_name)])
        issuer, public = self._signer.subject, self._key.public_key()
        builder = (
            _builder(subject, issuer, key.public_key(), public)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(_usage(signs=False), critical=True)
            .add_extension(x509.ExtendedKeyUsage([use]), critical=False)
        )
        if names:
            builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
        made = Certified(self.folder / f"{stem}.pem", self.folder / f"{stem}.key")
        _write(made.certificate, made.key, builder.sign(self._key, hashes.SHA256()), key)
        return made


def _builder(
    subject: x509.Name,
    issuer: x509.Name,
    public: ec.EllipticCurvePublicKey,
    signer: ec.EllipticCurvePublicKey,
) -> x509.CertificateBuilder:
    starts = _now() - datetime.timedelta(minutes=5)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(public)
        .serial_number(x509.random_serial_number())
        .not_valid_before(starts)
        .not_valid_after(starts + datetime.timedelta(days=_DAYS))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signer), critical=False)
    )


def _usage(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=True,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs,
        crl_sign=signs,
        encipher_only=False,
        decipher_only=False,
    )


def _write(
    certificate_file: Path,
    key_file: Path,
    certificate: x509.Certificate,
    key: ec.EllipticCurvePrivateKey,
) -> None:
    with open_private(key_file) as written:
        written.write(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
    certificate_file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))


def _now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC)
