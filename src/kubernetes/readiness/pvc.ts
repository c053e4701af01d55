import type {JsonObject} from '../../core/json.ts';
import {textAt} from './read.ts';
import {current, inProgress, type Readiness} from './status.ts';

/** Judges a PVC: it is current when it is bound. */
export function pvcReadiness(object: JsonObject): Readiness {
  const phase = textAt(object, 'status', 'phase');
  return phase === 'Bound'
    ? current('PVC is Bound')
    : inProgress('NotBound', `PVC is not Bound. phase: ${phase || 'unknown'}`);
}
