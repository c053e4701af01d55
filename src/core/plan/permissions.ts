/** The permissions for risky changes of a plan. Each list contains resource ids, or `all`. */
export type Permissions = {
  /** Adopt a live object that does not belong to the stack. */
  readonly adopt: readonly string[];
  /** Delete and recreate an object if the server forbids the change. */
  readonly allowReplace: readonly string[];
  /** Delete an object whose deletion cascades to others. */
  readonly allowDelete: readonly string[];
  /** Replace an object with data, which is lost. `all` does not permit it. */
  readonly allowDataLoss: readonly string[];
  /** Take fields that another manager owns. */
  readonly forceConflicts: readonly string[];
  /** Remove additions of others: those of a resource, or at a path. `all` removes all additions that are counted. */
  readonly revertAdded?: readonly string[] | undefined;
};

/** The names of the permission flags, in camel case. */
export type Permission = keyof Permissions;

/** Maps a permission to its command-line flag. */
export const PERMISSION_FLAG: Readonly<Record<Permission, string>> = {
  adopt: '--adopt',
  allowReplace: '--allow-replace',
  allowDelete: '--allow-delete',
  allowDataLoss: '--allow-data-loss',
  forceConflicts: '--force-conflicts',
  revertAdded: '--revert-added',
};

/** The permissions without any flag. */
export const NO_PERMISSIONS: Permissions = {
  adopt: [],
  allowReplace: [],
  allowDelete: [],
  allowDataLoss: [],
  forceConflicts: [],
};

/** Reports whether a flag lists the id, or `all`. */
export const permits = (list: readonly string[], id: string): boolean => list.includes('all') || list.includes(id);
