import {methodNotAllowed} from '../model/refusals.ts';
import type {ApiReply, ApiRequest} from '../model/reply.ts';
import type {Resource} from '../model/resource.ts';
import {isReview, review} from '../verbs/reviews.ts';
import type {VerbContext} from '../verbs/verb-context.ts';
import {bodyOf} from './body-of.ts';
import {writeOptions} from './options.ts';
import type {Route} from './route.ts';

/** Answers the kinds that are requests and are not stored (such as SubjectAccessReview). Returns undefined for all other kinds. */
export function answerReview(
  resource: Resource,
  {name, namespace}: Route,
  request: ApiRequest,
  context: VerbContext,
): ApiReply | undefined {
  if (!isReview(resource)) return undefined;
  if (request.method !== 'POST' || name !== '') throw methodNotAllowed();
  const options = writeOptions(request, 'CreateOptions');
  const body = bodyOf(request, resource.kind, context);
  const {status, object, warnings} = review({body, resource, namespace, user: request.user}, options, context);
  return {kind: 'json', status, body: object, warnings};
}
