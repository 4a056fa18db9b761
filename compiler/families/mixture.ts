/**
 * `mixture {share: distribution, …}`: an outcome that comes from one of several distributions, its components, each with
 * the probability of its share. Its record is made of those of the components (McLachlan & Peel 2000, Finite Mixture
 * Models, chapter 1).
 */
import type { Graph } from '../graph/graph.ts';
import type { NodeId } from '../graph/node.ts';
import { nodeArithmetic } from '../graph/node-arithmetic.ts';
import { logOf, notOf } from '../graph/probability.ts';
import {
  type OutcomeDefinition,
  type OutcomeDraw,
  type OutcomeRows,
  oneRow,
  rowOfValue,
  whereEqual,
} from './outcome.ts';
import type { OutcomeParameters } from './parameters.ts';
import type { Ends } from './prior.ts';

/** A component: its family, and whether its share is a probability or a number above 0. */
export interface ComponentDefinition {
  readonly definition: OutcomeDefinition;
  readonly share: ShareKind;
}

export type ShareKind = 'probability' | 'shape';

type Parameters = Readonly<Record<string, NodeId | readonly NodeId[]>>;

/** The name of a component's share, or of a parameter of its distribution, among the parameters of the mixture. Components are numbered from 1. */
export function nameInMixture(name: string, component: number): string {
  return `${name} ${component}`;
}

export function mixtureDefinition(components: readonly ComponentDefinition[]): OutcomeDefinition {
  const definitions = components.map(({ definition }) => definition);
  const { values } = definitions[0]!;
  const ranged = definitions.flatMap(({ ranges }) => ranges ?? []);
  /** The parameters of a component under the names that its own record gives them. */
  const ownOf = (parameters: Parameters, place: number): Parameters =>
    Object.fromEntries(
      Object.keys(definitions[place]!.parameters).map((name) => [
        name,
        parameters[nameInMixture(name, place + 1)]!,
      ]),
    );
  const sharesOf = (graph: Graph, parameters: Parameters) =>
    mixtureShares(
      graph,
      components.map(({ share }, place) => ({
        kind: share,
        node: parameters[nameInMixture('share', place + 1)] as NodeId,
      })),
    );
  /** A value per component. */
  const each = <T>(parameters: Parameters, value: (definition: OutcomeDefinition, own: never) => T): T[] =>
    definitions.map((definition, place) => value(definition, ownOf(parameters, place) as never));
  /** The log of each share times the mass of the range in that component. */
  const logMasses = (graph: Graph, parameters: Parameters, range: Ends<NodeId>) => {
    const masses = each(parameters, ({ ranges }, own) => ranges!.logMass(graph, own, range));
    return sharesOf(graph, parameters).logs.map((share, place) =>
      graph.apply('add', [share, masses[place]!]),
    );
  };

  return {
    parameters: kindsOf(components),
    values,
    ...(definitions.some(({ isNominal }) => isNominal) ? { isNominal: true } : {}),
    documentation: 'any of these, each row from one of several',

    logLikelihood(graph, parameters, rows) {
      const { add } = nodeArithmetic(graph);
      const shares = sharesOf(graph, parameters);
      const logDensity = (at: OutcomeRows) =>
        logSum(
          graph,
          each(parameters, (definition, own) => definition.logLikelihood(graph, own, at).reduce(add)).map(
            (density, place) => add(shares.logs[place]!, density),
          ),
        );
      const terms = (): readonly NodeId[] => {
        switch (values) {
          case 'flag':
            return ([1, 0] as const).map((success) =>
              rows.sumWhere(success, logDensity(rowOfValue(graph, rows, success))),
            );
          case 'grade':
            return gradesIn(parameters, definitions[0]!).map((grade) =>
              rows.sumOfGrade(grade, logDensity(rowOfValue(graph, rows, grade))),
            );
          default:
            return [rows.sum(logDensity(anyRow(graph, rows)))];
        }
      };
      return shares.logTotal === null
        ? terms()
        : [...terms(), rows.sum(graph.apply('negate', [shares.logTotal]))];
    },
    ...(ranged.length < definitions.length
      ? {}
      : {
          ranges: {
            logMass(graph, parameters, range) {
              const whole = logSum(graph, logMasses(graph, parameters, range));
              const { logTotal } = sharesOf(graph, parameters);
              return logTotal === null ? whole : graph.apply('subtract', [whole, logTotal]);
            },
            mean: (graph, parameters, range) =>
              weightedMean(
                graph,
                logMasses(graph, parameters, range),
                each(parameters, ({ ranges }, own) => ranges!.mean(graph, own, range)),
              ),
            draw: (graph, parameters, range) =>
              drawnFromOne(
                graph,
                logMasses(graph, parameters, range),
                each(parameters, ({ ranges }, own) => ranges!.draw(graph, own, range)),
              ),
          },
        }),
    mean: (graph, parameters) =>
      weightedMean(
        graph,
        sharesOf(graph, parameters).logs,
        each(parameters, (definition, own) => definition.mean(graph, own)),
      ),
    draw: (graph, parameters) =>
      drawnFromOne(
        graph,
        sharesOf(graph, parameters).logs,
        each(parameters, (definition, own) => definition.draw(graph, own)),
      ),
  };
}

