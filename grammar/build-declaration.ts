/** Builds declarations from the concrete syntax tree of a statement without departures. */
import type { CstNode } from 'chevrotain';
import { buildDomain } from './build-domain.ts';
import { buildCall, buildExpression, buildPriorChoice } from './build-expression.ts';
import { buildTruncation } from './build-truncation.ts';
import { buildAnnotation } from './build-unit.ts';
import { node, nodes, token, tokens } from './cst.ts';
import type { DiagnosticLog } from './diagnostic-log.ts';
import { type Statement, spanOf } from './statements.ts';
import type {
  AnnotationSyntax,
  DeclarationSyntax,
  LatentRole,
  LinkParameter,
  Name,
  ParametrisationSyntax,
} from './syntax.ts';

/** The declaration a statement makes, or null when a part of it cannot be built, which is reported. */
export function buildDeclaration(
  tree: CstNode,
  statement: Statement,
  doc: string | null,
  log: DiagnosticLog,
): DeclarationSyntax | null {
  const { span } = statement;
  const rule = Object.keys(tree.children)[0] ?? '';
  const body = node(tree, rule);
  switch (rule) {
    case 'unitStatement':
      return { kind: 'unit', names: names(body), doc, span };
    case 'demandStatement': {
      const domain = nodes(body, 'domain')[0];
      const substitute = nodes(body, 'substitute')[0];
      const missing = substitute === undefined ? null : buildExpression(node(substitute, 'expression'), log);
      return {
        kind: 'demand',
        names: names(body),
        annotation: annotation(body, log),
        domain: domain === undefined ? null : buildDomain(domain, log),
        missing,
        doc,
        span,
      };
    }
    case 'categoryStatement':
      return { kind: 'category', names: names(body), doc, span };
    case 'latentStatement': {
      const choice = nodes(body, 'priorChoice')[0];
      const priorChoice = choice === undefined ? null : buildPriorChoice(choice, log);
      const first = priorChoice?.alternatives[0]?.value;
      const prior = choice === undefined ? buildCall(node(body, 'call'), log) : (first ?? null);
      const role = token(body, 'LatentKeyword').image as LatentRole;
      const annotated = annotation(body, log);
      const range = nodes(body, 'truncation')[0];
      const truncation = range === undefined ? null : buildTruncation(range, log);
      if (prior === null || truncation === 'unsound') return null;
      const latents = nodes(body, 'latentName');
      const sampled = tokens(body, 'Parametrisation')[0];
      return {
        kind: 'latent',
        role,
        names: latents.map(nameOf),
        indices: latents.map(indexOf),
        annotation: annotated,
        prior,
        ...(priorChoice === null ? {} : { priorChoice }),
        truncation,
        parametrisation:
          sampled === undefined
            ? null
            : { kind: sampled.image as ParametrisationSyntax['kind'], span: spanOf(sampled) },
        doc,
        span,
      };
    }
    case 'letStatement': {
      const value = buildExpression(node(body, 'expression'), log);
      return value && { kind: 'let', name: nameOf(body), value, doc, span };
    }
    case 'linkStatement': {
      const value = buildExpression(node(body, 'expression'), log);
      const parameters = nodes(body, 'parameter').map((parameter): LinkParameter | null => {
        const byDefault = nodes(parameter, 'expression')[0];
        const built = byDefault === undefined ? null : buildExpression(byDefault, log);
        if (byDefault !== undefined && built === null) return null;
        const name = token(parameter, 'ArgumentName');
        return { name: { text: name.image, span: spanOf(name) }, byDefault: built };
      });
      const sound = parameters.filter((parameter) => parameter !== null);
      if (value === null || sound.length < parameters.length) return null;
      return { kind: 'link', name: nameOf(body), parameters: sound, body: value, doc, span };
    }
    case 'observeStatement': {
      const distribution = buildCall(node(body, 'call'), log);
      const annotated = annotation(body, log);
      return (
        distribution && {
          kind: 'observe',
          outcome: nameOf(body),
          annotation: annotated,
          distribution,
          doc,
          span,
        }
      );
    }
    default:
      throw new Error(`no declaration is made by ${rule}`);
  }
}

function names(body: CstNode): Name[] {
  return tokens(node(body, 'names'), 'Identifier').map((name) => ({ text: name.image, span: spanOf(name) }));
}

function nameOf(body: CstNode): Name {
  const name = token(body, 'Identifier');
  return { text: name.image, span: spanOf(name) };
}

/** The category in the brackets behind a name, if there are any. */
function indexOf(body: CstNode): Name | null {
  const index = nodes(body, 'index')[0];
  return index === undefined ? null : nameOf(index);
}

function annotation(body: CstNode, log: DiagnosticLog): AnnotationSyntax | null {
  const tree = nodes(body, 'annotation')[0];
  return tree === undefined ? null : buildAnnotation(tree, log);
}
