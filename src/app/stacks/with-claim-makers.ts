import {GantryError} from '../../core/failure/failure.ts';
import type {RefusedClaim} from '../../core/failure/shared-failure.ts';
import type {ClaimedBy} from '../../core/stacks/claims-request.ts';
import {mayUse} from '../../core/stacks/may-use.ts';
import {claimKey, type SharedClaim} from '../../core/stacks/shared-claim.ts';
import {isSharedStack} from '../../core/stacks/shared-stacks.ts';
import {defined} from '../../lib/defined.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import {releasedStates} from '../release/released-states.ts';
import {type ClaimMaker, makersOf, type RecipesAround, recipesAround, recipesOnce} from './claim-makers.ts';
import {claimedResource, type SharedOffers} from './claimed-resource.ts';
import {depsFor} from './deps-for.ts';
import type {FoundStack} from './found-stack.ts';
import {offersIn} from './offers-in.ts';
import type {StackSelection} from './selection.ts';
import {sharedStacks} from './shared-stacks.ts';
import type {DeclaredStack} from './stacks-behind.ts';

/** A stack of the run, with what its files declare and shared claim. */
export type ClaimingStack = DeclaredStack & {readonly claims: readonly SharedClaim[]};

/** The stacks of a run. */
export type WithClaimMakers = Pick<StackSelection, 'directory' | 'workspace' | 'withMakers'> & {
  readonly found: readonly FoundStack[];
  /** The declarations of the stacks, in the same order. */
  readonly read: readonly ClaimingStack[];
  readonly find: (dir: string) => Promise<FoundStack>;
};

/**
 * Adds the shared stacks with recipes for unmet shared claims to a run. These stacks create nothing else, unless they are selected
 * themselves.
 * @throws GantryError shared/claim-refused for projects that may not claim it
 */
export async function withClaimMakers(
  {found, read, directory, workspace, withMakers, find}: WithClaimMakers,
  deps: Deps,
): Promise<readonly FoundStack[]> {
  if (withMakers !== true) return found;
  const wanted: Wanted[] = [];
  const recipesOf = recipesOnce();
  for (const [i, stack] of found.entries()) {
    const own = read[i];
    if (own === undefined || own.claims.length === 0) continue;
    const around = await recipesAround({directory: stack.location?.stack.dir, within: directory}, recipesOf);
    if (around.makers.length > 0) wanted.push(...(await unmet({stack, own, read, around}, deps)));
  }
  refuseUsers(wanted);
  const all = [...found];
  for (const [name, claims] of Map.groupBy(wanted, ({maker}) => maker.stack)) {
    const [{maker, within}] = claims as [Wanted, ...Wanted[]];
    const make = [...new Map(claims.map(({maker: {recipe}, by}) => [claimKey(recipe), claimBy(recipe, by)])).values()];
    const at = all.findIndex((one) => one.name === name);
    const selected = all[at] ?? (await find(maker.dir));
    const isOnly = at === -1;
    const request = {...selected.request, ...defined({workspace: isOnly ? (workspace ?? within) : undefined})};
    const stack = {...selected, request: {...request, claims: {make, isOnly}}};
    if (isOnly) all.push(stack);
    else all[at] = stack;
  }
  return all;
}

type Wanted = {
  readonly maker: ClaimMaker;
  readonly by: FoundStack;
  /** The workspace of the stack that claims it. */
  readonly within: string | undefined;
};

const claimBy = ({type, class: ofClass}: SharedClaim, by: FoundStack): ClaimedBy => ({
  type,
  ...defined({class: ofClass}),
  for: by.name,
});

type Claiming = {
  readonly stack: FoundStack;
  readonly own: ClaimingStack;
  readonly read: readonly ClaimingStack[];
  readonly around: RecipesAround;
};

/** Returns the recipes for the shared claims of a stack that neither the releases nor the files of the run meet. */
async function unmet({stack, own, read, around}: Claiming, deps: Deps): Promise<readonly Wanted[]> {
  const {workspace} = own;
  if (workspace === undefined) return [];
  const names = {project: stack.project, stack: stack.stack, workspace};
  const backend = await depsFor({...stack, after: []}, deps).backend();
  const shared = await sharedOffers({names, read}, backend);
  return own.claims.flatMap((claim): readonly Wanted[] => {
    const met = claimedResource(claim, shared);
    if (!('because' in met) || met.unmet === undefined) return [];
    const [maker, another] = makersOf(claim, around);
    // Without exactly one recipe, the plan of the stack reports the problem at its line.
    return maker === undefined || another !== undefined ? [] : [{maker, by: stack, within: workspace}];
  });
}

type Sharing = Pick<Claiming, 'read'> & {
  readonly names: {readonly project: string; readonly stack: string; readonly workspace: string};
};

/** Returns what the shared stacks of a workspace offer, as the releases have them and as the files of the run will make them. */
async function sharedOffers({names, read}: Sharing, backend: Backend): Promise<readonly SharedOffers[]> {
  const {workspace} = names;
  const released = await sharedStacks({names}, {backend: async () => backend});
  const inRun = read.filter((one) => isSharedStack(one.name) && one.workspace === workspace);
  const all = new Set([...released, ...inRun.map(({name}) => name)]);
  return Promise.all(
    [...all].map(async (name) => {
      const [project = '', stack = ''] = name.split('/');
      const released = await releasedStates({project, stack, workspace}, backend);
      const declared = inRun.find((one) => one.name === name)?.resources;
      return {name, offers: offersIn({...released, declared})};
    }),
  );
}

function refuseUsers(wanted: readonly Wanted[]): void {
  const claims = wanted.flatMap(({maker: {recipe, stack}, by}): readonly RefusedClaim[] =>
    mayUse(recipe.usableBy, by.project)
      ? []
      : [{claim: claimKey(recipe), stack, by: by.name, because: 'not-usable', usableBy: recipe.usableBy ?? []}],
  );
  const [first] = wanted;
  if (claims.length > 0) throw new GantryError({code: 'shared/claim-refused', workspace: first?.within ?? '', claims});
}
