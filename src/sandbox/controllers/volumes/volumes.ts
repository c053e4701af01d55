import type {JsonObject} from '../../../core/json.ts';
import type {Controller, ControlView, Step} from '../../model/controller.ts';
import {finalizersOf, isBeingDeleted, nameOf, uidOf, withMetadata} from '../../model/metadata.ts';
import {partAt, textAt} from '../../model/part.ts';
import {timestamp} from '../../model/time.ts';
import {itself} from '../shared/owner.ts';
import {withStatus} from '../shared/with-status.ts';

const PROTECTION = 'kubernetes.io/pv-protection';

/** The controller of PersistentVolumes: it sets their phase, and deletes released volumes if their reclaim policy says so. */
export const volumes: Controller = {
  name: 'persistentvolume-controller',
  watches: {
    persistentvolumes: itself,
    persistentvolumeclaims: (pvc) => {
      const name = textAt(pvc, 'spec', 'volumeName');
      return name === '' ? [] : [{namespace: '', name}];
    },
  },
  steps: (key, cluster, now) => {
    const volume = cluster.get('persistentvolumes', '', key.name);
    if (volume === undefined) return [];
    const phase = phaseOf(volume, cluster);
    if (isBeingDeleted(volume)) return phase === 'Bound' ? [] : unprotect(volume);
    if (textAt(volume, 'status', 'phase') !== phase) {
      const status = {...partAt(volume, 'status'), phase, lastPhaseTransitionTime: timestamp(now)};
      return [{do: 'status', object: withStatus(volume, status)}];
    }
    if (phase !== 'Released' || textAt(volume, 'spec', 'persistentVolumeReclaimPolicy') !== 'Delete') return [];
    return [{do: 'delete', resource: 'persistentvolumes', namespace: '', name: nameOf(volume), uid: uidOf(volume)}];
  },
};

function phaseOf(volume: JsonObject, cluster: ControlView): 'Available' | 'Bound' | 'Released' {
  const reference = partAt(volume, 'spec', 'claimRef');
  const uid = textAt(reference, 'uid');
  if (uid === '') return 'Available';
  const pvc = cluster.get('persistentvolumeclaims', textAt(reference, 'namespace'), textAt(reference, 'name'));
  if (pvc === undefined || uidOf(pvc) !== uid) return 'Released';
  return textAt(pvc, 'spec', 'volumeName') === nameOf(volume) ? 'Bound' : 'Available';
}

function unprotect(volume: JsonObject): readonly Step[] {
  if (!finalizersOf(volume).includes(PROTECTION)) return [];
  const finalizers = finalizersOf(volume).filter((finalizer) => finalizer !== PROTECTION);
  return [{do: 'update', object: withMetadata(volume, {finalizers})}];
}
