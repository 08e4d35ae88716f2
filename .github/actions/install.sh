# Sourced by the actions beside it: queuewright in the PATH, where there is none. It is this
# repository's own, and what it needs is what requirements.txt names, by hash: `make pins` writes it.
if ! command -v queuewright > /dev/null; then
  (
    cd "$RUNNER_TEMP"
    export PIP_DISABLE_PIP_VERSION_CHECK=1
    python3 -m venv queuewright
    queuewright/bin/python -I -m pip install --quiet --require-hashes --only-binary :all: \
      -r "$GITHUB_ACTION_PATH/../requirements.txt"
    queuewright/bin/python -I -m pip install --quiet --no-deps --no-index --no-build-isolation \
      "$GITHUB_ACTION_PATH/../../.."
  )
  echo "$RUNNER_TEMP/queuewright/bin" >> "$GITHUB_PATH"
  PATH="$RUNNER_TEMP/queuewright/bin:$PATH"
fi
