"""The drift job as a scheduler submits it: `spark-submit job.py --fleet ... --lake ...`."""

import sys

from queuewright.drift.main import main

if __name__ == "__main__":
    sys.exit(main())
