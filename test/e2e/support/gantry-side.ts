import {symlink} from 'node:fs/promises';
import {join} from 'node:path';
import {expect} from 'vitest';
import type {Change, Plan} from '../../../src/core/plan/plan.ts';
import {toolPath} from '../../controlplane/for-tests.ts';
import {isWrite, type RecordingProxy} from '../../rig/recording-proxy.ts';
import {scratchDirectory} from '../../rig/scratch.ts';
import {makeStack, type Ran, type Stack} from '../../rig/stack.ts';
import type {HelmTool, Step} from './helm-side.ts';
import {copyCharts, isOwn, raiseVersion, type TestChart} from './test-charts.ts';

/** A stack with one chart, which Gantry applies with a given helm. */
export type GantrySide = {
  readonly stack: Stack;
  readonly run: (step: Step) => Promise<void>;
  /** Expects that two previews show no change and send no write. */
  readonly expectQuiet: () => Promise<void>;
};

type Options = {
  readonly helm: HelmTool;
  readonly chart: TestChart;
  readonly proxy: RecordingProxy;
  readonly namespace: string;
};

/** Opens the side of Gantry. */
export async function gantrySide({helm, chart, proxy, namespace}: Options): Promise<GantrySide> {
  const {name, file, values, upgrade = {}} = chart;
  const PATH = await pathWith(helm);
  const [noWait, permit, hooks] = isOwn(chart) ? [[], [], {}] : [['--no-wait'], ['--allow-delete', 'all'], AS_HELM];
  const lookups = new Set<string>();
  const head = (valuesFiles: readonly string[]) => {
    const source = {...hooks, ...(lookups.size > 0 && {lookups: [...lookups]}), ...chart.source};
    const helmSource = {path: `charts/${file}`, release: name, namespace, valuesFiles, ...source};
    return {name: 'charts', workspace: 'test', namespace, sources: [{helm: helmSource}]};
  };
  const stack = await makeStack({
    name: 'charts',
    files: {
      'stack.yaml': head(['first.yaml']),
      'first.yaml': values,
      'second.yaml': upgrade,
      'workspaces/test.yaml': {name: 'test', context: {kubeconfig_path: 'kubeconfig'}},
      'workspaces/kubeconfig': proxy.kubeconfig,
    },
  });
  const charts = join(stack.dir, 'charts');
  await copyCharts(chart, charts);
  const gantry = (args: readonly string[]): Promise<Ran> => stack.gantry(args, {env: {PATH}});
  /** Applies the chart as a user does: the look-ups of Secrets that the hint of an error names are added to the source. */
  const apply = async (valuesFiles: readonly string[]): Promise<Ran> => {
    await stack.write({'stack.yaml': head(valuesFiles)});
    const ran = await gantry(['apply', '--yes', ...noWait]);
    const named = namedLookUps(ran.stderr).filter((one) => !lookups.has(one));
    if (ran.code !== 3 || named.length === 0) return ran;
    for (const one of named) lookups.add(one);
    return apply(valuesFiles);
  };
  const steps: Readonly<Record<Step, () => Promise<Ran>>> = {
    install: () => apply(['first.yaml']),
    upgrade: async () => {
      await raiseVersion(charts, chart);
      return apply(['first.yaml', 'second.yaml']);
    },
    rollback: () => gantry(['release', 'rollback', '--to', '1', '--yes', ...noWait]),
    uninstall: () => gantry(['destroy', '--yes', ...permit]),
  };
  return {
    stack,
    run: async (step) => {
      const ran = await steps[step]();
      expect(ran, `${ran.stdout}\n${ran.stderr}`).toMatchObject({code: 0});
    },
    expectQuiet: async () => {
      const before = proxy.requests.length;
      for (const _ of ['once', 'twice']) {
        const {document, code, stderr} = await stack.json<Plan>(['preview'], {env: {PATH}});
        expect(code, stderr).toBe(0);
        expect(document.changes.filter(isChange).map(lineOf)).toEqual([]);
      }
      expect(proxy.requests.slice(before).filter(isWrite)).toEqual([]);
    },
  };
}

/** The default order of Helm: post hooks run before the objects are ready. */
const AS_HELM = {hooks: {post: 'applied'}};

/** Returns the Secrets in the hint of an error: `lookups: [web, db]`. */
const namedLookUps = (text: string): readonly string[] =>
  [...text.matchAll(/`lookups: \[([^\]]*)\]`/g)].flatMap(([, names = '']) => names.split(', '));

/** Returns a PATH in which `helm` is the given program, and nothing else. */
export async function pathWith(helm: HelmTool): Promise<string> {
  const program = await toolPath(helm);
  if (program === undefined) throw new Error(`${helm} is missing, and Go to build it`);
  const directory = await scratchDirectory();
  await symlink(program, join(directory, 'helm'));
  return directory;
}

const isChange = ({action}: Change): boolean => action !== 'unchanged';

const lineOf = ({id, action, fields}: Change): string => `${action} ${id}: ${fields.map(({path}) => path).join(', ')}`;
