"""The commands on each kind of record."""

from collections.abc import Mapping

from queuewright.ibmi.object_authority import ObjectAuthoritySpec
from queuewright.mq.authority_record import AuthorityRecordSpec
from queuewright.mq.channel_authentication_record import ChannelAuthenticationRecordSpec
from queuewright.mq.security_policy import SecurityPolicySpec

from . import authority_records, channel_records, object_grants, policies
from .records import RecordCommands

RECORDS: Mapping[str, RecordCommands] = {
    spec.kind: commands
    for spec, commands in (
        (AuthorityRecordSpec, authority_records),
        (ChannelAuthenticationRecordSpec, channel_records),
        (SecurityPolicySpec, policies),
        (ObjectAuthoritySpec, object_grants),
    )
}
