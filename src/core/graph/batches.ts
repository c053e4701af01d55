import type {Resource} from '../resource/resource.ts';

/** Resources of one type that can be planned together: all that they need is in earlier batches, or in this one. */
export type Batch = {readonly type: Resource['type']; readonly ids: readonly string[]};

/** An order of resources, and the runtime type of each; undefined: the id is of no resource of this run. */
export type BatchRequest = {
  /** Every id after all that it needs. */
  readonly order: readonly string[];
  readonly after: ReadonlyMap<string, readonly string[]>;
  readonly typeOf: (id: string) => Resource['type'] | undefined;
};

/** Cuts an order where the type changes, as seldom as the needs allow: each batch takes all of its type that is ready. */
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
