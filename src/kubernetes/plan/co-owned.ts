import {isObject, type JsonObject} from '../../core/json.ts';
import {defined} from '../../lib/defined.ts';
import {equalOn} from '../fields/equal-on.ts';
import type {Schema} from '../fields/schema.ts';
import {
  CREATED_ANNOTATION,
  CREATED_SHARED,
  ID_ANNOTATION,
  LINEAGE_LABEL,
  STACK_ANNOTATION,
} from '../resource/labels.ts';
import {isContainer} from './decide-removal.ts';
import type {Kind} from './effects.ts';
import {annotationOf, isTakenOver} from './ownership.ts';

/** The desired and the live object, for fields that other managers own, too. */
export type Sharing = {
  readonly identity: Kind;
  readonly live: JsonObject;
  /** The desired object as it would be sent, with our ownership label and annotations. */
  readonly desired: JsonObject;
  readonly schema: Schema;
  readonly lineage: string;
};

/**
 * Reports whether another stack owns the Namespace or CRD, and this stack wants no other fields in it. Both stacks keep
 * it, and neither deletes it. Other fields belong to the other stack.
 */
export const isCoOwned = ({identity, live, desired, schema, lineage}: Sharing): boolean =>
  isContainer(identity.group, identity.kind) && isTakenOver(live, lineage) && equalOn(unmarked(desired), live, schema);

/** Reports whether the object is annotated as shared, so that the stack that created it knows that it must not delete it. */
export const isLabeledShared = (live: JsonObject): boolean => annotationOf(live, CREATED_ANNOTATION) === CREATED_SHARED;

const OWNERSHIP: ReadonlySet<string> = new Set([ID_ANNOTATION, STACK_ANNOTATION, CREATED_ANNOTATION]);

function unmarked(desired: JsonObject): JsonObject {
  const metadata = isObject(desired['metadata']) ? desired['metadata'] : {};
  const labels = isObject(metadata['labels']) ? metadata['labels'] : {};
  const annotations = isObject(metadata['annotations']) ? metadata['annotations'] : {};
  const [kept, noted] = [
    without(labels, (name) => name === LINEAGE_LABEL),
    without(annotations, (name) => OWNERSHIP.has(name)),
  ];
  const {labels: _labels, annotations: _annotations, ...rest} = metadata;
  return {
    ...desired,
    metadata: {
      ...rest,
      ...defined({
        labels: Object.keys(kept).length === 0 ? undefined : kept,
        annotations: Object.keys(noted).length === 0 ? undefined : noted,
      }),
    },
  };
}

const without = (map: JsonObject, labeled: (name: string) => boolean): JsonObject =>
  Object.fromEntries(Object.entries(map).filter(([name]) => !labeled(name)));
