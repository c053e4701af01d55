import {ACCESS_ROLES, type AccessRule, addedRules} from '../../core/backend/access-rules.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {defined} from '../../lib/defined.ts';
import {mapLimited} from '../../lib/limit-concurrency.ts';
import type {Backend} from '../../ports/backend.ts';
import type {AccessTrial} from '../../ports/backend-access.ts';
import {reviewBackend} from './review-backend.ts';
import {sendTrial} from './trial-requests.ts';
import {highestRole, type MissingAccess, type TriedAccess} from './tried-access.ts';

/** A backend whose permissions are tried. `probe`: the user asked for writes, too. */
export type TryBackend = {readonly backend: Backend; readonly trial: AccessTrial; readonly probe: boolean};

const AT_ONCE = 8;

/** Tries the permissions of each role in a backend. @throws GantryError for other failures than denied permissions */
export async function tryBackend({backend, trial, probe}: TryBackend): Promise<TriedAccess> {
  if (trial.by === 'review') {
    const missing = await reviewBackend(backend);
    return {role: highestRole(missing, ACCESS_ROLES), missing};
  }
  const untried = trial.by === 'nothing' ? trial.because : probe ? undefined : NOT_ASKED;
  const roles = untried === undefined ? ACCESS_ROLES : (['reader'] as const);
  const permissions = roles.flatMap((role) =>
    addedRules(role).flatMap(({root, verbs}) => verbs.map((verb) => ({role, root, verb}))),
  );
  const missing = await mapLimited(permissions, AT_ONCE, async ({role, root, verb}) => {
    const failure = await denialOf(sendTrial({backend, trial, root, verb}));
    const rule: AccessRule = {root, verbs: [verb]};
    return failure === undefined ? [] : [{role, failure, rule}];
  });
  return {role: highestRole(missing.flat(), roles), missing: missing.flat(), ...defined({untried})};
}

const NOT_ASKED = 'pass --probe to try them';

async function denialOf(work: Promise<void>): Promise<MissingAccess['failure'] | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (!(error instanceof GantryError) || !isDenied(error)) throw error;
    return error.failure;
  }
}

const isDenied = ({failure, cause}: GantryError): boolean =>
  failure.code === 'backend/denied' ||
  failure.code === 'permission/denied' ||
  (failure.code === 'backend/io' && cause instanceof Error && 'code' in cause && DENIED.has(String(cause.code)));

/** The answers of a file system for a missing permission. */
const DENIED: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS']);
