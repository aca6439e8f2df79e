#!/bin/sh
# Restarts the nodes one after the other, without losing a request: nginx stops sending to a node before it is restarted, and sends
# again once it is ready. Stops at the first node that does not come back: the others serve on. Run again, it begins with the nodes
# that are out, so that no other leaves before they are back.
#
#   rolling-restart.sh <upstream file> <reload command> <restart command>
#
#   rolling-restart.sh /etc/nginx/bobine-upstream.conf 'systemctl reload nginx' 'ssh root@"${1%:*}" systemctl restart bobine'
#
# Each line `server <address>:<port> …;` of the file is a node; the restart command finds that address as $1.
set -eu
file=$1 reload=$2 restart=$3
ready_within=${READY_WITHIN:-120}

write() { # through the same file, so that its owner and its rights stay
  sed "$1" "$file" > "$file.new"
  cat "$file.new" > "$file"
  rm "$file.new"
}

nodes_of() { # the addresses of the lines that it reads
  sed -n 's/^ *server  *\([^ ;]*\).*;.*/\1/p'
}

out='^ *server  *[^;]* down[ ;]'
for node in $(grep "$out" "$file" | nodes_of) $(grep -v "$out" "$file" | nodes_of); do
  echo "$node: taken out"
  put_back="
    :again
    s/^\( *server  *$node\( [^;]*\)\{0,1\}\) down\([ ;]\)/\1\3/
    t again"
  write "$put_back
    s/^\( *server  *$node\)\([ ;].*\)/\1 down\2/"
  sh -c "$reload"
  # What nginx has begun to send arrives, and its idle connections end (keepalive_timeout of the upstream).
  sleep "${SETTLE:-5}"
  sh -c "$restart" restart "$node"
  waited=0
  until curl --silent --fail --max-time 5 --output /dev/null "http://$node/readyz"; do
    waited=$((waited + 1))
    if [ "$waited" -ge "$ready_within" ]; then
      echo "$node is not ready after $ready_within s: it stays out, and no other node is touched" >&2
      exit 1
    fi
    sleep 1
  done
  write "$put_back"
  sh -c "$reload"
  echo "$node: ready"
done
