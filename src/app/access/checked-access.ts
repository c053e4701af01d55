import type {AccessRole} from '../../core/backend/access-rules.ts';
import type {Grants} from '../../ports/backend-access.ts';
import type {BackendRequest} from '../backend/choose-backend.ts';
import type {TriedAccess} from './tried-access.ts';

/** A request to try permissions as well. */
export type AccessWanted = {
  /** The role that the user needs. */
  readonly role: AccessRole;
  /** True if writes are tried, too. */
  readonly probe: boolean;
  readonly of: BackendRequest;
};

/** The permissions of the user in the backend and in the cluster of a workspace. */
export type CheckedAccess = {
  readonly backend?: TriedAccess & {
    readonly name: string;
    /** The permissions that the next role lacks, for the tools of the vendor. */
    readonly grants?: Grants;
  };
  /** Absent if the cluster cannot be reached, or if the workspace has no objects yet. */
  readonly cluster?: TriedAccess;
};

/** Returns what the first role above that of the user lacks. */
export function missingNext({missing}: TriedAccess): TriedAccess['missing'] {
  const [first] = missing;
  return missing.filter(({role}) => role === first?.role);
}
