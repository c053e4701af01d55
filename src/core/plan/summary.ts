import {createHash} from 'node:crypto';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {ACTIONS, type Change, type Plan, type Summary} from './plan.ts';

/** How many changes of each action; a blocked change counts as `blocked` too. */
export function summarize(changes: readonly Change[]): Summary {
  const counts: Record<string, number> = Object.fromEntries([...ACTIONS, 'blocked'].map((name) => [name, 0]));
  for (const change of changes) {
    counts[change.action] = (counts[change.action] ?? 0) + 1;
    if (change.blocked !== undefined) counts['blocked'] = (counts['blocked'] ?? 0) + 1;
  }
  return counts as Summary;
}

/** Freezes the plan: adds the summary and the digest (sha256 of the rest in canonical JSON). */
export function sealPlan(open: Omit<Plan, 'summary' | 'digest' | 'formatVersion'>): Plan {
  const body = {formatVersion: 1 as const, ...open, summary: summarize(open.changes)};
  return {...body, digest: createHash('sha256').update(canonicalJson(body)).digest('hex')};
}

/** How many changes applying the plan would make. A protected object stays as it is, at each run: nothing is pending. */
export const countChanges = ({changes}: Pick<Plan, 'changes'>): number =>
  changes.filter(({action}) => action !== 'unchanged' && action !== 'retain').length;

/** Whether applying the plan would send anything or change the record. */
export const hasChanges = (plan: Plan): boolean => countChanges(plan) > 0;

/** Reports whether any change of the plan needs a permission that was not given. */
export const isBlocked = (plan: Plan): boolean => plan.changes.some(({blocked}) => blocked !== undefined);

/** The same plan after a person has permitted what was blocked in it. */
export function withoutBlocks({summary: _summary, digest: _digest, formatVersion: _version, ...open}: Plan): Plan {
  return sealPlan({...open, changes: open.changes.map(({blocked: _blocked, ...change}) => change)});
}
