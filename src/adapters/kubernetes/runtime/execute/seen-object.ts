import type {JsonObject} from '../../../../core/json.ts';
import type {SeenObject} from '../../../../core/plan/plan-file.ts';
import type {Secret} from '../../../../core/secret/secret.ts';
import {canonicalJson} from '../../../../lib/canonical-json.ts';
import {uidOf} from '../plan/live-objects.ts';
import type {PlannedRemoval} from '../plan/plan-removal.ts';
import type {PlannedObject} from '../plan/planned-object.ts';
import {lasting} from './same-world.ts';

/**
 * Returns what a saved plan records of one object. Of an unchanged object only its identity is recorded, because an
 * autoscaler may scale it between preview and apply.
 */
export function seenObject(sealKey: Secret, {change, live, target}: PlannedObject): SeenObject {
  if (change.action === 'unchanged') return uidPart(live);
  return {...uidPart(live), ...livePart(sealKey, live), sends: sealKey.hmac(`sends ${target.digest()}`)};
}

/** Returns the same for an object that left the spec. */
export const seenRemoval = (sealKey: Secret, {change, live}: PlannedRemoval): SeenObject => ({
  ...uidPart(live),
  ...(change.action === 'delete' || change.action === 'forget' ? livePart(sealKey, live) : {}),
});

const livePart = (sealKey: Secret, live: JsonObject | undefined): SeenObject =>
  live === undefined ? {} : {live: sealKey.hmac(`live ${canonicalJson(lasting(live))}`)};

function uidPart(live: JsonObject | undefined): SeenObject {
  const uid = uidOf(live);
  return uid === undefined ? {} : {uid};
}
