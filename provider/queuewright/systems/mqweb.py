"""A queue manager behind IBM MQ's administrative REST API, and its entry in `queuewright:systems`.

QM1:
  type: mqweb
  url: https://mq1.example.com:9443
  user: deployer
  password: {env: MQ_PASSWORD}      # see credentials.py for the other ways
  login: ltpa                       # basic (default with a user) or ltpa: one token for all
  ca: mq-ca.pem                     # the authority of the server's certificate, if private
  token: {file: /run/token}         # in place of user and password: a bearer token
  certificate: client.pem           # in place of them: a client certificate, its key in
  key: client.key                   #   the same file or its own; passphrase: {env: X}
  queue_manager: QM1                # the entry's name where it is left out
  proxy: http://proxy:3128          # what the connection goes through, by CONNECT
  insecure: true                    # with http: to a host that is not this one
  gateway: QMGW                     # the gateway queue manager that reaches it
  version: v3                       # of the API; v2 is used where a server has no v3
  commands: json                    # or text: runCommand in place of runCommandJSON
  timeout: 30                       # seconds for one answer
  attempts: 3                       # for what may be asked again
  connections: 16                   # at once
"""

from .mq.mqweb_configuration import MqwebConfiguration
from .protocol import System
from .registry import SystemContext, register


def _build(name: str, configuration: MqwebConfiguration, project: SystemContext) -> System:
    # Imported here: the libraries are heavy, and nobody who has no such system needs them.
    from .mq.rest import RestCarrier
    from .mq.system import MqSystem

    carrier = RestCarrier(name, configuration, project.base)
    return MqSystem(name, carrier, attempts=configuration.attempts, groups=configuration.groups)


register("mqweb", MqwebConfiguration, _build)
