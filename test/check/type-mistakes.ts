/** One small layout for each mistake that checking finds, by what the mistake is. */

const head = `layout L
unit s, m
demand time : s in [0, 10]
demand size : m in [0, 5]
demand lava : flag
capability memory : s ~ uniform(0, 10)
capability skill : probability ~ beta(1, 1)
`;
const tail = `let base = margin(memory, time, 1 / 1 s) and presence(skill, lava) and margin(1 m, size, 1 / 1 m)
observe success ~ bernoulli(base)
`;

/** A layout that is right but for these lines. */
function having(...lines: string[]): string {
  return `${head}${tail}${lines.join('\n')}\n`;
}

/** A layout of persons and items, with lines of its own. */
function classes(...lines: string[]): string {
  return `layout L
category person, item
demand x in [0, 1]
param p : probability ~ beta(1, 1)
param hard[item] ~ normal(0, 1)
param able[person] ~ normal(0, 1)
${lines.join('\n')}
observe y ~ bernoulli(margin(able[person], hard[item] + x) and p)
`;
}

/** The same with a table of the persons' scores, in which these lines stand. */
function tabled(...lines: string[]): string {
  return classes('table scores {', '  category person', ...lines.map((line) => `  ${line}`), '}');
}

/** The same with a dimension. */
function dimensional(...lines: string[]): string {
  return `layout L
category model
dimension skill = verbal, spatial
demand level[skill] in [0, 5]
capability theta[model, skill] ~ normal(0, 1)
observe y ~ bernoulli(all skill: margin(theta[model, skill], level[skill]))
${lines.join('\n')}
`;
}

/** A layout with pairs of levels, and these statements. */
function paired(...statements: readonly string[]): string {
  return `layout L
category person, item, rater
category model = left, right
param g[person, item] ~ normal(0, 1)
param h[rater] ~ normal(0, 1)
param k[model] ~ normal(0, 1)
observe y ~ normal(g[person, item] + h[rater] + k[left] - k[right], 1)
${statements.join('\n')}
`;
}

