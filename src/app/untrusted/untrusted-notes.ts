import {untrustedCheckout} from '../../config/untrusted/checkout.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Plan} from '../../core/plan/plan.ts';
import type {PlannedChange} from '../../ports/planned-change.ts';

type Planned = readonly Pick<PlannedChange, 'change'>[];

/** Returns the part of a plan about untrusted mode. */
export function untrustedPart(changes: Planned): Pick<Plan, 'untrusted'> {
  const checkout = untrustedCheckout();
  if (checkout === undefined) return {};
  const {ref: base, commit} = checkout;
  return {untrusted: {base, commit, notVerified: unverified(changes)}};
}

/** Returns the same facts as a note for people, in every form of the answer. */
export function untrustedNotes(changes: Planned): readonly Diagnostic[] {
  const checkout = untrustedCheckout();
  if (checkout === undefined) return [];
  const {ref, commit} = checkout;
  const count = unverified(changes);
  const objects = count === 1 ? '1 object is' : `${count} objects are`;
  const rest = count === 0 ? 'every object is verified' : `${objects} not verified`;
  const message = `untrusted mode: workspaces and project.yaml are read from ${ref} (${commit.slice(0, 12)}), and no secret was read; ${rest}`;
  return [{severity: 'note', code: 'plan/untrusted', message}];
}

const unverified = (changes: Planned): number => changes.filter(({change: {verified}}) => !verified).length;
