import {execFileSync} from 'node:child_process';
import {mkdir, mkdtemp, rm, symlink, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {parseArgs} from 'node:util';
import {acquireControlPlane, toolPath} from '../controlplane/for-tests.ts';
import {GENERATED} from '../rig/generated-chart.ts';

/**
 * `npm run bench:chart [-- --rounds R]`: an unchanged preview of a stack with one chart (a generated certificate and a look-up, warm cache) beside
 * that of a stack with the same objects as manifests. The two take turns.
 */
const {values} = parseArgs({options: {rounds: {type: 'string', default: '7'}}});
const acquired = await acquireControlPlane();
if (acquired.kind === 'missing') throw new Error(acquired.reason);
const work = await mkdtemp(join(tmpdir(), 'gantry-bench-'));
const bin = join(work, 'bin');
const GANTRY = new URL('../../bin/gantry.js', import.meta.url).pathname;

const LOOK_UP = `apiVersion: v1
kind: ConfigMap
metadata: {name: region}
data: {zone: {{ dig "data" "zone" "none" (lookup "v1" "ConfigMap" .Release.Namespace "zone") }}}
`;

function gantry(stack: string, ...args: string[]): string {
  const env = {PATH: bin, HOME: work, GANTRY_HOME: join(work, 'home')};
  return execFileSync(process.execPath, [GANTRY, '-C', join(work, stack), ...args], {env, encoding: 'utf8'});
}

async function write(stack: string, files: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const path = join(work, stack, name);
    await mkdir(dirname(path), {recursive: true});
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  }
}

const stackOf = (name: string, source: object) => ({
  'stack.yaml': {name, workspace: 'bench', namespace: `bench-${name}`, sources: [source]},
  'workspaces/bench.yaml': {
    name: 'bench',
    context: {kubeconfig_path: acquired.kind === 'up' ? acquired.controlPlane.kubeconfigPath : ''},
  },
});

function seconds(stack: string): number {
  const start = performance.now();
  gantry(stack, 'preview');
  return (performance.now() - start) / 1000;
}

const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

try {
  await mkdir(bin);
  const helm = await toolPath('helm');
  if (helm === undefined) throw new Error('there is no helm, and no Go to build it');
  await symlink(helm, join(bin, 'helm'));
  const chart = {...GENERATED, 'templates/region.yaml': LOOK_UP};
  const files = Object.fromEntries(Object.entries(chart).map(([name, text]) => [`chart/${name}`, text]));
  await write('chart', {...stackOf('chart', {helm: {path: 'chart', release: 'web'}}), ...files});
  const rendered = execFileSync(helm, ['template', 'web', join(work, 'chart', 'chart'), '-n', 'bench-manifests'], {
    encoding: 'utf8',
  });
  await write('manifests', {...stackOf('manifests', {manifests: 'all.yaml'}), 'all.yaml': rendered});
  for (const stack of ['chart', 'manifests']) {
    gantry(stack, 'apply', '--yes', '--no-wait');
    gantry(stack, 'preview');
  }
  const rounds = Array.from({length: Number(values.rounds)}, () => ({
    chart: seconds('chart'),
    manifests: seconds('manifests'),
  }));
  const [ofChart, ofManifests] = [
    median(rounds.map(({chart: one}) => one)),
    median(rounds.map((one) => one.manifests)),
  ];
  console.log(
    `unchanged preview, median of ${values.rounds}: chart ${ofChart.toFixed(2)} s, manifests ${ofManifests.toFixed(2)} s`,
  );
  console.log(`difference ${(ofChart - ofManifests).toFixed(2)} s, and at most 0.40 s is wanted`);
  for (const stack of ['chart', 'manifests']) gantry(stack, 'destroy', '--yes', '--no-wait');
} finally {
  await rm(work, {recursive: true, force: true});
  await acquired.controlPlane.stop();
}
