"""The log density of a Stan program at points, up to a constant.

Usage: stan-density.py JOB.json, where the job has the path of a program, its data, and points: a value for each parameter. Prints a list of
numbers as JSON: the log densities on Stan's unconstrained scale, with the Jacobian of Stan's transformations. stanli evaluates Stan's own
mathematics, without a C++ compiler.
"""

import json
import sys

import stanli

with open(sys.argv[1], encoding="utf8") as file:
    job = json.load(file)
model = stanli.bridgestan_model(stan_file=job["program"], data=job["data"])
found = []
for point in job["points"]:
    position = model.param_unconstrain_json(json.dumps(point))
    found.append(float(model.log_density(position, propto=True, jacobian=True)))
print(json.dumps(found))
