import {isGood, type Notification, type Outcome} from './notification.ts';

/** The outcomes that a target reports if it sets none: changes that somebody has to know. */
export const DEFAULT_OUTCOMES: readonly Outcome[] = ['drift', 'failed', 'recovered'];

/** The rules of one target. `keepsState`: its messages stay and are closed, like issues. */
export type TargetRules = {readonly on: readonly Outcome[]; readonly keepsState: boolean};

/**
 * Reports whether a target gets a notification. A target that keeps the state (an issue) gets every selected outcome, because it can compare the
 * state with its own message. Each good outcome closes its message.
 */
export function isWanted({outcome, isChange}: Pick<Notification, 'outcome' | 'isChange'>, rules: TargetRules): boolean {
  const {on, keepsState} = rules;
  if (keepsState) return on.includes(outcome) || (isGood(outcome) && on.includes('recovered'));
  return isChange && on.includes(outcome);
}
