import type {Blocked, Change} from '../../core/plan/plan.ts';

/** What only a person can do is said as it is; what a flag does, as a flag. */
export const needsText = ({needs}: Pick<Blocked, 'needs'>): string =>
  needs.startsWith('--') ? `permit with ${needs}` : `it needs ${needs}`;

/** A creation that nobody can verify yet says nothing by itself: all of one reason are counted below the changes. */
export const isUnverifiedCreate = ({action, verified, blocked}: Change): boolean =>
  action === 'create' && !verified && blocked === undefined;

/** Why it is so; where the cluster did not confirm it, that too. */
export function noteOn({reason, verified, blocked}: Change): string | undefined {
  // What blocks it begins with the reason: said once.
  const said = reason !== undefined && blocked?.because.startsWith(reason) === true ? undefined : reason;
  if (verified) return said;
  return said === undefined ? 'not verified' : `not verified: ${said}`;
}
