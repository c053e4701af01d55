import {ACCESS_ROLES, accessRules} from '../../core/backend/access-rules.ts';
import type {Failure} from '../../core/failure/failure.ts';
import type {Backend} from '../../ports/backend.ts';
import type {MissingAccess} from './tried-access.ts';

/** Asks a backend for the permissions of each role. Returns those that are denied, each with the first role that needs it. */
export async function reviewBackend({review}: Pick<Backend, 'review'>): Promise<readonly MissingAccess[]> {
  const missing: MissingAccess[] = [];
  let before = 0;
  for (const role of ACCESS_ROLES) {
    const failure = await review?.(accessRules(role));
    const denied = failure === undefined ? 0 : countOf(failure);
    // A role needs what the one before it needs.
    if (failure !== undefined && denied > before) missing.push({role, failure});
    before = denied;
  }
  return missing;
}

const countOf = (failure: Failure): number =>
  failure.code === 'permission/denied' ? (failure.denials ?? []).length : 1;
