import {Name} from '../../config/names.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {defined} from '../../lib/defined.ts';

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
