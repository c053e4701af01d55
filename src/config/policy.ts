import type {Position} from '../core/diagnostic/diagnostic.ts';
import type {Origin} from '../core/diagnostic/origin.ts';
import type {Policy, PolicyCheck} from '../core/policy/policy.ts';
import {defined} from '../lib/defined.ts';
import type {PolicyEntries} from './policy-entries.ts';

type PolicyEntry = NonNullable<PolicyEntries>[number];

/** Returns the rules, mutations and waivers of a workspace, each with its position. */
export function policyOf(entries: PolicyEntries | undefined, origin: Origin): Policy {
  const placed = (entries ?? []).map((entry, i) => ({entry, at: origin.position(['policy', i])}));
  return {
    rules: placed.flatMap(({entry, at}, i) => {
      const check = checkOf(entry, (field) => origin.position(['policy', i, field]));
      if (check === undefined) return [];
      // The name of a program is in its file.
      const name =
        entry.name ?? (check.type === 'podSecurity' ? check.level : check.type === 'program' ? '' : check.type);
      const action = entry.warn !== undefined ? 'warn' : (entry.action ?? 'deny');
      return [{name, action, match: entry.match ?? {}, exclude: entry.exclude, check, at}];
    }),
    mutations: placed.flatMap(({entry: {name = '', match, exclude, after = [], mutate}}, i) => {
      if (mutate === undefined) return [];
      const by = typeof mutate === 'string' ? {expression: mutate} : mutate;
      return [{name, match: match ?? {}, exclude, after, by, at: origin.position(['policy', i, 'mutate'])}];
    }),
    waivers: placed.flatMap(({entry: {waive, resources = [], reason = '', expires = ''}, at}) =>
      waive === undefined ? [] : [{rule: waive, resources, reason, expires, at}],
    ),
  };
}

function checkOf(entry: PolicyEntry, at: (field: string) => Position): PolicyCheck | undefined {
  if (entry.podSecurity !== undefined)
    return {on: 'object', type: 'podSecurity', level: entry.podSecurity, excluded: entry.excludeControls ?? []};
  if (entry.allowedRegistries !== undefined)
    return {on: 'object', type: 'allowedRegistries', registries: entry.allowedRegistries};
  if (entry.requiredResources !== undefined) {
    const {limits = [], requests = []} = entry.requiredResources;
    return {on: 'object', type: 'requiredResources', limits, requests};
  }
  if (entry.protectedNamespaces !== undefined)
    return {on: 'change', type: 'protectedNamespaces', namespaces: entry.protectedNamespaces};
  if (entry.maxDeletions !== undefined) return {on: 'change', type: 'maxDeletions', most: entry.maxDeletions};
  if (entry.denyReplace !== undefined) return {on: 'change', type: 'denyReplace', kinds: entry.denyReplace};
  if (entry.denyImageDowngrade !== undefined) return {on: 'change', type: 'denyImageDowngrade'};
  if (entry.file !== undefined) return {on: 'program', type: 'program', file: entry.file, at: at('file')};
  const expression = entry.deny ?? entry.warn;
  if (expression === undefined) return undefined;
  const field = entry.deny === undefined ? 'warn' : 'deny';
  return {on: 'expression', type: 'expression', expression, ...defined({message: entry.message}), at: at(field)};
}
