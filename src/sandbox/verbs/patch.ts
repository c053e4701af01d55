import type {Body} from '../decode/read-body.ts';
import {PATCH_TYPES} from '../decode/read-patch.ts';
import {metadataOf} from '../model/metadata.ts';
import {badRequest} from '../model/refusals.ts';
import {patchedObject} from '../patches/patched-object.ts';
import {applyObject} from './apply.ts';
import {checkName} from './check-name.ts';
import {getObject} from './find.ts';
import type {PatchOptions} from './patch-options.ts';
import {writeOver} from './update.ts';
import type {Target, VerbContext, Written} from './verb-context.ts';

/** The body of a patch, and its content type. */
type SentPatch = {readonly body: Body; readonly type: string};

/** Handles a PATCH, by its content type. */
export function patchObject(
  {body, type}: SentPatch,
  target: Target,
  options: PatchOptions,
  context: VerbContext,
): Written {
  if (type === PATCH_TYPES.apply) return applyObject(body, target, options, context);
  const before = getObject(target, context);
  const {resource, name} = target;
  const {object, warnings} = patchedObject({type, body, before, resource, validation: options.validation});
  const {namespace = target.namespace} = metadataOf(object);
  if (namespace !== target.namespace)
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  checkName(object, name);
  return writeOver({object, before, target, warnings}, options, context);
}
