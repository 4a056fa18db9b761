"""Writes correlations.json and linkage.json: rank correlations and clusters by SciPy and scikit-learn.

python3 -m pip install scipy scikit-learn; python3 make.py
"""

import json
from pathlib import Path

import numpy as np
from scipy.cluster.hierarchy import linkage
from scipy.spatial.distance import squareform
from scipy.stats import kendalltau, spearmanr
from sklearn.metrics import matthews_corrcoef

random = np.random.default_rng(17)
folder = Path(__file__).parent

pairs = []
for size, levels in [(5, 0), (12, 0), (40, 5), (200, 3), (1000, 20), (60, 2), (333, 2)]:
    one = random.normal(size=size)
    other = 0.5 * one + random.normal(size=size)
    if levels == 2:
        one, other = (one > 0.2) * 1.0, (other > 0) * 1.0
    elif levels > 0:
        one, other = np.round(one * levels / 3), np.round(other * levels / 3)
    else:
        one, other = np.round(one, 6), np.round(other, 6)
    pairs.append(
        {
            "one": one.tolist(),
            "other": other.tolist(),
            "spearman": spearmanr(one, other).statistic,
            "kendall": kendalltau(one, other, variant="b").statistic,
            "matthews": matthews_corrcoef(one, other) if levels == 2 else None,
        }
    )
(folder / "correlations.json").write_text(json.dumps(pairs) + "\n")

clusters = []
for size in [2, 3, 8, 25]:
    points = random.normal(size=(size, 3))
    distances = np.round(np.linalg.norm(points[:, None] - points[None, :], axis=2), 6)
    merges = linkage(squareform(distances), method="average")
    clusters.append({"distances": distances.tolist(), "merges": merges.tolist()})
(folder / "linkage.json").write_text(json.dumps(clusters) + "\n")
