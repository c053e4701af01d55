import {isList, isObject, type Json} from '../../../../core/json.ts';
import {defined} from '../../../../lib/defined.ts';
import type {GrantedPermissions} from '../../../../ports/access.ts';
import type {KubernetesClient} from '../client/client.ts';
import {refusedError} from '../client/failure.ts';

/** Lists the user's permissions in a namespace, as far as the authorizers can list them. */
export async function listPermissions(
  client: Pick<KubernetesClient, 'send' | 'server' | 'clean'>,
  namespace: string,
): Promise<GrantedPermissions> {
  const reply = await client.send({
    method: 'POST',
    path: '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews',
    body: {apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectRulesReview', spec: {namespace}},
    repeatable: true,
  });
  if (!reply.ok) throw refusedError(reply.refusal, client.server, 'review your own permissions');
  const status = field(reply.body, 'status');
  const problem = field(status, 'evaluationError');
  return {
    resources: list(field(status, 'resourceRules')).map((rule) => ({
      verbs: texts(field(rule, 'verbs')),
      groups: texts(field(rule, 'apiGroups')),
      resources: texts(field(rule, 'resources')),
      names: texts(field(rule, 'resourceNames')),
    })),
    paths: list(field(status, 'nonResourceRules')).map((rule) => ({
      verbs: texts(field(rule, 'verbs')),
      paths: texts(field(rule, 'nonResourceURLs')),
    })),
    incomplete: field(status, 'incomplete') === true,
    ...defined({problem: typeof problem === 'string' && problem !== '' ? client.clean(problem) : undefined}),
  };
}

const field = (value: Json | undefined, name: string): Json | undefined => (isObject(value) ? value[name] : undefined);
const list = (value: Json | undefined): readonly Json[] => (isList(value) ? value : []);
const texts = (value: Json | undefined): readonly string[] => list(value).filter((item) => typeof item === 'string');
