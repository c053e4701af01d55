import type {JsonObject} from '../../../../core/json.ts';
import type {FieldChange} from '../../../../core/plan/plan.ts';
import {isOurs, isTakenOver} from '../../../../kubernetes/plan/ownership.ts';
import {reverting} from './added-fields.ts';
import {isUnownedScale, leaveReplicas} from './autoscalers.ts';
import {leaveOutCleared} from './leave-out-cleared.ts';
import {uidOf} from './live-objects.ts';
import type {ObjectRequest} from './object-request.ts';
import {type TakingOver, takingOver, withTaken} from './take-over.ts';
import type {Target} from './target.ts';

/** The body of a write, and what the write does besides. */
export type Sent = {
  readonly target: Target;
  /** The live object belongs to the stack already. */
  readonly known: boolean;
  readonly taking: TakingOver | undefined;
  /** Fields that others added are removed, so that equal fields do not settle the plan. */
  readonly reverts: boolean;
  /** Replicas that are left to an autoscaler. */
  readonly left: readonly FieldChange[];
};

/** Returns the body of a new object: it is sent as it is wanted. */
export const sentAsWanted = ({target}: Pick<ObjectRequest, 'target'>): Sent => ({
  target,
  known: false,
  taking: undefined,
  reverts: false,
  left: [],
});

/** Decides which fields of a live object are sent, which are left to others, and which are taken over or removed. */
export async function resolveSent(object: ObjectRequest): Promise<Sent> {
  const {target, live, state, permissions} = object;
  if (live === undefined) return sentAsWanted(object);
  const known = isKnown(object, live);
  const older = await takingOver({target, live, adopting: !known, releases: object.releases});
  const asked = permissions.revertAdded ?? [];
  const removal = reverting({target, live, asked, taking: older, adopting: !known});
  const taking = removal ?? older;
  const whole = leaveOutCleared(target, withTaken(live, taking), {state, prior: object.prior});
  const insists = permissions.forceConflicts.includes(target.resource.id);
  const scaled = !insists && isUnownedScale(whole, live) && (await object.isAutoscaled(target.identity));
  const {left, ...sent} = scaled ? leaveReplicas(whole, live) : {target: whole};
  return {...sent, known, taking, reverts: removal !== undefined, left: left === undefined ? [] : [left]};
}

/** Reports whether an object carries our ownership label, or is the very object of the last release and nobody else took it over. */
const isKnown = ({lineage, target, state}: ObjectRequest, live: JsonObject): boolean =>
  isOurs({live, ownId: target.ownId, lineage}) ||
  (state !== undefined && state.uid !== '' && state.uid === uidOf(live) && !isTakenOver(live, lineage));
