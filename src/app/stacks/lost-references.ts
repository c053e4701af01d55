import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {inOrder} from '../../core/diagnostic/in-order.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import {claimKey, type SharedClaim} from '../../core/stacks/shared-claim.ts';
import {stackText} from '../../core/stacks/stack-name.ts';
import {type ClaimMaker, type MakersAround, makersOf, type RecipesAround, recipesAround} from './claim-makers.ts';
import {diagnoseLost, type Lost, type Placed} from './placed-reference.ts';

/** A place that names a resource which cannot be used. */
export type LostReference = {readonly one: Placed; readonly lost: Lost};

/** A stack with places that name resources which cannot be used. */
export type LostReferences = MakersAround & {
  readonly references: readonly LostReference[];
  readonly names: HistoryNames;
};

/** Returns the failure of such a stack: every problem at its line; or the shared claims that a shared stack around it makes, if nothing else is wrong. */
export async function failureOfLost({references, names, ...place}: LostReferences): Promise<GantryError> {
  const around = references.some(({lost}) => lost.unmet !== undefined) ? await recipesAround(place) : NONE;
  const problems: Diagnostic[] = [];
  const toMake = new Map<string, {readonly claim: string; readonly stack: string}>();
  for (const {one, lost} of references) {
    const makers = lost.unmet === undefined ? [] : makersOf(lost.unmet, around);
    const [only, another] = makers;
    if (only === undefined || another !== undefined)
      problems.push(diagnoseLost(one, withRecipes(lost, makers, around)));
    else toMake.set(textOf(only), {claim: claimKey(only.recipe), stack: only.stack});
  }
  if (problems.length > 0) return new GantryError({code: 'input/invalid', diagnostics: inOrder(problems)});
  return new GantryError({code: 'shared/claim-to-make', by: stackText(names), claims: [...toMake.values()]});
}

/** Adds the recipes to the reason why a shared claim is not met. */
function withRecipes(lost: Lost, makers: readonly ClaimMaker[], around: RecipesAround): Lost {
  if (lost.unmet === undefined) return lost;
  if (makers.length > 0)
    return {
      ...lost,
      because: `${lost.because}, and several recipes fit: ${makers.map(textOf).join(', ')}`,
      hint: 'Add the class of one of them.',
    };
  const known = around.makers.length === 0 ? '' : ` There are recipes for ${around.makers.map(textOf).join(', ')}.`;
  const unread = around.unread.map((stack) => ` The files of ${stack} are invalid: gantry validate -s ${stack}.`);
  return {...lost, hint: `${lost.hint ?? ''} ${recipeHint(lost.unmet)}${known}${unread.join('')}`};
}

const NONE: RecipesAround = {makers: [], unread: []};

const textOf = ({recipe, stack}: ClaimMaker): string => `${claimKey(recipe)} of ${stack}`;

const recipeHint = (claim: SharedClaim): string =>
  `Or add a recipe for it: "claims: {${claimKey(claim)}: {module: …, config: {…}}}" in its stack.yaml.`;
