"""The job as a Python task: it takes the session of the cluster."""

import sys

from queuewright.cli.drift_job import main

code = main(sys.argv[1:])
if code:  # 2: what --fail-on names; 4: environments failed; 1: an error
    raise SystemExit(code)
