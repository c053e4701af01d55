/** Flags that let a plan do more than the harmless; each list holds resource ids, or `all`. */
export type Permissions = {
  /** Take over a live object that is not ours. */
  readonly adopt: readonly string[];
  /** Delete an object and make it again, where the server forbids the change. */
  readonly allowReplace: readonly string[];
  /** Delete what left the spec although more goes with it than the object itself. */
  readonly allowDelete: readonly string[];
  /** Replace, and with that lose, what holds data. Never by `all`. */
  readonly allowDataLoss: readonly string[];
  /** Take fields that another manager owns. */
  readonly forceConflicts: readonly string[];
  /** Remove what others have added: of a resource, or at a path; `all`: all that is counted. */
  readonly revertAdded?: readonly string[] | undefined;
};

/** The names of the permission flags, in camel case. */
export type Permission = keyof Permissions;

/** How the command line spells each. */
export const PERMISSION_FLAG: Readonly<Record<Permission, string>> = {
  adopt: '--adopt',
  allowReplace: '--allow-replace',
  allowDelete: '--allow-delete',
  allowDataLoss: '--allow-data-loss',
  forceConflicts: '--force-conflicts',
  revertAdded: '--revert-added',
};

/** No flag is given: everything that needs one is blocked. */
export const NO_PERMISSIONS: Permissions = {
  adopt: [],
  allowReplace: [],
  allowDelete: [],
  allowDataLoss: [],
  forceConflicts: [],
};

/** Reports whether a flag lists the id, or `all`. */
export const permits = (list: readonly string[], id: string): boolean => list.includes('all') || list.includes(id);
