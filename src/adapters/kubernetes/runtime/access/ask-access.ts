import {isObject, type Json, type JsonObject} from '../../../../core/json.ts';
import {groupVersion} from '../../../../core/resource/identity.ts';
import {defined} from '../../../../lib/defined.ts';
import type {AccessAnswer, AccessRequest, AskedAccess} from '../../../../ports/access.ts';
import type {KubernetesClient} from '../client/client.ts';
import {refusedError} from '../client/failure.ts';
import {unavailableText} from '../client/unavailable-api.ts';
import {findResource} from './find-resource.ts';

type Client = Pick<KubernetesClient, 'send' | 'discovery' | 'server' | 'clean'>;

/** Asks the cluster's authorizers one question, like `kubectl auth can-i`. */
export async function askAccess(client: Client, request: AccessRequest): Promise<AccessAnswer> {
  const {asked, remarks} = await questionOf(client, request);
  const reply = await client.send({
    method: 'POST',
    path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
    body: {apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview', spec: specOf(asked)},
    // The request changes nothing, so it may be repeated.
    repeatable: true,
  });
  if (!reply.ok) throw refusedError(reply.refusal, client.server, 'review your own permissions');
  const status = field(reply.body, 'status');
  const [reason, problem] = ['reason', 'evaluationError'].map((name) => text(field(status, name)));
  return {
    asked,
    allowed: field(status, 'allowed') === true,
    reason: reason === undefined ? undefined : client.clean(reason),
    problem: problem === undefined ? undefined : client.clean(problem),
    remarks,
  };
}

type Question = {readonly asked: AskedAccess; readonly remarks: readonly string[]};

async function questionOf(client: Client, request: AccessRequest): Promise<Question> {
  const {verb, name, subresource, namespace} = request;
  if (request.resource.startsWith('/')) return {asked: {verb, path: request.resource}, remarks: []};
  const {group, resource, served, unavailable} = await findResource(client, request.resource);
  const isClusterWide = served?.namespaced === false;
  const isUnknown = unavailable.some(({apiVersion}) => groupVersion(apiVersion).group === group);
  return {
    asked: {
      verb,
      group,
      resource,
      ...defined({subresource, name, namespace: namespace === undefined || isClusterWide ? undefined : namespace}),
    },
    remarks: [
      ...(isClusterWide ? [`${resource} are cluster-scoped`] : []),
      ...unavailable.map((api) => `${unavailableText(api)}: its resources were not checked`),
      ...(served === undefined && !isUnknown && resource !== '*' && group.includes('.') && !group.endsWith('.k8s.io')
        ? [`this cluster does not have ${resource}.${group} now`]
        : []),
    ],
  };
}

const specOf = (asked: AskedAccess): JsonObject =>
  'path' in asked ? {nonResourceAttributes: asked} : {resourceAttributes: asked};

const field = (value: Json | undefined, name: string): Json | undefined => (isObject(value) ? value[name] : undefined);

const text = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
