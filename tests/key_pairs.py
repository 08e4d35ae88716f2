"""Ed25519 keys, as openssl writes them."""

from pathlib import Path

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


def key_pair(folder: Path, name: str) -> tuple[Path, Path]:
    """Files of a new private key, NAME.pem, and its public one, NAME.pub."""
    key = Ed25519PrivateKey.generate()
    private, public = folder / f"{name}.pem", folder / f"{name}.pub"
    pem = serialization.Encoding.PEM
    pkcs8 = serialization.PrivateFormat.PKCS8
    private.write_bytes(key.private_bytes(pem, pkcs8, serialization.NoEncryption()))
    spki = serialization.PublicFormat.SubjectPublicKeyInfo
    public.write_bytes(key.public_key().public_bytes(pem, spki))
    return private, public
