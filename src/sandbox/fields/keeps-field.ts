import {EMPTY_FIELD_SET, type FieldSet} from '../../kubernetes/fields/field-set.ts';
import {type Resource, resourceKey} from '../model/resource.ts';

/** Kinds of which a write to the status changes no metadata. */
const METADATA_STAYS = new Set([
  'customresourcedefinitions.apiextensions.k8s.io',
  'flowschemas.flowcontrol.apiserver.k8s.io',
  'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io',
  'volumeattachments.storage.k8s.io',
]);

/**
 * Returns the fields that a write can change, and that are therefore tracked (`resetFields` of the server's strategies): `status` only
 * through its subresource, and `spec` only through the object.
 */
export function keepsField(set: FieldSet, resource: Resource, subresource: string): FieldSet {
  const hasStatus = Object.hasOwn(resource.subresources, 'status');
  if (subresource !== 'status') return hasStatus ? only(set, (key) => key !== 'f:status') : set;
  if (resource.custom !== undefined) return only(set, (key) => key === 'f:status');
  const key = resourceKey(resource);
  const kept = only(set, (field) => field !== 'f:spec' && !(field === 'f:metadata' && METADATA_STAYS.has(key)));
  return key === 'deployments.apps' ? withoutLabels(kept) : kept;
}

const only = ({members, children}: FieldSet, keeps: (key: string) => boolean): FieldSet => ({
  members: new Set([...members].filter(keeps)),
  children: new Map([...children].filter(([key]) => keeps(key))),
});

function withoutLabels(set: FieldSet): FieldSet {
  const metadata = only(set.children.get('f:metadata') ?? EMPTY_FIELD_SET, (key) => key !== 'f:labels');
  const rest = only(set, (key) => key !== 'f:metadata');
  if (metadata.members.size === 0 && metadata.children.size === 0) return rest;
  return {...rest, children: new Map([...rest.children, ['f:metadata', metadata]])};
}
