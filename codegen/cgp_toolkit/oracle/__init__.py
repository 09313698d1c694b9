"""What a message is to readers and to authors, worked out from the model alone.

This is the second reading of the model beside the bindings: slow, small and independent of them.  The model's examples
are held against it, and so is what test vectors expect; it adds what cannot be said in advance: everything else that
is wrong, the value that a reader ends up with, and the bytes that a writer gives.
"""

from __future__ import annotations

from cgp_toolkit.oracle.evaluation import trait_of
from cgp_toolkit.oracle.examples import CATALOGUE, inspect
from cgp_toolkit.oracle.judging import ExchangeFinding, Oracle, oracle_of
from cgp_toolkit.oracle.reading import Finding, Reading, Unknown
from cgp_toolkit.oracle.rpc import RpcOracle, RpcReading

__all__ = [
    "CATALOGUE",
    "ExchangeFinding",
    "Finding",
    "Oracle",
    "Reading",
    "RpcOracle",
    "RpcReading",
    "Unknown",
    "inspect",
    "oracle_of",
    "trait_of",
]
