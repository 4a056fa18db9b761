/** Checks a layout in which an alternative has been selected for every choice. */
import { type Diagnostic, DiagnosticLog } from '../../grammar/diagnostic.ts';
import type { Source } from '../../grammar/source.ts';
import type { LatentDeclaration, LayoutSyntax, Name } from '../../grammar/syntax.ts';
import { demandType, latentType, outcomeType } from './annotations.ts';
import { checkCategory } from './categories.ts';
import { adopt, asReal, type Checked } from './checked.ts';
import { checkClasses, classReports, reportUnsummable } from './classes.ts';
import { gatherConversions } from './conversions.ts';
import { joinCorrelated } from './correlations.ts';
import { orderDeclarations } from './cycles.ts';
import { checkDemand } from './demands.ts';
import { reportTakenNames, writeOutDimensions } from './dimensions.ts';
import { checkExpression } from './expressions.ts';
import { checkFactors } from './factor-terms.ts';
import { declaredIndex, lacksColumn } from './indices.ts';
import { checkLinks } from './links.ts';
import { gatherNames, type Names } from './names.ts';
import { checkObservations } from './observations.ts';
import { putInOrder } from './ordered.ts';
import { checkParametrisation } from './parametrisation.ts';
import { checkPriorCall } from './priors.ts';
import { referencesOfPrior } from './references.ts';
import { asWritten, checkReports } from './reports.ts';
import { checkRowTables } from './row-tables.ts';
import type { Scope } from './scope.ts';
import { gatherTables, rowTables } from './tables.ts';
import type { Latent, Let, Prior, Type, TypedLayout } from './typed-layout.ts';
import { dimensionless } from './units.ts';
import { warnOfUnused } from './unused.ts';

