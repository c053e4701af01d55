import type {Json, JsonObject} from '../../../src/core/json.ts';
import {apply, del, get, MERGE, patch, post, put, type Request} from '../request.ts';
import {pathsIn} from './paths.ts';

const map = (name: string, data: JsonObject, more: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {name},
  data,
  ...more,
});

const deployment = (name: string, spec: JsonObject, container: JsonObject = {}, pod: JsonObject = {}): JsonObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: {name},
  spec: {
    selector: {matchLabels: {app: 'a'}},
    template: {metadata: {labels: {app: 'a'}}, spec: {containers: [{name: 'c', image: 'nginx', ...container}], ...pod}},
    ...spec,
  },
});

/** Server-side apply as Gantry and kubectl send it: ownership, conflicts, lists with keys, what is refused. */
export function applies(ns: string): readonly Request[] {
  const {core, apps, group} = pathsIn(ns);
  const one = (query: string) => `${core('configmaps', 'applied')}?${query}`;
  const web = (query: string) => `${apps('deployments', 'web')}?${query}`;
  const gantry = 'fieldManager=gantry&fieldValidation=Strict';
  return [
    apply('apply without a manager', core('configmaps', 'applied'), map('applied', {a: '1'})),
    apply('apply for a try what is not there', one(`${gantry}&dryRun=All`), map('applied', {a: '1'})),
    apply('apply what is not there', one(gantry), map('applied', {a: '1', b: '2'})),
    apply('apply the same', one(gantry), map('applied', {a: '1', b: '2'})),
    apply('apply less', one(gantry), map('applied', {a: '1'})),
    apply('apply another value by another', one('fieldManager=other'), map('applied', {a: '2'})),
    apply('apply the same value by another', one('fieldManager=other'), map('applied', {a: '1', c: '3'})),
    apply('apply another value of what is shared', one(gantry), map('applied', {a: '5'})),
    apply('apply with force', one('fieldManager=other&force=true'), map('applied', {a: '2'})),
    apply('apply with force for a try', one(`${gantry}&force=true&dryRun=All`), map('applied', {a: '7'})),
    put('write over what is applied', one('fieldManager=editor'), map('applied', {a: '3', d: '4'})),
    apply('apply after an edit', one(gantry), map('applied', {a: '1'})),
    get('what all applies left', core('configmaps', 'applied')),
    apply(
      'apply as YAML',
      one(`${gantry}&force=true`),
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: applied\n  labels: {x: "1"}\ndata:\n  a: "1" # comment\n',
    ),
    apply(
      'apply a key twice',
      one(gantry),
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: applied\ndata:\n  a: "1"\n  a: "2"\n',
    ),
    apply(
      'apply two documents',
      one(gantry),
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: applied}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: other}\n',
    ),
    apply('apply an unknown field strictly', one(gantry), map('applied', {}, {daata: {}})),
    apply('apply an unknown field', one('fieldManager=gantry'), map('applied', {}, {daata: {}})),
    apply('apply a wrong type', one(gantry), map('applied', {a: 1})),
    apply('apply a null', one(`${gantry}&force=true&dryRun=All`), map('applied', {a: null, e: '1'})),
    apply('apply another name', one(gantry), map('other', {})),
    apply('apply without a name', one(gantry), {apiVersion: 'v1', kind: 'ConfigMap', data: {}}),
    apply('apply without a kind', one(gantry), {metadata: {name: 'applied'}}),
    apply('apply another kind', one(gantry), {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'applied'}}),
    apply('apply another version', one(gantry), {apiVersion: 'v2', kind: 'ConfigMap', metadata: {name: 'applied'}}),
    apply(
      'apply another namespace',
      one(gantry),
      map('applied', {}, {metadata: {name: 'applied', namespace: 'default'}}),
    ),
    apply(
      'apply managed fields',
      one(gantry),
      map(
        'applied',
        {},
        {
          metadata: {
            name: 'applied',
            managedFields: [{manager: 'x', operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {}}],
          },
        },
      ),
    ),
    apply(
      'apply a wrong uid',
      one(gantry),
      map('applied', {}, {metadata: {name: 'applied', uid: '11111111-1111-1111-1111-111111111111'}}),
    ),
    apply('apply an old revision', one(gantry), (seen) =>
      map(
        'applied',
        {z: '1'},
        {
          metadata: {
            name: 'applied',
            resourceVersion: (seen('apply what is not there')['metadata'] as {resourceVersion: string}).resourceVersion,
          },
        },
      ),
    ),
    apply(
      'apply a uid to what is not there',
      `${core('configmaps', 'never')}?${gantry}`,
      map('never', {}, {metadata: {name: 'never', uid: '11111111-1111-1111-1111-111111111111'}}),
    ),
    apply(
      'apply in a namespace that is not there',
      `/api/v1/namespaces/not-there/configmaps/a?${gantry}`,
      map('a', {}),
    ),
    apply('apply what is not valid', one(gantry), map('applied', {'a/b': '1'})),
    apply('apply a generated name', one(gantry), map('applied', {}, {metadata: {generateName: 'x-'}})),
    apply('apply a list of everything', one(gantry), [] as Json),
    apply('apply by a manager with a long name', one(`fieldManager=${'m'.repeat(129)}`), map('applied', {})),
    apply('apply by a manager that cannot be printed', one('fieldManager=a%07b'), map('applied', {})),
    apply('apply with a wrong force', one('fieldManager=gantry&force=perhaps'), map('applied', {})),
    apply(
      'apply a label of another',
      one(`${gantry}&force=true`),
      map('applied', {}, {metadata: {name: 'applied', labels: {x: '2'}}}),
    ),
    del('delete what was applied', core('configmaps', 'applied')),
    apply('apply a deployment for a try', web(`${gantry}&dryRun=All`), deployment('web', {replicas: 0})),
    apply(
      'apply a deployment',
      web(gantry),
      deployment('web', {replicas: 0}, {env: [{name: 'A', value: '1'}], ports: [{containerPort: 80}]}),
    ),
    get('wait for the applied deployment', apps('deployments', 'web'), {
      uncompared: true,
      until: (body) => JSON.stringify(body['status'] ?? {}).includes('NewReplicaSetAvailable'),
    }),
    apply(
      'apply another container for a try',
      web('fieldManager=other&dryRun=All'),
      deployment('web', {}, {name: 'side', image: 'x'}),
    ),
    apply(
      'apply another image by another',
      web('fieldManager=other&dryRun=All'),
      deployment('web', {}, {image: 'other'}),
    ),
    apply(
      'apply several conflicts',
      web('fieldManager=other&dryRun=All'),
      deployment('web', {replicas: 7}, {image: 'other', env: [{name: 'A', value: '2'}]}),
    ),
    apply(
      'apply a key of a list twice',
      web(`${gantry}&dryRun=All`),
      deployment(
        'web',
        {},
        {
          env: [
            {name: 'A', value: '1'},
            {name: 'A', value: '2'},
          ],
        },
      ),
    ),
    apply(
      'apply an element without its key',
      web(`${gantry}&dryRun=All`),
      deployment('web', {}, {ports: [{name: 'x'}]}),
    ),
    apply(
      'apply a port by its number and protocol',
      web(`${gantry}&dryRun=All`),
      deployment(
        'web',
        {},
        {
          ports: [
            {containerPort: 80, protocol: 'UDP'},
            {containerPort: 80, protocol: 'TCP', name: 'http'},
          ],
        },
      ),
    ),
    apply('apply without the replicas', web(`${gantry}&dryRun=All`), deployment('web', {})),
    apply('apply a number where a text belongs', web(`${gantry}&dryRun=All`), deployment('web', {replicas: 'many'})),
    apply(
      'apply quantities that mean the same',
      web(`${gantry}&dryRun=All`),
      deployment('web', {replicas: 0}, {resources: {limits: {cpu: 1, memory: '1024Mi'}}}),
    ),
    apply(
      'apply a selector that cannot change',
      web(`${gantry}&dryRun=All`),
      deployment('web', {selector: {matchLabels: {app: 'b'}}}),
    ),
    apply('apply a status', `${apps('deployments', 'web/status')}?fieldManager=prober&dryRun=All`, {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: {name: 'web'},
      status: {conditions: [{type: 'Probed', status: 'True'}]},
    }),
    apply('apply a status in the object', web(`fieldManager=prober&dryRun=All`), {
      ...deployment('web', {}),
      status: {replicas: 9},
    }),
    apply(
      'apply an older version of a group',
      `/apis/autoscaling/v1/namespaces/${ns}/horizontalpodautoscalers/h?${gantry}`,
      {
        apiVersion: 'autoscaling/v1',
        kind: 'HorizontalPodAutoscaler',
        metadata: {name: 'h'},
        spec: {
          maxReplicas: 3,
          targetCPUUtilizationPercentage: 50,
          scaleTargetRef: {apiVersion: 'apps/v1', kind: 'Deployment', name: 'nothing'},
        },
      },
    ),
    del('delete the applied autoscaler', group('autoscaling/v1', 'horizontalpodautoscalers', 'h'), undefined, {
      uncompared: true,
    }),
    apply('apply a service', `${core('services', 'web')}?${gantry}`, {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: {name: 'web'},
      spec: {selector: {app: 'none'}, ports: [{port: 80, name: 'http'}]},
    }),
    apply('apply a service with one more port', `${core('services', 'web')}?${gantry}`, {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: {name: 'web'},
      spec: {
        selector: {app: 'none'},
        ports: [
          {port: 80, name: 'http'},
          {port: 81, name: 'more'},
        ],
      },
    }),
    apply('apply a secret by texts', `${core('secrets', 'applied')}?${gantry}`, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {name: 'applied'},
      stringData: {a: 'b'},
    }),
    apply('apply a secret by texts again', `${core('secrets', 'applied')}?${gantry}`, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {name: 'applied'},
      stringData: {a: 'c'},
    }),
    apply('apply a role', `${group('rbac.authorization.k8s.io/v1', 'roles', 'a')}?${gantry}`, {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: {name: 'a'},
      rules: [{apiGroups: [''], resources: ['pods'], verbs: ['get']}],
    }),
    apply('apply a binding', `${group('rbac.authorization.k8s.io/v1', 'rolebindings', 'a')}?${gantry}`, {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: {name: 'a'},
      roleRef: {apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'a'},
    }),
    apply(
      'apply another role of a binding',
      `${group('rbac.authorization.k8s.io/v1', 'rolebindings', 'a')}?${gantry}`,
      {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'RoleBinding',
        metadata: {name: 'a'},
        roleRef: {apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'b'},
      },
    ),
    apply('apply a claim', `${core('persistentvolumeclaims', 'a')}?${gantry}&dryRun=All`, {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: {name: 'a'},
      spec: {storageClassName: '', accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1024Mi'}}},
    }),
    post(
      'create as kubectl does',
      `${core('configmaps')}?fieldManager=kubectl-client-side-apply&fieldValidation=Strict`,
      map(
        'older',
        {a: '1'},
        {metadata: {name: 'older', annotations: {'kubectl.kubernetes.io/last-applied-configuration': '{}\n'}}},
      ),
    ),
    apply(
      'take over from kubectl',
      `${core('configmaps', 'older')}?fieldManager=kubectl&fieldValidation=Strict`,
      map('older', {a: '2'}),
    ),
    patch('take fields from their manager', `${core('configmaps', 'older')}?fieldManager=x`, MERGE, {
      metadata: {managedFields: [{}]},
    }),
    apply('apply where nobody manages', `${core('configmaps', 'older')}?${gantry}`, map('older', {a: '9'})),
    del('delete the deployment', apps('deployments', 'web'), {propagationPolicy: 'Background'}, {uncompared: true}),
    del('delete the services', core('services', 'web'), undefined),
  ];
}
