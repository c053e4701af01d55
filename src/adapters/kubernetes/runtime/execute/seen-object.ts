import type {JsonObject} from '../../../../core/json.ts';
import type {SeenObject} from '../../../../core/plan/plan-file.ts';
import type {Secret} from '../../../../core/secret/secret.ts';
import {canonicalJson} from '../../../../lib/canonical-json.ts';
import {uidOf} from '../plan/live-objects.ts';
import type {PlannedRemoval} from '../plan/plan-removal.ts';
import type {PlannedObject} from '../plan/planned-object.ts';
import {lasting} from './same-object.ts';

/**
 * Returns what a saved plan records of one object. Of an unchanged object only its identity is recorded, because an
 * autoscaler may scale it between preview and apply.
 */
export function seenObject(digestKey: Secret, {change, live, target}: PlannedObject): SeenObject {
  if (change.action === 'unchanged') return uidPart(live);
  return {...uidPart(live), ...livePart(digestKey, live), sends: digestKey.hmac(`sends ${target.digest()}`)};
}

/** Returns the same for an object that left the spec. */
export const seenRemoval = (digestKey: Secret, {change, live}: PlannedRemoval): SeenObject => ({
  ...uidPart(live),
  ...(change.action === 'delete' || change.action === 'forget' ? livePart(digestKey, live) : {}),
});

/** Returns the same for an object that is deleted without a record in the release. */
export const seenLive = (digestKey: Secret, live: JsonObject): SeenObject => ({
  ...uidPart(live),
  ...livePart(digestKey, live),
});

const livePart = (digestKey: Secret, live: JsonObject | undefined): SeenObject =>
  live === undefined ? {} : {live: digestKey.hmac(`live ${canonicalJson(lasting(live))}`)};

function uidPart(live: JsonObject | undefined): SeenObject {
  const uid = uidOf(live);
  return uid === undefined ? {} : {uid};
}
