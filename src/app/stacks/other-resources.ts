import type {LoadedResources} from '../../config/load-resources.ts';
import {stacksAround} from '../../config/stacks/known-stacks.ts';
import {stackReferencesIn} from '../../core/reference/stack-references-in.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import type {ResourceState} from '../../core/release/resource-state.ts';
import type {Resource} from '../../core/resource/resource.ts';
import type {ExternalResource} from '../../core/shared/external-resource.ts';
import {mayUse} from '../../core/stacks/may-use.ts';
import type {OtherResource} from '../../core/stacks/other-stack.ts';
import {claimIn} from '../../core/stacks/shared-claim.ts';
import {ANY_SHARED, EXTERNAL, isSharedStack} from '../../core/stacks/shared-stacks.ts';
import {stackText, wholeName} from '../../core/stacks/stack-name.ts';
import {externalResources} from '../../engine/shared/external-resources.ts';
import {awaitsValue} from '../../kubernetes/plan/awaited-value.ts';
import {usableBy} from '../../kubernetes/resource/usable-by.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import {once} from '../../lib/once.ts';
import type {Deps} from '../deps.ts';
import {releasedStates} from '../release/released-states.ts';
import {claimedResource} from './claimed-resource.ts';
import {failureOfLost, type LostReference} from './lost-references.ts';
import {notUsable} from './not-usable.ts';
import {offersIn} from './offers-in.ts';
import {type Lost, type Placed, placedIn} from './placed-reference.ts';
import {refuseSecretValue} from './refuse-secret-value.ts';
import type {EarlierStack, SameRunStacks} from './same-run-stacks.ts';
import {sharedStacks} from './shared-stacks.ts';
import {stackWith} from './stack-with.ts';

/** A stack whose references to resources of other stacks are looked up. */
export type OthersRequest = {
  readonly names: HistoryNames;
  readonly loaded: Pick<LoadedResources, 'resources' | 'expandable' | 'origins'>;
  /** The directory of the stack, if it has files. */
  readonly directory?: string | undefined;
  /** The directory where it was searched. */
  readonly within?: string | undefined;
  readonly sameRun?: SameRunStacks | undefined;
};

/**
 * Returns the resources of other stacks whose values this one uses: from the last successful release of that stack in the same workspace.
 * If this run applies that stack first and changes the value, it is known only then.
 * @throws GantryError `input/invalid` with every reference that cannot be resolved, at its line; shared/claim-to-make
 */
export async function otherResources(request: OthersRequest, deps: Deps): Promise<ReadonlyMap<string, OtherResource>> {
  const placed = placedIn(request.loaded);
  if (placed.length === 0) return new Map();
  const stacks = new Map<string, Promise<Seen>>();
  const seen = (name: string): Promise<Seen> => {
    const known = stacks.get(name) ?? seeStack(name, request, deps);
    stacks.set(name, known);
    return known;
  };
  const shared = once(() => sharedStacks(request, deps));
  const externals = once(async () => externalResources(request.names.workspace, await deps.backend()));
  const lost: LostReference[] = [];
  const refused: Placed[] = [];
  const others = new Map<string, OtherResource>();
  for (const one of placed) {
    const found =
      one.stack === ANY_SHARED
        ? sharedResource(one, await Promise.all((await shared()).map(seen)), await externals())
        : namedResource(one, request.names, seen);
    const other = await found;
    if ('because' in other) lost.push({one, lost: other});
    else others.set(one.key, other);
    if (!('because' in other) && !mayUse(other.usableBy, request.names.project)) refused.push(one);
  }
  if (lost.length > 0) throw await failureOfLost({...request, references: lost});
  if (refused.length > 0) throw notUsable(refused, others, request.names);
  return others;
}

async function namedResource(
  one: Placed,
  names: HistoryNames,
  seen: (name: string) => Promise<Seen>,
): Promise<OtherResource | Lost> {
  const name = wholeName(one.stack, names);
  return name === stackText(names) ? SELF : resourceIn(await seen(name), one);
}

function sharedResource(
  one: Placed,
  stacks: readonly Seen[],
  externals: readonly ExternalResource[],
): OtherResource | Lost {
  const claim = claimIn(one.id);
  if (claim !== undefined) {
    const claimed = claimedResource(
      claim,
      stacks.map((seen) => ({
        seen,
        name: stackText(seen.names),
        offers: offersIn({...seen, declared: seen.earlier?.wanted}),
      })),
    );
    if ('because' in claimed) return claimed;
    const {id, stack} = claimed;
    const found = resourceIn(stack.seen, {...one, id});
    return 'because' in found ? found : {...found, id};
  }
  const managed = stacks.map((seen) => ({
    seen,
    name: stackText(seen.names),
    ids: [...(seen.states ?? []), ...(seen.earlier?.plan.changes ?? [])].map(({id}) => id),
  }));
  // An interrupted adoption leaves the registration beside the release, which counts then.
  const others = externals.filter(({id}) => !managed.some(({ids}) => ids.includes(id)));
  const having = stackWith(one.id, [
    ...managed,
    ...others.map((external) => ({external, name: EXTERNAL, ids: [external.id]})),
  ]);
  if ('because' in having) return having;
  return 'seen' in having ? resourceIn(having.seen, one) : externalIn(having.external, one);
}

