import {GantryError} from '../../../../../core/failure/failure.ts';
import type {JsonObject} from '../../../../../core/json.ts';
import {isTrue, textAt} from '../../../../../kubernetes/readiness/read.ts';
import type {LocalConnection} from '../../../../../ports/listener.ts';
import type {Forward, ForwardRequest, ReleasedStack} from '../../../../../ports/operations.ts';
import {openBell} from '../../execute/bell.ts';
import {PODS} from '../../execute/workload-kinds.ts';
import {findStack} from '../find-objects.ts';
import {listPods} from '../logs/find-pods.ts';
import type {Operating} from '../operating.ts';
import {carry} from './carry.ts';
import {PodRefused, podSockets} from './pod-socket.ts';
import {podPort, servicePort, serviceSelector, type TargetPort} from './service-port.ts';

/** The time that a connection waits for a ready pod. */
const PATIENCE_MS = 60_000;
/** The interval if the user may not watch, so that nothing signals a change. */
const LOOK_AGAIN_MS = 2_000;
/** The pause after a pod rejected a connection; meanwhile its end may be observed. */
const PAUSE_MS = 500;
const ATTEMPTS = 4;

/** Opens a forward from this machine to a ready pod behind a Service. When the pod ends, another one is used. */
export async function openForward(
  operating: Operating,
  stack: ReleasedStack,
  request: ForwardRequest,
): Promise<Forward> {
  const {
    session: {client, clock},
    access,
  } = operating;
  const {signal} = stack;
  const behind = await readService(operating, stack, request);
  const {namespace} = behind;
  const pods = await readyPods(operating, {signal, request, ...behind});
  const connectTo = podSockets(access, clock);
  const connect: Parameters<typeof carry>[0]['connect'] = async (events) => {
    for (let attempt = 1; ; attempt++) {
      const {pod, port} = await pods.next();
      try {
        return await connectTo({namespace, pod, port}, events, signal);
      } catch (error) {
        if (error instanceof PodRefused && error.status === 403) throw denied(client.server, namespace);
        if (error instanceof GantryError || attempt >= ATTEMPTS || signal.aborted) throw error;
        await pods.pause();
      }
    }
  };
  return {
    carry: async (local: LocalConnection) => {
      try {
        await carry({local, connect, onProblem: (text) => request.onTrouble(client.clean(text))});
      } catch (error) {
        if (!signal.aborted) request.onTrouble(client.clean(troubleOf(error)));
        local.destroy();
      }
    },
  };
}

type ReadyPods = {
  /** Returns a pod, and waits until there is one. */
  readonly next: () => Promise<Picked>;
  /** Waits until the pods have changed, or for a moment. */
  readonly pause: () => Promise<void>;
};

type Behind = Awaited<ReturnType<typeof readService>> & {
  readonly signal: AbortSignal;
  readonly request: ForwardRequest;
};

/** Watches the pods behind a Service until the signal is aborted, and reports the chosen pod at once. */
async function readyPods(
  {session: {client, hub, clock}}: Operating,
  {namespace, labelSelector, target, signal, request}: Behind,
): Promise<ReadyPods> {
  const bell = openBell();
  const search = {namespace, labelSelector};
  // The list counts until the watch reports, which may never happen: a user may lack permission to watch.
  let listed: readonly JsonObject[] | undefined = await listPods(client, [search], signal);
  const pick = podPicker(() => listed ?? feed.items() ?? [], target, request);
  const onChange = (): void => {
    listed = undefined;
    // A new pod is reported when it is chosen, not when somebody connects.
    pick();
    bell.ring();
  };
  const feed = hub.follow({resource: PODS, ...search}, {onChange, onFailed: bell.ring});
  signal.addEventListener('abort', feed.stop, {once: true});
  const lookAfter = async (seen: number, ms: number): Promise<void> => {
    await bell.after(seen, ms, {clock, signal});
    if (bell.count() === seen) listed = (await listPods(client, [search], signal).catch(() => undefined)) ?? listed;
  };
  pick();
  return {
    next: async () => {
      const deadline = clock.monotonic() + PATIENCE_MS;
      for (;;) {
        const seen = bell.count();
        const picked = pick();
        if (picked !== undefined) return picked;
        const left = deadline - clock.monotonic();
        if (left <= 0 || signal.aborted) throw new Error('no pod is ready');
        await lookAfter(seen, Math.min(left, LOOK_AGAIN_MS));
      }
    },
    pause: () => lookAfter(bell.count(), PAUSE_MS),
  };
}

type Picked = {readonly pod: string; readonly port: number};

/** Picks a pod. The previous one is kept while it is ready, because the connections of a browser belong together. */
function podPicker(
  pods: () => readonly JsonObject[],
  target: TargetPort,
  {onPod, onTrouble}: ForwardRequest,
): () => Picked | undefined {
  let last: string | undefined;
  let reported = '';
  const tell = (trouble: string): void => {
    if (trouble !== reported) onTrouble(trouble);
    reported = trouble;
  };
  return () => {
    const ready = pods().filter((pod) => isTrue(pod, 'Ready') && textAt(pod, 'metadata', 'deletionTimestamp') === '');
    const open = ready.flatMap((pod): readonly Picked[] => {
      const port = podPort(pod, target);
      return port === undefined ? [] : [{pod: textAt(pod, 'metadata', 'name'), port}];
    });
    const picked = open.find(({pod}) => pod === last) ?? open[0];
    if (picked === undefined) {
      last = undefined;
      tell(ready.length === 0 ? 'no pod is ready: waiting for one' : `no ready pod has a port named ${target}`);
      return undefined;
    }
    if (picked.pod !== last) onPod(picked.pod, picked.port);
    last = picked.pod;
    reported = '';
    return picked;
  };
}

async function readService(operating: Operating, stack: ReleasedStack, {service, port}: ForwardRequest) {
  const impossible = (detail: string): GantryError =>
    new GantryError({code: 'forward/impossible', detail: `service ${service.name}: ${detail}`});
  const [found] = await findStack(operating, {...stack, prior: [service]});
  if (found?.live === undefined) throw impossible(found?.why ?? 'not found');
  const labelSelector = serviceSelector(found.live);
  if (labelSelector === undefined) throw impossible('it selects no pods');
  const known = servicePort(found.live, port);
  if ('problem' in known) throw impossible(known.problem);
  return {namespace: service.namespace ?? '', target: known.target, labelSelector};
}

const denied = (server: string, namespace: string): GantryError =>
  new GantryError({
    code: 'permission/denied',
    server,
    action: `forward ports to pods (create and get pods/portforward) in namespace ${namespace}`,
    detail: 'the server answered 403',
  });

const troubleOf = (error: unknown): string => {
  if (error instanceof GantryError && error.failure.code === 'permission/denied')
    return `permission denied: ${error.failure.action}`;
  return error instanceof Error ? error.message : String(error);
};
