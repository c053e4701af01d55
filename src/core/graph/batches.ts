import type {Resource} from '../resource/resource.ts';

/** Resources of one type that can be planned together. Their dependencies are in this batch or in earlier ones. */
export type Batch = {readonly type: Resource['type']; readonly ids: readonly string[]};

/** An order of resources, with the type of each; undefined for an id that is not a resource of this run. */
export type BatchRequest = {
  /** Every id after all that it needs. */
  readonly order: readonly string[];
  readonly after: ReadonlyMap<string, readonly string[]>;
  readonly typeOf: (id: string) => Resource['type'] | undefined;
};

/** Divides an order into as few batches as the dependencies allow: each batch takes all resources of its type that are ready. */
export function batchesOf({order, after, typeOf}: BatchRequest): readonly Batch[] {
  const batches: Batch[] = [];
  const taken = new Set<string>();
  let rest = order.filter((id) => typeOf(id) !== undefined);
  const wanted = new Set(rest);
  while (rest.length > 0) {
    const type = typeOf(rest[0] ?? '');
    if (type === undefined) break;
    const ids: string[] = [];
    const left: string[] = [];
    for (const id of rest) {
      const isReady =
        typeOf(id) === type && (after.get(id) ?? []).every((need) => taken.has(need) || !wanted.has(need));
      if (isReady) taken.add(id);
      (isReady ? ids : left).push(id);
    }
    batches.push({type, ids});
    rest = left;
  }
  return batches;
}
