import type {Summary} from '../core/plan/plan.ts';

type Part = readonly [name: keyof Summary, words: string, always?: true];

const PARTS: readonly Part[] = [
  ['create', 'to create', true],
  ['adopt', 'to adopt'],
  ['update', 'to update', true],
  ['replace', 'to replace'],
  ['delete', 'to delete', true],
  ['run', 'to run'],
  ['read', 'to read'],
  ['retain', 'kept because protected'],
  ['forget', 'to forget'],
  ['gone', 'gone'],
  ['unchanged', 'unchanged', true],
  ['blocked', 'blocked'],
];

/** Returns the counts of a plan: `3 to create, 1 to update, 0 to delete, 31 unchanged`. Rare actions are shown only if there are any. */
export const summaryText = (summary: Summary): string =>
  PARTS.filter(([name, , always]) => always === true || (summary[name] ?? 0) > 0)
    .map(([name, words]) => `${summary[name]} ${words}`)
    .join(', ');

/** Returns only what a plan changes: `3 to create, 1 to update`. Empty if it changes nothing. */
export const changesText = (summary: Summary): string =>
  PARTS.filter(([name]) => name !== 'unchanged' && (summary[name] ?? 0) > 0)
    .map(([name, words]) => `${summary[name]} ${words}`)
    .join(', ');
