import {isList, isObject, type Json, type JsonObject} from '../../../../core/json.ts';
import type {Requests} from './request-types.ts';

export type User = {readonly username: string; readonly groups: readonly string[]};

/** One question to the authorizer: may we do this? */
export type AccessQuestion = {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
};

export type Reviews = {
  /** Who the server takes us for; absent where it does not say (before 1.28). */
  readonly whoAmI: () => Promise<User | undefined>;
  /** Absent where the server does not say: it offers no reviews, forbids them, or could not find out. */
  readonly mayI: (
    question: AccessQuestion,
  ) => Promise<{readonly allowed: boolean; readonly reason: string} | undefined>;
};

export function openReviews(requests: Requests): Reviews {
  // A review changes nothing, so it may be repeated though it is a POST.
  const review = (group: string, resource: string, body: JsonObject) =>
    requests.send({method: 'POST', path: `/apis/${group}/v1/${resource}`, body, repeatable: true});
  return {
    whoAmI: async () => {
      const reply = await review('authentication.k8s.io', 'selfsubjectreviews', {
        apiVersion: 'authentication.k8s.io/v1',
        kind: 'SelfSubjectReview',
      });
      const status = reply.ok ? field(reply.body, 'status') : undefined;
      const user = field(status, 'userInfo');
      const username = field(user, 'username');
      const groups = field(user, 'groups');
      if (typeof username !== 'string') return undefined;
      return {username, groups: isList(groups) ? groups.filter((one) => typeof one === 'string') : []};
    },
    mayI: async (question) => {
      const reply = await review('authorization.k8s.io', 'selfsubjectaccessreviews', {
        apiVersion: 'authorization.k8s.io/v1',
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

/** An authorizer was asked and failed: its `no` is none. */
function isUnsure(status: Json | undefined): boolean {
  const error = field(status, 'evaluationError');
  return typeof error === 'string' && error !== '' && field(status, 'denied') !== true;
}

const field = (value: Json | undefined, name: string): Json | undefined => (isObject(value) ? value[name] : undefined);
