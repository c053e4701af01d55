import {showPath} from '../../core/reference/path.ts';
import {stackReferencesIn} from '../../core/reference/stack-references-in.ts';
import type {Release} from '../../core/release/release.ts';
import type {Use} from '../../core/release/use.ts';
import type {Resource} from '../../core/resource/resource.ts';
import type {OtherResource} from '../../core/stacks/other-stack.ts';
import {isSharedStack} from '../../core/stacks/shared-stacks.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import {defined} from '../../lib/defined.ts';

/** The planned part of a stack, and what the last release used. */
export type UsesRequest = {
  readonly loaded: {readonly resources: readonly Resource[]; readonly expandable: ReadonlySet<string>};
  /** The resources of other stacks, by the keys of their references. */
  readonly others: ReadonlyMap<string, OtherResource>;
  /** Ids that the plan leaves out: their uses stay. */
  readonly leftOut: ReadonlySet<string>;
  readonly last: Pick<Release, 'uses'> | undefined;
  /** The shared resource that holds the kubeconfig. */
  readonly cluster?: Use | undefined;
};

/** Returns the shared resources that a stack uses, each with the fields that take a value from it. */
export function usesOf({loaded, others, leftOut, last, cluster}: UsesRequest): readonly Use[] {
  const now = loaded.resources
    .filter(({id}) => loaded.expandable.has(id))
    .flatMap(({id: resource, attributes}) =>
      stackReferencesIn(attributes).flatMap(({key, id, at}): readonly Use[] => {
        const other = others.get(key);
        if (other === undefined || !isSharedStack(other.stack)) return [];
        const {stack, id: claimed, revision, state} = other;
        return [
          {
            stack,
            id: claimed ?? id,
            ...defined({revision, digest: state?.desiredDigest}),
            fields: [{resource, path: showPath(at)}],
          },
        ];
      }),
    );
  const before = (last?.uses ?? []).flatMap((use): readonly Use[] => {
    const fields = use.fields.filter(({resource}) => leftOut.has(resource));
    return fields.length === 0 ? [] : [{...use, fields}];
  });
  const byResource = Map.groupBy([...now, ...before], ({stack, id}) => `${stack}#${id}`);
  const values = [...byResource.values()].flatMap(([first, ...more]) =>
    first === undefined ? [] : [{...first, fields: [...first.fields, ...more.flatMap(({fields}) => fields)]}],
  );
  return [...values, ...(cluster === undefined ? [] : [cluster])].toSorted(
    (a, b) => compareNaturally(a.stack, b.stack) || compareNaturally(a.id, b.id),
  );
}
