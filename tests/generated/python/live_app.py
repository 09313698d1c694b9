"""The providers of the tests as ASGI applications, to be imported by servers."""

from __future__ import annotations

from cgp_wire.http import application
from tests.generated.python.live_provider import Correlating

app = application(Correlating())
