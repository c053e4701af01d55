import type {JsonObject} from '../../src/core/json.ts';

/**
 * `count` plain objects over count/100 namespaces, as a platform of small services has them: 40 % ConfigMap, 20 % Deployment
 * (no replicas), 20 % Service, 10 % Secret, 10 % ServiceAccount. The first `changed` of them, spread evenly, carry another label.
 */
export function corpus({
  count,
  changed = 0,
  prefix,
}: {
  count: number;
  changed?: number;
  prefix: string;
}): readonly JsonObject[] {
  const namespaces = Math.max(1, Math.floor(count / 100));
  const step = changed === 0 ? 0 : Math.floor(count / changed);
  const made = Array.from({length: namespaces}, (_, i) => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: {name: `${prefix}-${i}`},
  }));
  const objects = Array.from({length: count}, (_, i) => {
    const revision = step > 0 && i % step === 0 ? '2' : '1';
    return objectAt(i, {namespace: `${prefix}-${i % namespaces}`, revision});
  });
  return [...made, ...objects];
}

type Place = {readonly namespace: string; readonly revision: string};

function objectAt(i: number, {namespace, revision}: Place): JsonObject {
  const name = `obj-${i}`;
  const metadata = {name, namespace, labels: {app: name, rev: revision, team: 'perf'}};
  const kind = i % 10;
  if (kind < 4)
    return {apiVersion: 'v1', kind: 'ConfigMap', metadata, data: entries(10, (j) => [`key-${j}`, `value-${i}-${j}`])};
  if (kind < 6) return {apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: deployment(name)};
  if (kind < 8) {
    const ports = [{name: 'http', port: 80, targetPort: 80}];
    return {apiVersion: 'v1', kind: 'Service', metadata, spec: {selector: {app: name}, ports}};
  }
  if (kind < 9) return {apiVersion: 'v1', kind: 'Secret', metadata, type: 'Opaque', stringData: {password: `p-${i}`}};
  return {apiVersion: 'v1', kind: 'ServiceAccount', metadata};
}

const deployment = (name: string): JsonObject => ({
  replicas: 0,
  selector: {matchLabels: {app: name}},
  template: {
    metadata: {labels: {app: name}},
    spec: {
      containers: [
        {
          name: 'main',
          image: 'nginx:1.27',
          ports: [{containerPort: 80}],
          env: Array.from({length: 5}, (_, j) => ({name: `E${j}`, value: String(j)})),
          resources: {requests: {cpu: '100m', memory: '64Mi'}, limits: {cpu: '1000m', memory: '128Mi'}},
          readinessProbe: {httpGet: {path: '/', port: 80}},
        },
      ],
    },
  },
});

const entries = (count: number, entry: (j: number) => readonly [string, string]): JsonObject =>
  Object.fromEntries(Array.from({length: count}, (_, j) => entry(j)));
