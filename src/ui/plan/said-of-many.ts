const SINGULAR = 'it exists, and this stack does not own it yet';
const PLURAL = 'they exist, and this stack does not own them yet';

/** Returns a reason for one object as a reason for many. @param id the id of the one object */
export const saidOfMany = (reason: string, id: string): string =>
  reason.replaceAll(id, 'it').replaceAll(SINGULAR, PLURAL);

/** Returns the permission for one object as a permission for many. `--adopt` takes a selector, too. */
export const needsOfMany = (needs: string, id: string): string =>
  needs === `--adopt ${id}`
    ? '--adopt all, or --adopt with each id, a kind, labels or a glob'
    : `${needs.replaceAll(id, 'ID')} for each`;
