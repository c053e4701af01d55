import type {Secret} from '../../../../core/secret/secret.ts';
import type {ClusterAccess} from '../../../../ports/cluster-access.ts';
import type {Operations, ReleasedStack} from '../../../../ports/operations.ts';
import type {ExecuteSession} from '../execute/execute-session.ts';
import type {StatusReadiness} from '../execute/readiness-with.ts';
import {stackSecrets} from '../plan/stack-secrets.ts';
import {stackHealth} from './stack-health.ts';
import {waitSteps} from './wait-steps.ts';

export type Operating = {
  readonly session: Pick<ExecuteSession, 'client' | 'hub' | 'clock' | 'readiness' | 'judgesFailure' | 'mayDiagnose'> & {
    readonly statusReadiness: StatusReadiness;
  };
  readonly access: ClusterAccess;
  /** What must be seen nowhere: known so far, and more. */
  readonly secrets: () => readonly Secret[];
  readonly learn: (more: readonly Secret[]) => void;
};

/** What people do with a released stack; each loads what it needs when it is first called. */
export function openOperations(operating: Operating, stack: ReleasedStack): Operations {
  const discreetly = async <T>(work: () => Promise<T>): Promise<T> => {
    operating.learn(await stackSecrets({client: operating.session.client, ...stack}, stack.whole));
    return work();
  };
  return {
    health: () => discreetly(() => stackHealth(operating, stack)),
    waits: (until) => discreetly(() => waitSteps(operating, stack, until)),
    logs: (request) =>
      discreetly(async () => (await import('./logs/read-logs.ts')).readLogs(operating, stack, request)),
    forward: (request) =>
      discreetly(async () => (await import('./forward/open-forward.ts')).openForward(operating, stack, request)),
  };
}
