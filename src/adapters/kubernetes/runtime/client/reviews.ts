import {isList, isObject, type Json, type JsonObject} from '../../../../core/json.ts';
import {defined} from '../../../../lib/defined.ts';
import type {ClientRequest, Requests} from './request-types.ts';

/** The user as the server knows them, after authentication (UserInfo). */
export type User = {
  readonly username: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
};

/** A question to the authorizer: whether the user may do something. */
export type AccessQuestion = {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
};

/** Questions about the user's identity and permissions. */
export type Reviews = {
  /** Returns the user as the server sees them, or undefined if the server does not support that (before 1.27). */
  readonly whoAmI: () => Promise<User | undefined>;
  /**
   * Returns whether the user may do something, or undefined if the server does not know: it offers no reviews, forbids
   * them, or an authorizer failed.
   */
  readonly mayI: (
    question: AccessQuestion,
  ) => Promise<{readonly allowed: boolean; readonly reason: string} | undefined>;
};

type Patience = Pick<ClientRequest, 'timeoutMs' | 'retry'>;

/** The user's name is only displayed, so no run waits long for it. */
const NOT_LONG: Patience = {timeoutMs: 5_000, retry: {attempts: 2}};

/** Opens SelfSubjectReview and SelfSubjectAccessReview requests. */
export function openReviews(requests: Requests): Reviews {
  // A review changes nothing, so it may be repeated though it is a POST.
  const review = (apiVersion: string, resource: string, body: JsonObject, more: Patience = {}) =>
    requests.send({
      method: 'POST',
      path: `/apis/${apiVersion}/${resource}`,
      body: {apiVersion, ...body},
      repeatable: true,
      ...more,
    });
  const selfReview = (apiVersion: string) =>
    review(apiVersion, 'selfsubjectreviews', {kind: 'SelfSubjectReview'}, NOT_LONG);
  return {
    whoAmI: async () => {
      const first = await selfReview('authentication.k8s.io/v1');
      const isOlder = !first.ok && first.refusal.kind === 'not-found';
      const reply = isOlder ? await selfReview('authentication.k8s.io/v1beta1') : first;
      return reply.ok ? userOf(field(field(reply.body, 'status'), 'userInfo')) : undefined;
    },
    mayI: async (question) => {
      const reply = await review('authorization.k8s.io/v1', 'selfsubjectaccessreviews', {
        kind: 'SelfSubjectAccessReview',
        spec: {resourceAttributes: question},
      });
      const status = reply.ok ? field(reply.body, 'status') : undefined;
      const allowed = field(status, 'allowed');
      const reason = field(status, 'reason');
      if (typeof allowed !== 'boolean' || (!allowed && isUnsure(status))) return undefined;
      return {allowed, reason: typeof reason === 'string' ? reason : ''};
    },
  };
}

function userOf(user: Json | undefined): User | undefined {
  const [username, uid, extra] = ['username', 'uid', 'extra'].map((name) => field(user, name));
  if (typeof username !== 'string') return undefined;
  return {
    username,
    ...defined({uid: typeof uid === 'string' && uid !== '' ? uid : undefined}),
    groups: texts(field(user, 'groups')),
    extra: isObject(extra)
      ? Object.fromEntries(Object.entries(extra).map(([name, values]) => [name, texts(values)]))
      : {},
  };
}

/** Reports whether an authorizer failed, so that a denial may be wrong. */
function isUnsure(status: Json | undefined): boolean {
  const error = field(status, 'evaluationError');
  return typeof error === 'string' && error !== '' && field(status, 'denied') !== true;
}

const field = (value: Json | undefined, name: string): Json | undefined => (isObject(value) ? value[name] : undefined);

const texts = (value: Json | undefined): readonly string[] =>
  isList(value) ? value.filter((item) => typeof item === 'string') : [];
