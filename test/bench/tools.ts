import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {toolPath} from '../controlplane/for-tests.ts';
import {type BareServer, bareApply} from './bare-client.ts';
import {corpus} from './corpus.ts';
import {type Measured, measure} from './measure.ts';

/** The operations that are compared, in this order. */
export const OPERATIONS = [
  'create',
  'unchanged preview',
  'unchanged apply',
  '1 % preview',
  '1 % apply',
  'delete',
] as const;
export type Operation = (typeof OPERATIONS)[number];

/** A tool in one round: it has its own namespaces and files. `write` writes its input, with that many changed objects. */
export type Tool = {
  readonly write: (changed: number) => Promise<void>;
  readonly run: Partial<Record<Operation, () => Promise<Measured>>>;
};

export type Place = {
  readonly dir: string;
  readonly prefix: string;
  readonly count: number;
  readonly kubeconfig: string;
  readonly server: BareServer;
};

/** Opens a tool for one round; undefined if its program is not there. */
export type OpenTool = (place: Place) => Promise<Tool | undefined>;

const ROOT = join(import.meta.dirname, '..', '..');
const objectsOf = ({count, prefix}: Place, changed: number): string =>
  corpus({count, changed, prefix})
    .map((object) => JSON.stringify(object))
    .join('\n---\n');

/** All tools by name. The bare client is the least that any client must do. */
export const TOOLS: Readonly<Record<string, OpenTool>> = {
  bare: async ({server, count, prefix}) => {
    let changed = 0;
    const apply = async (): Promise<Measured> => {
      const started = performance.now();
      await bareApply(server, corpus({count, changed, prefix}));
      return {seconds: (performance.now() - started) / 1000, code: 0, output: ''};
    };
    return {write: async (next) => void (changed = next), run: {create: apply}};
  },
  gantry: async (place) => {
    const {dir, kubeconfig} = place;
    await mkdir(join(dir, 'workspaces'), {recursive: true});
    await writeFile(join(dir, 'stack.yaml'), 'workspace: bench\nsources: [{manifests: all.yaml}]\n');
    const context = `context: {kubeconfig_path: ${JSON.stringify(kubeconfig)}}`;
    await writeFile(join(dir, 'workspaces', 'bench.yaml'), `name: bench\n${context}\n`);
    const run = (...args: readonly string[]) => {
      const env = {GANTRY_HOME: join(dir, 'home')};
      return measure({file: process.execPath, args: [join(ROOT, 'bin', 'gantry.js'), ...args], cwd: dir, env});
    };
    return {
      write: (changed) => writeFile(join(dir, 'all.yaml'), objectsOf(place, changed)),
      run: {
        create: () => run('apply', '--yes', '--no-wait'),
        'unchanged preview': () => run('preview'),
        'unchanged apply': () => run('apply', '--yes'),
        '1 % preview': () => run('preview'),
        '1 % apply': () => run('apply', '--yes'),
        delete: () => run('destroy', '--yes', '--no-wait', '--allow-delete', 'all'),
      },
    };
  },
  kubectl: async (place) => {
    const {dir, kubeconfig} = place;
    const file = await toolPath('kubectl');
    const all = join(dir, 'all.yaml');
    const run = (...args: readonly string[]) => measure({file: file ?? '', args, env: {KUBECONFIG: kubeconfig}});
    const apply = () => run('apply', '--server-side', '-f', all);
    const diff = () => run('diff', '--server-side', '-f', all);
    return file === undefined
      ? undefined
      : {
          write: (changed) => writeFile(all, objectsOf(place, changed)),
          run: {
            create: apply,
            'unchanged preview': diff,
            'unchanged apply': apply,
            '1 % preview': diff,
            '1 % apply': apply,
          },
        };
  },
  helm: async (place) => {
    const {dir, prefix, kubeconfig} = place;
    const file = await toolPath('helm');
    const templates = join(dir, 'chart', 'templates');
    await mkdir(templates, {recursive: true});
    await writeFile(join(dir, 'chart', 'Chart.yaml'), 'apiVersion: v2\nname: bench\nversion: 0.1.0\n');
    const run = (...args: readonly string[]) => measure({file: file ?? '', args, env: {KUBECONFIG: kubeconfig}});
    const upgrade = () => run('upgrade', prefix, join(dir, 'chart'));
    return file === undefined
      ? undefined
      : {
          write: (changed) => writeFile(join(templates, 'all.yaml'), objectsOf(place, changed)),
          run: {
            create: () => run('install', prefix, join(dir, 'chart')),
            'unchanged apply': upgrade,
            '1 % apply': upgrade,
            delete: () => run('uninstall', prefix),
          },
        };
  },
  kapp: async (place) => {
    const {dir, prefix, kubeconfig} = place;
    const all = join(dir, 'all.yaml');
    const run = (...args: readonly string[]) => measure({file: 'kapp', args, env: {KUBECONFIG: kubeconfig}});
    const isThere = await run('version').then(
      ({code}) => code === 0,
      () => false,
    );
    // As the others, it does not wait until objects are ready.
    const deploy = () => run('deploy', '-y', '-a', prefix, '-f', all, '--wait=false');
    const diff = () => run('deploy', '-y', '-a', prefix, '-f', all, '--diff-run');
    return !isThere
      ? undefined
      : {
          write: (changed) => writeFile(all, objectsOf(place, changed)),
          run: {
            create: deploy,
            'unchanged preview': diff,
            'unchanged apply': deploy,
            '1 % preview': diff,
            '1 % apply': deploy,
            delete: () => run('delete', '-y', '-a', prefix, '--wait=false'),
          },
        };
  },
};
