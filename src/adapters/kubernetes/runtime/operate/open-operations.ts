import type {Operations, ReleasedStack} from '../../../../ports/operations.ts';
import {stackSecrets} from '../plan/stack-secrets.ts';
import type {Operating} from './operating.ts';
import {stackHealth} from './stack-health.ts';
import {waitSteps} from './wait-steps.ts';

/** Opens the operations on a released stack; each loads its code on first use. */
export function openOperations(operating: Operating, stack: ReleasedStack): Operations {
  const discreetly = async <T>(work: () => Promise<T>): Promise<T> => {
    operating.learn(await stackSecrets({client: operating.session.client, ...stack}, stack.whole));
    return work();
  };
  return {
    health: () => discreetly(() => stackHealth(operating, stack)),
    waits: (until) => discreetly(() => waitSteps(operating, stack, until)),
    images: () => discreetly(async () => (await import('./running-images.ts')).runningImages(operating, stack)),
    manifests: (key) =>
      discreetly(async () => (await import('./live-manifests.ts')).liveManifests(operating, stack, key)),
    logs: (request) =>
      discreetly(async () => (await import('./logs/read-logs.ts')).readLogs(operating, stack, request)),
    forward: (request) =>
      discreetly(async () => (await import('./forward/open-forward.ts')).openForward(operating, stack, request)),
  };
}
