import type {JsonObject} from '../../src/core/json.ts';

/** The project and the stack of Kusion, which are in the names of the objects. */
export type KusionNames = {readonly project: string; readonly stack: string};

/** The labels that Kusion gives the objects of an application. */
export const kusionLabels = (project: string, application: string): Readonly<Record<string, string>> => ({
  'app.kubernetes.io/name': application,
  'app.kubernetes.io/part-of': project,
});

/** Go writes these fields, although they are empty. */
const EMPTY = {creationTimestamp: null};

/**
 * The objects of two applications as the modules of Kusion's catalogue generate them: `web` with files, a network, a database in the cluster
 * and annotations of monitoring, and `report`, a CronJob.
 */
export function catalogueObjects({project, stack}: KusionNames, password: string): readonly JsonObject[] {
  const web = `${project}-${stack}-web`;
  const report = `${project}-${stack}-report`;
  const metadata = (name: string, more: JsonObject = {}): JsonObject => ({name, namespace: project, ...EMPTY, ...more});
  const labels = kusionLabels(project, 'web');
  const ofReport = kusionLabels(project, 'report');
  return [
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: metadata(web, {
        labels: {...labels, team: 'shop'},
        // The module monitoring marks the Deployment and not its pods.
        annotations: {'prometheus.io/scrape': 'true', 'prometheus.io/path': '/metrics', 'prometheus.io/port': '8080'},
      }),
      spec: {
        replicas: 2,
        selector: {matchLabels: labels},
        template: {
          metadata: {...EMPTY, labels: {...labels, team: 'shop'}},
          spec: {
            containers: [
              {
                name: 'web',
                image: 'nginx:1.28',
                command: ['/bin/sh', '-c', 'exec nginx'],
                env: [
                  ...databaseVariables(`${web}-postgres`),
                  {name: 'LOG', value: 'info'},
                  {name: 'EMPTY', value: ''},
                  {name: 'KEY', valueFrom: {secretKeyRef: {name: 'login', key: 'key'}}},
                ],
                resources: {requests: {cpu: '100m'}, limits: {cpu: '500m', memory: '128Mi'}},
                readinessProbe: {
                  httpGet: {path: '/ready', port: 8080, scheme: 'HTTP', httpHeaders: [{name: 'X-Probe', value: 'yes'}]},
                  initialDelaySeconds: 5,
                },
                livenessProbe: {tcpSocket: {port: 8080}, periodSeconds: 20},
                lifecycle: {preStop: {exec: {command: ['/bin/sleep', '5']}}},
                volumeMounts: [
                  {name: `${web}-web-0`, mountPath: '/etc/app'},
                  {name: `${web}-web-1`, mountPath: '/usr/local/bin'},
                  {name: 'login', mountPath: '/etc/login'},
                ],
              },
            ],
            volumes: [
              {name: `${web}-web-0`, configMap: {name: `${web}-web-0`, defaultMode: 0o644}},
              {name: `${web}-web-1`, configMap: {name: `${web}-web-1`, defaultMode: 0o755}},
              {name: 'login', secret: {secretName: 'login'}},
            ],
          },
        },
        strategy: {},
      },
      status: {},
    },
    {apiVersion: 'v1', kind: 'ConfigMap', metadata: metadata(`${web}-web-0`), data: {'app.conf': 'log: info\n'}},
    {apiVersion: 'v1', kind: 'ConfigMap', metadata: metadata(`${web}-web-1`), data: {'start.sh': '#!/bin/sh\n'}},
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: metadata(`${web}-private`, {labels}),
      spec: {
        type: 'ClusterIP',
        ports: [{name: `${web}-private-80-tcp`, port: 80, targetPort: 8080, protocol: 'TCP'}],
        selector: labels,
      },
      status: {loadBalancer: {}},
    },
    {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'Ingress',
      metadata: metadata(`${web}-ingress`, {annotations: {'example.com/timeout': '30'}}),
      spec: {
        ingressClassName: 'nginx',
        rules: [
          {
            host: 'shop.example.com',
            http: {
              paths: [
                {
                  path: '/',
                  pathType: 'Prefix',
                  backend: {service: {name: `${web}-private`, port: {number: 80}}},
                },
              ],
            },
          },
        ],
      },
      status: {loadBalancer: {}},
    },
    ...databaseObjects(`${web}-postgres`, {project, password}),
    {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: metadata(report, {labels: ofReport}),
      spec: {
        schedule: '0 3 * * *',
        jobTemplate: {
          metadata: EMPTY,
          spec: {
            template: {
              metadata: {...EMPTY, labels: ofReport},
              spec: {
                restartPolicy: 'Never',
                containers: [{name: 'report', image: 'busybox:1.37', args: ['date'], resources: {}}],
              },
            },
          },
        },
      },
      status: {},
    },
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: metadata('login'),
      type: 'Opaque',
      stringData: {key: `${password}-key`},
    },
  ];
}

const databaseVariables = (database: string): readonly JsonObject[] =>
  (
    [
      ['HOST', 'hostAddress'],
      ['USERNAME', 'username'],
      ['PASSWORD', 'password'],
    ] as const
  ).map(([part, key]) => ({
    name: `KUSION_DB_${part}_${database.toUpperCase().replaceAll('-', '_')}`,
    valueFrom: {secretKeyRef: {name: `${database}-postgres`, key}},
  }));

/** The objects of a PostgreSQL in the cluster. */
function databaseObjects(name: string, {project, password}: {readonly project: string; readonly password: string}) {
  const labels = {accessory: name};
  const metadata = (suffix: string, more: JsonObject = {}): JsonObject => ({
    name: `${name}-${suffix}`,
    namespace: project,
    ...EMPTY,
    ...more,
  });
  const own = (key: string) => ({valueFrom: {secretKeyRef: {name: `${name}-db-local-secret`, key}}});
  return [
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: metadata('db-local-secret'),
      stringData: {username: 'kusion_default', password, database: name},
    },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: metadata('db-local-deployment'),
      spec: {
        selector: {matchLabels: labels},
        template: {
          metadata: {...EMPTY, labels},
          spec: {
            containers: [
              {
                name,
                image: 'postgres:16.0',
                env: [
                  {name: 'POSTGRES_USER', ...own('username')},
                  {name: 'POSTGRES_PASSWORD', ...own('password')},
                  {name: 'POSTGRES_DB', ...own('database')},
                ],
                ports: [{name: name.slice(0, 15).replaceAll(/^-|-$/g, ''), containerPort: 5432}],
                resources: {},
                volumeMounts: [{name, mountPath: '/var/lib/postgresql/data'}],
              },
            ],
            volumes: [{name, persistentVolumeClaim: {claimName: `${name}-db-local-pvc`}}],
          },
        },
        strategy: {},
      },
      status: {},
    },
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: metadata('db-local-pvc', {labels}),
      spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '20Gi'}}},
      status: {},
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: metadata('db-local-service', {labels}),
      spec: {clusterIP: 'None', ports: [{port: 5432, targetPort: 0}], selector: labels},
      status: {loadBalancer: {}},
    },
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: metadata('postgres'),
      stringData: {hostAddress: `${name}-db-local-service`, username: 'kusion_default', password},
    },
  ];
}
