#!/usr/bin/env python3
"""One whole fit of one model by one of the peers, in a process of its own.

Usage: fit.py PEER PROGRAM DATA.json SEED DRAWS_FILE

PEER is stanli, nutpie, nutpie-low-rank, walnutpie or numpyro, with the settings that it has when nobody says any: 4
chains of 1000 draws. nutpie and walnutpie evaluate stanli's density, through the interface of BridgeStan: that is
Stan's mathematics without the half minute that a C++ compiler takes for each program, which is to their advantage.
Prints one line of JSON, as fit-report.ts describes it.
"""

import json
import os
import resource
import sys
from pathlib import Path

# One chain per core, as many as the others have. It has to be said before the libraries are imported.
os.environ.setdefault("XLA_FLAGS", "--xla_force_host_platform_device_count=2")

import numpy as np  # noqa: E402

CHAINS = 4
DRAWS = 1000
CORES = 2
HERE = Path(__file__).parent


def cpu_seconds():
    """Of this process, its threads and the processes that it waited for."""
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in spent)


def stan_file(program):
    return HERE / "posteriors" / f"{program}.stan"


def flat(columns):
    """Draws by name as (parameter, chain, draw) numbers, without the standardised values behind noncentred latents."""
    names, parts = [], []
    for name, values in columns.items():
        if name.startswith("raw"):
            continue
        values = np.asarray(values, dtype=np.float64)
        chains, draws = values.shape[:2]
        series = values.reshape(chains, draws, -1)
        names.extend([name] if series.shape[2] == 1 else [f"{name}[{k + 1}]" for k in range(series.shape[2])])
        parts.append(np.moveaxis(series, 2, 0))
    return names, np.concatenate(parts)


def payload(program, data):
    """The data with the program inside, as stanli's library takes both through BridgeStan's interface."""
    import stanli as peer

    mir, name = peer._resolve_program(str(stan_file(program)), None, None, None)
    return peer._runtime_lib_path(), {**data, "__stanli": {"build_id": peer.build_id(), "mir": mir, "name": name}}


def stanli(program, data, seed):
    import stanli as peer

    began = cpu_seconds()
    model = peer.Model(stan_file=str(stan_file(program)), data=data)
    compiled = cpu_seconds()
    made = model.sample(seed=seed, chains=CHAINS, samples=DRAWS, parallel_chains=CORES, refresh=0, save_warmup=True)
    ended = cpu_seconds()
    warmup = made.n_draws - DRAWS
    leapfrogs = np.asarray(made.sampler_stats)[:, :, STANLI_LEAPFROGS]
    draws = {name: made.draws(name)[:, warmup:] for name in made.names}
    return {
        "compileSeconds": compiled - began,
        "fitSeconds": ended - compiled,
        "gradients": int(leapfrogs.sum()),
        "samplingGradients": int(leapfrogs[:, warmup:].sum()),
        "divergences": int(np.asarray(made.sampler_stats)[:, warmup:, STANLI_DIVERGENT].sum()),
    }, draws


# Columns of a sampler's statistics, in CmdStan's order: lp, accept_stat, stepsize, treedepth, n_leapfrog, divergent, energy.
STANLI_LEAPFROGS, STANLI_DIVERGENT = 4, 5


