#!/usr/bin/env bash
# Installs the samplers that fits are compared with into bench/peers/.venv. Needs Python 3.11 or later.
set -euo pipefail
cd "$(dirname "$0")"
python3 -m venv .venv
.venv/bin/pip install --quiet -r requirements.txt
