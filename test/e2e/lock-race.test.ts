import {it} from 'vitest';
import {namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {RACE, RACE_TIMEOUT_MS, runRace} from '../rig/race/run-race.ts';

onCluster('the lock in Secrets of a cluster', (cluster) => {
  const title = `${RACE.racers} real processes at one lock have one winner in each of ${RACE.rounds} rounds, and the others are told who`;

  it(title, {timeout: RACE_TIMEOUT_MS}, async () => {
    const namespace = cluster.freshNamespace('state');
    await cluster.create(namespaceObject(namespace));
    await runRace({kind: 'kubernetes', kubeconfigPath: cluster.kubeconfigPath, namespace});
  });
});
