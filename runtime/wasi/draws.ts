/** The draws as CSV in CmdStan's format, with the same bytes as the host's (host/draws-csv.ts). */
import { columnAt, latentAt, latentCount } from './columns';
import { levelAt } from './levels';
import { putDrawn, putNumber } from './number/number-text';
import * as option from './options';
import { putText } from './printable';
import { nextRow, particleRows, rowNumbers, startChain } from './sample';
import { Sink, put, putByte, putBytes, putWhole } from './sink';
import * as table from './table';
import { Text } from './text';

/** Writes the settings as comments, the header, and a line for each draw of every chain. */
export function putDraws(to: Sink): void {
  putSettings(to);
  putHeader(to);
  for (let chain = 1; chain <= option.chains; chain++) {
    if (chain > 1) {
      put(to, option.isSequential ? '# Run ' : '# Chain ');
      putWhole(to, chain);
      putByte(to, 10);
    }
    if (option.isSequential) putParticles(to, chain);
    else putChain(to, chain);
  }
}

function putChain(to: Sink, chain: i32): void {
  startChain(chain);
  for (let i = 0; i < option.warmup; i++) nextRow();
  for (let i = 0; i < option.draws; i++) putRow(to, nextRow());
}

function putParticles(to: Sink, run: i32): void {
  const rows = particleRows(run);
  for (let i = 0; i < option.draws; i++) putRow(to, rows + <usize>i * (<usize>rowNumbers() << 3));
}

function putRow(to: Sink, row: usize): void {
  const numbers = rowNumbers();
  for (let i = 0; i < numbers; i++) {
    if (i > 0) putByte(to, 44);
    putDrawn(to, load<f64>(row + (<usize>i << 3)));
  }
  putByte(to, 10);
}

function putSettings(to: Sink): void {
  const isChain = !option.isSequential;
  put(to, '# sampled by theodolite');
  if (!isChain) {
    put(to, ', by sequential Monte Carlo: each row is a particle, all of one weight; ');
    put(to, 'the columns of the sampler are of its last transition');
  }
  putByte(to, 10);
  if (option.chains > 1) putChainList(to);
  put(to, '# model = ');
  put(to, table.LAYOUT);
  put(to, '\n# method = sample\n#   sample\n');
  putSetting(to, '#     num_samples = ', option.draws * option.chains);
  putSetting(to, '#     num_warmup = ', isChain ? option.warmup : 0);
  put(to, '#     save_warmup = 0\n#     thin = 1\n#     adapt\n');
  putSetting(to, '#       engaged = ', isChain && option.warmup > 0 ? 1 : 0);
  put(to, '#       delta = ');
  putNumber(to, option.targetAccept);
  put(to, '\n#     algorithm = hmc\n#       hmc\n#         engine = nuts\n#           nuts\n');
  putSetting(to, '#             max_depth = ', option.maxTreeDepth);
  put(to, '# id = 1\n# random\n');
  putSetting(to, '#   seed = ', option.seed);
  for (let i = 0; i < latentCount(); i++) {
    if (latentAt(i).category >= 0) putLevelNames(to, i);
  }
}

function putSetting(to: Sink, key: String, value: u64): void {
  put(to, key);
  putWhole(to, value);
  putByte(to, 10);
}

function putChainList(to: Sink): void {
  put(to, option.isSequential ? '# runs ' : '# chains ');
  for (let chain = 1; chain <= option.chains; chain++) {
    if (chain > 1) put(to, ', ');
    putWhole(to, chain);
  }
  put(to, ' one after another, ');
  putWhole(to, option.draws);
  put(to, ' draws each\n');
}

/** The number of values of a latent: one, or one per level of its category. */
function valuesOf(latent: i32): i32 {
  const category = latentAt(latent).category;
  return category < 0 ? 1 : columnAt(category).levels.names.length;
}

/**
 * Writes the level name for each numbered column of a latent, such as `theta.1 = theta[Ada]`. Names come from the
 * table, so they are escaped as in messages.
 */
function putLevelNames(to: Sink, latent: i32): void {
  const described = latentAt(latent);
  for (let place = 0; place < valuesOf(latent); place++) {
    put(to, '# ');
    putColumnName(to, described.name, place);
    put(to, ' = ');
    putBytes(to, described.name.at, described.name.length);
    put(to, '[');
    putText(to, levelAt(columnAt(described.category).levels, place));
    put(to, ']\n');
  }
}

function putColumnName(to: Sink, name: Text, place: i32): void {
  putBytes(to, name.at, name.length);
  putByte(to, 46);
  putWhole(to, place + 1);
}

function putHeader(to: Sink): void {
  put(to, 'lp__,accept_stat__,stepsize__,treedepth__,n_leapfrog__,divergent__,energy__');
  for (let i = 0; i < latentCount(); i++) {
    const described = latentAt(i);
    for (let place = 0; place < valuesOf(i); place++) {
      putByte(to, 44);
      if (described.category >= 0) putColumnName(to, described.name, place);
      else putBytes(to, described.name.at, described.name.length);
    }
  }
  putByte(to, 10);
}
