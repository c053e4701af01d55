import {GantryError} from '../../../../../core/failure/failure.ts';
import type {JsonObject} from '../../../../../core/json.ts';
import {isTrue, textAt} from '../../../../../core/readiness/read.ts';
import type {LocalConnection} from '../../../../../ports/listener.ts';
import type {Forward, ForwardRequest, ReleasedStack} from '../../../../../ports/operations.ts';
import {PODS} from '../../execute/workload-kinds.ts';
import {findStack} from '../find-objects.ts';
import {openBell} from '../logs/bell.ts';
import {listPods} from '../logs/find-pods.ts';
import type {Operating} from '../open-operations.ts';
import {carry} from './carry.ts';
import {PodRefused, podSockets} from './pod-socket.ts';
import {podPort, servicePort, serviceSelector, type TargetPort} from './service-port.ts';

/** How long a connection waits for a pod that is ready. */
const PATIENCE_MS = 60_000;
/** A pod that does not take a connection is given a moment; meanwhile its end may be seen. */
const PAUSE_MS = 500;
const ATTEMPTS = 4;

/** The way from this machine to a ready pod behind a Service; another one when that pod goes. */
export async function openForward(
  operating: Operating,
  stack: ReleasedStack,
  request: ForwardRequest,
): Promise<Forward> {
  const {session, access} = operating;
  const {client, hub, clock} = session;
  const {signal} = stack;
  const {namespace, target, labelSelector} = await readService(operating, stack, request);
  const bell = openBell();
  const search = {namespace, labelSelector};
  const first = await listPods(client, [search], signal);
  const feed = hub.follow({resource: PODS, ...search}, {onChange: bell.ring, onFailed: bell.ring});
  signal.addEventListener('abort', feed.stop, {once: true});
  const pick = podPicker(() => feed.items() ?? first, target, request);
  const connectTo = podSockets(access);
  const nextPod = async (): Promise<Picked> => {
    const deadline = clock.monotonic() + PATIENCE_MS;
    for (;;) {
      const seen = bell.count();
      const picked = pick();
      if (picked !== undefined) return picked;
      const left = deadline - clock.monotonic();
      if (left <= 0 || signal.aborted) throw new Error('no pod is ready');
      await bell.after(seen, left, {clock, signal});
    }
  };
  const connect: Parameters<typeof carry>[0]['connect'] = async (events) => {
    for (let attempt = 1; ; attempt++) {
      const {pod, port} = await nextPod();
      try {
        return await connectTo({namespace, pod, port}, events, signal);
      } catch (error) {
        if (error instanceof PodRefused && error.status === 403) throw denied(client.server, namespace);
        if (error instanceof GantryError || attempt >= ATTEMPTS || signal.aborted) throw error;
        await bell.after(bell.count(), PAUSE_MS, {clock, signal});
      }
    }
  };
  pick();
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

type Picked = {readonly pod: string; readonly port: number};

/** The pod of before as long as it is ready: a browser's connections belong together. */
function podPicker(
  pods: () => readonly JsonObject[],
  target: TargetPort,
  {onPod, onTrouble}: ForwardRequest,
): () => Picked | undefined {
  let last: string | undefined;
  return () => {
    const ready = pods().filter((pod) => isTrue(pod, 'Ready') && textAt(pod, 'metadata', 'deletionTimestamp') === '');
    const pod = ready.find((one) => textAt(one, 'metadata', 'name') === last) ?? ready[0];
    if (pod === undefined) {
      if (last !== '') onTrouble('no pod is ready: waiting for one');
      last = '';
      return undefined;
    }
    const [name, port] = [textAt(pod, 'metadata', 'name'), podPort(pod, target)];
    if (port === undefined) throw new Error(`pod ${name} has no port named ${target}`);
    if (name !== last) onPod(name, port);
    last = name;
    return {pod: name, port};
  };
}

async function readService(operating: Operating, stack: ReleasedStack, {service, port}: ForwardRequest) {
  const impossible = (detail: string): GantryError =>
    new GantryError({code: 'forward/impossible', detail: `service ${service.name}: ${detail}`});
  const [found] = await findStack(operating, {...stack, prior: [service]});
  if (found?.live === undefined) throw impossible(found?.why ?? 'it is not there');
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
    return `may not ${error.failure.action}`;
  return error instanceof Error ? error.message : String(error);
};
