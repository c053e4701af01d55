import {objectKey} from '../../../../core/resource/id.ts';
import {isContainer} from '../../../../kubernetes/plan/decide-removal.ts';
import type {PlanRequest} from '../../../../ports/plan-request.ts';
import type {Candidate} from './candidate.ts';
import type {readLiveObjects, Wanted} from './live-objects.ts';
import type {Past} from './past.ts';

/** Returns all objects to read: those that are desired, and those of earlier runs. */
export const objectsToRead = (
  {lineage, prior: {state, interrupted}, signal}: PlanRequest,
  {candidates, left}: {readonly candidates: readonly Candidate[]; readonly left: Past},
): Omit<Parameters<typeof readLiveObjects>[0], 'client'> => ({
  lineage,
  firstRun: state.length === 0 && interrupted.length === 0,
  wanted: [
    ...candidates.filter(({kind}) => !kind.planned).map(wantedBy(left)),
    ...left.removed.map(({wanted}) => wanted).filter((one) => one !== undefined),
  ],
  signal,
});

/**
 * Returns which objects are read by name. Namespaces and CRDs always are: whether they exist decides what may be
 * deleted later. So is an object with the kind and the name of one that was removed: under another group it may be the
 * same object.
 */
function wantedBy(past: Past): (candidate: Candidate) => Wanted {
  const left = new Set(past.removed.map(({state: {kind, name}}) => `${kind}:${name}`));
  return ({ownId, kind, identity}) => ({
    ownId,
    resource: kind.resource,
    namespace: identity.namespace,
    name: identity.name,
    expected:
      past.known.has(objectKey(identity)) ||
      isContainer(identity.group, identity.kind) ||
      left.has(`${identity.kind}:${identity.name}`),
  });
}
