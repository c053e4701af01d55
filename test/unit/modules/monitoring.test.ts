import {expect, it} from 'vitest';
import type {JsonObject} from '../../../src/core/json.ts';
import {jsonAt} from '../../../src/core/json-at.ts';
import type {WorkloadFacts} from '../../../src/core/module/module.ts';
import {ModuleFault} from '../../../src/core/module/module-fault.ts';
import {idOfObject} from '../../../src/core/resource/id.ts';
import {applyPatches} from '../../../src/kubernetes/module/apply-patches.ts';
import {MODULES} from '../../../src/registry/modules.ts';
import {generated, type Use} from './request.ts';

const SERVICE = {containers: {web: {image: 'a'}}, ports: [{port: 80, targetPort: 8080}]};

/** The objects of a service and of its monitoring, after the patches. */
async function monitored({config = {}, platform = {}, naming = 'short' as const, service = SERVICE as JsonObject}) {
  const base = await generated('service', {config: service, naming});
  const {workload} = base;
  const use: Use = {config, platform, naming, accessory: 'metrics', name: 'web-metrics'};
  const made = await generated('monitoring', workload === undefined ? use : {...use, workload});
  const {objects, problems} = applyPatches({
    objects: new Map([...base.resources, ...made.resources].map((object) => [idOfObject(object), object])),
    workload,
    patches: (made.patches ?? []).map((patch) => ({accessory: 'metrics', module: 'monitoring', patch})),
  });
  expect(problems).toEqual([]);
  const find = (kind: string): JsonObject => [...objects.values()].find((one) => one['kind'] === kind) ?? {};
  return {find, service: find('Service'), pods: jsonAt(find('Deployment'), ['spec', 'template']) as JsonObject};
}

const OPERATOR = {operatorMode: true};
const POD = {...OPERATOR, monitorType: 'Pod'};
const labelsOf = (object: JsonObject) => jsonAt(object, ['metadata', 'labels']) as JsonObject;
const selectorOf = (object: JsonObject) => jsonAt(object, ['spec', 'selector', 'matchLabels']) as JsonObject;

it('without the operator the pods have the annotations, and the Deployment has none', async () => {
  const {find, pods} = await monitored({config: {path: '/stats'}});
  expect(jsonAt(pods, ['metadata', 'annotations'])).toEqual({
    'prometheus.io/scrape': 'true',
    'prometheus.io/path': '/stats',
    'prometheus.io/port': '8080',
    'prometheus.io/scheme': 'http',
  });
  expect(jsonAt(find('Deployment'), ['metadata', 'annotations'])).toBeUndefined();
});

it('a ServiceMonitor selects the Service of the workload and one of its ports', async () => {
  const {find, service} = await monitored({platform: {...OPERATOR, labels: {release: 'prometheus'}}});
  const monitor = find('ServiceMonitor');
  expect(labelsOf(service)).toMatchObject(selectorOf(monitor));
  expect(labelsOf(monitor)).toMatchObject({release: 'prometheus'});
  const names = (jsonAt(service, ['spec', 'ports']) as readonly JsonObject[]).map(({name}) => name);
  expect(names).toContain(jsonAt(monitor, ['spec', 'endpoints', 0, 'port']));
});

it('a ServiceMonitor of another port of the pods uses the name that a container declares', async () => {
  const {find, pods} = await monitored({config: {port: 9090}, platform: OPERATOR});
  expect(jsonAt(find('ServiceMonitor'), ['spec', 'endpoints', 0])).toEqual({
    targetPort: 'metrics',
    path: '/metrics',
    scheme: 'http',
    interval: '30s',
    scrapeTimeout: '15s',
  });
  expect(jsonAt(pods, ['spec', 'containers', 0, 'ports'])).toEqual([
    {containerPort: 8080, protocol: 'TCP'},
    {name: 'metrics', containerPort: 9090, protocol: 'TCP'},
  ]);
});

it.each([
  {what: 'a declared port', service: SERVICE},
  {
    what: 'two ports of the Service for one port',
    service: {...SERVICE, ports: [{port: 80, targetPort: 8080}, {port: 8080}]},
  },
  {what: 'two containers', service: {...SERVICE, containers: {a: {image: 'a'}, b: {image: 'b'}}}},
])('a PodMonitor selects the pods of a workload with $what, by a port that they declare', async ({service}) => {
  const {find, pods} = await monitored({platform: POD, service});
  const monitor = find('PodMonitor');
  expect(labelsOf(pods)).toMatchObject(selectorOf(monitor));
  const ports = jsonAt(pods, ['spec', 'containers', 0, 'ports']) as readonly JsonObject[];
  expect(ports).toEqual([{name: 'metrics', containerPort: 8080, protocol: 'TCP'}]);
  expect(jsonAt(monitor, ['spec', 'podMetricsEndpoints', 0, 'port'])).toBe('metrics');
});

it('with naming kusion the monitors have the names of Kusion, and select the application', async () => {
  const workload: WorkloadFacts = {
    id: 'apps/v1:Deployment:shop:shop-dev-web',
    name: 'shop-dev-web',
    selector: {'app.kubernetes.io/name': 'web', 'app.kubernetes.io/part-of': 'shop'},
    ports: [],
  };
  const use = {naming: 'kusion', accessory: 'monitoring', workload} as const;
  const byService = await generated('monitoring', {...use, config: {port: '8080'}, platform: OPERATOR});
  const byPod = await generated('monitoring', {...use, config: {port: 'http'}, platform: POD});
  expect([...byService.resources, ...byPod.resources].map(idOfObject)).toEqual([
    'monitoring.coreos.com/v1:ServiceMonitor:shop:shop-dev-web-service-monitor',
    'monitoring.coreos.com/v1:PodMonitor:shop:shop-dev-web-pod-monitor',
  ]);
  const {resources} = await generated('network', {...use, config: {ports: [{port: 80, targetPort: 8080}]}});
  for (const monitor of [...byService.resources, ...byPod.resources])
    expect(labelsOf(resources[0] ?? {})).toMatchObject(selectorOf(monitor));
  expect(jsonAt(byPod.resources[0] ?? {}, ['spec', 'podMetricsEndpoints', 0, 'port'])).toBe('http');
});

it.each([
  {interval: '10s', timeout: '1m'},
  {timeout: '31s'},
  {interval: '5s'},
  {interval: 'often'},
  {monitorType: 'Node'},
])('the settings %j of the platform are refused', (platform) => {
  expect(MODULES['monitoring']?.platform?.safeParse(platform).success).toBe(false);
});

it('monitoring of a workload without a port is a fault', async () => {
  const service = {containers: {web: {image: 'a'}}};
  await expect(monitored({service})).rejects.toThrow(ModuleFault);
  const {pods} = await monitored({service, config: {port: 9090}});
  expect(jsonAt(pods, ['metadata', 'annotations', 'prometheus.io/port'])).toBe('9090');
});
