import {GantryError} from '../../../../../core/failure/failure.ts';
import type {LocalConnection} from '../../../../../ports/listener.ts';
import type {Forward, ForwardRequest, ReleasedStack} from '../../../../../ports/operations.ts';
import {findStack} from '../find-stack.ts';
import type {Operating} from '../operating.ts';
import {carry} from './carry.ts';
import {PodRefused, podSockets} from './pod-socket.ts';
import {readyPods} from './ready-pods.ts';
import {servicePort, serviceSelector} from './service-port.ts';

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
        await carry({local, connect, onProblem: (text) => request.onError(client.clean(text))});
      } catch (error) {
        if (!signal.aborted) request.onError(client.clean(errorOf(error)));
        local.destroy();
      }
    },
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

const errorOf = (error: unknown): string => {
  if (error instanceof GantryError && error.failure.code === 'permission/denied')
    return `permission denied: ${error.failure.action}`;
  return error instanceof Error ? error.message : String(error);
};
