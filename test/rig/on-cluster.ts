import {randomBytes} from 'node:crypto';
import {rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, inject} from 'vitest';
import {type KubernetesClient, openClient} from '../../src/adapters/kubernetes/runtime/client/client.ts';
import {systemClock} from '../../src/adapters/local/clock/system-clock.ts';
import {Cluster} from './cluster.ts';
import {keepTestsApart} from './end-of-test.ts';
import type {Feature} from './features.ts';
import type {GivenCluster} from './given-cluster.ts';
import {givenControlPlane} from './given-control-plane.ts';
import {accessBy} from './kubernetes-backends.ts';
import {networkOfSuite, useWorkerSandbox, workerKubeconfig} from './worker-sandbox.ts';

export type OnCluster = {
  /** What the suite is about and only a real cluster has. */
  readonly needs?: readonly Feature[];
  /** The tests run at the same time: see `concurrentlyOnCluster`. */
  readonly isConcurrent?: boolean;
};

type Suite = (cluster: Cluster) => void;

/**
 * Whether the cluster of this run has what a single test is about: `it.skipIf(!clusterHas('users'))`. A cluster that somebody gave has users, too,
 * and none that we could sign in.
 */
export const clusterHas = (feature: Feature): boolean => {
  const given = inject('cluster');
  if (given.kind === 'missing') return true;
  return given.of === 'control plane' && (feature !== 'users' || given.signsUsers);
};

/**
 * A suite on the cluster of this run: the real control plane or the embedded one, named after what it runs against; skipped with the reason where there is none. The cluster
 * is the suite's own door to the server, beside Gantry: it makes namespaces that end with the suite and acts as other people do.
 */
export const onCluster = (title: string, suite: Suite, options: OnCluster = {}): void =>
  onGivenCluster(inject('cluster'), title, suite, options);

/** A suite on the real control plane. In a project with a sandbox, the control plane starts with the suite, and ends with it. */
export async function onControlPlane(title: string, suite: Suite): Promise<void> {
  const ofProject = inject('cluster');
  if (ofProject.of === 'control plane') return onCluster(title, suite);
  const {given, stop} = await givenControlPlane();
  onGivenCluster(given, title, suite, {});
  afterAll(stop);
}

function onGivenCluster(
  given: GivenCluster,
  title: string,
  suite: Suite,
  {needs = [], isConcurrent = false}: OnCluster,
): void {
  const lacks = needs.filter((feature) => !clusterHas(feature));
  const runs = given.kind === 'up' && given.lacks.length === 0 && lacks.length === 0;
  const on = lacks.length === 0 ? given.name : `${given.name} has no ${lacks.join(' and no ')}`;
  describe.skipIf(!runs)(`${title} (${on})`, {concurrent: isConcurrent}, () => {
    if (isConcurrent) keepTestsApart();
    const cluster = new Cluster(kubeconfigOf(given), {
      endsWithRun: given.kind === 'up' && given.of === 'control plane' && given.endsWithRun,
    });
    const cacheDir = join(tmpdir(), `gantry-e2e-cache-${randomBytes(4).toString('hex')}`);
    let client: KubernetesClient | undefined;
    let leave: Disposable | undefined;
    beforeAll(async () => {
      if (given.of === 'sandbox') leave = await useWorkerSandbox(given.speed);
      client = await openClient(await accessBy(cluster.kubeconfigPath), {
        cacheDir,
        clock: systemClock,
        ...networkOfSuite(),
        onEvent: () => {},
      });
      cluster.open(client);
    });
    afterAll(async () => {
      try {
        await cluster.clean();
      } finally {
        // Also after a failure: the next suite runs in this process.
        leave?.[Symbol.dispose]();
        await client?.close();
        await rm(cacheDir, {recursive: true, force: true});
      }
    });
    suite(cluster);
  });
}

/** A suite whose tests wait most of the time, at the same time. Each has objects of its own, and `vi.waitUntil` instead of `expect.poll`. */
export const concurrentlyOnCluster = (title: string, suite: Suite, options: OnCluster = {}): void =>
  onCluster(title, suite, {...options, isConcurrent: true});

const kubeconfigOf = (given: GivenCluster): string =>
  given.of === 'sandbox' ? workerKubeconfig : given.kind === 'up' ? given.kubeconfigPath : '';
