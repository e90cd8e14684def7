# A bare machine may not even have make, which knows all the rest.
if ! command -v make >/dev/null; then
    sudo=
    [ "$(id -u)" = 0 ] || sudo=sudo
    $sudo apt-get update -q >/dev/null
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -yq --no-install-recommends make >/dev/null
fi
