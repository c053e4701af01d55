import {GantryError} from '../../core/failure/failure.ts';
import type {KubernetesState} from '../../core/release/kubernetes-state.ts';
import {kubernetesStates} from '../../core/release/resource-state.ts';
import type {Listener} from '../../ports/listener.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {interrupted} from './interrupted.ts';
import {operateStack} from './operate-stack.ts';

/** `[SERVICE:]LOCAL:REMOTE`. */
export type PortForward = {
  /** Absent: the only Service of the stack. */
  readonly service?: string | undefined;
  /** The local port; 0 selects any free port. */
  readonly local: number;
  /** A port of the Service, by number or name. */
  readonly remote: string;
};

/** A port forward that listens. */
export type OpenPort = {readonly forward: PortForward; readonly listener: Listener};

/** Local ports that stay reserved until they are closed. */
export type OpenPorts = AsyncDisposable & {readonly ports: readonly OpenPort[]};

/**
 * Opens all local ports, or none, before anything is applied.
 * @throws GantryError forward/port-taken.
 */
export async function openPorts(forwards: readonly PortForward[], deps: Pick<Deps, 'listen'>): Promise<OpenPorts> {
  const ports: OpenPort[] = [];
  const close = async (): Promise<void> => void (await Promise.all(ports.map(({listener}) => listener.close())));
  try {
    for (const forward of forwards) ports.push({forward, listener: await deps.listen(forward.local)});
  } catch (error) {
    await close();
    throw error;
  }
  return {ports, [Symbol.asyncDispose]: close};
}

/**
 * Finds the Service of a forward: by `NAME` or `NAMESPACE/NAME`; without a name, the only one.
 * @throws GantryError forward/impossible, with all Services of the stack.
 */
export function serviceFor<T extends Pick<KubernetesState, 'name' | 'namespace'>>(
  {service, local, remote}: PortForward,
  services: readonly T[],
): T {
  const full = ({namespace, name}: T): string => (namespace === undefined ? name : `${namespace}/${name}`);
  const found = services.filter((one) => service === undefined || one.name === service || full(one) === service);
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  const listed = services.length === 0 ? 'the stack has no Service' : `the stack has ${services.map(full).join(', ')}`;
  const why =
    only === undefined
      ? `there is no Service${service === undefined ? '' : ` ${service}`}`
      : 'it does not name a Service';
  const asked = `${service === undefined ? '' : `${service}:`}${local}:${remote}`;
  throw new GantryError({code: 'forward/impossible', detail: `--port-forward ${asked}: ${why}; ${listed}`});
}

/** The ports to forward; `onText` receives remarks for the user. */
export type ForwardPorts = StackRequest & Pick<OpenPorts, 'ports'> & {readonly onText: (text: string) => void};

/**
 * Forwards the ports to ready pods behind the stack's Services, with the workspace's own cluster and credential, until the run is
 * interrupted: the user's way to end it.
 * @throws GantryError release/not-found, another cluster, forward/impossible, permission/denied, input/usage.
 */
export const forwardPorts = ({ports, onText, ...request}: ForwardPorts, deps: Deps): Promise<void> =>
  operateStack(request, deps, async ({last, operate}) => {
    const objects = kubernetesStates(last.state);
    const services = objects.filter(({apiVersion, kind}) => apiVersion === 'v1' && kind === 'Service');
    const operations = operate(objects);
    for (const {forward, listener} of ports) {
      const service = serviceFor(forward, services);
      const at = `127.0.0.1:${listener.port}`;
      const way = await operations.forward({
        service,
        port: forward.remote,
        onPod: (pod, port) =>
          onText(`forwarding ${at} to port ${forward.remote} of service ${service.name} (pod ${pod}, port ${port})`),
        onError: (text) => onText(`${at}: ${text}`),
      });
      listener.onConnection((connection) => void way.carry(connection));
    }
    await interrupted(deps.signal);
  });
