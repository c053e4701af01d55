import type {LoadedResources} from '../../config/load-resources.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {JsonObject} from '../../core/json.ts';
import {movedTerraform} from '../../core/plan/moved.ts';
import {type KnownState, knownState} from '../../core/release/known-state.ts';
import type {KubernetesState} from '../../core/release/kubernetes-state.ts';
import {isKubernetesState, type ResourceState} from '../../core/release/resource-state.ts';
import {groupVersion, identityOf} from '../../core/resource/identity.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {select} from '../../core/selection/select.ts';
import type {Selectable} from '../../core/selection/selector.ts';
import {isAddress, isInSource, isTerraformSource, SOURCE_ID} from '../../core/terraform/source.ts';
import type {ReleaseHistory} from '../../engine/release/release-history.ts';
import {begunStates} from '../../kubernetes/release/begun-states.ts';
import {defined} from '../../lib/defined.ts';
import type {LoadedStack} from './load-stack.ts';
import type {PlanSource} from './plan-source.ts';
import type {PlanFlags} from './release-requests.ts';

/** The resources that a plan leaves out: the next release keeps them exactly as the last one had them. */
export type LeftOut = {
  readonly count: number;
  /** Present if nothing remains to be planned. */
  readonly isAll?: true;
  readonly ids: ReadonlySet<string>;
  readonly state: readonly ResourceState[];
  readonly spec: readonly Resource[];
};

/** The part of a stack that `--target` and `--exclude` select. */
export type SelectedResources = {
  /** Only the resources in the plan. */
  readonly loaded: LoadedResources;
  readonly known: KnownState;
  readonly leftOut: LeftOut;
  /** The addresses in a source of Terraform code that are planned. Absent: all. */
  readonly parts?: readonly string[];
  /** The addresses in it that are left out, with all that depends on them. Absent: none. */
  readonly excludedParts?: readonly string[];
};

/** A stack and the flags that select a part of it. */
export type SelectRequest = Pick<PlanFlags, 'targets' | 'excludes'> &
  LoadedStack & {readonly history: ReleaseHistory} & Partial<Pick<PlanSource, 'location' | 'from'>>;

/**
 * Selects the part of a stack that `--target` and `--exclude` name, of the desired and the released resources.
 * @throws GantryError `input/usage` for a selector that matches nothing.
 */
export function selectResources({
  targets = [],
  excludes = [],
  loaded,
  order,
  history,
  ...source
}: SelectRequest): SelectedResources {
  const known = knownState(history.last, history.interrupted);
  if (targets.length === 0 && excludes.length === 0) return {loaded, known, leftOut: NOTHING};
  const hasSource = loaded.resources.some(isTerraformSource);
  const partsIn = (texts: readonly string[]): readonly string[] => (hasSource ? texts.filter(isAddress) : []);
  const [parts, excludedParts] = [partsIn(targets), partsIn(excludes)];
  const [others, otherExcludes] = [without(targets, parts), without(excludes, excludedParts)];
  let isWhole = parts.length === 0;
  const chosen = keepSelected({loaded, history, ...source}, ({states, removed, resources, idNow}) => {
    const needs = new Map([...order.after, ...removalNeeds(states, removed, idNow)]);
    const selectIds = (wanted: readonly string[]): ReadonlySet<string> => {
      const result = select({targets: wanted, excludes: otherExcludes, resources, needs});
      if ('problem' in result) throw new GantryError({code: 'input/usage', ...result.problem});
      return result.selected;
    };
    if (parts.length === 0) return selectIds(targets);
    isWhole = others.length > 0 && selectIds(others).has(SOURCE_ID);
    return selectIds([...others, SOURCE_ID]);
  });
  return {
    ...chosen,
    ...defined({
      parts: isWhole ? undefined : parts,
      excludedParts: excludedParts.length === 0 ? undefined : excludedParts,
    }),
  };
}

const without = (texts: readonly string[], left: readonly string[]): readonly string[] =>
  texts.filter((text) => !left.includes(text));

/** Everything that a full plan would include. */
export type Selectables = {
  /** The state of earlier runs; `removed`: the part that is no longer in the files. */
  readonly states: readonly ResourceState[];
  readonly removed: readonly ResourceState[];
  /** The desired and the removed resources. */
  readonly resources: readonly Selectable[];
  /** Returns the current id in the files of an object of the last release. */
  readonly idNow: (state: ResourceState) => string;
};

