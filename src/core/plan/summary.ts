import {canonicalJson} from '../../lib/canonical-json.ts';
import {defined} from '../../lib/defined.ts';
import {sha256} from '../../lib/sha256.ts';
import {ACTIONS, type Action, type Change, type Plan, RARE_ACTIONS, type Summary} from './plan.ts';

/** Counts changes by action. A blocked change also counts as `blocked`. */
export function summarize(changes: readonly Change[]): Summary {
  const counts: Record<string, number> = Object.fromEntries(
    [...ACTIONS.filter((name) => !RARE_ACTIONS.has(name)), 'blocked'].map((name) => [name, 0]),
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
 * Counts the changes that an apply of the plan would make. A protected object stays unchanged in each run and does not count. A data source that is only read
 * does not count either: what depends on its values is a change of its own. A new id and refreshed values count, because the release changes.
 */
export const countChanges = ({changes}: Pick<Plan, 'changes'>): number =>
  changes.filter(
    ({action, movedFrom, refreshed}) => !WITHOUT_CHANGE.has(action) || movedFrom !== undefined || refreshed === true,
  ).length;

const WITHOUT_CHANGE: ReadonlySet<Action> = new Set<Action>(['unchanged', 'retain', 'read']);

/** Reports whether an apply of the plan would send a request or change the release. */
export const hasChanges = (plan: Plan): boolean => countChanges(plan) > 0;

/** Reports whether any change of the plan needs a permission that was not given. */
export const isBlocked = (plan: Plan): boolean => plan.changes.some(({blocked}) => blocked !== undefined);

/** Returns the plan without its blocks, after the user has permitted them. */
export function withoutBlocks({summary: _summary, digest: _digest, formatVersion: _version, ...open}: Plan): Plan {
  return sealPlan({...open, changes: open.changes.map(({blocked: _blocked, ...change}) => change)});
}