function kindsOf(components: readonly ComponentDefinition[]): OutcomeParameters {
  return Object.fromEntries(
    components.flatMap(({ definition, share }, place) =>
      Object.entries({ share, ...definition.parameters }).map(([name, kind]) => [
        nameInMixture(name, place + 1),
        kind,
      ]),
    ),
  );
}

/** The logarithms of the shares, and that of their sum; null where the sum is 1. */
function mixtureShares(
  graph: Graph,
  shares: readonly { readonly kind: ShareKind; readonly node: NodeId }[],
): { readonly logs: readonly NodeId[]; readonly logTotal: NodeId | null } {
  const { log } = nodeArithmetic(graph);
  const logs = shares.map(({ kind, node }) => (kind === 'probability' ? logOf(graph, node) : log(node)));
  const [first, second] = shares;
  const areOpposite =
    shares.length === 2 &&
    shares.every(({ kind }) => kind === 'probability') &&
    (second!.node === notOf(graph, first!.node) || first!.node === notOf(graph, second!.node));
  return { logs, logTotal: areOpposite ? null : logSum(graph, logs) };
}

function logSum(graph: Graph, logs: readonly NodeId[]): NodeId {
  return logs.reduce((a, b) => graph.apply('logSumExp', [a, b]));
}

/** 1, 2, … up to the number of values of the first component; checked to be that of all. */
function gradesIn(parameters: Parameters, { parameters: kinds }: OutcomeDefinition): readonly number[] {
  const [list, kind] = Object.entries(kinds).at(-1)!;
  const given = parameters[nameInMixture(list, 1)] as readonly NodeId[];
  return Array.from({ length: given.length + (kind === 'logits' ? 0 : 1) }, (_, place) => place + 1);
}

/** A row with any value. */
function anyRow(graph: Graph, rows: OutcomeRows): OutcomeRows {
  const among = (node: NodeId, equals: number, term: NodeId) =>
    graph.apply('timesOrZero', [whereEqual(graph, node, equals), term]);
  return {
    ...oneRow(rows, (equals, term) => among(rows.y, equals, term)),
    where: (node, equals) => {
      const within = (term: NodeId) => among(node, equals, term);
      return {
        ...oneRow(rows, (value, term) => within(among(rows.y, value, term))),
        sum: within,
      };
    },
  };
}

/** Σ w m / Σ w, given each ln w. A component with a weight of 0 does not count, whatever its mean. */
function weightedMean(graph: Graph, logWeights: readonly NodeId[], means: readonly NodeId[]): NodeId {
  const { add, subtract, exp } = nodeArithmetic(graph);
  const total = logSum(graph, logWeights);
  return logWeights
    .map((weight, place) => graph.apply('timesOrZero', [exp(subtract(weight, total)), means[place]!]))
    .reduce(add);
}

/**
 * A draw from one of the components, with a probability in proportion to its weight. They are tried in their order: each is
 * taken with the probability that it has among those that are left.
 */
function drawnFromOne(
  graph: Graph,
  logWeights: readonly NodeId[],
  draws: readonly OutcomeDraw[],
): OutcomeDraw {
  const { subtract, exp } = nodeArithmetic(graph);
  const chances = logWeights
    .slice(0, -1)
    .map((weight, place) => exp(subtract(weight, logSum(graph, logWeights.slice(place)))));
  return {
    from: [...chances, ...draws.flatMap(({ from }) => from)],
    code(values, call) {
      let start = chances.length;
      const codes = draws.map(({ from, code }) => {
        const own = values.slice(start, start + from.length);
        start += from.length;
        return code(own, call);
      });
      return codes.reduceRight((otherwise, code, place) => {
        const isTaken = call('drawBernoulli', values[place]!);
        return `(${isTaken} == 1 ? ${code} : ${otherwise})`;
      });
    },
  };
}
