import {isObject} from '../../../../core/json.ts';
import type {KubernetesState} from '../../../../core/release/kubernetes-state.ts';
import {project} from '../../../../kubernetes/fields/project.ts';
import {needsRequest} from '../../../../kubernetes/plan/needs-request.ts';
import type {Finding} from './finding.ts';
import type {ObjectRequest} from './object-request.ts';
import type {Sent} from './resolve-sent.ts';
import {appliedOf, type Target} from './target.ts';

/** Returns the finding where the server need not, or cannot, be asked (engine rules, section 2), or undefined. */
export function decideRequest(
  {live, state, waits, waitsBecause = 'it takes values that are known only after apply'}: ObjectRequest,
  {target, known, reverts}: Sent,
): Finding | undefined {
  if (waits) return {kind: 'unasked', reason: waitsBecause};
  if (live === undefined || !known || reverts) return undefined;
  const needed = needsRequest({
    ...target,
    live,
    schema: target.kind.schema,
    recorded: state === undefined ? undefined : recordFor(target, state),
    redactedProjection: () => appliedOf(target, live),
  });
  return needed ? undefined : {kind: 'equal', live};
}

/** Fields that are left to others since the last release are no longer part of its record. The other fields were sent and answered with them. */
const recordFor = ({left: isLeft, fields, kind}: Target, {desiredDigest, applied}: KubernetesState) => ({
  desiredDigest,
  applied: isLeft === undefined || !isObject(applied) ? applied : project(applied, fields, kind.schema),
});
