import {ACCESS_ROLES, type AccessRole} from '../../core/backend/access-rules.ts';
import {type Failure, GantryError} from '../../core/failure/failure.ts';
import {defined} from '../../lib/defined.ts';
import {descriptorOf} from '../../registry/backends.ts';
import {chooseBackend} from '../backend/choose-backend.ts';
import type {Deps} from '../deps.ts';
import type {WorkspaceCheck} from '../workspace/workspace-check.ts';
import {type AccessWanted, type CheckedAccess, missingNext} from './checked-access.ts';
import {grantRules} from './grant-backend.ts';
import {joinFailures} from './join-failures.ts';
import type {TriedAccess} from './tried-access.ts';
import {tryBackend} from './try-backend.ts';

/** A result of a check, with its row. */
export type AccessCheck<Part extends keyof CheckedAccess> = {
  readonly checked?: CheckedAccess[Part];
  readonly check: WorkspaceCheck;
};

/** Tries the permissions of the user in the backend of the run. */
export const checkBackendAccess = ({role, probe, of}: AccessWanted, deps: Deps): Promise<AccessCheck<'backend'>> =>
  orFailed('backend', async () => {
    const chosen = await chooseBackend(of, deps);
    const backend = await deps.backend();
    const tried = await tryBackend({backend, trial: descriptorOf(chosen.declared).accessTrial, probe});
    const lacking = missingNext(tried).flatMap(({rule}) => rule ?? []);
    const grants = lacking.length === 0 ? undefined : grantRules(chosen, lacking);
    return {
      checked: {name: backend.name, ...tried, ...defined({grants})},
      check: accessCheck('backend', tried, role),
    };
  });

/** Returns the result of a trial; if it cannot be made, a failed row. */
export async function orFailed<Part extends keyof CheckedAccess>(
  name: Part,
  work: () => Promise<AccessCheck<Part>>,
): Promise<AccessCheck<Part>> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GantryError) || error.failure.code === 'cancelled') throw error;
    return {check: failed(name, error.failure)};
  }
}

/** Returns the row of tried permissions: failed if the user does not have the wanted role. */
export function accessCheck(name: keyof CheckedAccess, tried: TriedAccess, wanted: AccessRole): WorkspaceCheck {
  const isUpTo = (role: AccessRole): boolean => ACCESS_ROLES.indexOf(role) <= ACCESS_ROLES.indexOf(wanted);
  const failures = tried.missing.flatMap(({role, failure}) => (isUpTo(role) ? [failure] : []));
  const failure = joinFailures(failures);
  if (failure !== undefined) return failed(name, failure);
  if (wanted === 'reader' || tried.untried === undefined) return {kind: 'access', name, outcome: 'passed'};
  return {
    kind: 'access',
    name,
    outcome: 'warning',
    message: `the permissions of a ${wanted} were not tried: ${tried.untried}`,
  };
}

const failed = (name: string, failure: Failure): WorkspaceCheck => ({kind: 'access', name, outcome: 'failed', failure});
