import type {JsonObject} from '../../core/json.ts';
import {customColumns} from '../custom/custom-columns.ts';
import type {Column} from '../model/columns.ts';
import {metadataOf} from '../model/metadata.ts';
import type {ApiReply, ApiRequest} from '../model/reply.ts';
import type {Resource} from '../model/resource.ts';
import {columnsOf} from '../print/columns-of.ts';
import {includedObject, partialMetadata, tableOf} from '../print/table-of.ts';
import {type Listed, listDocument} from '../verbs/list.ts';
import type {Target, VerbContext} from '../verbs/verb-context.ts';
import type {Watching} from '../verbs/watch.ts';
import {notAcceptable, refuseOtherStreams, type Shape, wantedOf} from './accept.ts';

type One = {readonly status: number; readonly object: JsonObject; readonly warnings?: readonly string[]};

/** Replies with an object in the requested shape. */
export function objectReply(one: One, {resource}: Target, request: ApiRequest, context: VerbContext): ApiReply {
  const {status, object, warnings = []} = one;
  const {shape} = object['kind'] === 'Status' ? {shape: 'object' as const} : wantedOf(request.headers['accept']);
  if (shape === 'metadata-list')
    throw notAcceptable(
      `you requested PartialObjectMetadataList, but the requested object is not a list (${goType(resource)})`,
    );
  const {resourceVersion = ''} = metadataOf(object);
  const body = shaped(shape, [object], {resourceVersion}, {resource, request, context, isList: false}) ?? object;
  return {kind: 'json', status, body, warnings};
}

/** Replies with a list in the wanted shape. @throws Refusal 406 for PartialObjectMetadata, which is for single objects */
export function listReply(listed: Listed, {resource}: Target, request: ApiRequest, context: VerbContext): ApiReply {
  const {shape} = wantedOf(request.headers['accept']);
  if (shape === 'metadata')
    throw notAcceptable(
      `you requested PartialObjectMetadata, but the requested object is a list (${goType(resource)}List)`,
    );
  const body = shaped(shape, listed.items, listed.metadata, {resource, request, context, isList: true});
  return {kind: 'json', status: 200, body: body ?? listDocument(listed, resource)};
}

type About = {
  readonly resource: Resource;
  readonly request: ApiRequest;
  readonly context: VerbContext;
  readonly isList: boolean;
  readonly withoutColumns?: boolean;
};

/** Converts objects to the requested shape; undefined if they stay as they are. */
function shaped(
  shape: Shape,
  objects: readonly JsonObject[],
  metadata: JsonObject,
  about: About,
): JsonObject | undefined {
  const {resource, request, context, isList, withoutColumns = false} = about;
  if (shape === 'table')
    return tableOf({
      objects,
      columns: columnsFor(resource, context),
      includeObject: includedObject(request.query),
      metadata,
      now: context.now(),
      withoutColumns,
    });
  if (shape === 'object') return undefined;
  const partial = objects.map(partialMetadata);
  if (!isList) return partial[0];
  return {kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1', metadata, items: partial};
}

/** Returns the name of the Go type that a message contains. All custom resources have the same one. */
const goType = ({group, kind, custom}: Resource): string =>
  custom === undefined ? `*${group === '' ? 'core' : group.split('.')[0]}.${kind}` : '*unstructured.Unstructured';

const columnsFor = (resource: Resource, {registry}: VerbContext): readonly Column[] =>
  resource.custom === undefined ? columnsOf(resource, registry.columns) : customColumns(resource);

/** Replies with a watch in the requested shape. Only the first table has the columns. */
export function watchReply(
  watch: (watching: Watching) => Disposable,
  {resource}: Target,
  request: ApiRequest,
  context: VerbContext,
): ApiReply {
  const wanted = wantedOf(request.headers['accept']);
  refuseOtherStreams(wanted);
  const shape = wanted.shape === 'metadata-list' ? 'metadata' : wanted.shape;
  let hasColumns = false;
  const shapedEvent = (event: JsonObject): JsonObject => {
    const object = event['object'] as JsonObject;
    if (shape === 'object' || event['type'] === 'ERROR') return event;
    const {resourceVersion = ''} = metadataOf(object);
    const rows = event['type'] === 'BOOKMARK' ? [] : [object];
    const about = {resource, request, context, isList: shape === 'table', withoutColumns: hasColumns};
    hasColumns = true;
    const body = event['type'] === 'BOOKMARK' && shape === 'metadata' ? partialMetadata(object) : undefined;
    return {...event, object: body ?? shaped(shape, rows, {resourceVersion}, about) ?? object};
  };
  return {
    kind: 'stream',
    start: (push, end) => watch({push: (event) => push(shapedEvent(event)), end}),
  };
}
