#!/usr/bin/env bash
# Files that one job keeps for another, on a branch of the same repository that holds nothing else:
#
#   kept.sh fetch BRANCH NAME FILE    no file is there afterwards where none was kept
#   kept.sh keep BRANCH NAME FILE
#   kept.sh tree COMMIT               prints what a plan is of: the tree of a commit of origin
#
# A push that does not fast-forward is refused: two jobs at once never overwrite each other.
# KEPT_TOKEN is sent as the password to origin (KEPT_SCHEME=Bearer: as a bearer token). git reads it
# from the environment: it is written nowhere, and no list of processes has it.
set -euo pipefail
from=$(git remote get-url origin) to=$(git remote get-url --push origin)
if [ -n "${KEPT_TOKEN:-}" ]; then
  # Without the token that a runner may have put into the address.
  from=$(sed 's#//[^/@]*@#//#' <<< "$from") to=$(sed 's#//[^/@]*@#//#' <<< "$to")
  value=$KEPT_TOKEN
  if [ "${KEPT_SCHEME:=Basic}" = Basic ]; then
    value=$(printf 'token:%s' "$KEPT_TOKEN" | base64 | tr -d '\n')
  fi
  export GIT_CONFIG_COUNT=1 GIT_TERMINAL_PROMPT=0
  export GIT_CONFIG_KEY_0="http.$from.extraHeader"
  export GIT_CONFIG_VALUE_0="Authorization: $KEPT_SCHEME $value"
fi

if [ "${1:-}" = tree ]; then
  git fetch --quiet --depth 1 "$from" "$2"
  git rev-parse 'FETCH_HEAD^{tree}'
  exit
fi
action=$1 branch=$2 name=$3 file=$4

# 0: the branch is there; 2: it is not; anything else: nobody can tell, which is an error.
there=0
git ls-remote --exit-code --heads "$from" "$branch" > /dev/null || there=$?
case $there in
  0) git fetch --quiet --depth 1 "$from" "refs/heads/$branch" ;;
  2) ;;
  *) exit "$there" ;;
esac

case $action in
  fetch)
    rm -f "$file"
    if [ "$there" = 0 ] && git cat-file -e "FETCH_HEAD:$name" 2> /dev/null; then
      (umask 077 && git show "FETCH_HEAD:$name" > "$file")
    fi
    ;;
  keep)
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    export GIT_INDEX_FILE="$folder/index"
    parent=()
    if [ "$there" = 0 ]; then
      git read-tree FETCH_HEAD
      parent=(-p FETCH_HEAD)
    fi
    git update-index --add --cacheinfo "100644,$(git hash-object -w --no-filters "$file"),$name"
    commit=$(git -c user.name=queuewright -c user.email=queuewright@localhost \
      commit-tree "${parent[@]}" -m "$name of $(git rev-parse --short HEAD)" "$(git write-tree)")
    git push --quiet "$to" "$commit:refs/heads/$branch"
    ;;
  *)
    echo "kept.sh fetch|keep BRANCH NAME FILE, or tree COMMIT" >&2
    exit 2
    ;;
esac
