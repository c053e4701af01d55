import type {ClusterAccess, Credential} from '../../../../../ports/cluster-access.ts';
import {abortable} from './abortable.ts';
import {dial} from './dial.ts';
import {http2Connection} from './http2-connection.ts';
import {TransportError} from './transport-error.ts';
import type {Connection, WireAnswer, WireRequest} from './wire.ts';

const CONNECT_TIMEOUT_MS = 5000;

/** A connection to the server that is opened on first use and again after it was lost. */
export type Transport = {
  readonly send: (request: WireRequest, credential: Credential) => Promise<WireAnswer>;
  /** Makes the next request open a new connection; running requests may end. */
  readonly renew: () => void;
  readonly close: () => void;
};

/** Keeps one connection to a server, and opens another one when the credential changes or the old one breaks. */
export function openTransport(access: ClusterAccess): Transport {
  const closing = new AbortController();
  const live = new Set<Connection>();
  let current: Promise<Connection> | undefined;
  let opened: Connection | undefined;

  const open = async (credential: Credential): Promise<Connection> => {
    const connection = await openConnection(access, credential, closing.signal);
    for (const old of live) if (!old.usable()) live.delete(old);
    live.add(connection);
    opened = connection;
    return connection;
  };
  /** Simultaneous requests share one handshake. */
  const connection = (credential: Credential): Promise<Connection> => {
    if (current !== undefined && (opened === undefined || opened.usable())) return current;
    opened = undefined;
    const opening = open(credential);
    current = opening;
    opening.catch(() => {
      if (current === opening) current = undefined;
    });
    return opening;
  };
  return {
    send: async (request, credential) => {
      const ready = await abortable(connection(credential), request.signal);
      return ready.send(request);
    },
    renew: () => {
      opened?.retire();
      opened = undefined;
      current = undefined;
    },
    close: () => {
      closing.abort(new TransportError('connect', undefined, 'the client was closed'));
      for (const connection of live) connection.destroy();
    },
  };
}

async function openConnection(
  access: ClusterAccess,
  credential: Credential,
  closing: AbortSignal,
): Promise<Connection> {
  const authority = new URL(access.server).host;
  const dialOnce = async () => {
    const timeout = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
    try {
      return await dial(access, credential, AbortSignal.any([closing, timeout]));
    } catch (error) {
      if (!timeout.aborted || closing.aborted) throw error;
      const cause = Object.assign(new Error(`no connection within ${CONNECT_TIMEOUT_MS / 1000} s`), {
        code: 'ETIMEDOUT',
      });
      throw new TransportError('connect', cause);
    }
  };
  const {socket, protocol} = await dialOnce();
  if (protocol === 'h2') return http2Connection(socket, authority);
  const {http1Connection} = await import('./http1-connection.ts');
  return http1Connection(socket, authority, async () => (await dialOnce()).socket);
}
