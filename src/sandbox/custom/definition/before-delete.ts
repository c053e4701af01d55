import type {JsonObject} from '../../../core/json.ts';
import {finalizersOf, isBeingDeleted, withMetadata} from '../../model/metadata.ts';
import {withCondition} from './conditions.ts';

/** Finalizer of a CRD: its custom resources are deleted before it. */
export const CLEANUP = 'customresourcecleanup.apiextensions.k8s.io';

/** Prepares the deletion of a CRD, which waits until its objects are deleted. */
export function beforeDelete(definition: JsonObject, now: string): JsonObject {
  if (isBeingDeleted(definition)) return definition;
  const finalizers = finalizersOf(definition);
  const held = finalizers.includes(CLEANUP) ? finalizers : [...finalizers, CLEANUP];
  const pending = {
    type: 'Terminating',
    status: 'True',
    reason: 'InstanceDeletionPending',
    message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
  };
  return withCondition(withMetadata(definition, {finalizers: held}), pending, now);
}
