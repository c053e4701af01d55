import type {JsonObject} from '../../../core/json.ts';
import {defined} from '../../../lib/defined.ts';
import {nameOf, namespaceOf, uidOf} from '../../model/metadata.ts';
import {partAt, textAt} from '../../model/part.ts';
import type {ClusterView} from '../../model/view.ts';
import {suffixOf} from '../shared/hash.ts';
import {controllerReference} from '../shared/owner.ts';

/** Returns the pod that a controller creates from its template. */
export function podOfTemplate(owner: JsonObject, template: JsonObject, metadata: JsonObject): JsonObject {
  const {labels, annotations, finalizers} = partAt(template, 'metadata');
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: defined({
      namespace: namespaceOf(owner),
      labels,
      annotations,
      finalizers,
      ownerReferences: [controllerReference(owner)],
      ...metadata,
    }),
    spec: partAt(template, 'spec'),
  };
}

/** Returns unused names in the form of a `generateName`. They are chosen here, so that the event of the creation can contain them. */
export function freeNames(owner: JsonObject, count: number, cluster: ClusterView, now: number): readonly string[] {
  const names: string[] = [];
  for (let turn = 0; names.length < count; turn++) {
    const name = `${nameOf(owner)}-${suffixOf([uidOf(owner), textAt(owner, 'metadata', 'resourceVersion'), now, turn])}`;
    if (!names.includes(name) && cluster.get('pods', namespaceOf(owner), name) === undefined) names.push(name);
  }
  return names;
}
