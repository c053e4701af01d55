import {isList, type JsonObject} from '../../../core/json.ts';
import {idOfMade, isDeclared} from '../../../core/module/declared-resource.ts';
import type {WorkloadFacts} from '../../../core/module/module.ts';
import {idOf} from '../../../core/resource/id.ts';
import {identityOf} from '../../../core/resource/identity.ts';
import {type Located, partOf} from '../../../core/variation/located.ts';
import {applyPatches} from '../../../kubernetes/module/apply-patches.ts';
import type {AccessoryPatch} from '../../../kubernetes/module/patch-edits.ts';
import {defined} from '../../../lib/defined.ts';
import {once} from '../../../lib/once.ts';
import type {Generation} from './generation.ts';
import type {Made, MadeSource, PatchedBy} from './made.ts';
import {problemAt} from './problem-at.ts';

/** The patches of the accessories of an application, and its workload. */
export type Patching = {
  /** The application. */
  readonly node: Located;
  readonly workload: WorkloadFacts | undefined;
  readonly patches: readonly AccessoryPatch[];
  /** The uses of modules by their accessories. */
  readonly sources: ReadonlyMap<string, MadeSource>;
  readonly generation: Generation;
};

/** Applies the patches of accessories to the objects of an application. Problems are reported at the accessory. */
export function patchMade(
  made: readonly Made[],
  {node, workload, patches, sources, generation}: Patching,
): readonly Made[] {
  if (patches.length === 0) return made;
  const order = partOf(node, 'order')?.value;
  const named = new Set(patches.flatMap(({patch}) => Object.keys({...patch.merge, ...patch.json})));
  const keyOf = ({object}: Made): string => idInStack(object, generation.namespace, named);
  const patching = {
    objects: new Map(made.map((one) => [keyOf(one), one.object])),
    workload,
    ...defined({order: isList(order ?? null) ? (order as readonly string[]) : undefined}),
  };
  const changed = applyPatches({...patching, patches});
  const accessories = partOf(node, 'accessories') ?? node;
  for (const {accessory, ...problem} of changed.problems)
    generation.report(problemAt(partOf(accessories, accessory) ?? node, [], problem));
  const accessoriesInOrder = [...new Set(changed.sorted.map(({accessory}) => accessory))];
  // Only explanations and positions of problems ask for them, and each takes another run of the patches.
  const states = once(() =>
    accessoriesInOrder.map((accessory, index) => {
      const applied = accessoriesInOrder.slice(0, index + 1);
      return {
        source: sources.get(accessory),
        after: applyPatches({...patching, patches: patches.filter((one) => applied.includes(one.accessory))}).objects,
      };
    }),
  );
  return made.map((one) => {
    const object = changed.objects.get(keyOf(one)) ?? one.object;
    if (object === one.object) return one;
    const patched = (): readonly PatchedBy[] =>
      states().flatMap(({source, after}) =>
        source === undefined ? [] : [{source, object: after.get(keyOf(one)) ?? one.object}],
      );
    return {...one, object, unpatched: one.object, patched};
  });
}

/** Returns the id of an object with the namespace of the stack. The id of a cluster-scoped object has no namespace. */
function idInStack(object: JsonObject, namespace: string | undefined, named: ReadonlySet<string>): string {
  const plain = idOfMade(object);
  return isDeclared(object) || named.has(plain)
    ? plain
    : idOf({...identityOf(object), ...defined({namespace: identityOf(object).namespace ?? namespace})});
}
