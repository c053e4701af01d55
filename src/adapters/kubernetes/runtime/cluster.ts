import type {OnEvent} from '../../../core/event.ts';
import type {Secret} from '../../../core/secret/secret.ts';
import {untilAborted} from '../../../lib/until-aborted.ts';
import type {Clock} from '../../../ports/clock.ts';
import type {Cluster} from '../../../ports/cluster.ts';
import type {ClusterAccess} from '../../../ports/cluster-access.ts';
import type {OnRequest} from '../../../ports/telemetry.ts';
import {openAccess} from './access/open-access.ts';
import {type ClientOptions, openClient} from './client/client.ts';
import {clusterFacts} from './cluster-facts.ts';
import {limitDiagnoses} from './execute/limit-diagnoses.ts';
import {readinessWith} from './execute/readiness-with.ts';
import {openWatchHub, type WatchHub} from './execute/watch-hub.ts';
import {openOtherTools} from './import/open-other-tools.ts';
import {openOperations} from './operate/open-operations.ts';
import {kubernetesRuntime} from './runtime.ts';

/** The options of a connection to a Kubernetes cluster. */
export type KubernetesOptions = Pick<ClientOptions, 'openTransport' | 'shared'> & {
  readonly cacheDir: string;
  readonly clock: Clock;
  readonly onEvent: OnEvent;
  readonly onRequest?: OnRequest;
  /** Returns the secrets that the run knows besides those of the stack. */
  readonly known?: () => readonly Secret[];
  readonly signal: AbortSignal;
};

/** Connects to a cluster: one client, with one connection for requests and one for watches. */
export async function kubernetesCluster(access: ClusterAccess, options: KubernetesOptions): Promise<Cluster> {
  // An interrupt ends waits and reads, never a running write: signals are passed with each request.
  const {signal, known, ...clientOptions} = options;
  const {clock} = options;
  const {secrets, learn} = gathering(known);
  const client = await openClient(access, {...clientOptions, secrets});
  const runtime = kubernetesRuntime({client, clock, defaultNamespace: access.namespace ?? 'default', learn, signal});
  const hubs: WatchHub[] = [];
  return {
    identify: (fallback) => untilAborted(client.identify(fallback), signal),
    clockOffset: () => untilAborted(client.clockOffset(), signal),
    whoAmI: async () => (await untilAborted(client.whoAmI(), signal))?.username,
    facts: clusterFacts(client, signal),
    openApi: (apiVersion) => untilAborted(client.openapi.schemas(apiVersion), signal),
    access: openAccess(client, (asked) => untilAborted(asked, signal)),
    survey: async (request) => {
      const {surveyCluster} = await import('./import/survey-cluster.ts');
      return untilAborted(surveyCluster(client, request), signal);
    },
    otherTools: openOtherTools(client, access.namespace),
    inventory: async (request) =>
      untilAborted((await import('./inventory/take-inventory.ts')).takeInventory(client, request), signal),
    operate: (stack) => {
      learn([...(stack.secrets?.values() ?? [])]);
      const hub = openWatchHub({client, clock, lineage: stack.lineage});
      hubs.push(hub);
      const session = {client, hub, clock, ...readinessWith(stack.health, clock), mayDiagnose: limitDiagnoses()};
      return openOperations({session, access, secrets, learn}, stack);
    },
    runtime,
    close: async () => {
      for (const hub of hubs) hub.close();
      await runtime.close();
      await client.close();
    },
  };
}

/** Collects the secrets of the stack as they become known, together with those of the run. Returns the same list until there are more. */
function gathering(known: KubernetesOptions['known'] = () => NONE) {
  let [own, ofRun, all] = [NONE, NONE, NONE];
  return {
    learn: (more: readonly Secret[]): void => {
      own = [...own, ...more];
      all = [...own, ...ofRun];
    },
    secrets: (): readonly Secret[] => {
      const now = known();
      if (now !== ofRun) all = [...own, ...(ofRun = now)];
      return all;
    },
  };
}

const NONE: readonly Secret[] = [];
