"""The models of the folder `posteriors` for NumPyro, one function for each Stan program, in the same parametrisation.

Each takes one dictionary, `data`: what the Stan program declares, categories numbered from 1.
"""

import jax.numpy as jnp
import numpyro
import numpyro.distributions as dist
from jax.nn import sigmoid
from numpyro import deterministic, sample


def ocr(data):
    acuity = sample("acuity", dist.Uniform(0, 0.25))
    blur = sample("blurTolerance", dist.Uniform(0, 6))
    noise = sample("noiseTolerance", dist.Uniform(0, 150))
    rotation = sample("rotationTolerance", dist.Uniform(0, 35))
    faint = sample("faintTolerance", dist.Uniform(0, 300))
    spelling = sample("spelling", dist.Uniform(0, 1))
    slip = sample("slip", dist.Beta(1, 9))
    reads = (
        sigmoid(6 * (jnp.log(acuity) + jnp.log(data["height_px"])))
        * sigmoid(2.5 * (blur - data["blur_px"]))
        * sigmoid(0.15 * (noise - data["noise_sd"]))
        * sigmoid(0.5 * (rotation - data["rotation_deg"]))
        * sigmoid(0.05 * (faint - data["ink_grey"]))
        * (1 - (1 - spelling) * data["nonword"])
    )
    sample("read", dist.Bernoulli(probs=(1 - slip) * reads), obs=data["read"])


def permanence(data, memory, op, visual, flat_nav, ramp, lava, platform, bias):
    """The probability of success of each row by the abilities of the agent that met it."""
    return (
        sigmoid(memory - data["timeUnderOcclusion"])
        * sigmoid(48.4 - (48.4 - (op - 4 * data["numPositions"])) * data["occluder"])
        * (1 - (1 - ramp) * data["ramp"])
        * (1 - (1 - platform) * data["platform"])
        * (1 - (1 - lava) * data["lava"])
        * sigmoid(flat_nav + bias * data["side"] - data["goalDistance"])
        * sigmoid(visual - (5 - data["goalSize"]))
    )


def object_permanence(data):
    memory = sample("memoryAbility", dist.Uniform(0, 4.4))
    op = sample("opAbility", dist.Uniform(0, memory * 11))
    visual = sample("visualAbility", dist.Uniform(0, 6))
    flat_nav = sample("flatNavAbility", dist.Uniform(0, 56))
    ramp = sample("rampAbility", dist.Uniform(0, 1))
    lava = sample("lavaAbility", dist.Uniform(0, 1))
    platform = sample("platformAbility", dist.Uniform(0, 1))
    bias = sample("rightLeftBias", dist.Normal(0, 1))
    noise = sample("noiseLevel", dist.Uniform(0, 1))
    chance = permanence(data, memory, op, visual, flat_nav, ramp, lava, platform, bias)
    failures = 1 - data["success"].mean()
    sample("success", dist.Bernoulli(probs=noise * failures + (1 - noise) * chance), obs=data["success"])


def population(data):
    agents, agent = data["n_agent"], data["agent"] - 1
    up = sample("up", dist.HalfNormal(2).expand([8]).to_event(1))
    down = sample("down", dist.HalfNormal(2).expand([8]).to_event(1))

    def share(name, k):
        return sample(name, dist.Beta(1 + up[k], 1 + down[k]).expand([agents]).to_event(1))

    memory = deterministic("memoryAbility", 4.4 * share("memoryShare", 0))
    op = deterministic("opAbility", 11 * memory * share("opShare", 1))
    visual = deterministic("visualAbility", 6 * share("visualShare", 2))
    flat_nav = deterministic("flatNavAbility", 56 * share("flatNavShare", 3))
    ramp, lava, platform = share("rampAbility", 4), share("lavaAbility", 5), share("platformAbility", 6)
    noise = share("noiseLevel", 7)[agent]
    bias = sample("rightLeftBias", dist.Normal(0, 1).expand([agents]).to_event(1))
    met = jnp.zeros(agents).at[agent].add(1)
    failures = (1 - jnp.zeros(agents).at[agent].add(data["success"]) / met)[agent]
    chance = permanence(
        data, memory[agent], op[agent], visual[agent], flat_nav[agent], ramp[agent], lava[agent], platform[agent], bias[agent]
    )
    sample("success", dist.Bernoulli(probs=noise * failures + (1 - noise) * chance), obs=data["success"])


def navigation(data):
    detail = data["goalDistance"] / data["goalSize"]
    acuity = sample("visualAcuity", dist.HalfNormal(detail.max() / 2))
    reach = sample("navigation", dist.HalfNormal(data["goalDistance"].max() / 2))
    chance = sigmoid(jnp.log(acuity) - jnp.log(detail)) * sigmoid(reach - data["goalDistance"])
    sample("success", dist.Bernoulli(probs=chance), obs=data["success"])


def drift(data):
    start = sample("start", dist.Normal(0, 2).expand([3]).to_event(1))
    spread = sample("drift", dist.HalfNormal(0.5).expand([3]).to_event(1))
    raw = sample("raw", dist.Normal(0, 1).expand([data["n_step"], 3]).to_event(2))
    a = deterministic("a", start + spread * jnp.cumsum(raw, axis=0))[data["step"] - 1]
    chance = sigmoid(a[:, 0] - data["d1"]) * sigmoid(a[:, 1] - data["d2"]) * sigmoid(a[:, 2] - data["d3"])
    sample("success", dist.Bernoulli(probs=chance), obs=data["success"])


