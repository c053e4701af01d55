import type {Json, JsonObject} from '../../src/core/json.ts';
import {CPU, labelValue, MEMORY, MORE_CPU, MORE_MEMORY, maybe, type Random, text, textMap} from './random-source.ts';

/** Pod templates that a server takes: with much that it fills in, rewrites or drops. */
export const podTemplate = (random: Random, app: string, spec: JsonObject = {}): JsonObject => ({
  metadata: {
    labels: {...textMap(random, ['tier', 'team', 'x/y'], labelValue), app},
    ...maybe(random, {annotations: () => textMap(random)}),
  },
  spec: {...podSpec(random), ...spec},
});

function podSpec(random: Random): JsonObject {
  const sidecars = random.some(['log', 'proxy', 'metrics'], 0.3);
  return {
    containers: [container(random, 'app'), ...random.shuffled(sidecars).map((name) => container(random, name))],
    volumes: random.shuffled([{name: 'tmp', emptyDir: {}}, ...random.some(VOLUMES, 0.4)]),
    ...maybe(random, {
      initContainers: () => random.some(['init', 'migrate']).map((name) => initContainer(random, name)),
      terminationGracePeriodSeconds: () => random.pick([0, 5, 30]),
      nodeSelector: () => textMap(random, ['disk', 'zone/x'], labelValue),
      tolerations: () => random.some(TOLERATIONS),
      imagePullSecrets: () => random.shuffled(random.some([{name: 'one'}, {name: 'two'}, {name: 'three'}])),
      hostAliases: () => random.shuffled(random.some(ALIASES)),
      securityContext: () => maybe(random, {fsGroup: () => random.pick([0, 1000]), runAsNonRoot: () => true}),
      serviceAccountName: () => random.pick(['default', 'web']),
      enableServiceLinks: () => random.chance(0.5),
      topologySpreadConstraints: () => random.shuffled(random.some(SPREAD)),
      dnsConfig: () => ({options: random.some([{name: 'ndots', value: '2'}, {name: 'edns0'}])}),
      priorityClassName: () => '',
      hostNetwork: () => false,
    }),
  };
}

function container(random: Random, name: string): JsonObject {
  return {
    name,
    image: random.pick(['app:1', 'app:2', 'registry.example/app', 'app@sha256:' + 'a'.repeat(64)]),
    ...maybe(random, {
      args: () => random.pick([[], ['a'], ['a', 'b'], ['b', 'a'], ['']]),
      command: () => random.pick([[], ['/run'], ['sh', '-c', 'x\ny']]),
      env: () => random.shuffled(random.some(ENV)).map((make) => make(random)),
      envFrom: () => random.some([{configMapRef: {name: 'a'}}, {prefix: 'P_', secretRef: {name: 'b', optional: true}}]),
      ports: () => random.shuffled(random.some(PORTS)),
      resources: () => resources(random),
      volumeMounts: () => random.shuffled(random.some(MOUNTS)),
      securityContext: () =>
        maybe(random, {
          privileged: () => false,
          capabilities: () => random.pick([{}, {drop: ['ALL']}, {add: ['NET_ADMIN'], drop: []}]),
        }),
      imagePullPolicy: () => random.pick(['Always', 'IfNotPresent']),
      tty: () => random.chance(0.5),
      workingDir: () => random.pick(['', '/x']),
      readinessProbe: () => random.pick(PROBES),
      terminationMessagePath: () => '/dev/termination-log',
    }),
  };
}

function initContainer(random: Random, name: string): JsonObject {
  const {readinessProbe: _, ...rest} = container(random, name);
  return rest;
}

const resources = (random: Random): JsonObject =>
  maybe(random, {
    limits: () => maybe(random, {cpu: () => random.pick(MORE_CPU), memory: () => random.pick(MORE_MEMORY)}),
    requests: () =>
      maybe(random, {
        cpu: () => random.pick(CPU),
        memory: () => random.pick(MEMORY),
        'ephemeral-storage': () => random.pick(['1Gi', '1024Mi', '1e9']),
      }),
  });

const VOLUMES: readonly JsonObject[] = [
  {name: 'conf', configMap: {name: 'conf', items: [{key: 'a', path: 'a'}]}},
  {name: 'more', configMap: {name: 'more', defaultMode: 420}},
  {name: 'secret', secret: {secretName: 's', optional: false}},
  {name: 'all', projected: {sources: [{secret: {name: 'db'}}, {downwardAPI: {items: []}}]}},
  {name: 'mem', emptyDir: {medium: 'Memory', sizeLimit: '1024Mi'}},
];

const TOLERATIONS: readonly JsonObject[] = [
  {key: 'dedicated', operator: 'Exists'},
  {key: 'x', value: 'y', effect: 'NoSchedule'},
  {operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 30},
];

const ALIASES: readonly JsonObject[] = [
  {ip: '10.0.0.1', hostnames: ['a.local', 'b.local']},
  {ip: '10.0.0.2', hostnames: ['c.local']},
];

const SPREAD: readonly JsonObject[] = [
  {maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway', labelSelector: {matchLabels: {app: 'x'}}},
  {maxSkew: 2, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule'},
  {maxSkew: 1, topologyKey: 'host', whenUnsatisfiable: 'ScheduleAnyway', labelSelector: {}},
];

const ENV: readonly ((random: Random) => JsonObject)[] = [
  (random) => ({name: 'A', value: text(random)}),
  (random) => ({name: 'B', value: random.pick(['', '1', '$(A)'])}),
  (random) => ({name: 'C', ...maybe(random, {value: () => ''})}),
  () => ({name: 'POD', valueFrom: {fieldRef: {fieldPath: 'metadata.name'}}}),
  () => ({name: 'LIMIT', valueFrom: {resourceFieldRef: {resource: 'limits.cpu', divisor: '1000m'}}}),
  (random) => ({
    name: 'KEY',
    valueFrom: {secretKeyRef: {name: 's', key: 'k', ...maybe(random, {optional: () => true})}},
  }),
];

const PORTS: readonly JsonObject[] = [
  {containerPort: 80},
  {containerPort: 53, protocol: 'UDP', name: 'dns'},
  {containerPort: 53, protocol: 'TCP', name: 'dns-tcp'},
  {containerPort: 8080, name: 'http'},
  {containerPort: 9090, protocol: 'TCP'},
];

const MOUNTS: readonly JsonObject[] = [
  {name: 'tmp', mountPath: '/tmp'},
  {name: 'tmp', mountPath: '/cache', subPath: 'c', readOnly: false},
  {name: 'tmp', mountPath: '/etc/<app>', readOnly: true},
];

const PROBES: readonly Json[] = [
  {httpGet: {path: '/', port: 80}},
  {httpGet: {port: 'http', scheme: 'HTTPS', httpHeaders: [{name: 'X', value: ''}]}, periodSeconds: 5},
  {tcpSocket: {port: 80}, timeoutSeconds: 1},
  {exec: {command: ['true', '']}},
];
