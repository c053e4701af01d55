#!/usr/bin/env bash
# image.sh IMAGE VERSION: builds the image without other programs for both platforms, and pushes it with a bill of materials and a record of the build (unsigned).
set -euo pipefail
cd "$(dirname "$0")/../.."

docker buildx create --use >/dev/null
docker buildx build -f scripts/release/Dockerfile --target gantry --platform linux/amd64,linux/arm64 \
  --provenance=mode=max --sbom=true -t "$1:$2" --push build/release