export interface CheckedLayout {
  /** Null when there is an error, or when the parser marked statements as broken. */
  readonly layout: TypedLayout | null;
  /**
   * The types of demands, latents, outcomes and lets, and those of reports if there is no error. Names with mistakes have
   * none. A name with dimensions in its brackets has one for each of their values, such as `theta.verbal`.
   */
  readonly types: ReadonlyMap<string, Type>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Resolves names and checks units, probabilities and when each value is known. Reports every independent mistake. */
export function checkSelected(written: LayoutSyntax, source: Source): CheckedLayout {
  const log = new DiagnosticLog();
  const gathered = gatherTables(written, log);
  const { layout, inAuthorsWords } = writeOutDimensions(gathered.layout, log);
  reportTakenNames(layout, log);
  const { names, conversions } = gatherConversions(gatherNames(layout, log), log);
  const types = declaredTypes(layout, names, log);
  const order = orderDeclarations(names, log);

  const checkedLets = new Map<string, Checked | null>();
  const base = {
    names,
    types,
    lets: checkedLets,
    inStatistic: false,
    prior: null,
    body: null,
    work: { links: 0 },
    check: checkExpression,
    conversions,
    log,
  };
  const scope: Scope = { ...base, links: checkLinks({ ...base, links: new Set() }) };
  for (const name of order.lets) checkedLets.set(name, checkLet(name, scope));

  const demands = layout.declarations.flatMap((declaration) =>
    declaration.kind === 'demand' ? checkDemand(declaration, scope) : [],
  );
  const categories = layout.declarations.flatMap((declaration) =>
    declaration.kind === 'category' ? checkCategory(declaration, scope) : [],
  );
  const declared = layout.declarations.flatMap((declaration) =>
    declaration.kind === 'latent' ? [{ declaration, latents: checkLatent(declaration, scope, source) }] : [],
  );
  const { latents, partials, correlations, ...joined } = joinCorrelated(
    putInOrder(declared, scope),
    scope,
    source,
  );
  const observations = checkObservations(layout, scope);
  const classes = checkClasses(layout, scope);
  const lets = [...order.lets.flatMap((name) => typedLet(name, scope)), ...joined.lets];
  reportUnsummable({ classes, lets, observations }, scope);
  const reported = checkReports(layout, { demands, latents, observations }, scope, source);
  const factors = checkFactors(layout, scope);
  reportNoLatent(layout, log);
  const isSound = log.errors === 0 && layout.broken.length === 0 && layout.name.text !== '';
  const typed: TypedLayout = {
    name: layout.name.text,
    doc: layout.doc,
    choices: [],
    units: layout.declarations.flatMap((declaration) =>
      declaration.kind === 'unit'
        ? declaration.names.map(({ text }) => ({
            name: text,
            conversion: conversions.get(text) ?? null,
          }))
        : [],
    ),
    demands,
    categories,
    tables: rowTables(layout, gathered),
    latents,
    priorOrder: indicesOf([...partials, ...order.latents], latents),
    lets: [...lets, ...reported.lets],
    observations,
    reports: [...reported.reports, ...classReports({ classes, lets, observations }), ...joined.reports],
    correlations,
    factors,
    classes,
  };
  // What each row has is only known of a layout without other mistakes.
  if (isSound && typed.tables.length > 0) checkRowTables(typed, log);
  const isWhole = isSound && log.errors === 0;
  if (isWhole) warnOfUnused(layout, names, log);
  return {
    layout: isWhole ? typed : null,
    types: knownTypes(types, checkedLets, isWhole ? typed : null),
    diagnostics: inAuthorsWords(log.sorted()),
  };
}

function knownTypes(
  declared: ReadonlyMap<string, Type | null>,
  lets: ReadonlyMap<string, Checked | null>,
  layout: TypedLayout | null,
): ReadonlyMap<string, Type> {
  const known = new Map<string, Type>();
  for (const [name, type] of declared) if (type !== null) known.set(name, type);
  for (const [name, value] of lets) if (value !== null) known.set(name, value.expression.type);
  for (const { name, value } of layout?.reports ?? []) known.set(name, value.type);
  return known;
}

/**
 * The declared types of demands, latents and outcomes; null after a mistake. Names declared together share one type.
 */
function declaredTypes(layout: LayoutSyntax, names: Names, log: DiagnosticLog): Map<string, Type | null> {
  const types = new Map<string, Type | null>();
  const declare = (declared: readonly Name[], type: Type | null) => {
    for (const { text } of declared) if (!types.has(text)) types.set(text, type);
  };
  for (const declaration of layout.declarations) {
    if (declaration.kind === 'demand') declare(declaration.names, demandType(declaration, names, log));
    if (declaration.kind === 'latent') declare(declaration.names, latentType(declaration, names, log));
    if (declaration.kind === 'observe') {
      declare([declaration.outcome], outcomeType(declaration, names, log));
      if (declaration.choice !== null) declare([declaration.choice], { kind: 'flag' });
    }
  }
  return types;
}

/** The value of a let. A number without a unit becomes dimensionless here: uses of the let cannot give it a unit. */
function checkLet(name: string, scope: Scope): Checked | null {
  const meaning = scope.names.get(name);
  if (meaning?.kind !== 'let') return null;
  const value = checkExpression(meaning.declaration.value, scope);
  if (value !== null && lacksColumn(value, scope)) return null;
  return value?.bare ? adopt(asReal(value), dimensionless) : value;
}

function typedLet(name: string, { names, lets }: Scope): Let[] {
  const meaning = names.get(name);
  const value = lets.get(name);
  if (meaning?.kind !== 'let' || !value) return [];
  return [{ name, value: value.expression, doc: meaning.declaration.doc, span: meaning.name.span }];
}

/** The latents of a declaration, one per name, which share one prior; none after a mistake. */
function checkLatent(declaration: LatentDeclaration, scope: Scope, source: Source): Latent[] {
  const { names, role, doc } = declaration;
  const type = scope.types.get(names[0]?.text ?? '') ?? null;
  const index = declaredIndex(declaration, scope);
  const prior: Prior | null = checkPriorCall(declaration, type, index, scope);
  if (prior === null || type === null || index === undefined) return [];
  if (!checkParametrisation(declaration, prior, scope)) return [];
  const parametrisation = declaration.parametrisation?.kind ?? null;
  // The text between the prior and its truncation is left out: it may hold other alternatives.
  const priorText = [declaration.prior, declaration.truncation]
    .flatMap((part) => (part === null ? [] : [asWritten(source.text.slice(part.span.start, part.span.end))]))
    .join(' in ')
    .concat(declaration.inOrder === null ? '' : ' ordered')
    .concat(declaration.sumToZero === null ? '' : ' sum to zero');
  const besides = referencesOfPrior(declaration).filter((name) => name.includes('.'));
  return names.map(({ text, span }) => ({
    name: text,
    role,
    index,
    type,
    prior,
    parametrisation,
    priorText,
    ...(besides.length === 0 ? {} : { readsBesides: besides }),
    doc,
    span,
  }));
}

function indicesOf(order: readonly string[], latents: readonly Latent[]): number[] {
  const indices = new Map(latents.map(({ name }, i) => [name, i]));
  return order.map((name) => indices.get(name)).filter((index) => index !== undefined);
}

function reportNoLatent({ declarations, broken, name }: LayoutSyntax, log: DiagnosticLog): void {
  if (declarations.some(({ kind }) => kind === 'latent') || broken.length > 0) return;
  log.error(
    'no-latent',
    name.span,
    'This layout has nothing to learn: it declares no capability, bias, robustness, propensity or param.',
    'Declare one, such as `capability c : probability ~ beta(1, 1)`.',
  );
}
