import {execFileSync} from 'node:child_process';
import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {parseArgs} from 'node:util';

/** `npm run bench:validate [-- --rounds R]`: the whole command `gantry validate` for 1,000 objects in one file, without a cluster. */
const {values} = parseArgs({options: {rounds: {type: 'string', default: '11'}}});
const GANTRY = new URL('../../bin/gantry.js', import.meta.url).pathname;

const objectsOf = (name: string): readonly object[] => {
  const labels = {app: name};
  const container = {
    name: 'web',
    image: 'nginx:1.28',
    ports: [{name: 'http', containerPort: 80}],
    env: [{name: 'LEVEL', valueFrom: {configMapKeyRef: {name, key: 'level'}}}],
    readinessProbe: {httpGet: {path: '/', port: 'http'}},
    resources: {requests: {cpu: '100m', memory: '64Mi'}, limits: {memory: '64Mi'}},
  };
  const template = {metadata: {labels}, spec: {serviceAccountName: name, containers: [container]}};
  const spec = {replicas: 2, selector: {matchLabels: labels}, template};
  return [
    {apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name}, spec},
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: {name},
      spec: {selector: labels, ports: [{port: 80, targetPort: 'http'}]},
    },
    {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name}, data: {level: 'debug'}},
    {apiVersion: 'v1', kind: 'ServiceAccount', metadata: {name}},
  ];
};

const work = await mkdtemp(join(tmpdir(), 'gantry-bench-'));
try {
  const items = Array.from({length: 250}, (_, i) => objectsOf(`app-${i}`)).flat();
  await mkdir(join(work, 'manifests'));
  await writeFile(join(work, 'manifests/all.yaml'), items.map((one) => JSON.stringify(one)).join('\n---\n'));
  await writeFile(join(work, 'stack.yaml'), 'name: big\nnamespace: big\n');
  const env = {HOME: work, GANTRY_HOME: join(work, 'home')};
  const seconds = Array.from({length: Number(values.rounds)}, () => {
    const start = performance.now();
    execFileSync(process.execPath, [GANTRY, '-C', work, 'validate'], {env, stdio: 'pipe'});
    return (performance.now() - start) / 1000;
  }).toSorted((a, b) => a - b);
  const median = seconds[Math.floor(seconds.length / 2)] ?? 0;
  console.log(
    `validate, ${items.length} objects: median ${median.toFixed(2)} s, best ${(seconds[0] ?? 0).toFixed(2)} s`,
  );
} finally {
  await rm(work, {recursive: true, force: true});
}