export const typeMistakes: Readonly<Record<string, string>> = {
  'a report that reads a row': having('report left = memory - time'),
  'a report of numbers alone': having('report half = 1 / 2'),
  'a report of one value that reads levels': having(
    'category person',
    'capability a[person] ~ normal(0, 1)',
    'report twice = 2 * a[person]',
  ),
  'a report by levels of another category': having(
    'category person, item',
    'capability a[person] ~ normal(0, 1)',
    'capability b[item] ~ normal(0, 1)',
    'report gap[person] = a[person] - b[item]',
  ),
  'a report by levels of what has none': having(
    'category person',
    'capability a[person] ~ normal(0, 1)',
    'report twice[person] = 2 * memory',
  ),
  'a report in another unit': having('report span : m = 2 * memory'),
  'a report of a real as a probability': having('report chance : probability = 2 * memory'),
  'a report that is a flag': having('report easy : flag = skill'),
  'a report that something reads': having('report twice = 2 * memory', 'let more = twice + memory'),
  'an equation inside another expression': having('let x = 2 * solve(time, base = 0.5)'),
  'an equation that is a part of a report': having('report x = 2 * solve(time, base = 0.5)'),
  'an equation without a demand': having('report x = solve(memory, base = 0.5)'),
  'an equation of a demand that is misspelt': having('report x = solve(tine, base = 0.5)'),
  'an equation of a flag': having('report x = solve(lava, base = 0.5)'),
  'an equation of nothing': having('report x = solve()'),
  'an equation without a condition': having('report x = solve(time, size = 2 m)'),
  'an equation without the name of its condition': having('report x = solve(time, 0.5)'),
  'an equation with two conditions': having(
    'let other = memory - time',
    'report x = solve(time, base = 0.5, other = 1 s)',
  ),
  'an equation with a value given twice': having('report x = solve(time, base = 0.5, lava = 0, lava = 1)'),
  'an equation that leaves a demand open': having('report x = solve(time, base = 0.5, lava = 0)'),
  'an equation that holds a demand in another unit': having(
    'report x = solve(time, base = 0.5, lava = 0, size = 2 s)',
  ),
  'an equation that holds a flag at a half': having(
    'report x = solve(time, base = 0.5, lava = 0.5, size = 2)',
  ),
  'an equation that holds a demand at that of a row': having(
    'report x = solve(time, base = 0.5, lava = 0, size = size)',
  ),
  'an equation that holds what is no demand': having(
    'report x = solve(time, base = 0.5, lava = 0, size = 1, y = 1)',
    'unit y',
  ),
  'an equation that holds a latent that is misspelt': having(
    'report x = solve(time, base = 0.5, lava = 0, size = 1, skil = 1)',
  ),
  'an equation of what is misspelt': having('report x = solve(time, bas = 0.5, lava = 0, size = 1)'),
  'an equation of one category that reads another': classes(
    'let chance = logistic(able[person] - hard[item] - x)',
    'report half[person] = solve(x, chance = 0.5)',
  ),
  'an equation that holds what is sought': having(
    'report x = solve(time, base = 0.5, lava = 0, size = 1, time = 1)',
  ),
  'an equation of a probability of 1': having('report x = solve(time, base = 1, lava = 0, size = 1)'),
  'an equation of a probability above 1': having('report x = solve(time, base = 80, lava = 0, size = 1)'),
  'an equation of an outcome without a probability': having(
    'observe took : s ~ normal(memory + time, 1 s)',
    'report x = solve(time, took = 1)',
  ),
  'an equation in a demand on which nothing depends': having(
    'report x = solve(time, easy = 0.5)',
    'let easy = presence(skill, lava)',
  ),
  'an equation with several solutions': having(
    'param a, b ~ normal(0, 1)',
    'let hump = logistic(a * time / s) and logistic(b * time / s)',
    'report x = solve(time, hump = 0.5)',
  ),
  'an equation without a range': having(
    'demand far : s in [0, inf]',
    'let sees = margin(memory, far, 1 / 1 s)',
    'report x = solve(far, sees = 0.5)',
  ),
  'an equation without any range': having(
    'demand far : s',
    'let sees = margin(memory, far, 1 / 1 s)',
    'report x = solve(far, sees = 0.5)',
  ),
  'an equation in an empty range': having(
    'report x = solve(time, sees = 0.5, from = 5, to = 4)',
    'let sees = margin(memory, time, 1 / 1 s)',
  ),
  'an equation in a range that depends on a latent': having(
    'report x = solve(time, sees = 0.5, to = memory)',
    'let sees = margin(memory, time, 1 / 1 s)',
  ),
  'an equation of levels without their index': having(
    'category person',
    'capability a[person] : s ~ normal(0, 1)',
    'let sees = margin(a[person], time, 1 / 1 s)',
    'report x = solve(time, sees = 0.5)',
  ),
  'an equation of a class': classes(
    'class odd[person] ~ bernoulli(p)',
    'let chance = mix(odd[person], logistic(able[person] - x), p)',
    'report half[person] = solve(x, chance = 0.5)',
    'observe z ~ bernoulli(chance)',
  ),
  'an equation in another unit than its report': having(
    'report x : m = solve(time, sees = 0.5)',
    'let sees = margin(memory, time, 1 / 1 s)',
  ),
  'a demand of levels without its index': having(
    'category model',
    'demand compute[model] in [0, inf]',
    'param gain ~ normal(0, 1)',
    'capability a[model] ~ normal(gain * log(compute), 1)',
  ),
  'a demand of levels in the prior of others': having(
    'category model, task',
    'demand compute[model] in [0, inf]',
    'capability a[task] ~ normal(compute[model], 1)',
  ),
  'a demand of levels in a prior without any': having(
    'category model',
    'demand compute[model] in [0, inf]',
    'capability a ~ normal(compute[model], 1)',
  ),
  'a demand of rows in a prior, which could be one of levels': having(
    'category model',
    'demand compute in [0, inf]',
    'capability a[model] ~ normal(log(compute), 1)',
  ),
  'demands declared together with several indices': having(
    'category model',
    'demand compute[model], tokens in [0, inf]',
  ),
  'levels that are ordered by what is none': having(
    'category step ordered by tokens',
    'capability a[step] ~ normal(previous(a[step], 0), 1)',
  ),
  'levels that are ordered by a demand of rows': having(
    'category step ordered by tokens',
    'demand tokens in [0, 10]',
    'capability a[step] ~ normal(previous(a[step], 0), 1)',
  ),
  'levels that are ordered by a latent': having(
    'category step ordered by a',
    'capability a[step] ~ normal(0, 1)',
  ),
  'levels that are ordered by a demand of others': having(
    'category step, task ordered by tokens',
    'demand tokens[step] in [0, 10]',
    'capability a[step] ~ normal(0, 1)',
    'capability b[task] ~ normal(0, 1)',
  ),
  'levels that are listed and ordered': having(
    'category step in {base, tuned} ordered by tokens',
    'demand tokens[step] in [0, 10]',
    'capability a[step] ~ normal(0, 1)',
  ),
  'several columns whose levels are ordered': having(
    'category model = left, right ordered by rank',
    'demand rank[model] in [0, 10]',
    'capability a[model] ~ normal(0, 1)',
  ),
  'a category within what is none': having('category task in lava', 'capability a[task] ~ normal(0, 1)'),
  'categories that lie within each other': having(
    'category task in family',
    'category family in task',
    'capability a[task] ~ normal(0, 1)',
  ),
  'a category within itself': having('category task in task', 'capability a[task] ~ normal(0, 1)'),
  'a level of a category that another does not lie within': having(
    'category task, family',
    'param middle[family] ~ normal(0, 1)',
    'capability a[task] ~ normal(middle[family], 1)',
  ),
  'a level of the smaller group in the prior of the larger one': having(
    'category task in family',
    'category family',
    'param middle[family] ~ normal(a[task], 1)',
    'capability a[task] ~ normal(0, 1)',
  ),
  'a level of two columns without saying which': having(
    'category model = left, right',
    'capability a[model] ~ normal(0, 1)',
    'observe wins ~ bernoulli_logit(a[model])',
  ),
  'a level of two columns in a let, without saying which': having(
    'category model = left, right',
    'capability a[model] ~ normal(0, 1)',
    'let odds = exp(a[model])',
  ),
  'a latent that is indexed by a column of a category': having(
    'category model = left, right',
    'capability a[left] ~ normal(0, 1)',
  ),
  'a prior that reads the level of a column': having(
    'category model = left, right',
    'param c[model] ~ normal(0, 1)',
    'capability a[model] ~ normal(c[left], 1)',
  ),
  'a statistic by a category of two columns': having(
    'category model = left, right',
    'capability a[model] ~ normal(mean(success, by = left), 1)',
  ),
  'a demand of levels in two columns': having(
    'category model = left, right',
    'demand compute[model] in [0, inf]',
    'capability a[model] ~ normal(0, 1)',
  ),
  'a drift over levels in two columns': having(
    'category model = left, right',
    'capability a[model] ~ normal(previous(a[model], 0), 1)',
  ),
  'two categories with the same columns': having(
    'category model, system = left, right',
    'capability a[model] ~ normal(0, 1)',
  ),
  'a category with one column of another name': having(
    'category model = left',
    'capability a[model] ~ normal(0, 1)',
  ),
  'a category of two columns within another': having(
    'category model = left, right in maker',
    'category maker',
    'capability a[model] ~ normal(0, 1)',
  ),
  'a column of two categories': having(
    'category model = left, right',
    'category left',
    'capability a[model] ~ normal(0, 1)',
  ),
  'a level that is listed twice': having(
    'category step in {base, tuned, "base"}',
    'capability a[step] ~ normal(0, 1)',
  ),
  'an index that is no category': having('capability a[person] ~ normal(0, 1)'),
  'a misspelt category': having('category person', 'capability a[persn], b[person] ~ normal(0, 1)'),
  'a demand for a category': having('capability a[lava] ~ normal(0, 1)'),
  'a category that indexes nothing': having('category person'),
  'a category for a value': having('category person', 'let p = 2 * person'),
  'latents declared together with and without an index': having(
    'category person',
    'capability a, b[person] ~ normal(0, 1)',
  ),
  'an indexed latent without its index': having(
    'category person',
    'capability a[person] ~ normal(0, 1)',
    'let p = logistic(a)',
  ),
  'a latent with an index it has not': having('category person', 'let p = memory[person] / 2'),
  'a demand with an index': having('category person', 'let p = time[person] / 2'),
  'a latent with another index': having(
    'category person, item',
    'capability a[person] ~ normal(0, 1)',
    'capability b[item] ~ normal(0, 1)',
    'let p = a[person] - a[item]',
  ),
  'a prior that reads every level': having(
    'category person',
    'capability a[person] ~ normal(0, 1)',
    'capability b ~ normal(a[person], 1)',
  ),
  'a prior that reads a level of another category': having(
    'category person, item',
    'capability a[person] ~ normal(0, 1)',
    'capability b[item] ~ normal(a[person], 1)',
  ),
  'a latent read by two columns': having(
    'category left, right',
    'capability strength[left] ~ normal(0, 1)',
    'observe leftWins ~ bernoulli_logit(strength[left] - strength[right])',
  ),
  'a base of a logarithm in its name': having('let p = logistic(log10(memory / 1 s))'),
  'a logistic by another name': having('let p = sigmoid(memory / 1 s)'),
  'an absolute value': having('let p = logistic(abs(memory / 1 s))'),
  'a latent called min': having('param min : s ~ half_normal(1)'),
  'a latent by the name of a unit and function': having('unit min = 60 s', 'param min : s ~ half_normal(1)'),
  'logarithms whose units do not cancel': having('let p = 1 + log(time) - log(size)'),
  'logarithms that are added': having('let p = log(time) + log(memory)'),
  'a let of the logarithm of a unit': having('let l = log(time)', 'let p = l - log(memory)'),
  'a multiple of the logarithm of a unit': having('let p = 2 * log(time) - log(memory)'),
  'a unit that is converted to itself': having('unit minute = 60 minute'),
  'units that are converted to each other': having(
    'unit hour = 60 minute',
    'unit minute = 1 hour',
    'let p = 3 hour + 1 s',
  ),
  'a conversion to an unknown unit': having('unit minute = 60 sec'),
  'a conversion to a demand': having('unit minute = 60 time'),
  'a conversion by 0': having('unit instant = 0 s', 'let p = time + 2 instant'),
  'a conversion by a negative number': having('unit ago = -1 s'),
  'a conversion by too large a number': having('unit a = 1e300 s', 'unit b = 1e300 a'),
  'a conversion by too small a number': having('unit a = 1e-300 s', 'unit b = 1e-300 a'),
  'a converted quantity that is no double': having('unit a = 1e300 s', 'let p = time + 1e300 a'),
  'converted units of different dimensions': having('unit km = 1000 m', 'let p = time + 3 km'),
  'a number beside two units': having('unit minute = 60 s', 'let p = clamp(time, 1 minute, 5)'),
  'a number beside a percentage': having('unit percent = 0.01', 'let p = 1 - 5 percent'),
  'a percentage above all': having('unit percent = 0.01', 'observe failed ~ bernoulli(120 percent)'),
  'a margin of two units without its slope': having(
    'unit minute = 60 s',
    'capability calm : minute ~ half_normal(2)',
    'observe waited ~ bernoulli(margin(calm, time))',
  ),
  'a mean for a rate': having('param pause : s ~ exponential(mean(time))'),
  'one less an exponential for a probability': having('observe failed ~ bernoulli(1 - exp(-time / memory))'),
  'a ratio of probabilities': having('observe chosen ~ bernoulli(skill / (skill + 0.5))'),
  'a weighted sum of probabilities': having('observe chosen ~ bernoulli(0.5 * skill + 0.5 * lava)'),
  'the greater of a probability and a number beyond 1': having(
    'observe chosen ~ bernoulli(at_least(skill, 1.5))',
  ),
  'a difference of probabilities': having('observe chosen ~ bernoulli(skill - presence(skill, lava) * 0.5)'),
  'a let that nothing reads': having('demand wait : s in [0, 10]', 'let rest = memory - wait'),
  'a probability beyond 1': having('demand chance : probability in [0, 2]'),
  'a parameter of a link with an index': having(
    'category person',
    'link twice(x) = x[person] + x',
    'let p = twice(memory)',
  ),
  'a uniform that is to be noncentred': having('capability a ~ uniform(0, 1) noncentred'),
  'a truncated prior that is to be centred': having('capability a ~ normal(0, 1) in [0, 1] centred'),
  'a level before outside of a prior': having('let p = previous(memory, 1 s)'),
  'a level before of a latent without an index': having('capability a ~ normal(previous(a, 0), 1)'),
  'a level before of another latent': having(
    'category step',
    'capability a[step] ~ normal(0, 1)',
    'capability b[step] ~ normal(previous(a[step], 0), 1)',
  ),
  'a level before in another unit': having(
    'category step',
    'capability a[step] : s ~ normal(previous(a[step], 1 m), 1)',
  ),
  'a level before in a gamma': having('category step', 'capability a[step] ~ gamma(1, previous(a[step], 1))'),
  'a level before in a bound': having(
    'category step',
    'capability a[step] ~ normal(0, 1) in [0, previous(a[step], 1)]',
  ),
  'a level before of a probability': having(
    'category step',
    'capability a[step] : probability ~ normal(previous(a[step], 0.5), 1) in [0, 1]',
  ),
  'a level before without its index': having(
    'category step',
    'capability a[step] ~ normal(previous(a, 0), 1)',
  ),
  'a walk that is no line and is to be noncentred': having(
    'category step',
    'capability a[step] ~ normal(exp(previous(a[step], 0)), 1) noncentred',
  ),
  'a value for missing cells in another unit': having('demand x : m in [0, 5] missing = 2 s', 'let y = x'),
  'a value for missing cells outside of the range': having(
    'demand x : m in [0, 5] missing = -1',
    'let y = x',
  ),
  'a value for missing cells that is not in the set': having('demand x in {-1, 1} missing = 0', 'let y = x'),
  'a value for the missing cells of a count that is not whole': having(
    'demand x : count missing = 0.5',
    'let y = x',
  ),
  'a value for the missing cells of a flag': having('demand x : flag missing = 2', 'let y = x'),
  'a value for missing cells that reads a latent': having('demand x : s missing = memory', 'let y = x'),
  'a value for missing cells that reads a row': having('demand x : s missing = time', 'let y = x'),
  'a value for missing cells that is a statistic': having('demand x : s missing = mean(time)', 'let y = x'),
  'a value for missing cells with an unknown name': having('demand x : s missing = tme', 'let y = x'),
  'a value for missing cells that is wrong and not chosen': having(
    'demand x : s in [0, 1] missing = choose gap { low: 0, high: 2 }',
    'let y = x',
  ),
  'a statistic by a number': having('let p = mean(time, by = 3)'),
  'a statistic by a demand': having('let p = mean(time, by = lava)'),
  'a statistic by levels in the prior of one value': having(
    'category person',
    'capability a[person] ~ normal(0, 1)',
    'capability b : s ~ normal(mean(time, by = person), 1)',
  ),
  'an unknown name': having('let p = margin(memry, time)'),
  'an unknown name like no other': having('let p = elephant + 1'),
  'an unknown function': having('let p = margn(memory, time)'),
  'an unknown function like no other': having('let p = elephant(memory)'),
  'an unknown unit after a number': having('let p = 4 kg'),
  'a misspelt unit': having('unit metre', 'demand x : meter in [0, 1]'),
  'an unknown unit in an annotation': having('demand x : kg / s in [0, 1]', 'let y = x'),
  'a demand for a unit': having('demand x : time in [0, 1]', 'let y = x'),
  'a name after a number': having('let p = 2 time'),
  'a function without its arguments': having('let p = margin + 1'),
  'an infinity in an expression': having('let p = inf + 1'),
  'a word in an expression': having('let p = missing + 1'),
  'a name that is called': having('let p = time(3)'),
  'a distribution in an expression': having('let p = normal(0, 1)'),
  'a clamp in two units': having('let p = margin(clamp(time, 0 s, 2 m), memory)'),
  'a mean of nothing': having('let p = power_mean(2)'),
  'a mean with a latent for its exponent': having('param r ~ half_normal(1)', 'let p = power_mean(r, skill)'),
  'a mean of a real': having('let p = power_mean(2, skill, memory)'),
  'an unknown prior': having('capability a ~ unifrom(0, 1)'),
  'an unknown prior like no other': having('capability a ~ elephant(0, time)'),
  'a weight that is not declared': having('observe y ~ bernoulli(skill) weight w'),
  'a misspelt weight': having('demand share in [0, 1]', 'observe y ~ bernoulli(skill) weight shere'),
  'a latent for a weight': having('observe y ~ bernoulli(skill) weight skill'),
  'a weight with a unit': having('observe y ~ bernoulli(skill) weight time'),
  'a weight that may be below 0': having('demand w in [-1, 1]', 'observe y ~ bernoulli(skill) weight w'),
  'a weight without a range': having('demand w', 'observe y ~ bernoulli(skill) weight w'),
  'a count of rows that is no count': having('demand n in [0, 9]', 'observe y ~ bernoulli(skill) count n'),
  'a time without its choice': having('observe y : s ~ wiener(1, 0.2 s, 0.5, 1)'),
  'two outcomes of a distribution of one': having('observe x, y ~ bernoulli(skill)'),
  'a truncated outcome of 0 and 1': having('observe y ~ bernoulli(skill) in [0, 1]'),
  'a truncation at a latent': having('observe y : s ~ normal(memory, 1 s) in [0 s, 2 * memory]'),
  'a truncation in another unit': having('observe y : s ~ normal(memory, 1 s) in [0 m, 9 m]'),
  'a truncation whose ends are swapped': having('observe y : s ~ normal(memory, 1 s) in [9, 2]'),
  'a truncation from 0 of what is above 0': having('observe y : s ~ exponential(mean = memory) in [0, 9]'),
  'a censored decision': having('observe x, y : s ~ wiener(1, 0.2 s, 0.5, 1) censored above 9 s'),
  'a censored outcome of 0 and 1': having('observe y ~ bernoulli(skill) censored where lava'),
  'a censored share': having('observe y ~ beta_proportion(skill, 9) censored above 0.5'),
  'a real that says what is censored': having(
    'observe y : s ~ lognormal(median = memory, spread = 1) censored where time',
  ),
  'a limit in another unit': having('observe y : s ~ normal(memory, 1 s) censored above 9 m'),
  'a limit that is a latent': having('observe y : s ~ normal(memory, 1 s) censored above 2 * memory'),
  'limits that are swapped': having('observe y : s ~ normal(memory, 1 s) censored below 9 above 2'),
  'a limit of 0 of what is above 0': having('observe y : s ~ exponential(mean = memory) censored below 0'),
  'an interval to an outcome': having(
    'observe x : s ~ normal(memory, 1 s)',
    'observe y : s ~ normal(memory, 1 s) censored to x',
  ),
  'a real for the n of a binomial': having('observe y ~ binomial(time, skill)'),
  'more trials than can be counted': having('observe y ~ beta_binomial(1e300, 1, 1)'),
  'a negative n of a binomial': having('observe y ~ binomial(-3, skill)'),
  'a real for the p of a binomial': having('observe y ~ binomial(3, 2 * skill)'),
  'a logit with a unit': having('observe y ~ bernoulli_logit(memory - time)'),
  'an outcome in one unit and its mean in another': having('observe y : m ~ normal(memory, 1)'),
  'an outcome without a unit whose mean has one': having('observe y ~ student_t(4, memory, 1)'),
  'an outcome in a unit that is not declared': having('observe y : kg ~ normal(1, 1)'),
  'a unit for an outcome that has none': having('observe y : s ~ binomial(3, skill)'),
  'an outcome that is declared a flag': having('observe y : flag ~ bernoulli(skill)'),
  'a normal outcome that is declared a probability': having('observe y : probability ~ normal(0, 1)'),
  'a median with a unit for the mu of a lognormal': having('observe y : s ~ lognormal(memory, 1)'),
  'a distribution in two forms at once': having('observe y : s ~ lognormal(mu = 0, spread = 1)'),
  'a median without its name': having('observe y : s ~ lognormal(20 s, spread = 1)'),
  'a median without a spread': having('observe y : s ~ lognormal(median = 20 s)'),
  'a median in another unit': having('observe y : s ~ lognormal(median = 20 m, spread = 1)'),
  'a mean share that is certain': having('capability a : probability ~ beta(mean = 1, precision = 4)'),
  'an outcome without spread': having('observe y ~ lognormal(0, 0)'),
  'a negative precision': having('observe y ~ beta_proportion(skill, precision = -2)'),
  'an ordered outcome without cut points': having('observe y ~ ordered_logistic(1)'),
  'a partial credit without steps': having('observe y ~ partial_credit(1)'),
  'a choice of one value': having('observe y ~ categorical_logit(1)'),
  'a logit of a choice with a unit': having('observe y ~ categorical_logit(0, memory)'),
  'cut points that go down': having('observe y ~ ordered_logistic(0.5, -1, 2, 2)'),
  'cut points by name': having('observe y ~ ordered_logistic(eta = 0.5, 1)'),
  'an outcome of counts used as a probability': having(
    'observe y ~ binomial(3, skill)',
    'let p = downscale(mean(y), skill)',
  ),
  'an unknown outcome': `${head}observe y ~ bernouli(skill)\n`,
  'an unknown outcome like no other': `${head}observe y ~ elephant(skill)\n`,
  'a name declared twice': having('let base = 3'),
  'a unit with the name of a demand': having('unit time'),
  'an outcome with the name of a demand': `${head}observe time ~ bernoulli(skill)\n`,
  'the name of a function': having('let margin = 3'),
  'a word for a name': having('let flag = 3'),
  'a name with two underscores': having('let lp__ = 3'),
  'a let that reads itself': having('let p = p + 1'),
  'lets in a circle': having('let p = q + 1', 'let q = r + 1', 'let r = p + 1'),
  'priors in a circle': having('capability a ~ uniform(0, b)', 'capability b ~ uniform(0, a)'),
  'a prior in a circle through a let': having('let twice = 2 * a', 'capability a ~ uniform(0, twice)'),
  'units that do not add': having('let p = memory + size'),
  'units that do not add in a long sum': having('let p = 2 * memory * 3 + (size - 1)'),
  'units that do not compare': having('let p = margin(memory, size)'),
  'a constant without a unit added to a unit': having('let k = 3', 'let p = memory + k'),
  'a steepness in the wrong unit': having('let p = margin(memory, time, 2 s)'),
  'a unit that comes through lets': having(
    'let area = size * size',
    'let side = area / size',
    'let p = margin(memory, side)',
  ),
  'a unit that comes through lets and links': having(
    'link twice(x) = 2 * x',
    'let far = twice(size)',
    'let p = twice(memory) - far',
  ),
  'a steepness with a unit on a log scale': having('let p = log_margin(memory, time, steepness = 2 s)'),
  'scaled margin in two units': having('let p = scaled_margin(memory, time, 0 m, 5)'),
  'scaled margin with its bounds swapped': having('let p = scaled_margin(memory, time, 5, 0)'),
  'scaled margin with too small a p': having('let p = scaled_margin(memory, time, 0, 5, 0.4)'),
  'scaled margin with a p that is not constant': having(
    'let p = scaled_margin(memory, time, 0, 5, p = skill)',
  ),
  'the logarithm of a unit': having('let p = log(memory)'),
  'a logistic of a unit': having('let p = logistic(memory)'),
  'an exponential of a unit': having('let p = exp(memory)'),
  'a unit raised to a latent': having('let p = memory ^ skill'),
  'a power with a unit': having('let p = 2 ^ memory'),
  'a unit to a huge power': having('let p = memory ^ 100'),
  'an annotation to a huge power': having('demand x : s^60 * s^60', 'let y = x'),
  'a latent for a probability': having('let p = memory and skill'),
  'a real of data for a probability': having('let p = skill and size / 1 m'),
  'a demand for a probability': having('demand x in [0, 2]', 'let p = presence(skill, x)'),
  'a latent without a unit for a probability': having('capability a ~ uniform(0, 1)', 'let p = not a'),
  'a statistic for a probability': having('let p = mix(max(size) / 5 m, skill, skill)'),
  'a number above one for a probability': having('let p = downscale(1.5, skill)'),
  'a number below zero for a probability': having('let p = any(skill, -0.5)'),
  'a sum of probabilities for a probability': having('let p = not (skill + base)'),
  'a real for the outcome': `${head}observe success ~ bernoulli(memory - time)\n`,
  'an argument too many': having('let p = margin(memory, time, 1, 2)'),
  'an argument too few': having('let p = margin(memory)'),
  'all arguments missing': having('let p = mix()'),
  'an argument by an unknown name': having('let p = margin(memory, time, stepness = 2)'),
  'an argument by a name like no other': having('let p = margin(memory, time, elephant = 2)'),
  'an argument given twice': having('let p = margin(memory, time, demand = time)'),
  'an argument without a name after one with': having('let p = margin(ability = memory, time)'),
  'a named argument where there are no names': having('let p = all(p = skill)'),
  'no arguments where there may be any number': having('let p = any()'),
  'a statistic of a latent': having('let p = max(memory)'),
  'a statistic of a latent through a let': having('let twice = 2 * memory', 'let p = mean(twice)'),
  'a statistic of a constant': having('let p = sum(3)'),
  'a statistic of a statistic': having('let p = sum(max(size))'),
  'an outcome outside a statistic': having('let p = success * 2'),
  'a prior that reads a row': having('capability a : m ~ uniform(0, size)'),
  'a prior that reads a row through a let': having(
    'let half = size / 2',
    'capability a : m ~ uniform(0, half)',
  ),
  'a prior in the wrong unit': having('capability a : m ~ uniform(0, 5 s)'),
  'a prior with a unit for a latent without': having('capability a ~ uniform(0, memory)'),
  'both parameters of a normal wrong': having('bias a : m ~ normal(3 s, -1)'),
  'a uniform with its bounds swapped': having('capability a ~ uniform(2, 1)'),
  'a half-normal without spread': having('param a ~ half_normal(0)'),
  'a beta with negative parameters': having('capability a : probability ~ beta(-1, 0)'),
  'a beta with a unit': having('capability a : m ~ beta(1, 1)'),
  'a beta for a latent without a unit': having('capability a ~ beta(1, 1)'),
  'beta parameters with units': having('capability a : probability ~ beta(1 s, memory)'),
  'a normal for a probability': having('capability a : probability ~ normal(0, 1)'),
  'a uniform beyond one for a probability': having('capability a : probability ~ uniform(0, 2)'),
  'a uniform up to a latent for a probability': having(
    'capability b ~ uniform(0, 1)',
    'capability a : probability ~ uniform(0, b)',
  ),
  'a rate in the unit of the latent': having('capability a : m ~ exponential(2 m)'),
  'a lognormal of a quantity': having('capability a : m ~ lognormal(2 m, 1)'),
  'a gamma without a shape': having('capability a : m ~ gamma(0, 1)'),
  'a scaled beta with its bounds swapped': having('capability a : m ~ scaled_beta(2, 2, 5, 1)'),
  'a truncated uniform': having('capability a ~ uniform(0, 4) in [1, 2]'),
  'a truncation below the support': having('capability a ~ half_normal(1) in [-1, 2]'),
  'a truncation beyond the support': having('capability a ~ scaled_beta(2, 2, 1, 3) in [2, 4]'),
  'a truncation with its bounds swapped': having('capability a ~ normal(0, 1) in [2, 1]'),
  'a truncation in the wrong unit': having('capability a : m ~ normal(0, 1) in [0, 5 s]'),
  'a truncation that reads a row': having('capability a : m ~ normal(0, 1) in [0, size]'),
  'a truncation that reads its latent': having('capability a ~ normal(0, 1) in [0, 2 * a]'),
  'a probability truncated on one side': having('capability a : probability ~ normal(0, 1) in [0, inf]'),
  'a probability truncated beyond one': having('capability a : probability ~ normal(0, 1) in [0, 2]'),
  'a capability that is a flag': having('capability a : flag ~ uniform(0, 1)'),
  'a bias that is a count': having('bias a : count ~ uniform(0, 1)'),
  'a flag with a domain': having('demand x : flag in {0, 1}', 'let y = x'),
  'an empty range': having('demand x in [4, 1]', 'let y = x'),
  'a range of infinities': having('demand x in [inf, -inf]', 'let y = x'),
  'a repeated value in a set': having('demand x in {1, 2, 1}', 'let y = x'),
  'a count below zero': having('demand x : count in [-1, 5]', 'let y = x'),
  'a count that is not whole': having('demand x : count in {0, 1.5}', 'let y = x'),
  'a division by zero': having('let p = memory / 0'),
  'a division of numbers by zero': having('let p = 1 / (2 - 2)'),
  'a division by a let that is zero': having('let zero = 0', 'let p = memory / zero'),
  'the logarithm of zero': having('let p = log(0)'),
  'the logarithm of a negative number': having('let p = log_margin(-1 s, time)'),
  'the root of a negative number': having('let p = sqrt(-4)'),
  'a constant that overflows': having('let p = exp(1000)'),
  'a sum that overflows': having('let p = 1e308 + 1e308 + memory / 1 s'),
  'a constant with a unit that overflows': having('let p = 1e308 m * 10'),
  'a negative number to a fraction': having('let p = (-8) ^ 0.5'),
  'a layout that observes nothing': head,
  'a layout without latents': 'layout L\ndemand x : flag\nobserve y ~ bernoulli(mean(x))\n',
  'a latent that no observation reads': having('capability a ~ normal(0, 1)', 'let unread = a + 1'),
  'a demand that is never used': having('demand x : flag'),
  'three mistakes at once': having('let p = memry + 1', 'let q = memory + size', 'let r = not size'),
  'a mistake whose uses are not mistakes': having('let p = memory + size', 'let q = p + 1', 'let r = not q'),
  'mistakes on both sides of an operator': having('let p = (memory + size) * (1 / 0)'),
  'mistakes of syntax and of types together': having(
    'let p = memory +',
    'let q = p and skill',
    'let r = not size',
  ),
  'a link given two units': having('link gap(a, b) = logistic((a - b) / 1 s)', 'let p = gap(memory, size)'),
  'a link whose default is in another unit': having('link gap(a, b = 1 m) = a - b', 'let p = gap(memory)'),
  'a link with a steepness in the wrong unit': having(
    'link near(a, b) = margin(a, b, 2 s)',
    'let p = near(memory, time)',
  ),
  'a link given a unit its body cannot take': having('link soft(a) = logistic(a)', 'let p = soft(memory)'),
  'a link given a unit through another': having(
    'link gap(a, b) = a - b',
    'link soft(x, y, scale) = logistic(gap(x, y) / scale)',
    'let p = soft(memory, size, 2 s)',
  ),
  'a link given a real for a probability': having('link both(p, q) = p and q', 'let p = both(skill, memory)'),
  'the value of a link in the wrong unit': having(
    'link twice(x) = 2 * x',
    'let p = margin(twice(memory), size)',
  ),
  'a link that is called in its own body': having('link f(x) = f(x) + 1', 'let p = f(memory)'),
  'links in a circle': having(
    'link f(x) = g(x)',
    'link g(x) = h(x) + 1',
    'link h(x) = 2 * f(x)',
    'let p = f(1)',
  ),
  'a link that reads a latent': having('link f(x) = margin(memory, x)', 'let p = f(time)'),
  'a link that reads a statistic': having('link f(x) = x / max(x)', 'let p = f(time)'),
  'an unknown name in a link': having('link f(abilty, d) = ability - d', 'let p = f(memory, time)'),
  'a mistake of a link that no call has a part in': having('link f(x) = x + (1 m + 1 s)'),
  'a link without its argument': having('link f(x, y = 2) = x * y', 'let p = f()'),
  'a link with an argument of another name': having(
    'link f(x, slope = 2) = x * slope',
    'let p = f(1, slop = 2)',
  ),
  'a link that is not called': having('link f(x) = x', 'let p = f + 1'),
  'a misspelt link': having('link steepen(x) = x ^ 2', 'let p = steppen(2)'),
  'a parameter twice': having('link f(x, x) = x', 'let p = f(1, 2)'),
  'a parameter without a default after one with': having('link f(x = 1, y) = x * y', 'let p = f(1, 2)'),
  'a parameter with the name of a function': having('link f(log) = log', 'let p = f(1)'),
  'a link with the name of one of the language': having('link margin(a, b) = logistic(a - b)'),
  'links that grow without end': having(
    'link f1(x) = x * x',
    ...Array.from({ length: 19 }, (_, i) => `link f${i + 2}(x) = f${i + 1}(f${i + 1}(x))`),
    'let p = f20(memory / s)',
  ),
  'a parameter that is not used': having('link f(x, y) = x', 'let p = f(1, 2)'),
  'a margin of quantities with a unit without a steepness': having('let q = margin(memory, time)'),
  'a margin of more than names without a steepness': having('let q = margin(memory * 2, time + 1 s)'),
  'a margin of quantities with a compound unit without a steepness': having(
    'let q = margin(memory * size, time * 1 m)',
  ),
  'a band of quantities with a unit without a slope': having(
    'let q = band(memory, 1 s, time)',
    'let r = band(memory, time, inf)',
  ),
  'a margin without a steepness in a link that is called twice': having(
    'link near(x) = margin(x, 0)',
    'let q = near(memory - time) and near(time - memory)',
  ),
  'a link that no one calls': having('link f(x) = 2 * x'),
  'a probability for a window': having('let p = band(memory, 0, size)'),
  'a window with its bounds swapped': having('let p = band(memory, 4, 2)'),
  'a window with a lower bound of inf': having('let p = band(memory, inf, 2)'),
  'a window without bounds': having('let p = band(memory, -inf, inf)'),
  'a slope in the wrong unit': having('let p = band(memory, 2, time, slope = 2 s)'),
  'item response in two units': having('let p = irt_2pl(memory, size, 1)'),
  'a discrimination in the wrong unit': having('let p = irt_2pl(memory, time, 1 s)'),
  'a real between two bounds': having('let p = between(0.1, 0.9, memory)'),
  'a weight without its probability': having('let p = weighted_any(0.5, skill, 0.2)'),
  'a weight that is no probability': having('let p = weighted_any(2, skill)'),
  'two units for the smaller of two': having('let p = at_most(memory, size)'),
  'a constant beyond all numbers': having('let p = margin(1e308, -1e308)'),
  'an alternative that is wrong and not chosen': having(
    'let p = choose k { right: 1, wrong: memory + size }',
  ),
  'a prior that is wrong and not chosen': having(
    'capability c : s ~ choose k { right: uniform(0, 1), wrong: uniform(0, 1 m) }',
  ),
  'an alternative within one that is not chosen': having(
    'let p = choose k { right: 1, other: choose inner { fine: 2, wrong: memory + size } }',
  ),
  'a truncation after a choice that an alternative cannot have': having(
    'capability c : s ~ choose k { right: normal(0, 1), wrong: uniform(0, 1) } in [0, choose end { near: 2, far: 5 m }]',
  ),
  'two alternatives of one name': having('let p = choose k { x: 1, x: 2 }'),
  'a choice of one name with other alternatives': having(
    'let p = choose k { x: 1, y: 2 }',
    'let q = choose k { x: 1, z: 2 }',
  ),
  'too many alternatives': having(
    `let p = choose k { ${Array.from({ length: 201 }, (_, i) => `x${i}: ${i}`).join(', ')} }`,
  ),
  'a factor that reads no latent': having('factor -(time / 1 s)'),
  'a factor with a unit': having('factor memory - time'),
  'a factor that is a probability': having('factor margin(memory, time, 1 / 1 s)'),
  'a factor of levels that reads a row': having(
    'category person',
    'param a[person] ~ normal(0, 1)',
    'factor[person] -a[person] * lava',
  ),
  'a factor of levels that reads none': having('category person', 'factor[person] -(memory / 1 s)'),
  'a factor of levels that reads another level': having(
    'category person, item',
    'param a[person] ~ normal(0, 1)',
    'param b[item] ~ normal(0, 1)',
    'factor[person] -a[person] * b[item]',
  ),
  'a factor of an unknown category': having('factor[people] -(memory / 1 s)'),
  'a factor that reads a class': classes(
    'class knows[person] ~ bernoulli(p)',
    'factor knows[person] * able[person]',
  ),
  'a factor of rows that count': having(
    'demand n : count',
    'factor -lava * skill',
    'observe twice ~ bernoulli(skill) count n',
  ),
  'a factor that is named': having('factor f = -skill'),
  'names for the values of 0 and 1': having('observe second in {wrong, right} ~ bernoulli(base)'),
  'fewer names than values': having('observe grade in {low, high} ~ ordered_logistic(0, -1, 1)'),
  'a name of two values': having('observe grade in {low, high, low} ~ ordered_logistic(0, -1, 1)'),
  'a latent that is in order with nothing': having('param a ~ normal(0, 1) ordered'),
  'latents in order along two dimensions': having(
    'dimension kind = x, y',
    'dimension part = u, v',
    'param a[kind, part] ~ normal(0, 1) ordered',
  ),
  'latents in order with several priors': having(
    'dimension kind = x, y',
    'param middle[kind] ~ normal(0, 1)',
    'param a[kind] ~ normal(middle[kind], 1) ordered',
  ),
  'latents in order that are noncentred': having('param a, b ~ normal(0, 1) ordered noncentred'),
  'latents in order that drift': having(
    'category person',
    'dimension kind = x, y',
    'param a[person, kind] ~ normal(previous(a[person, kind], 0), 1) ordered',
  ),
  'a sum to zero of a single value': having('param a ~ normal(0, 1) sum to zero'),
  'a sum to zero along a dimension alone': having(
    'dimension kind = x, y',
    'param a[kind] ~ normal(0, 1) sum to zero',
  ),
  'a sum to zero of pairs': having(
    'category person, item',
    'param a[person, item] ~ normal(0, 1) sum to zero',
  ),
  'a sum to zero of what is correlated': having(
    'category person',
    'param a[person], b[person] ~ normal(0, 1) sum to zero correlated lkj(2)',
  ),
  'a sum to zero of what is in order': having(
    'category person',
    'dimension kind = x, y',
    'param a[person, kind] ~ normal(0, 1) ordered sum to zero',
  ),
  'a sum to zero of a truncated prior': having(
    'category person',
    'param a[person] ~ normal(0, 1) in [-1, 1] sum to zero',
  ),
  'a sum to zero of what is not normal': having(
    'category person',
    'param a[person] ~ student_t(3, 0, 1) sum to zero',
  ),
  'a sum to zero of a walk': having(
    'category person',
    'param a[person] ~ normal(previous(a[person], 0), 1) sum to zero',
  ),
  'a sum to zero around another mean': having(
    'category person',
    'param middle ~ normal(0, 1)',
    'param a[person] ~ normal(middle, 1) sum to zero',
  ),
  'a sum to zero of levels with several spreads': having(
    'category person',
    'param apart[person] ~ half_normal(1)',
    'param a[person] ~ normal(0, apart[person]) sum to zero',
  ),
  'several arguments in a sum': having(
    'dimension kind = x, y',
    'param a[kind] ~ normal(0, 1)',
    'let b = 1 + each kind: a[kind]',
  ),
  'several arguments along a category': having(
    'category person',
    'param a[person] ~ normal(0, 1)',
    'let b = at_least(each person: a[person])',
  ),
  'a latent that is correlated with nothing': having(
    'category person',
    'param a[person] ~ normal(0, 1) correlated lkj(2)',
  ),
  'single values that are correlated': having('param a, b ~ normal(0, 1) correlated lkj(2)'),
  'a correlated prior that is no normal': having(
    'category person',
    'param a[person], b[person] ~ student_t(4, 0, 1) correlated lkj(2)',
  ),
  'a correlated prior that is truncated': having(
    'category person',
    'param a[person], b[person] ~ normal(0, 1) in [0, inf] correlated lkj(2)',
  ),
  'too many correlated latents': having(
    'category person',
    `param ${Array.from({ length: 25 }, (_, i) => `x${i}[person]`).join(', ')} ~ normal(0, 1) correlated lkj(2)`,
  ),
  'correlations with an unknown prior': having(
    'category person',
    'param a[person], b[person] ~ normal(0, 1) correlated wishart(2)',
  ),
  'correlations with two shapes': having(
    'category person',
    'param a[person], b[person] ~ normal(0, 1) correlated lkj(2, 3)',
  ),
  'correlations whose shape is a latent': having(
    'category person',
    'param s ~ half_normal(1)',
    'param a[person], b[person] ~ normal(0, 1) correlated lkj(s)',
  ),
  'correlations whose shape is 0': having(
    'category person',
    'param a[person], b[person] ~ normal(0, 1) correlated lkj(0)',
  ),
  'correlated latents of which one moves the other': having(
    'category person',
    'param a[person], b[person] ~ normal(c[person], 1) correlated lkj(2)',
    'param c[person] ~ normal(b[person], 1)',
  ),
  'a name that a correlation has in files': having(
    'category person',
    'param a[person], b[person] ~ normal(0, 1) correlated lkj(2)',
    'param correlation_a_b ~ normal(0, 1)',
  ),
  'a mixture of one': having('observe y : s ~ mixture {0.5: exponential(1 / 1 s)}'),
  'a mixture of times and counts': having('observe y ~ mixture {0.5: gamma(2, 1), 0.5: poisson(3)}'),
  'a mixture of ratings of two lengths': having(
    'observe y ~ mixture {0.5: ordered_logistic(0, 1, 2), 0.5: ordered_logistic(0, 1, 2, 3)}',
  ),
  'a mixture of two numbers of trials': having(
    'observe y ~ mixture {0.5: binomial(3, 0.2), 0.5: binomial(4, 0.9)}',
  ),
  'a mixture in parentheses': having('observe y ~ mixture(gamma(2, 1), gamma(3, 1))'),
  'a mixture with decisions': having(
    'observe y : s ~ mixture {0.1: exponential(1 / 1 s), 0.9: wiener(1, 0.2 s, 0.5, 1)}',
  ),
  'a mixture of one component that is known': having(
    'observe y ~ mixture {0.5: gamma(2, 1), 0.5: gama(3, 1)}',
  ),
  'a mixture whose share is a length': having('observe y ~ mixture {1 s: gamma(2, 1), 2 s: gamma(3, 1)}'),
  'a mixture whose share is below 0': having('observe y ~ mixture {-1: gamma(2, 1), 2: gamma(3, 1)}'),
  'a censored mixture of counts': having(
    'observe y ~ mixture {0.5: poisson(2), 0.5: poisson(9)} censored above 9',
  ),
  'a mixture with a unit that a component does not have': having(
    'observe y : s ~ mixture {0.5: normal(2 s, 1 s), 0.5: normal(3 m, 1 m)}',
  ),
  'a mixture in place of a prior': having('param other ~ mixture {0.5: normal(0, 1), 0.5: normal(3, 1)}'),
  'a class of the whole table': classes('class odd ~ bernoulli(p)'),
  'a class of another distribution': classes('class odd[person] ~ normal(0, 1)'),
  'a class of a single state': classes('class odd[person] in { strange: p }'),
  'a class whose share is a length': classes('unit m', 'class odd[person] in { one: 1 m, two: 2 m }'),
  'a class whose share is not above 0': classes('class odd[person] in { one: p, two: -1 }'),
  'a class whose share is read in rows': classes('class odd[person] ~ bernoulli(margin(x, 1))'),
  'a class whose share is of another category': classes(
    'class odd[person] ~ bernoulli(logistic(hard[item]))',
  ),
  'a class whose share is a class': classes(
    'class knows[person] ~ bernoulli(p)',
    'class odd[person] ~ bernoulli(mix(knows[person], 0.1, 0.9))',
  ),
  'a class that no observation reads': classes('class odd[person] ~ bernoulli(p)'),
  'a class that lists states no observation reads': classes('class odd[person] in { one: p, two: not p }'),
  'a class without its index': classes('class odd[person] ~ bernoulli(p)', 'let q = not odd'),
  'a class that lists its states as a value': classes(
    'class way[person] in { one: p, two: not p }',
    'let q = not way[person]',
  ),
  'a prior that reads a class': classes(
    'class odd[person] ~ bernoulli(p)',
    'param strange[person] ~ normal(odd[person], 1)',
  ),
  'a statistic of a class': classes('class odd[person] ~ bernoulli(p)', 'let q = mean(odd[person])'),
  'a report of a class': classes(
    'class odd[person] ~ bernoulli(p)',
    'report strange[person] = odd[person] + 0',
    'observe z ~ bernoulli(mix(odd[person], 0.1, p))',
  ),
  'classes of two categories in one outcome': classes(
    'class odd[person] ~ bernoulli(p)',
    'class even[item] ~ bernoulli(p)',
    'observe z ~ bernoulli(mix(odd[person] and even[item], 0.1, p))',
  ),
  'classes with too many states': classes(
    'dimension skill = a, b, c, d, e, f, g',
    'class has[person, skill] ~ bernoulli(p)',
    'observe z ~ bernoulli(mix(all skill: has[person, skill], 0.1, p))',
  ),
  'a class by the name of a latent': classes('class p[person] ~ bernoulli(0.5)'),
  'a value of a dimension that is not said': dimensional('let p = margin(theta[model, skill], 2)'),
  'a name of a dimension without its indices': dimensional('let p = theta'),
  'a name of a dimension with too few indices': dimensional('let p = theta[model]'),
  'a value that a dimension does not have': dimensional('let p = theta[model, verball]'),
  'a dimension that is misspelt': dimensional('let p = all skil: margin(theta[model, skill], 1)'),
  'a category for a dimension': dimensional('let p = all model: margin(theta[model, verbal], 1)'),
  'an unknown way to join': dimensional('let p = product skill: theta[model, skill]'),
  'a dimension as a value': dimensional('let p = skill + 1'),
  'terms of a dimension in two units': dimensional('unit m', 'let p = sum skill: theta[model, skill] + 1 m'),
  'a demand of pairs of undeclared categories': 'layout L\ndemand compute[model, task] in [0, 1]\n',
  'a demand of pairs of levels': paired('demand compute[person, item] in [0, 1]'),
  'a class of pairs of levels': paired('class knows[person, item] ~ bernoulli(0.5)'),
  'a pair with a category of several columns': paired('param a[person, model] ~ normal(0, 1)'),
  'a pair of a category with itself': paired('param a[person, person] ~ normal(0, 1)'),
  'three categories in brackets': paired('param a[person, item, rater] ~ normal(0, 1)'),
  'a pair that is read the other way round': paired('let b = g[item, person]'),
  'a pair for which nothing is declared': paired('let b = g[person, rater]'),
  'a pair of which one level is read': paired('let b = g[person]'),
  'a pair without its levels': paired('let b = g'),
  'a level that reads a pair in its prior': paired('param a[person] ~ normal(g[person, item], 1)'),
  'two indices of which none is a dimension': dimensional('param a[model, x] ~ normal(0, 1)'),
  'a dimension for what has none': dimensional('param a ~ normal(0, 1)', 'let p = a[model, skill]'),
  'a name that is misspelt before two indices': dimensional('let p = thetta[model, verbal]'),
  'a dimension with a value twice': dimensional('dimension size = small, small'),
  'a dimension with too many values': dimensional(
    `dimension size = ${Array.from({ length: 101 }, (_, i) => `x${i}`).join(', ')}`,
  ),
  'dimensions within each other that are too many': dimensional(
    `dimension a = ${Array.from({ length: 90 }, (_, i) => `x${i}`).join(', ')}`,
    `dimension b = ${Array.from({ length: 90 }, (_, i) => `x${i}`).join(', ')}`,
    'param c[a, b] ~ normal(0, 1)',
    'let p = sum a: sum b: c[a, b] * c[a, b] + sum skill: c[a, b] + 2 * c[a, b] + c[a, b] ^ 2',
    'let q = sum a: sum b: sum skill: (sum a: c[a, b])',
  ),
  'a latent by the name of a dimension': dimensional('param skill ~ normal(0, 1)'),
  'a latent by the name of a value in files': dimensional('param theta_verbal ~ normal(0, 1)'),
  'names together of which one has a dimension': dimensional('param a[skill], b ~ normal(0, 1)'),
  'a dimension twice in brackets': dimensional('param a[skill, skill] ~ normal(0, 1)'),
  'latents of a dimension that nothing reads': dimensional('param a[skill] ~ normal(0, 1)'),
  'one of the latents of a dimension that nothing reads': dimensional(
    'param a[skill] ~ normal(0, 1)',
    'observe z ~ normal(a[verbal], 1)',
  ),
  'a prior of latents of a dimension that does not suit them': dimensional('param a[skill] ~ beta(1, 1)'),
  'a report of a dimension that reads levels': dimensional('report r[skill] = theta[model, skill]'),
  'a table that reads a column of the main one': tabled('observe z ~ normal(able[person] + x, 1)'),
  'a table that reads a level that its rows do not have': tabled('observe z ~ normal(hard[item], 1)'),
  'a table that says of a category what is said elsewhere': tabled(
    'category item in {a, b}',
    'observe z ~ normal(hard[item], 1)',
  ),
  'a table that shares a category of several columns': `layout L
category model = left, right
param strength[model] ~ normal(0, 1)
observe y ~ bernoulli(logistic(strength[left] - strength[right]))
table scores {
  category model
  observe z ~ normal(strength[model], 1)
}
`,
  'a table that observes nothing': tabled('demand w'),
  'a table by the name of something else': tabled('observe z ~ normal(0, 1)').replace('scores', 'able'),
  'a table with a category twice': tabled('category person', 'observe z ~ normal(able[person], 1)'),
  'a table with a demand of levels of the main one': tabled(
    'demand size[person]',
    'observe z ~ normal(able[person] + size[person], 1)',
  ),
  'a demand of the levels of a table': tabled('category judge', 'observe z ~ normal(0, 1)').concat(
    'demand size[judge]\nfactor -hard[item] ^ 2 * max(size)\n',
  ),
  'a category that lies within one of another table': tabled(
    'category judge in item',
    'param off[judge] ~ normal(0, 1)',
    'observe z ~ normal(able[person], 1)',
  ).replace('param off[judge] ~ normal(0, 1)\n', ''),
  'a statistic of columns of two tables': tabled('demand w', 'observe z ~ normal(mean(w * x), 1)'),
  'an outcome of a table that is truncated at a column of the main one': tabled(
    'observe z ~ normal(able[person], 1) in [0, x]',
  ),
  'a statistic of the choice of a table and a column of the main one': tabled(
    'observe right, z ~ wiener(1, 0.1, 0.5, able[person] + mean(right * x))',
  ),
  'the main table that reads a column of another': tabled('demand w', 'observe z ~ normal(w, 1)').concat(
    'observe v ~ normal(able[person] + w, 1)\n',
  ),
  'a pair of which no row has both': tabled('category judge', 'observe z ~ normal(able[person], 1)').concat(
    'param off[item, judge] ~ normal(0, 1)\nfactor -off[item, judge] ^ 2\n',
  ),
  'more tables than there may be': classes(
    ...Array.from(
      { length: 32 },
      (_, i) => `table t${i} {\n  category person\n  observe z${i} ~ normal(able[person], 1)\n}`,
    ),
  ),
  'what no alternative uses': having('param h ~ half_normal(1)', 'let p = choose k { x: 1, y: 2 }'),
};
