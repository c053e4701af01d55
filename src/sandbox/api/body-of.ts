import {type Body, readBody} from '../decode/read-body.ts';
import {readPatch} from '../decode/read-patch.ts';
import type {ApiRequest} from '../model/reply.ts';
import type {Resource} from '../model/resource.ts';
import type {VerbContext} from '../verbs/verb-context.ts';

/** Returns the body of a request, with what is needed to decode it as an object of this kind. */
export const bodyOf = ({body, headers}: ApiRequest, kind: string, {protobuf}: VerbContext): Body =>
  readBody({body, contentType: headers['content-type'], kind, protobuf});

/** Returns the patch type of a PATCH and a function that reads its body. */
export const patchOf = (
  {body, headers}: ApiRequest,
  {custom}: Resource,
): {readonly type: string; readonly read: () => Body} =>
  readPatch({body, contentType: headers['content-type'], isCustom: custom !== undefined});
