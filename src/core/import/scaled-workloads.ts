import {ownersOf} from '../fields/owners.ts';
import {isObject, type Json, type JsonObject} from '../json.ts';
import {metadataOf} from '../plan/take-over-managers.ts';
import {idOf} from '../resource/id.ts';
import {identityOf} from '../resource/identity.ts';

/** Ids of workloads whose number of pods an autoscaler has set: that number is no configuration. */
export function scaledWorkloads(objects: readonly JsonObject[]): ReadonlySet<string> {
  const targets = new Set(objects.flatMap(targetOf));
  return new Set(
    objects
      .filter((object) => targets.has(keyOf(identityOf(object))) && isScaled(object))
      .map((object) => idOf(identityOf(object))),
  );
}

export function withoutReplicas(object: JsonObject): JsonObject {
  const {spec, ...rest} = object;
  if (!isObject(spec)) return object;
  const {replicas: _, ...others} = spec;
  return {...rest, spec: others};
}

const SCALERS: ReadonlySet<string> = new Set(['HorizontalPodAutoscaler', 'ScaledObject']);

function targetOf(object: JsonObject): readonly string[] {
  const {kind, namespace = ''} = identityOf(object);
  const spec = isObject(object['spec']) ? object['spec'] : {};
  const target = spec['scaleTargetRef'];
  if (!SCALERS.has(kind) || !isObject(target)) return [];
  // KEDA means a Deployment where it names no kind.
  return [keyOf({namespace, kind: textOf(target['kind']) || 'Deployment', name: textOf(target['name'])})];
}

const keyOf = ({namespace = '', kind, name}: {namespace?: string; kind: string; name: string}): string =>
  [namespace, kind, name].join(':');

const isScaled = (object: JsonObject): boolean =>
  ownersOf(metadataOf(object)['managedFields'], [{field: 'spec'}, {field: 'replicas'}]).some(
    ({subresource}) => subresource === 'scale',
  );

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
