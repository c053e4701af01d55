import type {JsonObject} from '../../core/json.ts';
import {textAt} from './read.ts';
import {current, inProgress, type Readiness} from './status.ts';

/** Judges a Service: one of type LoadBalancer waits for its cluster IP. */
export function serviceReadiness(object: JsonObject): Readiness {
  const type = textAt(object, 'spec', 'type');
  return type === 'LoadBalancer' && textAt(object, 'spec', 'clusterIP') === ''
    ? inProgress('NoIPAssigned', 'ClusterIP not set. Service type: LoadBalancer')
    : current('Service is ready');
}
