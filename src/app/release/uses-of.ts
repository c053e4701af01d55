import {showPath} from '../../core/reference/path.ts';
import {type StackReference, stackReferencesIn} from '../../core/reference/stack-references-in.ts';
import type {Release} from '../../core/release/release.ts';
import {isKubernetesState, type ResourceState} from '../../core/release/resource-state.ts';
import type {Use, UsedIn} from '../../core/release/use.ts';
import type {Resource} from '../../core/resource/resource.ts';
import type {OtherResource} from '../../core/stacks/other-stack.ts';
import {sharedKey} from '../../core/stacks/shared-dependency.ts';
import {EXTERNAL, isSharedStack} from '../../core/stacks/shared-stacks.ts';
import {sharedDependencies} from '../../kubernetes/graph/shared-dependencies.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import {defined} from '../../lib/defined.ts';

/** The planned part of a stack, and what the last release used. */
export type UsesRequest = {
  readonly loaded: {readonly resources: readonly Resource[]; readonly expandable: ReadonlySet<string>};
  /** The resources of other stacks, by the keys of their references. */
  readonly others: ReadonlyMap<string, OtherResource>;
  /** The resources that the plan leaves out: their uses stay. */
  readonly leftOut: {readonly ids: ReadonlySet<string>; readonly spec: readonly Resource[]};
  readonly last: Pick<Release, 'uses'> | undefined;
  /** The shared resource that holds the kubeconfig. */
  readonly cluster?: Use | undefined;
};

/** Returns the shared resources that a stack uses, each with the fields that take a value from it: none where it is only named in `dependsOn`. */
export function usesOf({loaded, others, leftOut, last, cluster}: UsesRequest): readonly Use[] {
  const useOf = ({key, id: named}: Pick<StackReference, 'key' | 'id'>, fields: readonly UsedIn[]): readonly Use[] => {
    const other = others.get(key);
    if (other === undefined) return [];
    const {stack, id = named, revision, state, external} = other;
    if (stack === EXTERNAL) return [{stack, id, ...defined({uid: uidOf(state) ?? external?.identity?.['id']}), fields}];
    if (!isSharedStack(stack)) return [];
    return [{stack, id, ...defined({revision, digest: state?.desiredDigest}), fields}];
  };
  const now = loaded.resources.flatMap((resource) => {
    const {id, attributes} = resource;
    const references = loaded.expandable.has(id) ? stackReferencesIn(attributes) : [];
    return [
      ...references.flatMap(({key, id: used, path, at}) =>
        useOf({key, id: used}, [{resource: id, path: showPath(at), from: showPath(path)}]),
      ),
      ...sharedDependencies(resource).flatMap(({id: used}) => useOf({key: sharedKey(used), id: used}, [])),
    ];
  });
  const named = new Set(leftOut.spec.flatMap(sharedDependencies).map(({id}) => id));
  const before = (last?.uses ?? []).flatMap((use): readonly Use[] => {
    const fields = use.fields.filter(({resource}) => leftOut.ids.has(resource));
    return fields.length === 0 && !named.has(use.id) ? [] : [{...use, fields}];
  });
  const byResource = Map.groupBy([...now, ...before], ({stack, id}) => `${stack}#${id}`);
  const values = [...byResource.values()].flatMap(([first, ...more]) =>
    first === undefined ? [] : [{...first, fields: [...first.fields, ...more.flatMap(({fields}) => fields)]}],
  );
  return [...values, ...(cluster === undefined ? [] : [cluster])].toSorted(
    (a, b) => compareNaturally(a.stack, b.stack) || compareNaturally(a.id, b.id),
  );
}

const uidOf = (state: ResourceState | undefined): string | undefined =>
  state !== undefined && isKubernetesState(state) ? state.uid : undefined;
