import type {JsonObject} from '../../../core/json.ts';
import {defined} from '../../../lib/defined.ts';
import {type ControlView, record, type Step} from '../../model/controller.ts';
import {labelsOf, nameOf, namespaceOf, withMetadata} from '../../model/metadata.ts';
import {numberAt, objectsAt, partAt, textAt} from '../../model/part.ts';
import {controllerReference} from '../shared/owner.ts';
import {podOfTemplate} from './pod-of-template.ts';
import {templateOf} from './revisions.ts';

/** Label of a pod: the name of the ControllerRevision that it was made from. */
export const REVISION_LABEL = 'controller-revision-hash';
/** Source of the StatefulSet controller's events. */
export const STATEFUL = 'statefulset-controller';

/** One look of the StatefulSet controller at a StatefulSet; `now` in milliseconds since 1970. */
export type Turn = {readonly set: JsonObject; readonly cluster: ControlView; readonly now: number};

/** Returns the ordinal of the first pod: `spec.ordinals.start`, 0 unless set. */
export const startOf = (set: JsonObject): number => numberAt(set, 'spec', 'ordinals', 'start');

/** Returns the ordinal of a pod of the set; -1 if its name has another form. */
export function ordinalOf(set: JsonObject, pod: JsonObject): number {
  const digits = nameOf(pod).startsWith(`${nameOf(set)}-`) ? nameOf(pod).slice(nameOf(set).length + 1) : '';
  return /^\d+$/.test(digits) ? Number(digits) : -1;
}

/** Creates a pod and its PVCs. The PVCs stay when the pod is deleted, for the next pod with the same name. */
export function createPod({set, cluster}: Turn, ordinal: number, revision: JsonObject): readonly Step[] {
  const name = `${nameOf(set)}-${ordinal}`;
  const tell = (reason: string, message: string): Step =>
    record({about: set, type: reason.startsWith('Failed') ? 'Warning' : 'Normal', reason, message, by: STATEFUL});
  const missing = pvcsOf(set, ordinal).filter(
    (pvc) => cluster.get('persistentvolumeclaims', namespaceOf(set), nameOf(pvc)) === undefined,
  );
  return [
    ...missing.flatMap((pvc): readonly Step[] => [
      {do: 'create', object: pvc},
      tell('SuccessfulCreate', `create Claim ${nameOf(pvc)} Pod ${name} in StatefulSet ${nameOf(set)} success`),
    ]),
    {
      do: 'create',
      object: podOf(set, ordinal, revision),
      refused: (why) => [tell('FailedCreate', `create Pod ${name} in StatefulSet ${nameOf(set)} failed error: ${why}`)],
    },
    tell('SuccessfulCreate', `create Pod ${name} in StatefulSet ${nameOf(set)} successful`),
  ];
}

function podOf(set: JsonObject, ordinal: number, revision: JsonObject): JsonObject {
  const name = `${nameOf(set)}-${ordinal}`;
  const template = templateOf(revision);
  const labels = {
    ...labelsOf(template),
    'apps.kubernetes.io/pod-index': String(ordinal),
    [REVISION_LABEL]: nameOf(revision),
    'statefulset.kubernetes.io/pod-name': name,
  };
  const pod = podOfTemplate(set, template, {generateName: `${nameOf(set)}-`, name, labels});
  const claimed = objectsAt(set, 'spec', 'volumeClaimTemplates').map((pvc) => ({
    name: nameOf(pvc),
    persistentVolumeClaim: {claimName: `${nameOf(pvc)}-${name}`},
  }));
  const others = objectsAt(template, 'spec', 'volumes').filter(
    (volume) => !claimed.some((one) => one.name === volume['name']),
  );
  const volumes = [...claimed, ...others];
  const subdomain = textAt(set, 'spec', 'serviceName');
  const spec = {
    ...partAt(pod, 'spec'),
    hostname: name,
    ...defined({
      subdomain: subdomain !== '' ? subdomain : undefined,
      volumes: volumes.length > 0 ? volumes : undefined,
    }),
  };
  return {...pod, spec};
}

/** Makes a pod that is scaled away the owner of its PVCs, so that they are deleted with it, if the retention policy says so. */
export function reassignPvcs({set, cluster}: Pick<Turn, 'set' | 'cluster'>, pod: JsonObject): readonly Step[] {
  if (textAt(set, 'spec', 'persistentVolumeClaimRetentionPolicy', 'whenScaled') !== 'Delete') return [];
  return pvcsOf(set, ordinalOf(set, pod)).flatMap((pvc): readonly Step[] => {
    const kept = cluster.get('persistentvolumeclaims', namespaceOf(set), nameOf(pvc));
    if (kept === undefined) return [];
    return [{do: 'update', object: withMetadata(kept, {ownerReferences: [controllerReference(pod)]})}];
  });
}

function pvcsOf(set: JsonObject, ordinal: number): readonly JsonObject[] {
  const goesAlong = textAt(set, 'spec', 'persistentVolumeClaimRetentionPolicy', 'whenDeleted') === 'Delete';
  return objectsAt(set, 'spec', 'volumeClaimTemplates').map((template) => {
    const {status: _status, ...claim} = template;
    return withMetadata(
      {apiVersion: 'v1', kind: 'PersistentVolumeClaim', ...claim},
      {
        name: `${nameOf(template)}-${nameOf(set)}-${ordinal}`,
        namespace: namespaceOf(set),
        labels: {...labelsOf(template), ...partAt(set, 'spec', 'selector', 'matchLabels')},
        ...defined({ownerReferences: goesAlong ? [controllerReference(set)] : undefined}),
      },
    );
  });
}
