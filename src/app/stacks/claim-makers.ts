import type {Recipe} from '../../config/claims/recipe.ts';
import {findStack} from '../../config/find-project.ts';
import {type KnownStack, stacksAround} from '../../config/stacks/known-stacks.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {fitsClaim, type SharedClaim} from '../../core/stacks/shared-claim.ts';
import {isSharedProject} from '../../core/stacks/shared-stacks.ts';
import {stackText} from '../../core/stacks/stack-name.ts';

/** A recipe of a shared stack whose files are here. */
export type ClaimMaker = {
  /** `shared/STACK`. */
  readonly stack: string;
  readonly dir: string;
  readonly recipe: Recipe;
};

/** The directory of the stack that claims something, and the one where it was searched. */
export type MakersAround = {readonly directory?: string | undefined; readonly within?: string | undefined};

/** Returns all recipes of the shared stacks around a stack. A shared stack whose files are invalid reports that in its own run. */
export async function recipesAround({directory, within}: MakersAround): Promise<readonly ClaimMaker[]> {
  if (directory === undefined) return [];
  const found = await Promise.all(stacksAround(directory, within).filter(isSharedProject).map(recipesOf));
  return found.flat();
}

async function recipesOf(known: KnownStack): Promise<readonly ClaimMaker[]> {
  try {
    const {stack} = await findStack({directory: known.dir});
    return (stack.recipes ?? []).map((recipe) => ({stack: stackText(known), dir: known.dir, recipe}));
  } catch (error) {
    if (error instanceof GantryError && error.failure.code === 'input/invalid') return [];
    throw error;
  }
}

/** Returns the recipes that make what is claimed. */
export const makersOf = (claim: SharedClaim, around: readonly ClaimMaker[]): readonly ClaimMaker[] =>
  around.filter(({recipe}) => fitsClaim(recipe, claim));