/** Returns an external resource. Its values are read from the live object, because the registration has none. */
function externalIn(external: ExternalResource, one: Placed): OtherResource | Lost {
  if (external.type === 'Terraform') {
    if (external.identity === undefined) return UNREAD;
    const state = {id: external.id, type: 'Terraform', attributes: {}, ...NO_STATE} as const;
    return {stack: EXTERNAL, state, external, awaits: () => false};
  }
  const {id, object} = external;
  const state = {id, type: 'Kubernetes', ...object, applied: {}, ...NO_STATE} as const;
  return refuseSecretValue(one, state, one.holder) ?? {stack: EXTERNAL, state, awaits: () => false};
}

/** The parts of a state that a registration does not have. */
const NO_STATE = {address: '', provider: '', schemaVersion: 0, desiredDigest: '', dependsOn: []} as const;

const UNREAD: Lost = {
  because: 'an earlier version of Gantry registered it without a look at its provider',
  hint: 'Register it again: gantry shared add -f FILE.',
};

/** Returns the other stacks that a stack takes values from, by PROJECT/STACK; `shared/*` for any shared stack. */
export const stacksTakenFrom = (
  {values = [], ...loaded}: Pick<LoadedResources, 'resources' | 'expandable' | 'values'>,
  names: Pick<HistoryNames, 'project'>,
): readonly string[] => {
  const references = [...placedIn({...loaded, origins: new Map()}), ...values.flatMap(stackReferencesIn)];
  return [...new Set(references.map(({stack}) => wholeName(stack, names)))];
};

/** Another stack: its last successful release, and its changes in this run. */
type Seen = {
  readonly names: HistoryNames;
  readonly states?: readonly ResourceState[] | undefined;
  /** The desired resources of that release. */
  readonly spec?: readonly Resource[] | undefined;
  readonly revision?: number | undefined;
  readonly lineage?: string | undefined;
  /** True if its last release destroyed it. */
  readonly isDestroyed: boolean;
  readonly earlier?: EarlierStack | undefined;
  readonly backend: string;
  readonly known: boolean;
};

async function seeStack(name: string, {names, directory, within, sameRun}: OthersRequest, deps: Deps): Promise<Seen> {
  const [project = '', stack = ''] = name.split('/');
  const other = {project, stack, workspace: names.workspace};
  const around = directory === undefined ? [] : stacksAround(directory, within);
  const place = around.find((one) => stackText(one) === name)?.dir;
  // Shared stacks and their users are in one backend, so that a removal finds every user.
  const isHere = place === undefined || project === names.project || isSharedStack(name);
  const backend = isHere ? await deps.backend() : await deps.backendFor({directory: place});
  const released = await releasedStates(other, backend);
  const earlier = sameRun?.earlier.find((one) => one.name === name);
  return {
    names: other,
    backend: backend.name,
    ...released,
    known: place !== undefined || directory === undefined,
    earlier,
  };
}

const SELF: Lost = {
  because: 'that is this stack itself',
  hint: 'Write ${ref:ID#path} for a resource of the same stack.',
};

function resourceIn(seen: Seen, one: Placed): OtherResource | Lost {
  const {names, states, earlier, revision, lineage} = seen;
  const stack = stackText(names);
  const {id} = one;
  const change = earlier?.plan.changes.find((found) => found.id === id);
  const state = states?.find((found) => found.id === id);
  if (change !== undefined && TAKES_AWAY.has(change.action))
    return {because: `${stackText(names)} removes ${id} in this run`};
  const secret = refuseSecretValue(one, state, one.holder);
  if (secret !== undefined) return secret;
  const known = {stack, revision, lineage, state, usableBy: usersOf(id, seen)};
  if (change !== undefined) return {...known, awaits: (at) => state === undefined || awaitsValue(change, at)};
  if (state !== undefined) return {...known, awaits: () => false};
  if (states === undefined && earlier === undefined) return noRelease(seen);
  return noResource(
    id,
    names,
    (earlier?.plan.changes ?? states ?? []).map((found) => found.id),
  );
}

/** Returns the projects that may use a resource: as this run makes it, else as its release has it. */
function usersOf(id: string, {earlier, spec = []}: Seen): readonly string[] | undefined {
  const wanted = [...(earlier?.wanted ?? []), ...spec].find((found) => found.id === id);
  return wanted && usableBy(wanted);
}

const TAKES_AWAY: ReadonlySet<string> = new Set(['delete', 'forget']);

function noResource(id: string, names: HistoryNames, ids: readonly string[]): Lost {
  const near = didYouMean(id, ids);
  return {
    because: `the last release of ${stackText(names)} in ${names.workspace} has no ${id}`,
    hint: near === undefined ? idsHint(ids) : `Did you mean ${near}?`,
  };
}

const idsHint = (ids: readonly string[]): string =>
  ids.length === 0 ? 'It has no resources.' : `It has ${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ', …' : ''}.`;

function noRelease({names, backend, known, isDestroyed}: Seen): Lost {
  const other = stackText(names);
  if (isDestroyed)
    return {
      because: `${other} was destroyed in ${names.workspace} (${backend})`,
      hint: known ? applyIt(other) : 'Remove its values from the files.',
    };
  if (!known)
    return {because: `there is no stack ${other} here, and no release of it in ${names.workspace} (${backend})`};
  return {
    because: `${other} has no release in ${names.workspace} that succeeded (${backend})`,
    hint: applyIt(other),
  };
}

const applyIt = (other: string): string => `Apply it first, or both in one run: -s ${other} -s …`;
