import type {
  ListReply,
  ListRequest,
  ObjectReply,
} from '../../../../../../src/adapters/kubernetes/runtime/client/objects.ts';
import type {Refusal} from '../../../../../../src/adapters/kubernetes/runtime/client/status.ts';
import type {WatchEvent, WatchRequest} from '../../../../../../src/adapters/kubernetes/runtime/client/watch.ts';
import type {JsonObject} from '../../../../../../src/core/json.ts';

/** One watch that the code under test has opened: the test sends its events, one by one. */
export type OpenWatch = {readonly request: WatchRequest; readonly send: (event: WatchEvent) => void};

/** A server whose watches and answers the test controls: no sleeps. */
export function fakeServer() {
  const opened: OpenWatch[] = [];
  const arrivals: ((watch: OpenWatch) => void)[] = [];
  const objects = new Map<string, JsonObject>();
  const lists: ListRequest[] = [];
  const reads: string[] = [];
  let mayList = true;
  let held: Promise<void> | undefined;
  let broken: Error | undefined;
  const firstList = Promise.withResolvers<void>();
  return {
    opened,
    /** What is there: what lists and reads by name answer. */
    objects,
    lists,
    reads,
    /** Lists and watches are forbidden. */
    forbidLists: () => (mayList = false),
    /** Lists are answered when the returned function is called. */
    holdLists: () => {
      const gate = Promise.withResolvers<void>();
      held = gate.promise;
      return gate.resolve;
    },
    /** A list has been asked for. */
    listed: () => firstList.promise,
    /** The next list ends with an error. */
    breakLists: (error: Error) => (broken = error),
    nextWatch: () => new Promise<OpenWatch>((resolve) => arrivals.push(resolve)),
    client: {
      clean: (text: string) => text,
      watch: (request: WatchRequest) => {
        const queue: WatchEvent[] = [];
        let wake = () => {};
        const watch = {request, send: (event: WatchEvent) => (queue.push(event), wake())};
        opened.push(watch);
        arrivals.shift()?.(watch);
        request.signal.addEventListener('abort', () => wake());
        return (async function* () {
          for (;;) {
            const event = queue.shift();
            if (event !== undefined) {
              yield event;
              if (event.type === 'ended') return;
            } else if (request.signal.aborted) return;
            else await new Promise<void>((resolve) => (wake = resolve));
          }
        })();
      },
      list: async (request: ListRequest): Promise<ListReply> => {
        lists.push(request);
        firstList.resolve();
        const [error, items] = [broken, [...objects.values()]];
        broken = undefined;
        await held;
        if (error !== undefined) throw error;
        if (!mayList) return {ok: false, status: 403, warnings: [], resent: false, refusal: FORBIDDEN};
        return {ok: true, items, resourceVersion: '4'};
      },
      get: async ({name}: {readonly name: string}): Promise<ObjectReply> => {
        reads.push(name);
        const object = objects.get(name);
        const facts = {status: object === undefined ? 404 : 200, warnings: [], resent: false};
        return object === undefined ? {...facts, ok: false, refusal: NOT_FOUND} : {...facts, ok: true, object};
      },
    },
  };
}

const NOT_FOUND: Refusal = {kind: 'not-found', status: 404, reason: 'NotFound', message: 'not found', causes: []};

const FORBIDDEN: Refusal = {
  kind: 'forbidden',
  by: 'authorization',
  status: 403,
  reason: 'Forbidden',
  message: 'no',
  causes: [],
};

export const deployment = (
  name: string,
  resourceVersion: string,
  {
    generation = 1,
    observed = 0,
    ready = true,
    uid = 'u1',
  }: {generation?: number; observed?: number; ready?: boolean; uid?: string} = {},
): JsonObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: {name, namespace: 'shop', uid, resourceVersion, generation},
  spec: {replicas: 1},
  status: {
    observedGeneration: observed === 0 ? generation : observed,
    replicas: 1,
    updatedReplicas: 1,
    readyReplicas: ready ? 1 : 0,
    availableReplicas: ready ? 1 : 0,
    conditions: [{type: 'Available', status: ready ? 'True' : 'False'}],
  },
});

export const DEPLOYMENTS = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  resource: 'deployments',
  namespaced: true,
  verbs: [],
};
export const placeOf = (name: string) => ({resource: DEPLOYMENTS, namespace: 'shop', name});
