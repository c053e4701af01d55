import type {Secret} from '../../../../core/secret/secret.ts';
import type {ClusterAccess} from '../../../../ports/cluster-access.ts';
import type {ExecuteSession} from '../execute/execute-session.ts';
import type {StatusReadiness} from '../execute/readiness-with.ts';

/** What logs, port forwarding and restarts need of a run. */
export type Operating = {
  readonly session: Pick<ExecuteSession, 'client' | 'hub' | 'clock' | 'readiness' | 'judgesFailure' | 'mayDiagnose'> & {
    readonly statusReadiness: StatusReadiness;
  };
  readonly access: ClusterAccess;
  /** What must be seen nowhere: known so far, and more. */
  readonly secrets: () => readonly Secret[];
  readonly learn: (more: readonly Secret[]) => void;
};
