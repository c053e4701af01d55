import type {AccessRole, AccessRule} from '../../core/backend/access-rules.ts';
import type {Failure} from '../../core/failure/failure.ts';

/** A permission that a role needs and the user lacks. */
export type MissingAccess = {
  /** The first role that needs it. */
  readonly role: AccessRole;
  readonly failure: Failure;
  /** The rule that grants it; absent if the failure names it. */
  readonly rule?: AccessRule;
};

/** The permissions of the user, as far as they were tried. */
export type TriedAccess = {
  /** The highest role whose permissions the user has, as far as they were tried. */
  readonly role: AccessRole | 'none';
  readonly missing: readonly MissingAccess[];
  /** The reason why writes were not tried. */
  readonly untried?: string;
};

/** Returns the last role before the first one that lacks a permission. */
export function highestRole(
  missing: readonly Pick<MissingAccess, 'role'>[],
  tried: readonly AccessRole[],
): AccessRole | 'none' {
  const first = tried.findIndex((role) => missing.some((one) => one.role === role));
  return tried[(first === -1 ? tried.length : first) - 1] ?? 'none';
}
