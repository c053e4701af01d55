import type {Diagnostic} from '../diagnostic/diagnostic.ts';
import type {PolicyWaiver} from './policy.ts';
import {isAny} from './select.ts';

/** The waiver of a breach, and whether it is still valid. */
export type FoundWaiver = {readonly waiver: PolicyWaiver; readonly isValid: boolean};

/** Finds the waiver of a breach; of several, a valid one. */
export function findWaiver(
  waivers: readonly PolicyWaiver[],
  breach: {readonly rule: string; readonly resource: string},
  now: Date,
): FoundWaiver | undefined {
  const found = waivers.filter(
    ({rule, resources}) =>
      (breach.rule === rule || breach.rule.startsWith(`${rule}/`)) && isAny(resources, breach.resource),
  );
  const valid = found.find((waiver) => !isExpired(waiver, now));
  const waiver = valid ?? found[0];
  return waiver === undefined ? undefined : {waiver, isValid: valid !== undefined};
}

/** Reports whether the last day of a waiver is over, in UTC. */
export const isExpired = ({expires}: Pick<PolicyWaiver, 'expires'>, now: Date): boolean =>
  now.toISOString().slice(0, 10) > expires;

/** Returns the parts of a diagnostic about an expired waiver. */
export const expiredWaiver = ({rule, expires, at}: PolicyWaiver): Pick<Diagnostic, 'code' | 'message' | 'at'> => ({
  code: 'policy/waiver-expired',
  message: `the waiver of ${rule} expired on ${expires}`,
  at,
});