/** Leaves everything out of a plan except the chosen ids. */
export function keepSelected(
  {loaded, history, location, from}: Pick<SelectRequest, 'loaded' | 'history' | 'location' | 'from'>,
  choose: (all: Selectables) => ReadonlySet<string>,
): SelectedResources {
  const known = knownState(history.last, history.interrupted);
  const states = [...known.state, ...begunStates(known.unsure)];
  const specThen = specOf(history);
  const moves = {moves: location?.stack.moved ?? [], resources: loaded.resources, states, earlier: from?.state};
  const nameNow = currentNames(loaded.resources, movedTerraform(moves));
  const removed = states.filter((state) => nameNow(state) === undefined);
  const resources = [...loaded.resources, ...removed.map((state) => released(state, specThen.get(state.id)))];
  const idNow = (state: ResourceState): string => nameNow(state) ?? state.id;
  const selected = choose({states, removed, resources, idNow});
  const isSelected = (state: ResourceState): boolean => selected.has(idNow(state));
  const left = states.filter((state) => !isSelected(state));
  const unsure = new Set(known.unsure.map(({id}) => id));
  const kept = new Set(left.map(({id}) => id));
  const wanted = new Set(loaded.resources.map(({id}) => id));
  return {
    loaded: {...loaded, resources: loaded.resources.filter(({id}) => selected.has(id))},
    known: {
      state: known.state.filter(isSelected),
      unsure: known.unsure.filter(({id}) => !kept.has(id)),
    },
    leftOut: {
      count: resources.length - selected.size,
      ...defined({isAll: selected.size === 0 ? (true as const) : undefined}),
      ids: new Set(resources.map(({id}) => id).filter((id) => !selected.has(id))),
      state: left,
      // A resource that the last release wanted and never created stays wanted, unless this plan creates it.
      spec: [...specThen.values()].filter(
        ({id}) => kept.has(id) || (!unsure.has(id) && wanted.has(id) && !selected.has(id)),
      ),
    },
  };
}

const NOTHING: LeftOut = {count: 0, ids: new Set(), state: [], spec: []};

/** Returns the desired resources of earlier runs by id: the last release, and runs that did not end. */
export const specOf = ({last, interrupted}: ReleaseHistory): ReadonlyMap<string, Resource> =>
  new Map(
    [...interrupted, ...(last === undefined ? [] : [last])].flatMap(({spec}) => spec).map((one) => [one.id, one]),
  );

/** Finds the current id in the files of an object of the last release. Another API version is still the same object. */
function currentNames(
  resources: readonly Resource[],
  moved: ReadonlyMap<string, string>,
): (state: ResourceState) => string | undefined {
  const ids = new Set(resources.map(({id}) => id));
  const renamed = new Map([...moved].map(([id, before]) => [before, id]));
  const byName = new Map<string, {readonly id: string; readonly namespace: string | undefined}[]>();
  for (const {id, attributes} of resources) {
    const {group, kind, name, namespace} = identityOf(attributes);
    const key = [group, kind, name].join(':');
    byName.set(key, [...(byName.get(key) ?? []), {id, namespace}]);
  }
  return (state) => {
    if (ids.has(state.id)) return state.id;
    // The resources in a source of Terraform code are planned with it.
    if (isInSource(state) && ids.has(SOURCE_ID)) return SOURCE_ID;
    if (state.type !== 'Kubernetes') return renamed.get(state.id);
    const {apiVersion, kind, name, namespace} = state;
    const same = byName.get([groupVersion(apiVersion).group, kind, name].join(':')) ?? [];
    // Without a namespace in the files, the namespace of the kubeconfig applies.
    return same.find((one) => one.namespace === undefined || one.namespace === namespace)?.id;
  };
}

/** Returns a resource for matching by kind, name and labels: from the record, or from the state alone. */
export function released(state: ResourceState, spec: Resource | undefined): Selectable {
  if (isKubernetesState(state)) return {id: state.id, attributes: spec?.attributes ?? identifying(state)};
  const [resourceType = ''] = state.address.split('.');
  return {id: state.id, type: state.type, attributes: {}, extensions: {resourceType}};
}

const identifying = ({apiVersion, kind, namespace, name}: KubernetesState): JsonObject => ({
  apiVersion,
  kind,
  metadata: {name, ...defined({namespace})},
});

/** Returns the order of removals: an object is removed after all objects that used it are changed or removed. */
function removalNeeds(
  states: readonly ResourceState[],
  removed: readonly ResourceState[],
  idNow: (state: ResourceState) => string,
): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>(removed.map(({id}) => [id, []]));
  for (const state of states) for (const used of state.dependsOn) users.get(used)?.push(idNow(state));
  return users;
}

/** Notes how many resources were left out, because the summary of the plan does not count them. */
export function leftOutNote({count, isAll}: LeftOut, {targets = [], excludes = []}: PlanFlags): readonly Diagnostic[] {
  if (count === 0 || targets.length + excludes.length === 0) return [];
  const flags = [...(targets.length > 0 ? ['--target'] : []), ...(excludes.length > 0 ? ['--exclude'] : [])];
  const what = count === 1 ? '1 resource is' : `${count} resources are`;
  if (isAll) {
    const all = `${flags.join(' and ')} leaves out every resource of the stack (${count}): there is nothing to plan`;
    return [{severity: 'warning', code: 'selection/left-out', message: all}];
  }
  const message = `${what} left out by ${flags.join(' and ')}: changes there stay pending`;
  return [{severity: 'note', code: 'selection/left-out', message}];
}
