import type {Json, JsonObject} from '../../core/json.ts';
import type {Column} from '../model/columns.ts';
import {metadataOf} from '../model/metadata.ts';
import {numberAt, textAt} from '../model/part.ts';
import {badRequest} from '../model/refusals.ts';

/** The object in each row, besides its cells (`includeObject`). */
export type IncludedObject = 'None' | 'Metadata' | 'Object';

const INCLUDED: readonly IncludedObject[] = ['Metadata', 'Object', 'None'];

/** Reads `includeObject` from the query of a request for a table. @throws Refusal 400 for an unknown value */
export function includedObject(query: URLSearchParams): IncludedObject {
  const asked = query.get('includeObject') ?? '';
  const included = INCLUDED.find((one) => one === asked);
  if (included !== undefined || asked === '') return included ?? 'Metadata';
  const problem = `includeObject: Invalid value: ${JSON.stringify(asked)}: must be 'Metadata', 'Object', 'None', or empty`;
  throw badRequest(`Unable to convert to Table as requested: ${problem}`);
}

/** A request for a table, which the server prints for kubectl. */
export type TableRequest = {
  /** The objects, in the version of the request. */
  readonly objects: readonly JsonObject[];
  readonly columns: readonly Column[];
  readonly includeObject: IncludedObject;
  /** The metadata of the list; for a single object, only its resourceVersion. */
  readonly metadata: JsonObject;
  readonly now: number;
  /** Set for a watch after its first event, which is the only one with columns. */
  readonly withoutColumns?: boolean;
};

/** Returns objects as the table that `kubectl get` requests. */
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

/** Sorts flow schemas by the order in which they match. Other objects keep the order of the list. */
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

/** Returns an object reduced to its metadata. */
export function partialMetadata(object: JsonObject): JsonObject {
  return {kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: metadataOf(object)};
}

const ENDED: Readonly<Record<string, string>> = {
  Succeeded: 'The pod has completed successfully.',
  Failed: 'The pod failed.',
};

/** Returns the condition of a row whose pod has ended, so that printers may hide it. */
function conditions(object: JsonObject): {readonly conditions?: Json} {
  const phase = textAt(object, 'status', 'phase');
  const message = object['kind'] === 'Pod' && object['apiVersion'] === 'v1' ? ENDED[phase] : undefined;
  return message === undefined ? {} : {conditions: [{type: 'Completed', status: 'True', reason: phase, message}]};
}
