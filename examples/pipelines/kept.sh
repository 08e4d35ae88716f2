#!/usr/bin/env bash
# Files that one job keeps for another, on the branch queuewright-kept of the same repository: the
# state of a stack, and plans by what they were made of.
#
#   kept.sh fetch states/prod.json state.json     no file is there afterwards where none was kept
#   kept.sh keep states/prod.json state.json
#
# A push that does not fast-forward is refused: two jobs at once never overwrite each other.
set -euo pipefail
action=$1 name=$2 file=$3
branch=queuewright-kept

# 0: the branch is there; 2: it is not; anything else: nobody can tell, which is an error.
there=0
git ls-remote --exit-code --heads origin "$branch" > /dev/null || there=$?
case $there in
  0) git fetch --quiet --depth 1 origin "$branch" ;;
  2) ;;
  *) exit "$there" ;;
esac

case $action in
  fetch)
    rm -f "$file"
    if [ "$there" = 0 ] && git cat-file -e "FETCH_HEAD:$name" 2> /dev/null; then
      git show "FETCH_HEAD:$name" > "$file"
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
    git update-index --add --cacheinfo "100644,$(git hash-object -w "$file"),$name"
    commit=$(git -c user.name=queuewright -c user.email=queuewright@localhost \
      commit-tree "${parent[@]}" -m "$name of $(git rev-parse --short HEAD)" "$(git write-tree)")
    git push --quiet origin "$commit:refs/heads/$branch"
    ;;
  *)
    echo "kept.sh fetch|keep NAME FILE" >&2
    exit 2
    ;;
esac