def nutpie(program, data, seed, low_rank=False):
    import nutpie as peer
    import nutpie.compile_stan as compile_stan

    began = cpu_seconds()
    library_file, both = payload(program, data)
    library = peer._lib.StanLibrary(str(library_file))
    model = compile_stan.CompiledStanModel(
        _coords={},
        data=None,
        code="",
        library=library,
        dims={},
        model=peer._lib.StanModel(library, {}, {}, {}, seed, json.dumps(both), None),
    )
    compiled = cpu_seconds()
    made = peer.sample(
        model,
        draws=DRAWS,
        chains=CHAINS,
        cores=CORES,
        seed=seed,
        low_rank_modified_mass_matrix=low_rank,
        progress_bar=False,
        save_warmup=True,
    )
    ended = cpu_seconds()
    sampling = np.asarray(made.sample_stats["n_steps"])
    warmup = np.asarray(made.warmup_sample_stats["n_steps"])
    draws = {name: np.asarray(values) for name, values in made.posterior.data_vars.items()}
    return {
        "compileSeconds": compiled - began,
        "fitSeconds": ended - compiled,
        "gradients": int(sampling.sum() + warmup.sum()),
        "samplingGradients": int(sampling.sum()),
        "divergences": int(np.asarray(made.sample_stats["diverging"]).sum()),
    }, draws


def nutpie_low_rank(program, data, seed):
    return nutpie(program, data, seed, low_rank=True)


def walnutpie(program, data, seed):
    import stanli as engine
    import walnutpie as peer

    began = cpu_seconds()
    model = engine.bridgestan_model(stan_file=str(stan_file(program)), data=data)
    compiled = cpu_seconds()
    # It would stop by itself where its R-hat is below 1.01; all are asked for as many draws.
    chains = peer.walnuts_stan(
        model, num_chains=CHAINS, seed=seed, min_sampling_iter=DRAWS, max_sampling_iter=DRAWS, save_warmup=False
    )
    ended = cpu_seconds()
    names = chains[0].parameters
    together = np.stack([chain.data for chain in chains])
    return {
        "compileSeconds": compiled - began,
        "fitSeconds": ended - compiled,
        # It does not tell how often it evaluated the gradient.
        "gradients": None,
        "samplingGradients": None,
        "divergences": 0,
    }, {name: together[:, :, k] for k, name in enumerate(names) if not name.endswith("__")}


def numpyro(program, data, seed):
    import jax

    jax.config.update("jax_enable_x64", True)
    import numpyro_models
    from numpyro.infer import MCMC, NUTS

    model = numpyro_models.MODELS[program]
    arrays = {name: np.asarray(value) if isinstance(value, list) else value for name, value in data.items()}
    began = cpu_seconds()
    mcmc = MCMC(
        NUTS(model),
        num_warmup=1000,
        num_samples=DRAWS,
        num_chains=CHAINS,
        chain_method="sequential",
        progress_bar=False,
    )
    fields = ("num_steps", "diverging")
    mcmc.warmup(jax.random.PRNGKey(seed), arrays, collect_warmup=True, extra_fields=fields)
    warmup = np.asarray(mcmc.get_extra_fields()["num_steps"]).sum()
    mcmc.run(mcmc.post_warmup_state.rng_key, arrays, extra_fields=fields)
    ended = cpu_seconds()
    statistics = mcmc.get_extra_fields()
    sampling = np.asarray(statistics["num_steps"]).sum()
    draws = {name: np.asarray(values) for name, values in mcmc.get_samples(group_by_chain=True).items()}
    return {
        # It is compiled while it warms up and when it begins to sample.
        "compileSeconds": 0.0,
        "fitSeconds": ended - began,
        "gradients": int(warmup + sampling),
        "samplingGradients": int(sampling),
        "divergences": int(np.asarray(statistics["diverging"]).sum()),
    }, draws


PEERS = {
    "stanli": stanli,
    "nutpie": nutpie,
    "nutpie-low-rank": nutpie_low_rank,
    "walnutpie": walnutpie,
    "numpyro": numpyro,
}


def main(peer, program, data_file, seed, draws_file):
    data = json.loads(Path(data_file).read_text())
    report, columns = PEERS[peer](program, data, int(seed))
    names, draws = flat(columns)
    draws.astype("<f8").tofile(draws_file)
    print(json.dumps({**report, "chains": draws.shape[1], "draws": draws.shape[2], "names": names}))


if __name__ == "__main__":
    if len(sys.argv) != 6:
        sys.exit(__doc__)
    main(*sys.argv[1:])
