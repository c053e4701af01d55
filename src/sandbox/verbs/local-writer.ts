import {isObject, type JsonObject} from '../../core/json.ts';
import type {Body} from '../decode/read-body.ts';
import {nameOf, namespaceOf, uidOf} from '../model/metadata.ts';
import {text} from '../model/part.ts';
import {noSuchPath} from '../model/refusals.ts';
import type {Resource} from '../model/resource.ts';
import {createObject} from './create.ts';
import {deleteObject} from './delete.ts';
import {updateObject} from './update.ts';
import type {Target, VerbContext} from './verb-context.ts';
import type {Writer} from './writer.ts';

/** Returns the verbs without HTTP, for the controllers in this process. */
export function localWriter(context: VerbContext): Writer {
  const {store, registry} = context;
  const targetOf = (object: JsonObject, name: string, subresource = ''): Target => ({
    resource: resourceOf(object, context),
    namespace: namespaceOf(object),
    name,
    subresource,
  });
  return {
    create: (object, {manager}) =>
      createObject(bodyWith(object), targetOf(object, ''), options(manager), context).object,
    update: (object, {manager, subresource = ''}) => {
      const target = targetOf(object, nameOf(object), subresource);
      return updateObject(bodyWith(object), target, options(manager), context).object;
    },
    delete: ({resource: key, namespace, name, uid, propagation}) => {
      const resource = registry.stored(key);
      const found = store.get(key, namespace, name);
      if (resource === undefined || found === undefined || uidOf(found) !== uid) return;
      const target: Target = {resource, namespace, name, subresource: ''};
      deleteObject(target, {dryRun: false, uid, propagation}, context);
    },
    remove: ({resource, namespace, name, uid}) => {
      const found = store.get(resource, namespace, name);
      if (isObject(found) && uidOf(found) === uid) store.remove(resource, namespace, name);
    },
  };
}

function resourceOf(object: JsonObject, {registry}: VerbContext): Resource {
  const apiVersion = text(object['apiVersion']);
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  const resource = registry.ofKind(group ?? '', version ?? '', text(object['kind']));
  if (resource === undefined) throw noSuchPath();
  return resource;
}

const options = (manager: string) => ({manager, dryRun: false, validation: 'Ignore'}) as const;

const bodyWith = (value: JsonObject): Body => ({value, duplicates: [], complaints: []});
