import type {JsonObject} from '../../src/core/json.ts';

/** The project's own sample: ten objects that an application team would write, one file. */
export function sampleApplication({replicas = 2} = {}): Readonly<Record<string, string>> {
  const objects = [...frontend(replicas), ...database(), migration(), ...access()];
  return {'manifests/shop.yaml': objects.map((object) => JSON.stringify(object, null, 2)).join('\n---\n')};
}

const container = (name: string, image: string): JsonObject => ({name, image, ports: [{containerPort: 8080}]});

const template = (app: string, spec: JsonObject): JsonObject => ({
  metadata: {labels: {app}},
  spec: {terminationGracePeriodSeconds: 0, ...spec},
});

const frontend = (replicas: number): readonly JsonObject[] => [
  {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'web'}, data: {'page.html': '<h1>shop</h1>\n', mode: 'fast'}},
  {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'web'}, stringData: {password: 'correct horse'}},
  {apiVersion: 'v1', kind: 'ServiceAccount', metadata: {name: 'web'}},
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {name: 'web'},
    spec: {
      replicas,
      selector: {matchLabels: {app: 'web'}},
      template: template('web', {
        serviceAccountName: 'web',
        containers: [
          {
            ...container('web', 'nginx:1.27'),
            env: [{name: 'MODE', valueFrom: {configMapKeyRef: {name: 'web', key: 'mode'}}}],
            resources: {requests: {cpu: '100m', memory: '64Mi'}, limits: {cpu: '1000m'}},
          },
        ],
      }),
    },
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {name: 'web'},
    spec: {selector: {app: 'web'}, ports: [{port: 80, targetPort: 8080}]},
  },
];

const database = (): readonly JsonObject[] => [
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {name: 'db'},
    spec: {clusterIP: 'None', selector: {app: 'db'}, ports: [{port: 5432}]},
  },
  {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: {name: 'db'},
    spec: {
      serviceName: 'db',
      selector: {matchLabels: {app: 'db'}},
      template: template('db', {containers: [container('db', 'postgres:17')]}),
    },
  },
];

const migration = (): JsonObject => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: {name: 'migrate'},
  spec: {
    template: {
      spec: {
        restartPolicy: 'Never',
        terminationGracePeriodSeconds: 0,
        containers: [{name: 'migrate', image: 'migrate:1'}],
      },
    },
  },
});

const access = (): readonly JsonObject[] => [
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: {name: 'web'},
    rules: [{apiGroups: [''], resources: ['configmaps'], verbs: ['get']}],
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: {name: 'web'},
    roleRef: {apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'web'},
    subjects: [{kind: 'ServiceAccount', name: 'web'}],
  },
];
