import {Name} from '../../config/names.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {defined} from '../../lib/defined.ts';
import type {Backend} from '../../ports/backend.ts';
import type {StackRequest} from '../plan/release-requests.ts';

/** Returns the error for a new name that is the old one. */
export const sameName = (what: 'stack' | 'project', to: string): GantryError =>
  new GantryError({
    code: 'input/usage',
    message: `the ${what} already has the name ${to}`,
    hint: 'Choose another name.',
  });

/** Refuses a name that a file must not have. */
export function refuseBadName(to: string): void {
  const {error} = Name.safeParse(to);
  if (error === undefined) return;
  const hint = error.issues[0]?.message;
  throw new GantryError({
    code: 'input/usage',
    message: `${JSON.stringify(to)} is not a valid name`,
    ...defined({hint}),
  });
}

/** Refuses `-w`, unless it selects the cluster of the backend: a rename is for every workspace. @throws GantryError input/usage */
export function refuseWorkspace({workspace}: StackRequest, {namespace}: Pick<Backend, 'namespace'>): void {
  if (workspace === undefined || namespace !== undefined) return;
  throw new GantryError({
    code: 'input/usage',
    message: '-w cannot limit a rename: the releases of every workspace get the new name',
    hint: 'Leave out -w.',
  });
}
