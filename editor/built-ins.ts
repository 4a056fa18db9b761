/** What the language itself offers by name, as hovers, completions and signatures show it: made from the compiler's records. */
import { signatureText } from '../compiler/check/bind-arguments.ts';
import { signatureOfForm } from '../compiler/check/forms.ts';
import {
  type FunctionParameter,
  functionDocumentation,
  functionNames,
  functions,
  isCallable,
  isOutcome,
  isPrior,
  isStatistic,
  previousSignature,
  signatureOf,
  statistics,
} from '../compiler/check/functions.ts';
import { isPreludeLink, prelude } from '../compiler/check/prelude.ts';
import type { OtherForm } from '../compiler/families/other-form.ts';
import type { OutcomeDefinition, OutcomeValues } from '../compiler/families/outcome.ts';
import { outcomes } from '../compiler/families/outcomes.ts';
import type { ParameterKind, PriorParameterKind } from '../compiler/families/parameters.ts';
import type { PriorDefinition, Support } from '../compiler/families/prior.ts';
import { priors } from '../compiler/families/priors.ts';

/** Where a name is called: behind the `~` of a latent, behind that of an outcome, or in an expression. */
export type CallPlace = 'prior' | 'outcome' | 'expression';

export interface SignatureParameter {
  readonly name: string;
  /** As the label shows it: a name, or a name and its default. */
  readonly label: string;
  /** Empty if nothing is to be said. */
  readonly documentation: string;
}

/** One way to write a call. */
export interface CallSignature {
  readonly label: string;
  readonly parameters: readonly SignatureParameter[];
  /** Whether the last parameter may be given several times. */
  readonly repeats: boolean;
}

export interface BuiltIn {
  readonly kind: 'prior' | 'outcome' | 'function';
  readonly name: string;
  /** At least one. */
  readonly signatures: readonly CallSignature[];
  /** A sentence or two in Markdown; empty if nothing is to be said. */
  readonly documentation: string;
}

/** The values of a prior, by its support. */
export const supportInWords: Readonly<Record<Support, string>> = {
  line: 'all numbers',
  positive: 'from 0',
  unit: 'from 0 to 1',
  bounds: 'from `lo` to `hi`',
};

/** The values of an outcome. */
export const valuesInWords: Readonly<Record<OutcomeValues, string>> = {
  flag: '0 and 1',
  count: 'whole numbers from 0 to n',
  grade: '1, 2, … up to one more than there are cut points or steps',
  tally: 'whole numbers from 0',
  share: 'between 0 and 1',
  closedShare: 'from 0 to 1',
  positive: 'above 0',
  line: 'all numbers',
};

/** The parameters that are lists, as signatures write them. */
export const listLabels: Readonly<Record<string, string>> = {
  cuts: 'c1, c2, …',
  steps: 'b1, b2, …',
  logits: 'l1, l2, …',
};

const PARAMETERS: Readonly<Record<ParameterKind | PriorParameterKind, string>> = {
  location: 'in the unit of the values',
  scale: 'above 0, in the unit of the values',
  rate: 'above 0, in the inverse of the unit of the values',
  number: 'without a unit',
  shape: 'above 0, without a unit',
  lower: 'the lower bound, in the unit of the values',
  upper: 'the upper bound, in the unit of the values',
  probability: 'a probability',
  openProbability: 'a probability that is neither 0 nor 1',
  trials: 'the number of trials: a whole number, or a column of counts',
  cuts: 'cut points between the grades, from the lowest to the highest',
  steps: 'one for each step between neighbouring grades',
  logits: 'one for each value, up to what is added to all',
};

/** The distribution or function of that name; null if there is none that may be called there. */
export function builtInOf(name: string, place: CallPlace): BuiltIn | null {
  if (place === 'prior' && isPrior(name)) {
    const definition: PriorDefinition = priors[name];
    return {
      ...{ kind: 'prior', name, signatures: familySignatures(name, definition) },
      documentation: sentences(
        `A prior of values ${supportInWords[definition.support]}`,
        definition.documentation,
      ),
    };
  }
  if (place === 'outcome' && isOutcome(name)) {
    const definition: OutcomeDefinition = outcomes[name];
    return {
      ...{ kind: 'outcome', name, signatures: familySignatures(name, definition) },
      documentation: sentences(
        `A distribution of outcomes: ${valuesInWords[definition.values]}`,
        definition.documentation,
      ),
    };
  }
  return functionOf(name);
}

