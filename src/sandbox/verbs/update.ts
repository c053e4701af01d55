import type {JsonObject} from '../../core/json.ts';
import type {Body} from '../decode/read-body.ts';
import {trackUpdate} from '../fields/track-update.ts';
import {metadataOf, uidOf, withMetadata} from '../model/metadata.ts';
import {text} from '../model/part.ts';
import {invalid as invalidValue} from '../model/problem.ts';
import {conflict, failed, invalid, MODIFIED, notFound} from '../model/refusals.ts';
import {timestamp} from '../model/time.ts';
import {checkName} from './check-name.ts';
import {commit} from './commit.ts';
import {createObject, placed} from './create.ts';
import {decode, zeroOf} from './decode.ts';
import {findObject} from './find.ts';
import type {Target, VerbContext, WriteOptions, Written} from './verb-context.ts';

/** Handles a PUT of the whole object or of its status. */
export function updateObject(body: Body, target: Target, options: WriteOptions, context: VerbContext): Written {
  const {resource, namespace, name} = target;
  const {object: decoded, warnings} = decode(body, resource, options.validation);
  checkName(decoded, name);
  const object = placed(decoded, target);
  const before = findObject(target, context);
  if (before === undefined) {
    if (resource.rules.createsOnUpdate !== true || target.subresource !== '') throw notFound(resource, name);
    return createObject(body, target, options, context);
  }
  const uid = uidOf(object);
  if (uid !== '' && uid !== uidOf(before)) {
    const within = namespace === '' ? '' : `${namespace}/`;
    const at = `Key: /registry/${resource.plural}/${within}${name}, ResourceVersion: 0`;
    const problem = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${uidOf(before)}`;
    const because = `StorageError: invalid object, Code: 4, ${at}, AdditionalErrorMsg: ${problem}`;
    throw conflict(resource, name, because);
  }
  return writeOver({object, before, target, warnings}, options, context);
}

/** A write that replaces `before`. */
export type Overwrite = {
  /** The decoded object, in the version of the request. */
  readonly object: JsonObject;
  readonly before: JsonObject;
  readonly target: Target;
  readonly warnings: readonly string[];
};

/** Completes a PUT, or a patch other than apply: checks the revision, sets defaults and updates the managed fields. */
export function writeOver(
  {object, before, target, warnings}: Overwrite,
  options: WriteOptions,
  context: VerbContext,
): Written {
  const {resource, name, subresource} = target;
  const revision = text(metadataOf(object)['resourceVersion']);
  const current = text(metadataOf(before)['resourceVersion']);
  if (revision !== '' && !/^\d+$/.test(revision))
    throw failed(`strconv.ParseUint: parsing ${JSON.stringify(revision)}: invalid syntax`);
  if (revision === '' && resource.rules.unconditionalUpdate === false) {
    const problem = invalidValue('metadata.resourceVersion', 0, 'must be specified for an update');
    throw invalid({group: resource.group, kind: resource.plural}, name, [problem]);
  }
  if (revision !== '' && revision !== current) throw conflict(resource, name, MODIFIED);
  const full = resource.rules.defaults?.(object) ?? object;
  const managers = trackUpdate({
    before,
    zero: zeroOf(resource),
    // Identity fields that the request leaves out are kept.
    object: withMetadata(full, identityOf(before)),
    resource,
    manager: options.manager,
    subresource,
    time: timestamp(context.now()),
  });
  return commit({target, object: full, before, managers, dryRun: options.dryRun, warnings}, context);
}

const identityOf = (before: JsonObject): JsonObject =>
  Object.fromEntries(
    ['uid', 'creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds'].flatMap((field) => {
      const value = metadataOf(before)[field];
      return value === undefined ? [] : [[field, value]];
    }),
  );
