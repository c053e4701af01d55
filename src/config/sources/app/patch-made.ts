import {isList, type JsonObject} from '../../../core/json.ts';
import type {WorkloadFacts} from '../../../core/module/module.ts';
import {idOf, idOfObject} from '../../../core/resource/id.ts';
import {identityOf} from '../../../core/resource/identity.ts';
import {type Located, partOf} from '../../../core/variation/located.ts';
import {applyPatches} from '../../../kubernetes/module/apply-patches.ts';
import type {AccessoryPatch} from '../../../kubernetes/module/patch-edits.ts';
import {defined} from '../../../lib/defined.ts';
import type {Generation} from './generation.ts';
import type {Made} from './made.ts';
import {problemAt} from './problem-at.ts';

/** The patches of the accessories of an application, and its workload. */
export type Patching = {
  /** The application. */
  readonly node: Located;
  readonly workload: WorkloadFacts | undefined;
  readonly patches: readonly AccessoryPatch[];
  readonly generation: Generation;
};

/** Applies the patches of accessories to the objects of an application. Problems are reported at the accessory. */
export function patchMade(made: readonly Made[], {node, workload, patches, generation}: Patching): readonly Made[] {
  if (patches.length === 0) return made;
  const order = partOf(node, 'order')?.value;
  const named = new Set(patches.flatMap(({patch}) => Object.keys({...patch.merge, ...patch.json})));
  const keyOf = ({object}: Made): string => idInStack(object, generation.namespace, named);
  const changed = applyPatches({
    objects: new Map(made.map((one) => [keyOf(one), one.object])),
    workload,
    patches,
    ...defined({order: isList(order ?? null) ? (order as readonly string[]) : undefined}),
  });
  const accessories = partOf(node, 'accessories') ?? node;
  for (const {accessory, ...problem} of changed.problems)
    generation.report(problemAt(partOf(accessories, accessory) ?? node, [], problem));
  return made.map((one) => ({...one, object: changed.objects.get(keyOf(one)) ?? one.object}));
}

/** Returns the id of an object with the namespace of the stack. An object of the cluster has none: a patch names it so. */
function idInStack(object: JsonObject, namespace: string | undefined, named: ReadonlySet<string>): string {
  const plain = idOfObject(object);
  return named.has(plain)
    ? plain
    : idOf({...identityOf(object), ...defined({namespace: identityOf(object).namespace ?? namespace})});
}
