import type {JsonObject} from '../../../../core/json.ts';
import {lineageOf} from '../../../../kubernetes/plan/ownership.ts';
import {LINEAGE_LABEL} from '../../../../kubernetes/resource/labels.ts';
import type {ListReply, ListRequest, Objects} from './objects.ts';
import {pathOf} from './path.ts';
import {remembered} from './remembered.ts';

/** The number of stacks in one list. A selector is part of the address, and some proxies refuse addresses of more than 8 KiB. */
const STACKS_PER_LIST = 100;

/**
 * Lists each kind once for all stacks of a run. One request lists the objects of several stacks, and an equal list is not requested again. The
 * answers are as old as the first request, which is enough for plans and reports that are made together.
 * @param lineages of the stacks of the run, as far as they have releases; called with the first list
 */
export function shareLists(list: Objects['list'], lineages: () => Promise<readonly string[]>): Objects['list'] {
  const lists = new Map<string, Promise<ListReply>>();
  const byStack = new Map<string, Promise<ListReply | ReadonlyMap<string, readonly JsonObject[]>>>();
  let known: Promise<ReadonlyMap<string, readonly string[]>> | undefined;
  const read = (request: ListRequest): Promise<ListReply> =>
    remembered(lists, keyOf(request), () => list({...request, signal: undefined}));
  const together = (request: ListRequest, group: readonly string[]) =>
    remembered(byStack, keyOf({...request, labelSelector: group[0]}), async () => {
      const labelSelector = `${LINEAGE_LABEL} in (${group.join(',')})`;
      const reply = await list({...request, labelSelector, signal: undefined});
      return reply.ok ? Map.groupBy(reply.items, (item) => lineageOf(item) ?? '') : reply;
    });
  return async (request) => {
    // Such a list keeps a part of each object only.
    if (request.keep !== undefined) return list(request);
    const lineage = lineageIn(request);
    if (lineage === undefined) return read(request);
    known ??= lineages().then(inGroups);
    const group = (await known).get(lineage) ?? [];
    if (group.length < 2) return read(request);
    const found = await together(request, group);
    // Returns no resourceVersion, because it would belong to the list of all stacks. No watch begins at this list.
    return found instanceof Map
      ? {ok: true, items: found.get(lineage) ?? [], resourceVersion: ''}
      : (found as ListReply);
  };
}

/** Returns the lineage if a request is for the objects of one stack. */
function lineageIn({labelSelector = '', fieldSelector}: ListRequest): string | undefined {
  const prefix = `${LINEAGE_LABEL}=`;
  return fieldSelector === undefined && labelSelector.startsWith(prefix) && !labelSelector.includes(',')
    ? labelSelector.slice(prefix.length)
    : undefined;
}

const keyOf = (request: ListRequest): string =>
  JSON.stringify([
    pathOf({resource: request.resource, namespace: request.namespace}),
    request.labelSelector,
    request.fieldSelector,
    request.metadataOnly,
  ]);

/** Maps each lineage to the lineages that are listed together with it. */
function inGroups(lineages: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const all = [...new Set(lineages)].toSorted();
  return new Map(
    all.map((one, i) => {
      const begin = i - (i % STACKS_PER_LIST);
      return [one, all.slice(begin, begin + STACKS_PER_LIST)];
    }),
  );
}
