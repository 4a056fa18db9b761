/** Keeps one alternative of each choice, so that later phases see a layout without choices. */
import { mapLimits } from '../../grammar/build-clauses.ts';
import { mapDistribution } from '../../grammar/distributions.ts';
import type {
  CallSyntax,
  ChooseSyntax,
  DeclarationSyntax,
  ExpressionSyntax,
  LayoutSyntax,
} from '../../grammar/syntax.ts';
import type { Selection } from './alternatives.ts';

/**
 * The layout with each `choose` replaced by its selected alternative, or by its first if none has the selected name.
 */
export function select(layout: LayoutSyntax, selection: Selection): LayoutSyntax {
  return {
    ...layout,
    declarations: layout.declarations.map((declaration) => inDeclaration(declaration, selection)),
  };
}

function inDeclaration(declaration: DeclarationSyntax, selection: Selection): DeclarationSyntax {
  switch (declaration.kind) {
    case 'unit':
    case 'category':
    case 'dimension':
    case 'table':
      return declaration;
    case 'demand':
      return {
        ...declaration,
        missing: declaration.missing && inExpression(declaration.missing, selection),
      };
    case 'class':
      return {
        ...declaration,
        distribution: declaration.distribution && inCall(declaration.distribution, selection),
        states: declaration.states.map(({ name, share }) => ({
          name,
          share: inExpression(share, selection),
        })),
      };
    case 'latent': {
      const { priorChoice, ...latent } = declaration;
      const prior = priorChoice === undefined ? declaration.prior : kept(priorChoice, selection);
      const truncation = latent.truncation && {
        ...latent.truncation,
        lo: latent.truncation.lo && inExpression(latent.truncation.lo, selection),
        hi: latent.truncation.hi && inExpression(latent.truncation.hi, selection),
      };
      const correlated = latent.correlated && inCall(latent.correlated, selection);
      return { ...latent, prior: inCall(prior, selection), truncation, correlated };
    }
    case 'let':
    case 'report':
    case 'factor':
      return { ...declaration, value: inExpression(declaration.value, selection) };
    case 'link':
      return {
        ...declaration,
        parameters: declaration.parameters.map(({ name, byDefault }) => ({
          name,
          byDefault: byDefault && inExpression(byDefault, selection),
        })),
        body: inExpression(declaration.body, selection),
      };
    case 'observe':
      return {
        ...declaration,
        distribution: mapDistribution(declaration.distribution, {
          call: (call) => inCall(call, selection),
          share: (share) => inExpression(share, selection),
        }),
        ...mapLimits(declaration, (limit) => inExpression(limit, selection)),
      };
  }
}

function inExpression(expression: ExpressionSyntax, selection: Selection): ExpressionSyntax {
  switch (expression.kind) {
    case 'number':
    case 'reference':
      return expression;
    case 'unary':
      return { ...expression, operand: inExpression(expression.operand, selection) };
    case 'binary':
      return {
        ...expression,
        left: inExpression(expression.left, selection),
        right: inExpression(expression.right, selection),
      };
    case 'call':
      return inCall(expression, selection);
    case 'over':
      return { ...expression, body: inExpression(expression.body, selection) };
    case 'choose':
      return inExpression(kept(expression, selection), selection);
  }
}

function inCall(call: CallSyntax, selection: Selection): CallSyntax {
  return {
    ...call,
    arguments: call.arguments.map((argument) => ({
      ...argument,
      value: inExpression(argument.value, selection),
    })),
  };
}

function kept<Value>({ name, alternatives }: ChooseSyntax<Value>, selection: Selection): Value {
  const chosen = Object.hasOwn(selection, name.text) ? selection[name.text] : undefined;
  const alternative = alternatives.find((each) => each.name.text === chosen) ?? alternatives[0];
  if (alternative === undefined) throw new Error(`the choice ${name.text} has no alternative`);
  return alternative.value;
}
