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

/**
 * Divides an order into as few batches as the dependencies allow: each batch takes all resources of its type that are ready. The first batch decides
 * about the number. Of several divisions of the same length, the one with fewer batches of Terraform counts, because each of them starts processes.
 */
export function batchesOf(request: BatchRequest): readonly Batch[] {
  const types = new Set(request.order.map(request.typeOf));
  const [best = []] = [...types]
    .map((type) => batchesFrom(type, request))
    .toSorted((a, b) => a.length - b.length || ofTerraform(a) - ofTerraform(b));
  return best;
}

const ofTerraform = (batches: readonly Batch[]): number => batches.filter(({type}) => type === 'Terraform').length;

function batchesFrom(first: Batch['type'] | undefined, {order, after, typeOf}: BatchRequest): readonly Batch[] {
  const batches: Batch[] = [];
  const taken = new Set<string>();
  let rest = order.filter((id) => typeOf(id) !== undefined);
  const wanted = new Set(rest);
  for (let type = first; rest.length > 0; type = typeOf(rest[0] ?? '')) {
    if (type === undefined) continue;
    const ids: string[] = [];
    const left: string[] = [];
    for (const id of rest) {
      const isReady =
        typeOf(id) === type && (after.get(id) ?? []).every((need) => taken.has(need) || !wanted.has(need));
      if (isReady) taken.add(id);
      (isReady ? ids : left).push(id);
    }
    if (ids.length > 0) batches.push({type, ids});
    rest = left;
  }
  return batches;
}
