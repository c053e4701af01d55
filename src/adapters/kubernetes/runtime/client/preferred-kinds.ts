import {groupVersion} from '../../../../core/resource/identity.ts';
import {isTransientKind} from '../../../../kubernetes/import/skip-object.ts';
import type {ApiResource} from './discovery.ts';

/** Returns each kind with these verbs once, in the version that its group prefers, without kinds that only record a passing state. */
export function preferredKinds(resources: readonly ApiResource[], verbs: readonly string[]): readonly ApiResource[] {
  const preferred = new Map<string, ApiResource>();
  for (const one of resources) {
    const {group} = groupVersion(one.apiVersion);
    const key = `${group}/${one.kind}`;
    const isUsable = verbs.every((verb) => one.verbs.includes(verb)) && !isTransientKind(group, one.kind);
    if (isUsable && !preferred.has(key)) preferred.set(key, one);
  }
  return [...preferred.values()];
}
