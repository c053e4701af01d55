import {canonicalJson} from '../../lib/canonical-json.ts';
import {defined} from '../../lib/defined.ts';
import {sha256} from '../../lib/sha256.ts';
import {ACTIONS, type Change, type Plan, type Summary} from './plan.ts';

/** Counts changes by action. A blocked change also counts as `blocked`. */
export function summarize(changes: readonly Change[]): Summary {
  const counts: Record<string, number> = Object.fromEntries(
    [...ACTIONS.filter((name) => name !== 'run'), 'blocked'].map((name) => [name, 0]),
  );
  for (const change of changes) {
    counts[change.action] = (counts[change.action] ?? 0) + 1;
    if (change.blocked !== undefined) counts['blocked'] = (counts['blocked'] ?? 0) + 1;
  }
  return counts as Summary;
}

/** Adds the summary and the digest (the SHA-256 of all other members in canonical JSON, without the dependants) to a plan. */
export function sealPlan({dependants, ...open}: Omit<Plan, 'summary' | 'digest' | 'formatVersion'>): Plan {
  const body = {formatVersion: 1 as const, ...open, summary: summarize(open.changes)};
  return {...body, digest: sha256(canonicalJson(body)), ...defined({dependants})};
}

/**
 * Counts the changes that an apply of the plan would make. A protected object stays unchanged in each run and does not count. A new id and refreshed values
 * count, because the release changes.
 */
export const countChanges = ({changes}: Pick<Plan, 'changes'>): number =>
  changes.filter(
    ({action, movedFrom, refreshed}) =>
      (action !== 'unchanged' && action !== 'retain') || movedFrom !== undefined || refreshed === true,
  ).length;

/** Reports whether an apply of the plan would send a request or change the release. */
export const hasChanges = (plan: Plan): boolean => countChanges(plan) > 0;

/** Reports whether any change of the plan needs a permission that was not given. */
export const isBlocked = (plan: Plan): boolean => plan.changes.some(({blocked}) => blocked !== undefined);

/** Returns the plan without its blocks, after the user has permitted them. */
export function withoutBlocks({summary: _summary, digest: _digest, formatVersion: _version, ...open}: Plan): Plan {
  return sealPlan({...open, changes: open.changes.map(({blocked: _blocked, ...change}) => change)});
}
