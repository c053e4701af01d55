import {GantryError} from '../../../../../core/failure/failure.ts';
import type {Clock} from '../../../../../ports/clock.ts';
import type {ClusterAccess, Credential} from '../../../../../ports/cluster-access.ts';
import {dial} from '../../client/connection/dial.ts';
import {TransportError} from '../../client/connection/transport-error.ts';
import {type CredentialKeeper, keepCredential} from '../../client/credential-keeper.ts';

/** A connection to a port of a pod, through a WebSocket of the API server. */
export type PodSocket = {
  /** Resolves when the bytes have left this process. */
  readonly send: (bytes: Uint8Array) => Promise<void>;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly close: () => void;
};

/** The events of a connection to a pod. */
export type PodSocketEvents = {
  readonly onData: (bytes: Uint8Array) => void;
  /** Called with the node's message about a connection that cannot be made. */
  readonly onProblem: (text: string) => void;
  readonly onClose: () => void;
};

/** A port of a pod. */
export type PodPlace = {readonly namespace: string; readonly pod: string; readonly port: number};

/** The server refused the connection: `404` the pod is gone, `403` the permission is missing. */
export class PodRefused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'PodRefused';
    this.status = status;
  }
}

const CONNECT_TIMEOUT_MS = 15_000;
/** The interval of pings: they keep an idle connection open, and detect that the other end has vanished. */
const ALIVE_AFTER_MS = 30_000;
/** The channels of the first port: its data, and its errors. */
const [DATA, PROBLEM] = [0, 1];

/** Opens a connection to a port of a pod through the API server. @throws GantryError if the server refuses it */
export type OpenPodSocket = (place: PodPlace, events: PodSocketEvents, signal: AbortSignal) => Promise<PodSocket>;

/** Opens connections with the cluster and credential of the workspace; a rejected credential is renewed once. */
export function podSockets(access: ClusterAccess, clock: Pick<Clock, 'now'>): OpenPodSocket {
  const keeper = keepCredential(access, clock);
  return async (place, events, signal) => {
    const credential = await keeper.current();
    try {
      return await open(access, credential, {place, events, signal});
    } catch (error) {
      if (!(error instanceof PodRefused) || error.status !== 401) throw error;
      return renewed(access, keeper, {credential, wanted: {place, events, signal}});
    }
  };
}

type Wanted = {readonly place: PodPlace; readonly events: PodSocketEvents; readonly signal: AbortSignal};

async function renewed(
  access: ClusterAccess,
  keeper: CredentialKeeper,
  {credential, wanted}: {readonly credential: Credential; readonly wanted: Wanted},
): Promise<PodSocket> {
  try {
    return await open(access, await keeper.renew(credential), wanted);
  } catch (error) {
    if (!(error instanceof PodRefused) || error.status !== 401) throw error;
    throw new GantryError({code: 'credential/refused', server: access.server, detail: 'the server answered 401'});
  }
}

async function open(
  access: ClusterAccess,
  credential: Credential,
  {place, events, signal}: Wanted,
): Promise<PodSocket> {
  const {WebSocketHandler} = await import('@kubernetes/client-node/dist/web-socket-handler.js');
  const timeout = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
  // A WebSocket begins as an HTTP/1.1 request.
  const {socket} = await dial(access, credential, AbortSignal.any([signal, timeout]), ['http/1.1']);
  socket.setKeepAlive(true, ALIVE_AFTER_MS);
  const handler = new WebSocketHandler({
    getCurrentCluster: () => ({server: access.server.replace(/\/$/, '')}),
    applyToHTTPSOptions: async (options: object) => void Object.assign(options, socketOptions(credential, socket)),
  } as never);
  const {namespace, pod, port} = place;
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}/portforward?ports=${port}`;
  try {
    const ws = await handler.connect(path, null, demultiplexer(events));
    ws.on('close', events.onClose);
    // A broken connection is closed next.
    ws.on('error', () => undefined);
    return {
      send: (bytes) =>
        new Promise((resolve, reject) => {
          ws.send(Buffer.concat([Buffer.from([DATA]), bytes]), (error?: Error) => (error ? reject(error) : resolve()));
        }),
      pause: () => ws.pause(),
      resume: () => ws.resume(),
      close: () => ws.close(),
    };
  } catch (error) {
    socket.destroy();
    throw refusalIn(error);
  }
}

const socketOptions = (credential: Credential, socket: unknown) => ({
  headers: Object.fromEntries(headersOf(credential)),
  createConnection: () => socket,
  handshakeTimeout: CONNECT_TIMEOUT_MS,
  followRedirects: false,
  perMessageDeflate: false,
});

/** Returns the headers. A header that occurs several times (`Impersonate-Group`) is one header with several values. */
function headersOf({headers}: Credential): ReadonlyMap<string, string | string[]> {
  const all = new Map<string, string | string[]>([['user-agent', 'gantry']]);
  for (const {name, value} of headers) {
    const before = all.get(name.toLowerCase());
    all.set(name.toLowerCase(), before === undefined ? value.reveal() : [before, value.reveal()].flat());
  }
  return all;
}

/** Distributes the messages of both channels. The first message of each channel begins with the number of the port. */
function demultiplexer({onData, onProblem}: PodSocketEvents): (channel: number, bytes: Buffer) => boolean {
  const begun = new Set<number>();
  return (channel, bytes) => {
    const rest = begun.has(channel) ? bytes : bytes.subarray(2);
    begun.add(channel);
    if (rest.length > 0 && channel === DATA) onData(rest);
    if (rest.length > 0 && channel === PROBLEM) onProblem(rest.toString('utf8'));
    return true;
  };
}

function refusalIn(error: unknown): Error {
  const message =
    typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
  const status = /Unexpected server response: (\d{3})/.exec(message)?.[1];
  if (status !== undefined) return new PodRefused(Number(status), `the server answered ${status}`);
  return error instanceof Error ? error : new TransportError('unanswered', undefined, message);
}
