import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {measure} from './measure.ts';

/**
 * `npm run bench:applications`: the time of `gantry build` for 1,000 applications, for the same objects as manifests, and for an application
 * without modules, with 20 modules whose results are kept, and with 20 modules that run. The rounds are interleaved; medians are printed.
 */
const GANTRY = fileURLToPath(new URL('../../bin/gantry.js', import.meta.url));
const ROUNDS = Number(process.env['GANTRY_BENCH_ROUNDS'] ?? 9);
const MODULES = 20;

const application = (name: string): string => `${name}:
  workload:
    service:
      containers:
        web:
          image: nginx:1.28
          env: {LOG: debug}
          files: {/etc/app/app.conf: {content: "name=${name}"}}
      ports: [{port: 80, targetPort: 8080}]
      replicas: 2
`;

const moduleText = (name: string): string => `import {defineModule, z} from 'gantry/module';

export default defineModule({
  name: '${name}',
  version: '1.0.0',
  description: 'A part.',
  input: z.strictObject({size: z.number().default(1)}),
  generate: ({name, labels, config}) => ({
    resources: [{apiVersion: 'v1', kind: 'ConfigMap', metadata: {name, labels}, data: {size: String(config.size)}}],
  }),
});
`;

const work = await mkdtemp(join(tmpdir(), 'gantry-bench-'));

async function write(directory: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(work, directory, path, '..'), {recursive: true});
    await writeFile(join(work, directory, path), text);
  }
}

async function build(directory: string, home = 'home'): Promise<{readonly seconds: number; readonly output: string}> {
  const env = {HOME: work, GANTRY_HOME: join(work, home)};
  const args = [GANTRY, 'build', '-w', 'dev', '-o', 'yaml'];
  const ran = await measure({file: process.execPath, args, env, cwd: join(work, directory)});
  if (ran.code !== 0) throw new Error(ran.output);
  return ran;
}

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN;

try {
  const names = Array.from({length: MODULES}, (_, index) => `part-${index}`);
  const project = {'project.yaml': 'name: shop\n', 'workspaces/dev.yaml': 'name: dev\n'};
  const stack = 'name: dev\nnamespace: default\n';
  const thousand = Array.from({length: 1_000}, (_, index) => application(`app-${index}`)).join('');
  await write('applications', {...project, 'stack.yaml': stack, 'gantry.app.yaml': thousand});
  const {output} = await build('applications');
  await write('manifests', {
    ...project,
    'stack.yaml': `${stack}sources: [{manifests: all.yaml}]\n`,
    'all.yaml': output,
  });
  await write('plain', {...project, 'stack.yaml': stack, 'gantry.app.yaml': application('web')});
  const modules = Object.fromEntries(names.map((name) => [name, {path: `../modules/${name}`}]));
  await write('modules', {
    ...project,
    'stack.yaml': stack,
    'workspaces/dev.yaml': JSON.stringify({name: 'dev', modules}),
    'gantry.app.yaml': `${application('web')}  accessories: ${JSON.stringify(Object.fromEntries(names.map((name) => [name, {}])))}\n`,
    ...Object.fromEntries(names.map((name) => [`modules/${name}/module.ts`, moduleText(name)])),
  });
  await build('modules');
  const runs: Readonly<Record<string, (round: number) => Promise<{readonly seconds: number}>>> = {
    '1,000 applications': () => build('applications'),
    'their objects as manifests': () => build('manifests'),
    'an application without modules': () => build('plain'),
    [`with ${MODULES} modules, kept`]: () => build('modules'),
    [`with ${MODULES} modules, run`]: (round) => build('modules', `home-${round}`),
  };
  const times = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round++)
    for (const [what, run] of Object.entries(runs)) {
      const {seconds} = await run(round);
      times.set(what, [...(times.get(what) ?? []), seconds]);
    }
  for (const [what, all] of times) console.log(`${what}: ${median(all).toFixed(2)} s`);
} finally {
  await rm(work, {recursive: true, force: true});
}