/** All that may be called in a place, in the order of the documentation. */
export function builtInsOf(place: CallPlace): readonly BuiltIn[] {
  const names =
    place === 'prior'
      ? Object.keys(priors)
      : place === 'outcome'
        ? Object.keys(outcomes)
        : // `and` and `or` are written between their operands.
          functionNames().filter((name) => name !== 'and' && name !== 'or');
  return names.map((name) => builtInOf(name, place)!);
}

/** A call's signature, as the declaration of a link gives it. */
export function linkSignature(name: string, parameters: readonly FunctionParameter[]): CallSignature {
  return {
    label: signatureText(name, parameters),
    parameters: parameters.map((each) => parameter(each)),
    repeats: false,
  };
}

function functionOf(name: string): BuiltIn | null {
  if (isPreludeLink(name)) {
    const link = prelude().get(name)!;
    const signature = signatureOf(link);
    const parameters = 'parameters' in signature ? signature.parameters : [];
    return {
      ...{ kind: 'function', name, signatures: [linkSignature(name, parameters)] },
      documentation: (link.doc ?? '').replaceAll('\n', ' '),
    };
  }
  const isOther = name === 'previous' || name === 'solve';
  if (!isCallable(name) && !isStatistic(name) && !isOther) return null;
  const documentation = sentences(`Its value is ${functionDocumentation[name]}`, '');
  return { kind: 'function', name, signatures: [functionSignature(name)], documentation };
}

function functionSignature(
  name: keyof typeof functions | keyof typeof statistics | 'previous' | 'solve',
): CallSignature {
  if (name === 'previous') return linkSignature(name, previousSignature.parameters);
  if (name === 'solve') {
    return {
      label: 'solve(demand, name = value, …)',
      parameters: [
        { name: 'demand', label: 'demand', documentation: 'the demand whose value is sought' },
        {
          name: 'name = value',
          label: 'name = value',
          documentation:
            'a `let` or an outcome with its value there, and values of other demands and latents',
        },
      ],
      repeats: true,
    };
  }
  const signature = isStatistic(name) ? statistics[name] : functions[name];
  if ('rest' in signature) {
    const names = signature.rest.split(', ');
    return {
      label: `${name}(${signature.rest}, …)`,
      parameters: names.map((each) => parameter({ name: each })),
      repeats: true,
    };
  }
  const named: readonly FunctionParameter[] = signature.parameters;
  const by = { name: 'by', label: 'by = category', documentation: 'one value per level of this category' };
  return isStatistic(name)
    ? {
        label: `${name}(${named.map((each) => each.name).join(', ')}, by = category)`,
        parameters: [...named.map((each) => parameter(each)), by],
        repeats: false,
      }
    : linkSignature(name, named);
}

/** The ways to write a distribution: with its standard parameters, and with others by name. */
function familySignatures(
  name: string,
  {
    parameters,
    otherForm,
  }: {
    readonly parameters: Readonly<Record<string, ParameterKind | PriorParameterKind>>;
    readonly otherForm?: OtherForm;
  },
): CallSignature[] {
  const standard = Object.entries(parameters).map(([each, kind]) => ({
    name: each,
    label: listLabels[kind] ?? each,
    documentation: PARAMETERS[kind],
  }));
  const signature = {
    label: `${name}(${standard.map(({ label }) => label).join(', ')})`,
    parameters: standard,
    repeats: Object.values(parameters).some((kind) => kind in listLabels),
  };
  if (otherForm === undefined) return [signature];
  const form = signatureOfForm(otherForm, Object.keys(parameters)).parameters;
  const other = {
    label: signatureText(name, form),
    parameters: form.map((each) => parameter(each, PARAMETERS[otherForm.parameters[each.name]!])),
    repeats: false,
  };
  return [signature, other];
}

function parameter({ name, byName, byDefault }: FunctionParameter, documentation = ''): SignatureParameter {
  const value = byDefault ?? (byName ? '…' : undefined);
  return { name, label: value === undefined ? name : `${name} = ${value}`, documentation };
}

function sentences(first: string, second: string): string {
  const sentence = (text: string) =>
    text === '' ? '' : `${text[0]!.toUpperCase()}${text.slice(1)}${/[.?!]$/.test(text) ? '' : '.'}`;
  return [first, second]
    .map(sentence)
    .filter((text) => text !== '')
    .join(' ');
}
