import {isObject, type JsonObject} from '../../core/json.ts';
import {idOf} from '../../core/resource/id.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {ownersOf} from '../fields/owners.ts';
import {scaleKey, scaleTargets} from '../plan/scale-targets.ts';
import {metadataOf} from '../plan/take-over-managers.ts';

/** Returns the ids of workloads whose replicas an autoscaler has set: that number is not configuration. */
export function scaledWorkloads(objects: readonly JsonObject[]): ReadonlySet<string> {
  const targets = scaleTargets(objects);
  return new Set(
    objects
      .filter((object) => targets.has(scaleKey(identityOf(object))) && isScaled(object))
      .map((object) => idOf(identityOf(object))),
  );
}

/** Returns the object without `spec.replicas`, for an autoscaler to own. */
export function withoutReplicas(object: JsonObject): JsonObject {
  const {spec, ...rest} = object;
  if (!isObject(spec)) return object;
  const {replicas: _, ...others} = spec;
  return {...rest, spec: others};
}

const isScaled = (object: JsonObject): boolean =>
  ownersOf(metadataOf(object)['managedFields'], [{field: 'spec'}, {field: 'replicas'}]).some(
    ({subresource}) => subresource === 'scale',
  );
