import type {JsonObject} from '../../../core/json.ts';
import {annotationOf} from '../../plan/ownership.ts';
import {metadataOf} from '../../plan/take-over-managers.ts';
import {PROTECT_ANNOTATION} from '../../resource/labels.ts';

const POLICY = 'helm.sh/resource-policy';

/** The annotation that makes Helm keep an object, with its value, for messages. */
export const HELM_KEEP = `${POLICY}: keep`;

/** Reports whether Helm keeps an object when its release is uninstalled, or when the object leaves the chart. */
export const isKeptByHelm = (object: JsonObject): boolean =>
  annotationOf(object, POLICY)?.toLowerCase().trim() === 'keep';

/** Protects an object that Helm keeps: Gantry then keeps it, too. */
export function protectKept(object: JsonObject): JsonObject {
  if (!isKeptByHelm(object)) return object;
  const {annotations, ...metadata} = metadataOf(object);
  return {
    ...object,
    metadata: {...metadata, annotations: {...(annotations as JsonObject), [PROTECT_ANNOTATION]: 'true'}},
  };
}
