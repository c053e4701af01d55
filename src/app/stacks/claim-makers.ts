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

/** The recipes of the shared stacks around a stack, and the shared stacks whose files cannot be read. */
export type RecipesAround = {readonly makers: readonly ClaimMaker[]; readonly unread: readonly string[]};

/** Reads the recipes of a stack; undefined for files that are invalid: the run of that stack reports why. */
type RecipesOf = (known: KnownStack) => Promise<readonly ClaimMaker[] | undefined>;

/** Returns a function that reads the recipes of each stack once, because several stacks have the same shared stacks around. */
export function recipesOnce(): RecipesOf {
  const read = new Map<string, ReturnType<RecipesOf>>();
  return (known) => {
    const found = read.get(known.dir) ?? recipesOf(known);
    read.set(known.dir, found);
    return found;
  };
}

/** Returns all recipes of the shared stacks around a stack. */
export async function recipesAround(
  {directory, within}: MakersAround,
  read: RecipesOf = recipesOf,
): Promise<RecipesAround> {
  if (directory === undefined) return {makers: [], unread: []};
  const shared = stacksAround(directory, within).filter(isSharedProject);
  const found = await Promise.all(shared.map(read));
  return {
    makers: found.flatMap((makers) => makers ?? []),
    unread: shared.filter((_, i) => found[i] === undefined).map(stackText),
  };
}

const recipesOf: RecipesOf = async (known) => {
  try {
    const {stack} = await findStack({directory: known.dir});
    return (stack.recipes ?? []).map((recipe) => ({stack: stackText(known), dir: known.dir, recipe}));
  } catch (error) {
    if (error instanceof GantryError && error.failure.code === 'input/invalid') return undefined;
    throw error;
  }
};

/** Returns the recipes that meet a shared claim. */
export const makersOf = (claim: SharedClaim, {makers}: Pick<RecipesAround, 'makers'>): readonly ClaimMaker[] =>
  makers.filter(({recipe}) => fitsClaim(recipe, claim));
