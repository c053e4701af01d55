import {defined} from '../../lib/defined.ts';
import type {Diagnostic, Position} from '../diagnostic/diagnostic.ts';
import type {Blocked} from '../plan/plan.ts';
import type {PolicyAction} from './policy.ts';
import type {FoundWaiver} from './waive.ts';

/** A breach of a rule by a resource, and how it is treated. */
export type Breach = {
  /** The rule, and the control if it has several: `restricted/runAsNonRoot`. */
  readonly rule: string;
  readonly resource: string;
  readonly message: string;
  /** The field, as texts show it. */
  readonly path?: string | undefined;
  readonly at?: Position | undefined;
  readonly action: PolicyAction;
  /** True if the run does not change the object, so that nothing is blocked. */
  readonly isUnchanged: boolean;
  /** The waiver of the rule for the resource. */
  readonly waiver?: FoundWaiver | undefined;
};

/** Reports whether a breach is permitted by a waiver. */
export const isWaived = ({waiver}: Breach): boolean => waiver?.isValid === true;

/** Reports whether a breach blocks the change of its resource. */
export const isDenied = (breach: Breach): boolean =>
  breach.action === 'deny' && !breach.isUnchanged && !isWaived(breach);

/** Returns a breach as a diagnostic: an error if it blocks, a note if it is waived, else a warning. */
export function diagnosticOf(breach: Breach, workspace: string): Diagnostic {
  const {rule, resource, path, at, isUnchanged, action, waiver} = breach;
  const about = defined({resource, path, at});
  const code = `policy/${rule}`;
  if (waiver?.isValid === true) {
    const {reason, expires} = waiver.waiver;
    const message = `waived until ${expires}: ${reason}`;
    return {severity: 'note', code, message: `${message} (${breach.message})`, ...about};
  }
  const expired = waiver === undefined ? '' : `; its waiver expired on ${waiver.waiver.expires}`;
  const message = `${breach.message}${expired}`;
  if (isDenied(breach)) return {severity: 'error', code, message, ...about, hint: hintOf(breach, workspace)};
  const unchanged = isUnchanged && action === 'deny' ? '; the object is unchanged, so nothing is blocked' : '';
  return {severity: 'warning', code, message: `${message}${unchanged}`, ...about};
}

const hintOf = ({rule, waiver}: Breach, workspace: string): string =>
  waiver === undefined
    ? `Correct the files, or add a waiver of ${rule} to the workspace ${workspace}.`
    : `Correct the files, or renew the waiver in the workspace ${workspace}.`;

/** The number of breaches that the reason of a blocked change quotes. */
const MOST_QUOTED = 3;

/** Returns the block of a change that breaches rules. No flag permits it. */
export function blockOf(breaches: readonly Breach[], workspace: string): Blocked | undefined {
  const denied = breaches.filter(isDenied);
  if (denied.length === 0) return undefined;
  const quoted = denied.slice(0, MOST_QUOTED).map(({rule, message}) => `policy ${rule}: ${message}`);
  const rest = denied.length - quoted.length;
  return {
    needs: `corrected files, or a waiver in the workspace ${workspace}`,
    because: `${quoted.join('; ')}${rest === 0 ? '' : `; and ${rest} more`}`,
    policies: [...new Set(denied.map(({rule}) => rule))],
  };
}
