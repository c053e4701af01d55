import {readFileSync} from 'node:fs';
import {systemClock} from './adapters/local/clock/system-clock.ts';
import {serveCluster} from './sandbox/api/serve-cluster.ts';
import {openPack} from './sandbox/discovery/pack.ts';
import {newRun, serverOf} from './sandbox/run/run.ts';
import {type SandboxAccess, sandboxKubeconfig} from './sandbox/run/sandbox-kubeconfig.ts';
import {memoryStore} from './sandbox/store/memory-store.ts';

/** Options of a sandbox for tests. */
export type StartSandbox = {
  /** Port on 127.0.0.1. Default: any free port. */
  readonly port?: number;
  /** Called for each error of a controller of the sandbox; the controller retries in any case. */
  readonly onControllerError?: (controller: string, error: unknown) => void;
};

/** Access to a running sandbox; `await using` stops it. */
export type StartedSandbox = SandboxAccess &
  AsyncDisposable & {
    /** Kubeconfig text for kubectl, helm and clients; its current context is `sandbox`. */
    readonly kubeconfig: string;
    /** Stops the server and forgets all objects. */
    readonly close: () => Promise<void>;
  };

/** The recorded API of a real server; `scripts/build.ts` copies it beside the built file. */
const PACK = new URL('./sandbox/pack/', import.meta.url);

/**
 * Starts a Kubernetes API server with its controllers in this process, for tests: on 127.0.0.1 with TLS and a new token, with objects in
 * memory. Sandboxes are independent of each other and of `$GANTRY_HOME`.
 * @throws Error if the port is in use
 */
export async function startSandbox({port = 0, onControllerError}: StartSandbox = {}): Promise<StartedSandbox> {
  const {ca, identity, token} = newRun();
  const served = await serveCluster({
    store: memoryStore(),
    pack: openPack((path) => readFileSync(new URL(path, PACK))),
    clock: systemClock,
    identity,
    ca,
    token,
    port,
    onFailure: ({controller, error}) => onControllerError?.(controller, error),
  });
  const access = {server: serverOf(served), ca, token};
  return {
    ...access,
    kubeconfig: sandboxKubeconfig('sandbox', access),
    close: served.close,
    [Symbol.asyncDispose]: served.close,
  };
}
