"""Measurement layouts in Python: from demands and results to a cognitive profile.

>>> import theodolite as th
>>> model = th.Model("reading.ml")                  # doctest: +SKIP
>>> fit = model.fit(df, outcome="tesseract")        # doctest: +SKIP
>>> fit.summary()                                   # doctest: +SKIP

docs/guides/python.md is the guide.
"""

from .errors import (
    CommandError,
    DataError,
    Diagnostic,
    FitWarning,
    LayoutError,
    LayoutWarning,
    MissingProgram,
    ModuleError,
    Problem,
    SamplingError,
    SettingError,
    TheodoliteError,
)
from .figures import Figure
from .fit import Finding, Fit, Fits, Parameter, compare
from .model import Model
from .node import Ran
from .node import run_command as command
from .sampling import Settings
from .stored import open_fit as open
from .words import version as _version

__version__ = _version()

__all__ = [
    "CommandError",
    "DataError",
    "Diagnostic",
    "Figure",
    "Finding",
    "Fit",
    "FitWarning",
    "Fits",
    "LayoutError",
    "LayoutWarning",
    "MissingProgram",
    "Model",
    "ModuleError",
    "Parameter",
    "Problem",
    "Ran",
    "SamplingError",
    "SettingError",
    "Settings",
    "TheodoliteError",
    "command",
    "compare",
    "open",
]
