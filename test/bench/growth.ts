import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {parseArgs} from 'node:util';
import type {JsonObject} from '../../src/core/json.ts';
import {acquireControlPlane, nameOf} from '../controlplane/for-tests.ts';
import {corpus} from './corpus.ts';
import {type Measured, measure} from './measure.ts';

/**
 * `npm run bench:growth [-- N…] [--workloads M…]`: the processor time and memory of commands at several sizes, on two shapes: N (500, 1000, 2000)
 * objects of the corpus in one namespace that exists, and M (50, 100, 200) Deployments with a pod and a Secret each, which are waited for. Processor time is less
 * noisy than wall time. Each row has the line that fits best, and how much steeper its last part is than its first: near 1 for linear growth.
 */
const {values, positionals} = parseArgs({
  options: {workloads: {type: 'string', multiple: true, default: ['50', '100', '200']}},
  allowPositionals: true,
});
const GANTRY = join(import.meta.dirname, '..', '..', 'bin', 'gantry.js');

type Shape = {
  readonly title: string;
  readonly sizes: readonly number[];
  /** The objects of one version of a stack. */
  readonly objects: (size: number, namespace: string, version: number) => readonly JsonObject[];
  /** The commands in their order. Each name is a row; `version` is the version of the objects that is written before it, 0 for half of the first. */
  readonly steps: readonly {readonly name: string; readonly version: number; readonly args: string}[];
};

const SHAPES: readonly Shape[] = [
  {
    title: 'objects',
    sizes: positionals.length > 0 ? positionals.map(Number) : [500, 1000, 2000],
    objects: (count, namespace, version) =>
      corpus({count, changed: version === 2 ? count : 0, prefix: namespace})
        .filter(({kind}) => kind !== 'Namespace')
        .map((one) => ({...one, metadata: {...(one['metadata'] as JsonObject), namespace}})),
    steps: [
      {name: 'first preview', version: 1, args: 'preview'},
      {name: 'first apply', version: 1, args: 'apply --yes --no-wait'},
      {name: 'unchanged preview', version: 1, args: 'preview'},
      {name: 'status', version: 1, args: 'status'},
      {name: 'drift', version: 1, args: 'drift'},
      {name: 'release show', version: 1, args: 'release show'},
      {name: 'preview, all changed', version: 2, args: 'preview'},
      {name: 'apply, all changed', version: 2, args: 'apply --yes --no-wait'},
      {name: 'rollback', version: 2, args: 'release rollback --to 2 --yes --no-wait'},
      {name: 'apply, half deleted', version: 0, args: 'apply --yes --no-wait --allow-delete all'},
      {name: 'destroy', version: 0, args: 'destroy --yes --no-wait --allow-delete all'},
    ],
  },
  {
    title: 'workloads',
    sizes: values.workloads.map(Number),
    objects: (count, namespace, version) =>
      Array.from({length: count}, (_, i) => workload(`app-${i}`, namespace, version)).flat(),
    steps: [
      {name: 'first apply with wait', version: 1, args: 'apply --yes'},
      {name: 'rolling update with wait', version: 2, args: 'apply --yes'},
      {name: 'logs', version: 2, args: 'logs --tail 1'},
      {name: 'destroy with wait', version: 2, args: 'destroy --yes --allow-delete all'},
    ],
  },
];

function workload(name: string, namespace: string, version: number): readonly JsonObject[] {
  const labels = {app: name};
  const env = [{name: 'PASSWORD', valueFrom: {secretKeyRef: {name, key: 'password'}}}];
  const template = {metadata: {labels}, spec: {containers: [{name: 'main', image: `nginx:1.${26 + version}`, env}]}};
  const metadata = {name, namespace};
  return [
    {apiVersion: 'v1', kind: 'Secret', metadata, stringData: {password: `password-of-${name}`}},
    {apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: {selector: {matchLabels: labels}, template}},
  ];
}

const acquired = await acquireControlPlane();
if (acquired.kind === 'missing') throw new Error(acquired.reason);
const {controlPlane} = acquired;
const work = await mkdtemp(join(tmpdir(), 'gantry-bench-'));

/** Runs all steps of a shape at one size. @throws Error if one fails */
async function measured({title, objects, steps}: Shape, size: number): Promise<readonly Measured[]> {
  const [dir, namespace] = [join(work, `${title}-${size}`), `growth-${Date.now().toString(36)}`];
  const write = (file: string, content: object) => writeFile(join(dir, file), JSON.stringify(content));
  const gantry = (...args: readonly string[]) =>
    measure({file: process.execPath, args: [GANTRY, ...args], cwd: dir, env: {GANTRY_HOME: join(dir, 'home')}});
  await mkdir(join(dir, 'workspaces'), {recursive: true});
  await write('project.yaml', {name: title, backend: {local: {path: 'state'}}});
  await write('stack.yaml', {
    name: `${title}-${size}`,
    workspace: 'bench',
    namespace,
    sources: [{manifests: 'all.yaml'}],
  });
  await write('workspaces/bench.yaml', {name: 'bench', context: {kubeconfig_path: controlPlane.kubeconfigPath}});
  const namespaceObject = {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: {name: namespace},
  };
  const results: Measured[] = [];
  for (const {name, version, args} of [{name: 'namespace', version: -1, args: 'apply --yes'}, ...steps]) {
    const all = version < 0 ? [] : objects(size, namespace, Math.max(1, version));
    const some = version === 0 ? all.slice(size >> 1) : all;
    await writeFile(
      join(dir, 'all.yaml'),
      [namespaceObject, ...some].map((one) => JSON.stringify(one)).join('\n---\n'),
    );
    const result = await gantry(...args.split(' '));
    if (result.code !== 0) throw new Error(`${name}: exit code ${result.code}\n${result.output.slice(-2000)}`);
    if (version >= 0) results.push(result);
  }
  return results;
}

/** Returns the line that fits best, by least squares, and the slope of its last part divided by that of its first. */
function fit(points: readonly (readonly [number, number])[]) {
  const mean = (of: 0 | 1) => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const slope =
    points.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0) / points.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
  const steps = points.slice(1).map(([a, b], i) => (b - (points[i]?.[1] ?? 0)) / (a - (points[i]?.[0] ?? 0)));
  return {start: y - slope * x, slope, steeper: (steps.at(-1) ?? 0) / (steps[0] ?? 1)};
}

try {
  console.log(`against ${nameOf(acquired)}, Node ${process.versions.node}`);
  for (const shape of SHAPES) {
    const results: (readonly Measured[])[] = [];
    for (const size of shape.sizes) results.push(await measured(shape, size));
    const head = ['operation', ...shape.sizes.map((size) => `${size} ${shape.title}`), 'line', 'steeper'];
    const rows = shape.steps.map(({name}, i) => {
      const each = results.map((one) => one[i]);
      const {start, slope, steeper} = fit(shape.sizes.map((size, at) => [size, each[at]?.cpuSeconds ?? 0] as const));
      const cells = each.map((one) => `${one?.cpuSeconds?.toFixed(2)} s, ${one?.peakMiB?.toFixed(0)} MiB`);
      return [name, ...cells, `${start.toFixed(2)} s + ${(slope * 1000).toFixed(2)} ms`, `${steeper.toFixed(2)} x`];
    });
    const lines = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
    console.log(`\n${lines.join('\n')}`);
  }
} finally {
  await rm(work, {recursive: true, force: true});
  await controlPlane.stop();
}
