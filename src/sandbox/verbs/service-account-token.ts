import {generateKeyPairSync, randomUUID, sign} from 'node:crypto';
import type {JsonObject} from '../../core/json.ts';
import {once} from '../../lib/once.ts';
import {nameOf, namespaceOf, uidOf, withMetadata} from '../model/metadata.ts';
import {list, part, text} from '../model/part.ts';
import {invalid as invalidValue} from '../model/problem.ts';
import {conflict, invalid} from '../model/refusals.ts';
import {apiVersionOf, type Resource} from '../model/resource.ts';
import type {Problem} from '../model/status.ts';
import {timestamp} from '../model/time.ts';
import {getObject} from './find.ts';
import type {Target, VerbContext} from './verb-context.ts';

const KIND = {group: 'authentication.k8s.io', kind: 'TokenRequest'};
const AUDIENCE = 'https://kubernetes.default.svc.cluster.local';

/** Returns the type of the request, which has no resource of its own. */
export const tokenRequest = (beside: Resource): Resource => ({
  ...beside,
  ...KIND,
  version: 'v1',
  component: 'io.k8s.api.authentication.v1.TokenRequest',
});

/**
 * Returns a token of a service account as the server issues it (`TokenREST`). The sandbox does not accept these tokens: they are signed
 * with a key that is discarded when the process ends.
 */
export function serviceAccountToken(request: JsonObject, target: Target, context: VerbContext): JsonObject {
  const {name, namespace} = target;
  checkPlace(request, target);
  const account = getObject({...target, subresource: ''}, context);
  const uid = uidOf(request);
  if (uid !== '' && uid !== uidOf(account)) {
    const because = `the UID in the token request (${uid}) does not match the UID of the service account (${uidOf(account)})`;
    throw conflict({group: KIND.group, plural: KIND.kind}, name, because);
  }
  const spec = part(request['spec']);
  const given = list(spec['audiences']);
  const seconds = Number(spec['expirationSeconds'] ?? 3600);
  const problems = durationProblems(seconds);
  if (problems.length > 0) throw invalid(KIND, '', problems);
  const audiences = given.length === 0 ? [AUDIENCE] : given;
  const [now, expiry] = [context.now(), context.now() + seconds * 1000];
  return {
    kind: KIND.kind,
    apiVersion: apiVersionOf({group: KIND.group, version: 'v1'}),
    ...withMetadata({...request}, {name, namespace, uid: uidOf(account), creationTimestamp: timestamp(now)}),
    spec: {...spec, audiences, expirationSeconds: seconds, boundObjectRef: spec['boundObjectRef'] ?? null},
    status: {
      token: signed({
        aud: audiences,
        exp: Math.floor(expiry / 1000),
        iat: Math.floor(now / 1000),
        iss: AUDIENCE,
        jti: randomUUID(),
        'kubernetes.io': {namespace, serviceaccount: {name, uid: uidOf(account)}},
        nbf: Math.floor(now / 1000),
        sub: `system:serviceaccount:${namespace}:${name}`,
      }),
      expirationTimestamp: timestamp(expiry),
    },
  };
}

function checkPlace(request: JsonObject, {name, namespace}: Target): void {
  const [said, place] = [nameOf(request), text(namespaceOf(request))];
  const problems = [
    ...(said === '' || said === name
      ? []
      : [invalidValue('metadata.name', said, 'must match the service account name if specified')]),
    ...(place === '' || place === namespace
      ? []
      : [invalidValue('metadata.namespace', place, 'must match the service account namespace if specified')]),
  ].slice(0, 1);
  if (problems.length > 0) throw invalid(KIND, name, problems);
}

function durationProblems(seconds: number): readonly Problem[] {
  const path = 'spec.expirationSeconds';
  if (seconds < 600) return [invalidValue(path, seconds, 'may not specify a duration less than 10 minutes')];
  if (seconds <= 2 ** 32) return [];
  return [invalidValue(path, seconds, 'may not specify a duration larger than 2^32 seconds')];
}

const key = once(() => generateKeyPairSync('ec', {namedCurve: 'P-256'}).privateKey);

function signed(claims: JsonObject): string {
  const text = [{alg: 'ES256', typ: 'JWT'}, claims]
    .map((one) => Buffer.from(JSON.stringify(one)).toString('base64url'))
    .join('.');
  const signature = sign('sha256', Buffer.from(text), {key: key(), dsaEncoding: 'ieee-p1363'});
  return `${text}.${signature.toString('base64url')}`;
}
