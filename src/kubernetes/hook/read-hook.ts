import {
  DELETE_POLICIES,
  type DeletePolicy,
  HOOK_EVENTS,
  type HookEvent,
  type HookSettings,
} from '../../core/hook/hook.ts';
import type {JsonObject} from '../../core/json.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {annotationOf} from '../plan/ownership.ts';

/** The settings of a hook that its annotations determine. */
export type AnnotatedHook = Pick<HookSettings, 'events' | 'weight' | 'deletePolicies' | 'outputLogs' | 'runsToEnd'>;

/**
 * Reads the annotations of an object as Helm does. `ordinary`: it is not a hook. `unknown`: it names an event that Helm does not know, and Helm
 * then ignores the whole object.
 */
export function readHook(object: JsonObject): AnnotatedHook | 'ordinary' | 'unknown' {
  const named = annotationOf(object, HOOK_ANNOTATION);
  if (named === undefined) return 'ordinary';
  const events = wordsOf(named).map((word) => (word === 'test-success' ? 'test' : word));
  if (!events.every(isEvent)) return 'unknown';
  const policies = wordsOf(annotationOf(object, 'helm.sh/hook-delete-policy'));
  const logs = wordsOf(annotationOf(object, 'helm.sh/hook-output-log-policy'));
  return {
    events: [...new Set(events)],
    weight: weightOf(annotationOf(object, 'helm.sh/hook-weight')),
    deletePolicies: policies.length === 0 ? ['before-hook-creation'] : policies.filter(isPolicy),
    outputLogs: (['hook-succeeded', 'hook-failed'] as const).filter((one) => logs.includes(one)),
    runsToEnd: runsToEnd(object),
  };
}

const HOOK_ANNOTATION = 'helm.sh/hook';

/** Reports whether a live object is that of a hook. No release lists it. */
export const isHook = (live: JsonObject): boolean => annotationOf(live, HOOK_ANNOTATION) !== undefined;

const isEvent = (word: string): word is HookEvent => HOOK_EVENTS.some((one) => one === word);
const isPolicy = (word: string): word is DeletePolicy => DELETE_POLICIES.some((one) => one === word);

const wordsOf = (text: string | undefined): readonly string[] =>
  text === undefined ? [] : text.split(',').map((word) => word.trim().toLowerCase());

/** Returns a whole number. Helm treats everything else as 0. */
const weightOf = (text = ''): number => (/^[+-]?\d+$/.test(text) ? Number(text) : 0);

function runsToEnd(object: JsonObject): boolean {
  const {group, kind} = identityOf(object);
  return (group === 'batch' && kind === 'Job') || (group === '' && kind === 'Pod');
}
