import type {Blocked, Change} from '../../core/plan/plan.ts';

/** Returns what a blocked change needs: a flag, or an action of a person. */
export const needsText = ({needs}: Pick<Blocked, 'needs'>): string =>
  needs.startsWith('--') ? `permit with ${needs}` : `it needs ${needs}`;

/** Reports whether a creation cannot be verified yet. Such creations are counted below the changes, by their reason. */
export const isUnverifiedCreate = ({action, verified, blocked}: Change): boolean =>
  action === 'create' && !verified && blocked === undefined;

/** Returns the reason of a change, and whether the cluster has not verified it. */
export function noteOn({reason, movedFrom, verified, blocked}: Change): string | undefined {
  // The text of a blocked change already begins with the reason.
  const because = reason !== undefined && blocked?.because.startsWith(reason) === true ? undefined : reason;
  const said = movedFrom === undefined ? because : [`was ${movedFrom}`, because].filter(Boolean).join('; ');
  if (verified) return said;
  return said === undefined ? 'not verified' : `not verified: ${said}`;
}
