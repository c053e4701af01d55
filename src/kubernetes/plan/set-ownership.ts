import {isObject, type JsonObject} from '../../core/json.ts';
import {defined} from '../../lib/defined.ts';
import {CREATED_ANNOTATION, ID_ANNOTATION, LINEAGE_LABEL, STACK_ANNOTATION} from '../resource/labels.ts';

/** The ownership label and annotations of an object. */
export type OwnershipMetadata = {
  readonly lineage: string;
  readonly ownId: string;
  readonly stackName: string;
  /** True for a Namespace or CRD that this stack creates or created: it may be deleted again. */
  readonly created: boolean;
};

/** Adds Gantry's label and annotations to the metadata of the object itself, never to pod templates, selectors or volumeClaimTemplates. */
export function setOwnership(object: JsonObject, {lineage, ownId, stackName, created}: OwnershipMetadata): JsonObject {
  const metadata = isObject(object['metadata']) ? object['metadata'] : {};
  const labels = isObject(metadata['labels']) ? metadata['labels'] : {};
  const annotations = isObject(metadata['annotations']) ? metadata['annotations'] : {};
  return {
    ...object,
    metadata: {
      ...metadata,
      labels: {...labels, [LINEAGE_LABEL]: lineage},
      annotations: {
        ...annotations,
        [ID_ANNOTATION]: ownId,
        [STACK_ANNOTATION]: stackName,
        ...defined({[CREATED_ANNOTATION]: created ? 'true' : undefined}),
      },
    },
  };
}
