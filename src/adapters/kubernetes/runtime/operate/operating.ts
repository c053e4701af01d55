import type {Secret} from '../../../../core/secret/secret.ts';
import type {ClusterAccess} from '../../../../ports/cluster-access.ts';
import type {ExecuteSession} from '../execute/execute-session.ts';
import type {StatusReadiness} from '../execute/readiness-with.ts';

/** The parts of a run that logs, port forwarding and restarts need. */
export type Operating = {
  readonly session: Pick<ExecuteSession, 'client' | 'hub' | 'clock' | 'readiness' | 'judgesFailure' | 'mayDiagnose'> & {
    readonly statusReadiness: StatusReadiness;
  };
  readonly access: ClusterAccess;
  /** Returns the secrets that must not be shown, as far as they are known. */
  readonly secrets: () => readonly Secret[];
  readonly learn: (more: readonly Secret[]) => void;
};
