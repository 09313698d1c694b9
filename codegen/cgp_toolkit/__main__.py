"""``python -m cgp_toolkit`` is the command ``cgp``."""

from __future__ import annotations

import sys

from cgp_toolkit.cli import main

sys.exit(main())