def rasch(data):
    skill = sample("skill", dist.Normal(0, 1).expand([data["n_person"]]).to_event(1))
    hard = sample("hard", dist.Normal(0, 1).expand([data["n_item"]]).to_event(1))
    logits = skill[data["person"] - 1] - hard[data["item"] - 1]
    sample("success", dist.Bernoulli(logits=logits), obs=data["success"])


def two_parameters(data):
    skill = sample("skill", dist.Normal(0, 1).expand([data["n_person"]]).to_event(1))
    hard = sample("hard", dist.Normal(0, 1).expand([data["n_item"]]).to_event(1))
    sharp = sample("sharp", dist.LogNormal(0, 0.3).expand([data["n_item"]]).to_event(1))
    person, item = data["person"] - 1, data["item"] - 1
    sample("success", dist.Bernoulli(logits=sharp[item] * (skill[person] - hard[item])), obs=data["success"])


def irt_2pl(data):
    sigma_theta, sigma_a, sigma_b = (sample(name, dist.HalfCauchy(2)) for name in ("sigma_theta", "sigma_a", "sigma_b"))
    mu_b = sample("mu_b", dist.Normal(0, 5))
    theta = sample("theta", dist.Normal(0, sigma_theta).expand([data["n_person"]]).to_event(1))
    a = sample("a", dist.LogNormal(0, sigma_a).expand([data["n_item"]]).to_event(1))
    b = sample("b", dist.Normal(mu_b, sigma_b).expand([data["n_item"]]).to_event(1))
    person, item = data["person"] - 1, data["item"] - 1
    sample("y", dist.Bernoulli(logits=a[item] * (theta[person] - b[item])), obs=data["y"])


def eight_schools(data):
    mu = sample("mu", dist.Normal(0, 5))
    tau = sample("tau", dist.HalfCauchy(5))
    raw = sample("raw", dist.Normal(0, 1).expand([data["n_school"]]).to_event(1))
    theta = deterministic("theta", mu + tau * raw)
    sample("y", dist.Normal(theta[data["school"] - 1], data["sigma"]), obs=data["y"])


def kidiq(data):
    base = sample("base", dist.ImproperUniform(dist.constraints.real, (), ()))
    slope = sample("slope", dist.ImproperUniform(dist.constraints.real, (), ()))
    sigma = sample("sigma", dist.HalfCauchy(2.5))
    sample("kid_score", dist.Normal(base + slope * data["mom_iq"], sigma), obs=data["kid_score"])


def sblri(data):
    b = sample("b", dist.Normal(0, 10).expand([5]).to_event(1))
    sigma = sample("sigma", dist.HalfNormal(10))
    mean = sum(b[k] * data[f"x{k + 1}"] for k in range(5))
    sample("y", dist.Normal(mean, sigma), obs=data["y"])


def radon(data):
    mua, mub = sample("mua", dist.Normal(0, 5)), sample("mub", dist.Normal(0, 5))
    sa, sb = sample("sa", dist.HalfNormal(1)), sample("sb", dist.HalfNormal(1))
    s = sample("s", dist.HalfNormal(2))
    counties, county = data["n_county"], data["county"] - 1
    a = deterministic("a", mua + sa * sample("raw_a", dist.Normal(0, 1).expand([counties]).to_event(1)))
    b = deterministic("b", mub + sb * sample("raw_b", dist.Normal(0, 1).expand([counties]).to_event(1)))
    sample("y", dist.Normal(a[county] + b[county] * data["floor"], s), obs=data["y"])


def funnel(_data):
    v = sample("v", dist.Normal(0, 3))
    sample("x", dist.Normal(0, jnp.exp(v / 2)).expand([9]).to_event(1))


def autoregression(data):
    rho = sample("rho", dist.Normal(0.5, 0.5))
    spread, noise = sample("spread", dist.HalfNormal(1)), sample("noise", dist.HalfNormal(1))
    x = sample("x", dist.ImproperUniform(dist.constraints.real_vector, (), (data["n_step"],)))
    numpyro.factor("first", dist.Normal(0, spread).log_prob(x[0]))
    numpyro.factor("steps", dist.Normal(rho * x[:-1], spread).log_prob(x[1:]).sum())
    sample("y", dist.Normal(x[data["step"] - 1], noise), obs=data["y"])


def compute(data):
    base, gain = sample("base", dist.Normal(0, 2)), sample("gain", dist.Normal(0, 1))
    spread, noise = sample("spread", dist.HalfNormal(1)), sample("noise", dist.HalfNormal(1))
    harder = sample("harder", dist.HalfNormal(2))
    system, task = data["system"] - 1, data["task"] - 1
    amounts = jnp.zeros(data["n_system"]).at[system].set(data["logCompute"])
    skill = sample("skill", dist.Normal(base + gain * amounts, spread).to_event(1))
    hard = sample("hard", dist.Normal(0, harder).expand([data["n_task"]]).to_event(1))
    sample("score", dist.Normal(skill[system] - hard[task], noise), obs=data["score"])


MODELS = {
    "ocr": ocr,
    "object-permanence": object_permanence,
    "population": population,
    "navigation": navigation,
    "drift": drift,
    "rasch": rasch,
    "two-parameters": two_parameters,
    "irt-2pl": irt_2pl,
    "eight-schools": eight_schools,
    "kidiq": kidiq,
    "sblri": sblri,
    "radon": radon,
    "funnel": funnel,
    "autoregression": autoregression,
    "compute": compute,
}
