/** Checks `report` statements: quantities that follow from the latents and are shown beside them. */
import { quote } from '../../grammar/quote.ts';
import type { Source } from '../../grammar/source.ts';
import type { LayoutSyntax, ReportDeclaration } from '../../grammar/syntax.ts';
import { reportedType } from './annotations.ts';
import { asProbability, type Checked } from './checked.ts';
import { checkExpression } from './expressions.ts';
import { categoryIn, isLevelKnown, readsClass } from './indices.ts';
import { declaredAs } from './parameters.ts';
import type { Scope } from './scope.ts';
import { checkSolve, isSolve, type Solvable } from './solve.ts';
import type { Let, Report, Type } from './typed-layout.ts';
import { inUnitOf } from './unify.ts';

/** The reports of the layout, without those that have a mistake, which is reported, and the lets that their equations read. */
export function checkReports(
  { declarations }: LayoutSyntax,
  layout: Solvable,
  scope: Scope,
  source: Source,
): { readonly reports: readonly Report[]; readonly lets: readonly Let[] } {
  const checked = declarations.flatMap((each) =>
    each.kind === 'report' ? (checkReport(each, layout, scope, source) ?? []) : [],
  );
  return { reports: checked.map(({ report }) => report), lets: checked.flatMap(({ lets }) => lets) };
}

function checkReport(
  declaration: ReportDeclaration,
  layout: Solvable,
  scope: Scope,
  { text }: Source,
): { readonly report: Report; readonly lets: readonly Let[] } | null {
  const { name, value, doc } = declaration;
  const index = categoryIn(declaration.index, scope);
  const type = reportedType(declaration, scope.names, scope.log);
  if (index === undefined) return null;
  const solved = isSolve(value) ? checkSolve(value, name, index, layout, scope) : null;
  const checked = isSolve(value) ? (solved?.value ?? null) : checkExpression(value, scope);
  if (type === undefined || checked === null) return null;
  const isSound = [readsRow(checked, scope), readsNoLatent(checked, scope)].every((wrong) => !wrong);
  if (!isSound || !hasItsLevels(checked, declaration, index, scope)) return null;
  const converted = inType(type, checked, declaration, scope);
  return (
    converted && {
      report: {
        name: name.text,
        index,
        value: converted.expression,
        ...(solved === null ? {} : { equation: solved.equation }),
        text: asWritten(text.slice(value.span.start, value.span.end)),
        doc,
        span: name.span,
      },
      lets: solved?.lets ?? [],
    }
  );
}

/** Source text on one line, without comments. */
export function asWritten(text: string): string {
  return text.replace(/\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g, ' ').replace(/\s+/g, ' ');
}

/** The value in the declared type; unchanged if none is declared. Null after a mistake, which is reported. */
function inType(
  type: Type | null,
  value: Checked,
  { name, annotation }: ReportDeclaration,
  scope: Scope,
): Checked | null {
  if (type === null || type.kind === 'flag') return value;
  const wanted = `The report ${quote(name.text)}`;
  if (type.kind === 'probability') return asProbability(value, `${wanted} should be a probability`, scope);
  return inUnitOf(type.unit, wanted, value, [declaredAs('report', type, annotation!.span)], scope);
}

function readsRow(checked: Checked, scope: Scope): boolean {
  const { row } = checked;
  if (row === null) return false;
  const remedy =
    'Leave this report out: a fit reports the probability of each class at each level by itself.';
  if (readsClass(checked, 'report', remedy, scope)) return true;
  scope.log.error(
    'report-reads-row',
    row.span,
    `A report is about the subject and not about one row, but this reads ${quote(row.name)}, which has a value for each row.`,
    `Write a number in its place, or a statistic of it, such as ${quote(`mean(${row.name})`)}.`,
    [{ span: row.declared, message: `${quote(row.name)} is declared here` }],
  );
  return true;
}

function readsNoLatent({ latent, expression }: Checked, { log }: Scope): boolean {
  if (latent !== null) return false;
  log.error(
    'report-without-latent',
    expression.span,
    'This report reads no latent, so there is nothing to learn about it.',
    'Read a capability or another latent in it, or remove it.',
  );
  return true;
}

/** Whether a report has a category in brackets exactly if it reads levels of that category; reported if not. */
function hasItsLevels(
  { levels, expression }: Checked,
  { name, index: written }: ReportDeclaration,
  index: string | null,
  { log, names }: Scope,
): boolean {
  const other = levels.find((level) => index === null || !isLevelKnown(level.name, index, names));
  if (other !== undefined) {
    log.error(
      'report-reads-level',
      other.span,
      index === null
        ? `${quote(name.text)} has one value, but this reads one for each level of ${quote(other.name)}.`
        : `${quote(`${name.text}[${index}]`)} has a value for each level of ${quote(index)}, and a level of ${quote(other.name)} is read here.`,
      index === null
        ? `Declare it as ${quote(`report ${name.text}[${other.name}] = …`)}.`
        : `Read latents that are indexed by ${quote(index)} or by nothing.`,
      [{ span: other.declared, message: `${quote(other.name)} is declared here` }],
    );
    return false;
  }
  if (index === null || levels.length > 0) return true;
  log.error(
    'report-reads-level',
    written!.span,
    `${quote(name.text)} is declared for each level of ${quote(index)}, but nothing in it has one.`,
    `Leave out ${quote(`[${index}]`)}, or read a latent that is indexed by it.`,
    [{ span: expression.span, message: 'this has a single value' }],
  );
  return false;
}
