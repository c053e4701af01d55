import {expect, it} from 'vitest';
import {idOfObject} from '../../../src/core/resource/id.ts';
import {generated} from './request.ts';

/** The labels that Kusion gives the application `web` of the project `shop`. */
const L = {'app.kubernetes.io/name': 'web', 'app.kubernetes.io/part-of': 'shop'};

it('a service has the Deployment and the ConfigMaps of Kusion', async () => {
  const {resources} = await generated('service', {
    naming: 'kusion',
    config: {
      replicas: 2,
      labels: {team: 'web'},
      annotations: {owner: 'web'},
      containers: {
        // Kusion sorts containers by name, and keeps the order of variables.
        z: {image: 'z:1'},
        a: {
          image: 'a:1',
          env: {B: 'b', A: 'secret://sec/key'},
          resources: {cpu: '500m', memory: '512Mi-1Gi'},
          files: {
            '/b/two': {content: '2', mode: '0600'},
            '/a/one': {content: '1'},
            '/c/key': {contentFrom: 'secret://sec/key'},
          },
          dirs: {'/etc/tls': 'secret://tls'},
          readinessProbe: {http: {url: 'http://localhost:80/ready', headers: {B: 'b', A: 'a'}}, initialDelaySeconds: 5},
          lifecycle: {preStop: {exec: {command: ['sleep', '5']}}},
        },
      },
    },
  });
  expect(resources).toEqual([
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: {
        name: 'shop-dev-web',
        namespace: 'shop',
        labels: {...L, team: 'web'},
        annotations: {owner: 'web'},
      },
      spec: {
        replicas: 2,
        selector: {matchLabels: L},
        template: {
          metadata: {labels: {...L, team: 'web'}, annotations: {owner: 'web'}},
          spec: {
            containers: [
              {
                name: 'a',
                image: 'a:1',
                env: [
                  {name: 'B', value: 'b'},
                  {name: 'A', valueFrom: {secretKeyRef: {name: 'sec', key: 'key'}}},
                ],
                resources: {requests: {memory: '512Mi'}, limits: {cpu: '500m', memory: '1Gi'}},
                readinessProbe: {
                  initialDelaySeconds: 5,
                  httpGet: {
                    path: '/ready',
                    port: 80,
                    scheme: 'HTTP',
                    httpHeaders: [
                      {name: 'A', value: 'a'},
                      {name: 'B', value: 'b'},
                    ],
                  },
                },
                lifecycle: {preStop: {exec: {command: ['sleep', '5']}}},
                volumeMounts: [
                  {name: 'shop-dev-web-a-0', mountPath: '/a'},
                  {name: 'shop-dev-web-a-1', mountPath: '/b'},
                  {name: 'sec', mountPath: '/c/key', subPath: 'key'},
                  {name: 'tls', mountPath: '/etc/tls'},
                ],
              },
              {name: 'z', image: 'z:1'},
            ],
            volumes: [
              {name: 'shop-dev-web-a-0', configMap: {name: 'shop-dev-web-a-0', defaultMode: 0o644}},
              {name: 'shop-dev-web-a-1', configMap: {name: 'shop-dev-web-a-1', defaultMode: 0o600}},
              {name: 'sec', secret: {secretName: 'sec', defaultMode: 0o644}},
              {name: 'tls', secret: {secretName: 'tls'}},
            ],
          },
        },
      },
    },
    {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'shop-dev-web-a-0', namespace: 'shop'}, data: {one: '1'}},
    {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'shop-dev-web-a-1', namespace: 'shop'}, data: {two: '2'}},
  ]);
});

const pods = {
  metadata: {labels: L},
  spec: {restartPolicy: 'Never', containers: [{name: 'main', image: 'busybox:1.28', command: ['echo']}]},
};
const containers = {main: {image: 'busybox:1.28', command: ['echo']}};

it('a job is the Job of Kusion', async () => {
  const {resources} = await generated('job', {naming: 'kusion', config: {containers}});
  const metadata = {name: 'shop-dev-web', namespace: 'shop', labels: L};
  expect(resources).toEqual([{apiVersion: 'batch/v1', kind: 'Job', metadata, spec: {template: pods}}]);
});

it('a job with a schedule is the CronJob of Kusion', async () => {
  const {resources} = await generated('job', {naming: 'kusion', config: {containers, schedule: '0 * * * *'}});
  const metadata = {name: 'shop-dev-web', namespace: 'shop', labels: L};
  const spec = {schedule: '0 * * * *', jobTemplate: {spec: {template: pods}}};
  expect(resources).toEqual([{apiVersion: 'batch/v1', kind: 'CronJob', metadata, spec}]);
});

it('a network has the Services, the Ingress and the IngressClass of Kusion', async () => {
  const backend = (number: number) => ({service: {port: {number}}});
  const path = (number: number) => ({path: '/', pathType: 'Prefix', backend: backend(number)});
  const named = (name: string, number: number) => ({...path(number), backend: {service: {name, port: {number}}}});
  const {resources} = await generated('network', {
    naming: 'kusion',
    // The platform has already added the labels of its load balancers.
    config: {
      ports: [{targetPort: 8080}, {port: 443, public: true}, {port: 53, protocol: 'UDP'}],
      ingress: {labels: {a: 'b'}, rules: [{host: 'a', http: {paths: [path(80), path(443)]}}]},
      ingressClass: {controller: 'example.com/ingress'},
    },
    workload: {id: '', name: '', selector: L, ports: [], labels: {team: 'web'}, annotations: {owner: 'web'}},
  });
  const metadata = (name: string) => ({
    name,
    namespace: 'shop',
    labels: {...L, team: 'web'},
    annotations: {owner: 'web'},
  });
  expect(resources).toEqual([
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: metadata('shop-dev-web-private'),
      spec: {
        type: 'ClusterIP',
        ports: [
          {name: 'shop-dev-web-private-80-tcp', port: 80, targetPort: 8080, protocol: 'TCP'},
          {name: 'shop-dev-web-private-53-udp', port: 53, targetPort: 53, protocol: 'UDP'},
        ],
        selector: L,
      },
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: metadata('shop-dev-web-public'),
      spec: {
        type: 'LoadBalancer',
        ports: [{name: 'shop-dev-web-public-443-tcp', port: 443, targetPort: 443, protocol: 'TCP'}],
        selector: L,
      },
    },
    {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'Ingress',
      metadata: {name: 'shop-dev-web-ingress', namespace: 'shop', labels: {a: 'b'}},
      spec: {
        rules: [{host: 'a', http: {paths: [named('shop-dev-web-private', 80), named('shop-dev-web-public', 443)]}}],
      },
    },
    {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'IngressClass',
      metadata: {name: 'shop-dev-web-ingressclass'},
      spec: {controller: 'example.com/ingress'},
    },
  ]);
});

it('the facts about a workload name the Deployment and its selector', async () => {
  const {resources, workload} = await generated('service', {config: {containers, ports: [{port: 80}]}});
  expect(workload).toMatchObject({
    id: 'apps/v1:Deployment:web',
    selector: {...L, 'app.kubernetes.io/instance': 'dev'},
    ports: [{name: 'tcp-80', port: 80, protocol: 'TCP'}],
  });
  expect(resources.map(idOfObject)).toContain(workload?.id);
});
