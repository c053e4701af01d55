import type {Json} from '../../../core/json.ts';
import {at, nameAt} from './pod-template.ts';
import type {ResourceIndex} from './resource-index.ts';
import {serviceSelector} from './selector.ts';

/** Returns the Service, and the workloads behind it, that must run before the API server can call the Service. */
export function backing(index: ResourceIndex, reference: Json | undefined): readonly string[] {
  const namespace = nameAt(reference, 'namespace') ?? '';
  const service = index.get({group: '', kind: 'Service', namespace, name: nameAt(reference, 'name')});
  if (service === undefined) return [];
  const workloads = index.selected(namespace, serviceSelector(at(service.object, 'spec', 'selector')));
  return [service.id, ...workloads.map(({id}) => id)];
}
