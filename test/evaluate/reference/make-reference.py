"""Writes the values that the statistics of evaluate/ are tested against, and the draws that make-reference.R takes.

    pip install numpy==2.4.6 scipy==1.17.1 scikit-learn==1.9.1 xgboost==3.2.0 ydf==0.16.1 "arviz==0.23.4"
    python test/evaluate/reference/make-reference.py && Rscript test/evaluate/reference/make-reference.R

Both are run in the root of the repository; `npm run format` then puts the files into form.
"""

import csv
import json

import arviz
import numpy as np
import sklearn.ensemble
import sklearn.linear_model
import sklearn.metrics
import sklearn.preprocessing
import xgboost
import ydf

FOLDER = "test/evaluate/reference/"


def round_all(values, digits=12):
    return [float(f"{value:.{digits}g}") for value in np.ravel(values)]


def scores():
    random = np.random.default_rng(1)
    # Two decimals, so that there are ties, and numbers on the edges of bins.
    probabilities = np.round(random.beta(0.8, 0.6, 200), 2)
    probabilities[:4] = [0, 1, 0.3, 0.7]
    outcomes = (random.random(200) < 0.15 + 0.7 * probabilities).astype(float)
    outcomes[:4] = [0, 1, 1, 0]
    # Where an outcome was held impossible the log score is infinite: such rows have a file of their own.
    possible = np.abs(outcomes - probabilities) < 1
    probabilities, outcomes = probabilities[possible], outcomes[possible]
    # k/10 rounds to the number that is written so, hence to that of two decimals.
    edges = np.array([k / 10 for k in range(1, 10)])
    bins = np.digitize(probabilities, edges)
    calibration = refinement = error = variance = covariance = 0.0
    for bin in range(10):
        p, o = probabilities[bins == bin], outcomes[bins == bin]
        if len(p) == 0:
            continue
        calibration += len(p) * (p.mean() - o.mean()) ** 2
        refinement += len(p) * o.mean() * (1 - o.mean())
        error += len(p) * abs(p.mean() - o.mean())
        variance += ((p - p.mean()) ** 2).sum()
        covariance += ((p - p.mean()) * (o - o.mean())).sum()
    n = len(probabilities)
    return {
        "probabilities": round_all(probabilities),
        "outcomes": round_all(outcomes),
        "brier": sklearn.metrics.brier_score_loss(outcomes, probabilities),
        "logScore": -sklearn.metrics.log_loss(outcomes, np.clip(probabilities, 1e-300, 1)),
        "auroc": sklearn.metrics.roc_auc_score(outcomes, probabilities),
        "calibration": calibration / n,
        "refinement": refinement / n,
        "withinVariance": variance / n,
        "withinCovariance": covariance / n,
        "calibrationError": error / n,
    }


