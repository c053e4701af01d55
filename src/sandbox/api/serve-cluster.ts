import {type ControllerFailure, startControllers} from '../controllers/run/start-controllers.ts';
import type {Pack} from '../discovery/pack.ts';
import type {SandboxClock} from '../model/clock.ts';
import type {Store} from '../model/store.ts';
import {localWriter} from '../verbs/local-writer.ts';
import {announcePort} from './announce-port.ts';
import {type Api, sandboxApi} from './api.ts';
import {createInitialObjects} from './create-initial-objects.ts';
import {type Served, serve} from './serve.ts';

/** Options of a served cluster. The caller closes the store, after the cluster. */
export type ServeCluster = {
  readonly store: Store;
  readonly pack: Pack;
  readonly clock: SandboxClock;
  /** PEM: the server's certificate and key. `ca` is the certificate of their issuer. */
  readonly identity: {readonly cert: string; readonly key: string};
  readonly ca: string;
  readonly token: string;
  /** Default: 0, a free port that the system chooses. */
  readonly port?: number;
  readonly onFailure?: (failure: ControllerFailure) => void;
};

/** `api` answers the same requests without the network, for a program that embeds the cluster. */
export type ServedCluster = Served & {readonly api: Api};

/** Serves a cluster over a store: its API on a port, and its controllers. Closing it leaves the store open. */
export async function serveCluster(options: ServeCluster): Promise<ServedCluster> {
  const {store, pack, clock, identity, ca, token, port = 0, onFailure} = options;
  const api = sandboxApi({store, pack, now: () => clock.now().getTime()});
  const served = await serve(api, {identity, token, port});
  const controllers = await startedOrClosed(served, () => {
    createInitialObjects(api.context, served.port);
    announcePort(api.context, served.port);
    return startControllers({
      store,
      writer: localWriter(api.context),
      clock,
      ca,
      onFailure,
    });
  });
  return {
    api,
    port: served.port,
    close: async () => {
      controllers.close();
      await served.close();
    },
  };
}

/** Calls `start` and closes the server if that fails. An open port would keep the failed process from ending. */
async function startedOrClosed<T>(served: Served, start: () => T): Promise<T> {
  try {
    return start();
  } catch (error) {
    await served.close();
    throw error;
  }
}
