/** Properties are tried on cases drawn anew in each run, unless `THEODOLITE_SEED` says from which seed: CI then says the same of the same tree. */
import fc from 'fast-check';

const { THEODOLITE_SEED } = process.env;
if (THEODOLITE_SEED !== undefined)
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(THEODOLITE_SEED) });
