import type {JsonObject} from '../../../core/json.ts';
import {finalizersOf, isBeingDeleted, withMetadata} from '../../model/metadata.ts';
import {withCondition} from './conditions.ts';

/** Finalizer of a CRD: its custom resources are deleted before it. */
export const CLEANUP = 'customresourcecleanup.apiextensions.k8s.io';

/** Prepares the deletion of a CRD, which waits until its objects are deleted. */
export function beforeDelete(crd: JsonObject, now: string): JsonObject {
  if (isBeingDeleted(crd)) return crd;
  const finalizers = finalizersOf(crd);
  const held = finalizers.includes(CLEANUP) ? finalizers : [...finalizers, CLEANUP];
  const pending = {
    type: 'Terminating',
    status: 'True',
    reason: 'InstanceDeletionPending',
    message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
  };
  return withCondition(withMetadata(crd, {finalizers: held}), pending, now);
}
