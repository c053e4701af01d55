import type {Json, JsonObject} from '../../core/json.ts';
import type {Column} from '../model/columns.ts';
import {metadataOf} from '../model/metadata.ts';
import {numberAt, textAt} from '../model/part.ts';

/** What each row has beside its cells (`includeObject`). */
export type IncludedObject = 'None' | 'Metadata' | 'Object';

/** What a table is made of, for kubectl's printing by the server. */
export type TableRequest = {
  /** In the version in which they were asked for. */
  readonly objects: readonly JsonObject[];
  readonly columns: readonly Column[];
  readonly includeObject: IncludedObject;
  /** Of the list; of one object its resourceVersion alone. */
  readonly metadata: JsonObject;
  readonly now: number;
  /** A watch sends the columns with its first event only. */
  readonly withoutColumns?: boolean;
};

/** Objects as `kubectl get` asks for them: the server says what is shown. */
export const tableOf = ({
  objects,
  columns,
  includeObject,
  metadata,
  now,
  withoutColumns,
}: TableRequest): JsonObject => ({
  kind: 'Table',
  apiVersion: 'meta.k8s.io/v1',
  metadata,
  columnDefinitions: withoutColumns === true ? null : columns.map(definition),
  rows: inOrder(objects).map((object) => ({
    cells: columns.map(({cell}) => cell(object, now)),
    ...conditions(object),
    object: included(object, includeObject),
  })),
});

const precedence = (object: JsonObject): number => numberAt(object, 'spec', 'matchingPrecedence');

/** Flow schemas are shown in the order in which they match; all else as it is listed. */
function inOrder(objects: readonly JsonObject[]): readonly JsonObject[] {
  if (objects[0]?.['kind'] !== 'FlowSchema') return objects;
  return objects.toSorted((a, b) => precedence(a) - precedence(b));
}

const definition = ({name, type, format, description, priority}: Column): JsonObject => ({
  name,
  type,
  format,
  description,
  priority,
});

function included(object: JsonObject, how: IncludedObject): Json {
  if (how === 'None') return null;
  return how === 'Object' ? object : partialMetadata(object);
}

/** An object of which only the metadata was asked for. */
export function partialMetadata(object: JsonObject): JsonObject {
  return {kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: metadataOf(object)};
}

const ENDED: Readonly<Record<string, string>> = {
  Succeeded: 'The pod has completed successfully.',
  Failed: 'The pod failed.',
};

/** Rows of pods that have ended say so: printers may hide them. */
function conditions(object: JsonObject): {readonly conditions?: Json} {
  const phase = textAt(object, 'status', 'phase');
  const message = object['kind'] === 'Pod' && object['apiVersion'] === 'v1' ? ENDED[phase] : undefined;
  return message === undefined ? {} : {conditions: [{type: 'Completed', status: 'True', reason: phase, message}]};
}