def table(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def baselines(path, demands, outcome, is_training):
    rows = table(path)
    x = np.array([[float(row[name]) for name in demands] for row in rows])
    y = np.array([int(row[outcome]) for row in rows])
    training = np.array([is_training(index, row) for index, row in enumerate(rows)])
    scale = x[training].mean(0), x[training].std(0, ddof=1)
    z = (x - scale[0]) / scale[1]
    logistic = sklearn.linear_model.LogisticRegression(C=1, tol=1e-12, max_iter=10000)
    logistic.fit(z[training], y[training])
    trees = xgboost.XGBClassifier(
        n_estimators=100, max_depth=3, learning_rate=0.1, tree_method="exact", base_score=0.5
    )
    trees.fit(z[training], y[training])
    columns = {f"feature {k}": z[training][:, k].astype(np.float32) for k in range(len(demands))}
    ydf_trees = ydf.GradientBoostedTreesLearner(label="outcome", task=ydf.Task.CLASSIFICATION).train(
        {**columns, "outcome": np.where(y[training] == 1, "success", "failure")}
    )
    forest = sklearn.ensemble.RandomForestClassifier(500, min_samples_leaf=5, random_state=1)
    forest.fit(z[training], y[training])

    def brier(model):
        return sklearn.metrics.brier_score_loss(y[~training], model.predict_proba(z[~training])[:, 1])

    def ydf_brier():
        p = ydf_trees.predict({f"feature {k}": z[~training][:, k].astype(np.float32) for k in range(len(demands))})
        # Of the second class, the less frequent one.
        p = p if ydf_trees.label_classes()[1] == "success" else 1 - p
        return float(((p - y[~training]) ** 2).mean())

    return {
        "demands": demands,
        "outcome": outcome,
        "testRows": int((~training).sum()),
        "aggregate": float(((y[training].mean() - y[~training]) ** 2).mean()),
        "logistic": {
            "intercept": float(logistic.intercept_[0]),
            "coefficients": list(logistic.coef_[0]),
            "brier": brier(logistic),
        },
        "ydf": ydf_brier(),
        "xgboost": brier(trees),
        "randomForest": brier(forest),
    }


def eight_schools():
    """Draws for three models of the eight schools, in four chains, and log likelihoods of the schools."""
    y = np.array([28.0, 8, -3, 7, -1, 1, 18, 12])
    sigma = np.array([15.0, 10, 16, 11, 9, 11, 10, 18])
    random = np.random.default_rng(2)
    chains, draws, thinning = 4, 150, 2

    def log_posterior(mu, log_tau):
        # theta integrated out; mu ~ normal(0, 5), tau ~ half-Cauchy(0, 5)
        tau = np.exp(log_tau)
        spread = sigma**2 + tau**2
        likelihood = (-0.5 * np.log(spread) - 0.5 * (y - mu) ** 2 / spread).sum()
        return likelihood - 0.5 * (mu / 5) ** 2 - np.log1p((tau / 5) ** 2) + log_tau

    def log_likelihood(theta):
        return -0.5 * ((y - theta) / sigma) ** 2 - np.log(sigma) - 0.5 * np.log(2 * np.pi)

    hierarchical, pooled, separate = [], [], []
    for _ in range(chains):
        mu, log_tau = random.normal(5, 3), random.normal(1, 0.5)
        for step in range(draws * thinning):
            proposal = mu + random.normal(0, 4), log_tau + random.normal(0, 1)
            if np.log(random.random()) < log_posterior(*proposal) - log_posterior(mu, log_tau):
                mu, log_tau = proposal
            if step % thinning == 0:
                precision = 1 / sigma**2 + np.exp(-2 * log_tau)
                mean = (y / sigma**2 + mu * np.exp(-2 * log_tau)) / precision
                hierarchical.append(log_likelihood(random.normal(mean, precision**-0.5)))
        precision = (1 / sigma**2).sum() + 1 / 25
        common = random.normal((y / sigma**2).sum() / precision, precision**-0.5, (draws, 1))
        pooled.extend(log_likelihood(common))
        precision = 1 / sigma**2 + 1 / 100**2
        own = random.normal(y / sigma**2 / precision, precision**-0.5, (draws, 8))
        separate.extend(log_likelihood(own))
    models = {"hierarchical": hierarchical, "pooled": pooled, "separate": separate}
    return {
        "chains": chains,
        "draws": chains * draws,
        "rows": 8,
        "values": {name: round_all(values, 8) for name, values in models.items()},
    }


def arviz_values(schools):
    result = {}
    for name, values in schools["values"].items():
        log_likelihood = np.array(values).reshape(schools["chains"], -1, schools["rows"])
        data = arviz.from_dict(
            posterior={"dummy": log_likelihood[:, :, 0]}, log_likelihood={"y": log_likelihood}
        )
        found = arviz.loo(data, pointwise=True, reff=1.0)
        likelihoods = arviz.convert_to_dataset({"p": np.exp(log_likelihood)})
        sizes = arviz.ess(likelihoods, method="mean")["p"].values
        result[name] = {
            "elpd": float(found.elpd_loo),
            "paretoK": round_all(found.pareto_k.values),
            "relativeEfficiency": round_all(sizes / schools["draws"]),
        }
    return result


def main():
    op = ["timeUnderOcclusion", "numPositions", "goalDistance", "goalSize", "side"]
    op += ["occluder", "lava", "platform", "ramp"]
    ocr = ["height_px", "blur_px", "noise_sd", "rotation_deg", "ink_grey", "nonword"]
    schools = eight_schools()
    reference = {
        "scores": scores(),
        "objectPermanence": baselines(
            "stdlib-layouts/object-permanence/battery.csv", op, "agent12", lambda _, row: row["split"] == "train"
        ),
        "ocr": baselines("stdlib-layouts/ocr/words.csv", ocr, "tesseract", lambda index, _: index % 5 != 0),
        "arviz": arviz_values(schools),
    }
    with open(FOLDER + "eight-schools.json", "w") as file:
        json.dump(schools, file)
        file.write("\n")
    with open(FOLDER + "python.json", "w") as file:
        json.dump(reference, file, indent=1)
        file.write("\n")


main()
