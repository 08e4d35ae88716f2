"""The drift job as a scheduler submits it: `spark-submit job.py --fleet ... --lake ...`."""

import sys

from queuewright.cli.drift_job import main

if __name__ == "__main__":
    sys.exit(main())
