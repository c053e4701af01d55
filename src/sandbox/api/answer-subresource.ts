import type {JsonObject} from '../../core/json.ts';
import {decodeObject} from '../decode/decode-object.ts';
import {PATCH_TYPES} from '../decode/read-patch.ts';
import {nameOf} from '../model/metadata.ts';
import {part} from '../model/part.ts';
import {badRequest, methodNotAllowed} from '../model/refusals.ts';
import type {ApiReply, ApiRequest} from '../model/reply.ts';
import {bind} from '../verbs/bind.ts';
import {deleteOptionsOf} from '../verbs/delete-options.ts';
import {evict} from '../verbs/evict.ts';
import {getObject} from '../verbs/find.ts';
import {getScale, writeScale} from '../verbs/scale.ts';
import {scaleResource} from '../verbs/scale-resource.ts';
import {serviceAccountToken, tokenRequest} from '../verbs/service-account-token.ts';
import type {Target, VerbContext, Written} from '../verbs/verb-context.ts';
import {answerLog} from './answer-log.ts';
import {bodyOf, patchOf} from './body-of.ts';
import {writeOptions} from './options.ts';
import {objectReply} from './replies.ts';
import type {Route} from './route.ts';

/** Subresources with their own behavior, as opposed to those that are a part of their object. */
const OWN = new Set(['scale', 'log', 'eviction', 'binding', 'token', 'exec', 'attach', 'portforward', 'proxy']);

/** Reports whether a subresource has its own behavior, as opposed to one that is a part of its object (`status`). */
export const isOwnSubresource = (subresource: string): boolean => OWN.has(subresource);

/** Answers for the subresources that `isOwnSubresource` names. @throws Refusal 400 for those that need running containers (exec, attach) */
export function answerSubresource(target: Target, _route: Route, request: ApiRequest, context: VerbContext): ApiReply {
  switch (target.subresource) {
    case 'scale':
      return scale(target, request, context);
    case 'log':
      return answerLog(target, request, context);
    case 'eviction':
      return eviction(target, request, context);
    case 'binding':
      return binding(target, request, context);
    case 'token':
      return token(target, request, context);
    default:
      getObject(target, context);
      throw badRequest(`${target.subresource} is not supported: the sandbox runs no containers`);
  }
}

function scale(target: Target, request: ApiRequest, context: VerbContext): ApiReply {
  const shown = {...target, resource: scaleResource(context)};
  const written = scaleWritten(target, request, context);
  return objectReply(written, shown, request, context);
}

function scaleWritten(target: Target, request: ApiRequest, context: VerbContext): Written {
  const {method} = request;
  if (method === 'GET') return {status: 200, object: getScale(target, context), warnings: []};
  if (method === 'PUT') {
    const options = writeOptions(request, 'UpdateOptions');
    return writeScale({body: bodyOf(request, 'Scale', context), type: undefined}, target, options, context);
  }
  if (method !== 'PATCH') throw methodNotAllowed();
  const {type, read} = patchOf(request, target.resource);
  const options = writeOptions(request, 'PatchOptions', type === PATCH_TYPES.apply);
  return writeScale({body: read(), type}, target, options, context);
}

/** Deletes a pod, unless a PodDisruptionBudget refuses it. */
function eviction(target: Target, request: ApiRequest, context: VerbContext): ApiReply {
  if (request.method !== 'POST') throw methodNotAllowed();
  const {value} = bodyOf(request, 'Eviction', context);
  const given = part(value);
  if (nameOf(given) !== target.name) throw badRequest('name in URL does not match name in Eviction object');
  const {dryRun} = writeOptions(request, 'CreateOptions');
  const options = deleteOptionsOf(part(given['deleteOptions']), new URLSearchParams());
  evict({...target, subresource: ''}, {...options, dryRun: dryRun || options.dryRun}, context);
  return done();
}

function binding(target: Target, request: ApiRequest, context: VerbContext): ApiReply {
  if (request.method !== 'POST') throw methodNotAllowed();
  const {value} = bodyOf(request, 'Binding', context);
  bind(part(value), {...target, subresource: ''}, writeOptions(request, 'CreateOptions'), context);
  return done();
}

function token(target: Target, request: ApiRequest, context: VerbContext): ApiReply {
  if (request.method !== 'POST') throw methodNotAllowed();
  const body = bodyOf(request, 'TokenRequest', context);
  const {validation} = writeOptions(request, 'CreateOptions');
  const {object, warnings} = decodeObject(body.value, tokenRequest(target.resource), validation, body);
  return {...json(serviceAccountToken(object, target, context), 201), warnings};
}

const done = (): ApiReply => json({kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201}, 201);

const json = (body: JsonObject, status: number) => ({kind: 'json', status, body}) as const;
