import type {JsonObject} from '../../../core/json.ts';
import {list, part} from '../../model/part.ts';
import {withCondition} from './conditions.ts';

export const CLEANUP = 'customresourcecleanup.apiextensions.k8s.io';

/** A definition that is deleted waits until its objects are gone. */
export function beforeDelete(definition: JsonObject, now: string): JsonObject {
  const metadata = part(definition['metadata']);
  if (metadata['deletionTimestamp'] !== undefined) return definition;
  const finalizers = list(metadata['finalizers']);
  const held = finalizers.includes(CLEANUP) ? finalizers : [...finalizers, CLEANUP];
  const pending = {
    type: 'Terminating',
    status: 'True',
    reason: 'InstanceDeletionPending',
    message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
  };
  return withCondition({...definition, metadata: {...metadata, finalizers: held}}, pending, now);
}
