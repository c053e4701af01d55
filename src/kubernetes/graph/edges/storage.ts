import type {Json} from '../../../core/json.ts';
import type {Edge, EdgeRule} from './edge.ts';
import {at, nameAt, objectsAt} from './pod-template.ts';
import type {ResourceIndex, Subject} from './resource-index.ts';

/** Orders StorageClasses before volumes and PVCs, and a volume before the PVC that is bound to it, whichever of the two names the other. */
export const storageEdges: EdgeRule = function* (index): Iterable<Edge> {
  for (const volume of index.ofKind('', 'PersistentVolume')) {
    yield* classEdge(index, volume, at(volume.object, 'spec'));
    const pvc = at(volume.object, 'spec', 'claimRef');
    const id = index.find({
      group: '',
      kind: 'PersistentVolumeClaim',
      namespace: nameAt(pvc, 'namespace') ?? '',
      name: nameAt(pvc, 'name'),
    });
    if (id !== undefined)
      yield {id, needs: volume.id, because: `is the PVC that PersistentVolume ${volume.name} is reserved for`};
  }
  for (const pvc of index.ofKind('', 'PersistentVolumeClaim')) yield* pvcEdges(index, pvc);
  for (const workload of index.workloads) {
    const templates = objectsAt(workload.object, 'spec', 'volumeClaimTemplates');
    for (const {spec} of templates) yield* classEdge(index, workload, spec);
    for (const volume of objectsAt(workload.pod.spec, 'volumes')) {
      yield* classEdge(index, workload, at(volume, 'ephemeral', 'volumeClaimTemplate', 'spec'));
    }
  }
};

function* pvcEdges(index: ResourceIndex, pvc: Subject): Iterable<Edge> {
  const spec = at(pvc.object, 'spec');
  yield* classEdge(index, pvc, spec);
  const name = nameAt(spec, 'volumeName');
  const volume = index.find({group: '', kind: 'PersistentVolume', name});
  if (volume !== undefined) yield {id: pvc.id, needs: volume, because: `binds PersistentVolume ${name}`};
  for (const field of ['dataSource', 'dataSourceRef']) {
    const source = at(spec, field);
    const kind = nameAt(source, 'kind') ?? '';
    const needs = index.find({
      group: nameAt(source, 'apiGroup') ?? '',
      kind,
      namespace: nameAt(source, 'namespace') ?? pvc.namespace,
      name: nameAt(source, 'name'),
    });
    if (needs !== undefined) yield {id: pvc.id, needs, because: `is populated from ${kind} ${nameAt(source, 'name')}`};
  }
}

function* classEdge(index: ResourceIndex, {id}: Subject, spec: Json | undefined): Iterable<Edge> {
  const name = nameAt(spec, 'storageClassName');
  const needs = index.find({group: 'storage.k8s.io', kind: 'StorageClass', name});
  if (needs !== undefined) yield {id, needs, because: `uses StorageClass ${name}`};
}
