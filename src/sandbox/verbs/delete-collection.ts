import type {JsonObject} from '../../core/json.ts';
import {nameOf, namespaceOf} from '../model/metadata.ts';
import {type DeleteOptions, deleteObject} from './delete.ts';
import {findObject} from './find.ts';
import {type Listed, listObjects} from './list.ts';
import type {Target, VerbContext} from './verb-context.ts';

/** Handles a DELETE of a collection: deletes every selected object, one after the other. */
export function deleteCollection(
  target: Target,
  query: URLSearchParams,
  options: DeleteOptions,
  context: VerbContext,
): Listed {
  const {items, metadata} = listObjects(target, query, context);
  const gone = items.map((item): JsonObject => {
    const one: Target = {...target, namespace: namespaceOf(item), name: nameOf(item)};
    deleteObject(one, options, context);
    return findObject(one, context) ?? item;
  });
  return {items: gone, metadata};
}
