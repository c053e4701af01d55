import {randomBytes} from 'node:crypto';
import type {JsonObject} from '../../core/json.ts';
import type {Body} from '../decode/read-body.ts';
import {trackUpdate} from '../fields/track-update.ts';
import {metadataOf, nameOf, namespaceOf, withMetadata} from '../model/metadata.ts';
import {text} from '../model/part.ts';
import {badRequest, failed} from '../model/refusals.ts';
import {timestamp} from '../model/time.ts';
import {commit} from './commit.ts';
import {decode, zeroOf} from './decode.ts';
import type {Target, VerbContext, WriteOptions, Written} from './verb-context.ts';

/** Handles a POST to a collection. */
export function createObject(body: Body, target: Target, options: WriteOptions, context: VerbContext): Written {
  const {resource} = target;
  const {object: decoded, warnings} = decode(body, resource, options.validation);
  const named = nameOrGenerate(placed(decoded, target), target);
  if (text(metadataOf(named)['resourceVersion']) !== '')
    throw failed('resourceVersion should not be set on objects to be created');
  const object = resource.rules.defaults?.(named) ?? named;
  const managers = trackUpdate({
    before: undefined,
    zero: zeroOf(resource),
    object,
    resource,
    manager: options.manager,
    subresource: '',
    time: timestamp(context.now()),
  });
  return commit({target, object, before: undefined, managers, dryRun: options.dryRun, warnings}, context);
}

/** Sets the namespace of the request, which the object may leave out but not contradict. */
export function placed(object: JsonObject, {resource, namespace}: Target): JsonObject {
  const own = namespaceOf(object);
  if (!resource.namespaced) return object;
  if (own !== '' && own !== namespace) {
    throw badRequest(`the namespace of the provided object does not match the namespace sent on the request`);
  }
  return withMetadata(object, {namespace});
}

/** The characters of generated names. They are chosen so that they cannot form words. */
const LETTERS = 'bcdfghjklmnpqrstvwxz2456789';

function nameOrGenerate(object: JsonObject, {name}: Target): JsonObject {
  const generateName = text(metadataOf(object)['generateName']);
  if (name !== '') return withMetadata(object, {name});
  if (nameOf(object) !== '' || generateName === '') return object;
  const letters = [...randomBytes(5)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
  return withMetadata(object, {name: `${generateName.slice(0, 58)}${letters}`});
}
