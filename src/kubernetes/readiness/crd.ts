import type {JsonObject} from '../../core/json.ts';
import {conditionOf} from './read.ts';
import {current, failed, inProgress, type Readiness} from './status.ts';

/** Judges a CRD: it is current when it is established. */
export function crdReadiness(object: JsonObject): Readiness {
  const names = conditionOf(object, 'NamesAccepted');
  if (names?.status === 'False') return failed(names.reason, names.message);
  const established = conditionOf(object, 'Established');
  if (established?.status === 'True') return current('CRD is established');
  if (established?.status === 'False' && established.reason !== 'Installing') {
    return failed(established.reason, established.message);
  }
  return inProgress('Installing', 'Install in progress');
}
