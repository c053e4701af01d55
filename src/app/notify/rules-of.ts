import type {NotifyTarget} from '../../config/notify.ts';
import {DEFAULT_OUTCOMES, type TargetRules} from '../../core/notify/is-wanted.ts';
import {type AnyNotifier, NOTIFIERS} from '../../registry/notifiers.ts';

/** The kind of a target, and its configuration. */
export type DeclaredTarget = {readonly descriptor: AnyNotifier; readonly declared: Readonly<Record<string, unknown>>};

/** Returns the kind of a checked target. */
export function declaredTarget(target: NotifyTarget): DeclaredTarget {
  const members = target as Readonly<Record<string, Readonly<Record<string, unknown>> | null | undefined>>;
  for (const descriptor of NOTIFIERS) {
    const declared = members[descriptor.kind] ?? undefined;
    if (declared !== undefined) return {descriptor, declared};
  }
  throw new Error('a notification target without a kind');
}

/** Returns the rules of a checked target. No secret is read for them. */
export const rulesOf = (target: NotifyTarget): TargetRules => ({
  on: target.outcomes ?? DEFAULT_OUTCOMES,
  keepsState: declaredTarget(target).descriptor.keepsState,
});
