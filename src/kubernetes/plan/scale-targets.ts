import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import {identityOf} from '../../core/resource/identity.ts';

/** The kinds that set the replicas of other objects: HorizontalPodAutoscaler, and KEDA's ScaledObject. */
export const SCALERS: ReadonlySet<string> = new Set(['HorizontalPodAutoscaler', 'ScaledObject']);

type Place = {readonly namespace?: string | undefined; readonly kind: string; readonly name: string};

/** Returns the objects whose replicas an autoscaler sets, by `scaleKey`. */
export const scaleTargets = (objects: readonly JsonObject[]): ReadonlySet<string> => new Set(objects.flatMap(targetOf));

/** Returns a key for the target of an autoscaler; the API group is not part of it. */
export const scaleKey = ({namespace = '', kind, name}: Place): string => [namespace, kind, name].join(':');

function targetOf(object: JsonObject): readonly string[] {
  const {kind, namespace = ''} = identityOf(object);
  const spec = isObject(object['spec']) ? object['spec'] : {};
  const target = spec['scaleTargetRef'];
  if (!SCALERS.has(kind) || !isObject(target)) return [];
  // KEDA targets a Deployment if no kind is named.
  return [scaleKey({namespace, kind: textOf(target['kind']) || 'Deployment', name: textOf(target['name'])})];
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
