import {globPattern} from '../selection/glob.ts';
import type {PolicyRule, PolicySelector, PolicySubject} from './policy.ts';

/** Reports whether a rule is about an object, whatever the action. */
export const isAbout = ({match, exclude}: Pick<PolicyRule, 'match' | 'exclude'>, subject: PolicySubject): boolean =>
  selects(match, subject) && (exclude === undefined || !selects(exclude, subject));

/** Reports whether all members of a selector match. */
export function selects({kinds, namespaces, names, actions}: PolicySelector, subject: PolicySubject): boolean {
  return (
    (kinds === undefined || isKind(kinds, subject)) &&
    (namespaces === undefined || (subject.namespace !== undefined && isAny(namespaces, subject.namespace))) &&
    (names === undefined || isAny(names, subject.name)) &&
    (actions === undefined || actions.some((action) => action === subject.action))
  );
}

/** Reports whether a kind is in a list of kinds: `Deployment` or `apps/Deployment`. */
export const isKind = (kinds: readonly string[], {group, kind}: Pick<PolicySubject, 'group' | 'kind'>): boolean =>
  kinds.some((one) => globPattern(one).test(one.includes('/') ? `${group}/${kind}` : kind));

/** Reports whether a text matches one of several entries with wildcards. */
export const isAny = (entries: readonly string[], text: string): boolean =>
  entries.some((entry) => globPattern(entry).test(text));
