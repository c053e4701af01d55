import {isObject, type JsonObject} from '../../core/json.ts';
import type {Attributes} from '../access/attributes.ts';
import {decide, rulesOfUser} from '../access/decide.ts';
import type {Body} from '../decode/read-body.ts';
import {trackUpdate} from '../fields/track-update.ts';
import {withManagers} from '../fields/with-managers.ts';
import {withMetadata} from '../model/metadata.ts';
import {part, text, textAt, texts} from '../model/part.ts';
import {badRequest, invalid} from '../model/refusals.ts';
import type {Resource} from '../model/resource.ts';
import {timestamp} from '../model/time.ts';
import type {User} from '../model/user.ts';
import {decode, zeroOf} from './decode.ts';
import {reviewProblems} from './review-problems.ts';
import type {VerbContext, WriteOptions, Written} from './verb-context.ts';

/** Returns a decoded review with its result. */
type Answer = (review: JsonObject, user: User, time: string) => JsonObject;

/** The results by kind. Access and token reviews are answered at once and not stored. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  SelfSubjectAccessReview: (review, user) => ({...review, status: decide(user, asked(review))}),
  SubjectAccessReview: ofSubject,
  LocalSubjectAccessReview: ofSubject,
  SelfSubjectRulesReview: rules,
  SelfSubjectReview: (review, user, time) => ({
    ...withMetadata(review, {creationTimestamp: time}),
    status: {userInfo: {...user}},
  }),
  TokenReview: token,
};

/** Reports whether a kind is a review, which is answered and not stored (SubjectAccessReview, TokenReview). */
export const isReview = ({group, kind}: Resource): boolean =>
  (group === 'authorization.k8s.io' || group === 'authentication.k8s.io') && Object.hasOwn(ANSWERS, kind);

type Question = {readonly body: Body; readonly resource: Resource; readonly namespace: string; readonly user: User};

/** Handles a POST of a review: returns it with its result. */
export function review(
  {body, resource, namespace, user}: Question,
  options: WriteOptions,
  context: VerbContext,
): Written {
  const {object: decoded, warnings} = decode(body, resource, options.validation);
  const object = resource.namespaced ? withMetadata(decoded, {namespace}) : decoded;
  const problems = reviewProblems(object, namespace);
  if (problems.length > 0) throw invalid({group: resource.group, kind: ''}, '', problems);
  const time = timestamp(context.now());
  const answered = ANSWERS[resource.kind]?.(object, user, time) ?? object;
  if (!TRACKED.has(resource.kind)) return {status: 201, object: answered, warnings};
  const zero = zeroOf(resource);
  const {manager} = options;
  const owners = trackUpdate({before: undefined, zero, object, resource, manager, subresource: '', time});
  return {status: 201, object: withManagers(answered, owners), warnings};
}

/** The reviews for which the server tracks managed fields, although it does not store them. */
const TRACKED = new Set(['SelfSubjectAccessReview', 'SubjectAccessReview', 'LocalSubjectAccessReview', 'TokenReview']);

/** Decides by the groups in the review alone. Groups that every user has are not added. */
function ofSubject(review: JsonObject): JsonObject {
  const {user, groups} = part(review['spec']);
  return {...review, status: decide({username: text(user), groups: texts(groups)}, asked(review))};
}

/** Returns the action that an access review is about. */
function asked(review: JsonObject): Attributes {
  const {resourceAttributes, nonResourceAttributes} = part(review['spec']);
  if (!isObject(resourceAttributes)) {
    return {on: 'path', verb: textAt(nonResourceAttributes, 'verb'), path: textAt(nonResourceAttributes, 'path')};
  }
  const at = (field: string): string => textAt(resourceAttributes, field);
  return {
    on: 'resource',
    verb: at('verb'),
    group: at('group'),
    resource: at('resource'),
    subresource: at('subresource'),
    namespace: at('namespace'),
    name: at('name'),
  };
}

const isOfPaths = (rule: JsonObject): boolean => Object.hasOwn(rule, 'nonResourceURLs');

function rules(review: JsonObject, user: User): JsonObject {
  if (text(part(review['spec'])['namespace']) === '') throw badRequest('no namespace on request');
  const all = rulesOfUser(user);
  const nonResourceRules = all.filter(isOfPaths);
  const resourceRules = all.filter((rule) => !isOfPaths(rule));
  return {...review, spec: {}, status: {resourceRules, nonResourceRules, incomplete: false}};
}

function token(review: JsonObject): JsonObject {
  if (text(part(review['spec'])['token']) === '')
    throw badRequest('token is required for TokenReview in authentication');
  return {...review, status: {user: {}, error: 'invalid bearer token'}};
}
