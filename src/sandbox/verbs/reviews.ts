import type {JsonObject} from '../../core/json.ts';
import type {Body} from '../decode/read-body.ts';
import {withManagers} from '../fields/managed-fields.ts';
import {trackUpdate} from '../fields/track-update.ts';
import {withMetadata} from '../model/metadata.ts';
import {list, part, text} from '../model/part.ts';
import {badRequest, invalid} from '../model/refusals.ts';
import type {Resource} from '../model/resource.ts';
import {timestamp} from '../model/time.ts';
import {decode, zeroOf} from './decode.ts';
import {reviewProblems} from './review-problems.ts';
import {type World, type WriteOptions, type Written} from './world.ts';

const MASTERS = 'system:masters';

/** Who everybody is here: the token of the run is the only way in. */
export const USER = {username: 'sandbox', groups: [MASTERS, 'system:authenticated']} as const;

/** What becomes of a question that was decoded. */
type Answer = (review: JsonObject, time: string) => JsonObject;

/** What is answered at once and stored nowhere, by kind: the reviews of rights and identities. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  SelfSubjectAccessReview: (review) => ({...review, status: {allowed: true}}),
  SubjectAccessReview: ofSubject,
  LocalSubjectAccessReview: ofSubject,
  SelfSubjectRulesReview: rules,
  SelfSubjectReview: (review, time) => ({
    ...withMetadata(review, {creationTimestamp: time}),
    status: {userInfo: {username: USER.username, groups: [...USER.groups]}},
  }),
  TokenReview: token,
};

export const isReview = ({group, kind}: Resource): boolean =>
  (group === 'authorization.k8s.io' || group === 'authentication.k8s.io') && Object.hasOwn(ANSWERS, kind);

type Question = {readonly body: Body; readonly resource: Resource; readonly namespace: string};

/** POST of a review: the question with its answer. */
export function review({body, resource, namespace}: Question, options: WriteOptions, world: World): Written {
  const {object: decoded, warnings} = decode(body, resource, options.validation);
  const object = resource.namespaced ? withMetadata(decoded, {namespace}) : decoded;
  const problems = reviewProblems(object, namespace);
  if (problems.length > 0) throw invalid({group: resource.group, kind: ''}, '', problems);
  const time = timestamp(world.now());
  const answered = ANSWERS[resource.kind]?.(object, time) ?? object;
  if (!TRACKED.has(resource.kind)) return {status: 201, object: answered, warnings};
  const zero = zeroOf(resource);
  const {manager} = options;
  const owners = trackUpdate({before: undefined, zero, object, resource, manager, subresource: '', time});
  return {status: 201, object: withManagers(answered, owners), warnings};
}

/** Of these the server notes who wrote what, though nothing is kept. */
const TRACKED = new Set(['SelfSubjectAccessReview', 'SubjectAccessReview', 'LocalSubjectAccessReview', 'TokenReview']);

/** Whoever came in may do everything; of others nobody may do anything. */
function ofSubject(review: JsonObject): JsonObject {
  const {user, groups} = part(review['spec']);
  return {...review, status: {allowed: text(user) === USER.username || list(groups).includes(MASTERS)}};
}

const ask = (group: string, ...resources: readonly string[]): JsonObject => ({
  verbs: ['create'],
  apiGroups: [group],
  resources,
});

/** What every user may do, and what those may who came in. */
function rules(review: JsonObject): JsonObject {
  if (text(part(review['spec'])['namespace']) === '') throw badRequest('no namespace on request');
  const about = ['/healthz', '/livez', '/readyz', '/version', '/version/'];
  const found = ['/api', '/api/*', '/apis', '/apis/*', '/healthz', '/livez', '/openapi', '/openapi/*', '/readyz'];
  return {
    ...review,
    spec: {},
    status: {
      resourceRules: [
        {verbs: ['*'], apiGroups: ['*'], resources: ['*']},
        ask('authentication.k8s.io', 'selfsubjectreviews'),
        ask('authorization.k8s.io', 'selfsubjectaccessreviews', 'selfsubjectrulesreviews'),
      ],
      nonResourceRules: [
        {verbs: ['*'], nonResourceURLs: ['*']},
        {verbs: ['get'], nonResourceURLs: about},
        {verbs: ['get'], nonResourceURLs: [...found, '/version', '/version/']},
      ],
      incomplete: false,
    },
  };
}

function token(review: JsonObject): JsonObject {
  if (text(part(review['spec'])['token']) === '')
    throw badRequest('token is required for TokenReview in authentication');
  return {...review, status: {user: {}, error: 'invalid bearer token'}};
}
