import {execFile} from 'node:child_process';
import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {delimiter, dirname, isAbsolute, join, resolve} from 'node:path';
import {promisify} from 'node:util';
import {load} from 'js-yaml';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {flattenKubeconfig} from '../../src/adapters/kubernetes/kubeconfig/flatten.ts';
import type {GantryError} from '../../src/core/failure/failure.ts';
import {isList, isObject, type Json, type JsonObject} from '../../src/core/json.ts';
import {toolPath} from '../controlplane/for-tests.ts';
import {BESIDE, SHAPES, type Shape} from './kubeconfig-shapes.ts';

const kubectl = await toolPath('kubectl');
if (kubectl === undefined && process.env['CI'] === 'true')
  throw new Error('no kubectl: neither Go nor one in the PATH');

type Outcome = {readonly value: JsonObject} | {readonly error: string};

let root = '';
const directories = new Map<string, string>();
const answers = new Map<string, Outcome>();
const ours = new Map<string, Outcome>();

const pathsOf = ({name, files}: Shape): readonly string[] =>
  Object.keys(files).map((path) => join(directories.get(name) ?? '', path));

async function write(shape: Shape, index: number): Promise<void> {
  const directory = join(root, String(index));
  directories.set(shape.name, directory);
  for (const [path, text] of Object.entries({...BESIDE, ...shape.files})) {
    if (text === undefined) continue;
    await mkdir(dirname(join(directory, path)), {recursive: true});
    await writeFile(join(directory, path), text);
  }
}

/** `config view --raw --flatten --minify` of the real one. */
async function view(paths: string, options: {readonly cwd: string; readonly context?: string}): Promise<Outcome> {
  const {cwd, context} = options;
  const args = ['config', 'view', '--raw', '--flatten', '--minify', '-o', 'json'];
  // Most of its time is its start.
  const env = {PATH: process.env['PATH'], HOME: cwd, KUBECONFIG: paths, GOMAXPROCS: '1', GOGC: 'off'};
  const all = context === undefined ? args : [...args, `--context=${context}`];
  try {
    return {value: JSON.parse((await promisify(execFile)(kubectl ?? '', all, {cwd, env})).stdout) as JsonObject};
  } catch (error) {
    return {error: (error as {stderr?: string}).stderr ?? String(error)};
  }
}

async function flat({name, kubeContext, ...shape}: Shape): Promise<Outcome> {
  const source = {
    workspace: 'w',
    field: 'KUBECONFIG',
    from: {kind: 'files', paths: pathsOf({name, ...shape}), skipped: []},
    ...(kubeContext === undefined ? {} : {kubeContext}),
  } as const;
  try {
    const {text} = await flattenKubeconfig(source, {env: {}});
    await writeFile(join(directories.get(name) ?? '', 'flat'), text.reveal());
    return {value: load(text.reveal()) as JsonObject};
  } catch (error) {
    const {failure} = error as GantryError;
    return {error: failure.code === 'context/kubeconfig' ? failure.problem : failure.code};
  }
}

/** Go writes down what is not set as null, false or nothing: none of it says anything in a kubeconfig. */
function said(value: Json): Json {
  if (isList(value)) return value.map(said);
  if (!isObject(value)) return value;
  const parts = Object.entries(value).map(([key, part]) => [key, said(part)] as const);
  return Object.fromEntries(parts.filter(([, part]) => !saysNothing(part)));
}

const saysNothing = (value: Json): boolean =>
  value === null ||
  value === '' ||
  value === false ||
  (isList(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

/** Where kubectl leaves a path as it was written: from the file in which it stands, as kubectl itself does when it connects. */
function withWholePaths(config: JsonObject, from: string): JsonObject {
  const whole = (path: string): string => (isAbsolute(path) ? path : resolve(from, path));
  const users = (isList(config['users']) ? config['users'] : []).filter(isObject).map((entry) => {
    const user = isObject(entry['user']) ? entry['user'] : {};
    const {tokenFile, exec} = user;
    const command = isObject(exec) ? exec['command'] : undefined;
    return {
      ...entry,
      user: {
        ...user,
        ...(typeof tokenFile === 'string' ? {tokenFile: whole(tokenFile)} : {}),
        ...(typeof command === 'string' && isObject(exec)
          ? {exec: {...exec, command: command.includes('/') ? whole(command) : command}}
          : {}),
      },
    };
  });
  return {...config, users};
}

async function eachAtATime<T>(items: readonly T[], most: number, work: (item: T, index: number) => Promise<void>) {
  const queue = [...items.entries()];
  const next = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item[1], item[0]);
  };
  await Promise.all(Array.from({length: most}, next));
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'gantry-shapes-'));
  await eachAtATime(SHAPES, 4, async (shape, index) => {
    await write(shape, index);
    const cwd = directories.get(shape.name) ?? '';
    const context = shape.kubeContext === undefined ? {} : {context: shape.kubeContext};
    ours.set(shape.name, await flat(shape));
    if (kubectl !== undefined) answers.set(shape.name, await view(pathsOf(shape).join(delimiter), {cwd, ...context}));
  });
}, 120_000);
afterAll(() => rm(root, {recursive: true}));

const fromOf = (shape: Shape): string => dirname(pathsOf(shape)[0] ?? '');
const valueOf = (outcome: Outcome | undefined): JsonObject =>
  outcome !== undefined && 'value' in outcome ? outcome.value : {error: outcome?.error ?? 'nothing'};

describe.skipIf(kubectl === undefined)('a kubeconfig, compared with kubectl', () => {
  it('more than sixty shapes of a kubeconfig are compared', () => {
    expect(SHAPES.length).toBeGreaterThan(60);
    expect(new Set(SHAPES.map(({name}) => name)).size).toBe(SHAPES.length);
  });

  it.each(SHAPES.filter(({refused, stricter, looser}) => !refused && !stricter && !looser))(
    'Gantry and kubectl read the same kubeconfig: $name',
    (shape) => {
      const theirs = withWholePaths(valueOf(answers.get(shape.name)), fromOf(shape));
      expect(said(valueOf(ours.get(shape.name)))).toEqual(said(theirs));
    },
  );

  it.each(SHAPES.filter(({refused}) => refused))(
    'Gantry and kubectl refuse the kubeconfig: $name',
    ({name, refused}) => {
      expect(answers.get(name)).toMatchObject({error: expect.stringContaining('error')});
      expect(ours.get(name)).toMatchObject({error: expect.stringMatching(refused ?? /never/)});
    },
  );

  it.each(SHAPES.flatMap(({name, stricter}) => (stricter ? [{name, ...stricter}] : [])))(
    'Gantry refuses a kubeconfig that kubectl prints: $name ($because)',
    ({name, says}) => {
      expect(answers.get(name)).toHaveProperty('value');
      expect(ours.get(name)).toMatchObject({error: expect.stringMatching(says)});
    },
  );

  it.each(SHAPES.flatMap(({name, looser}) => (looser ? [{name, ...looser}] : [])))(
    'Gantry accepts a kubeconfig that kubectl refuses: $name ($because)',
    ({name, holds}) => {
      expect(answers.get(name)).toHaveProperty('error');
      expect(ours.get(name)).toMatchObject({value: holds});
    },
  );

  // Two readers of YAML: what one writes the other must read alike.
  it('kubectl reads a kubeconfig that Gantry wrote with the same values', async () => {
    const names = SHAPES.filter(({name}) => 'value' in (ours.get(name) ?? {})).filter(({name}) =>
      /name|yes|no|YAML|all that/.test(name),
    );
    expect(names.length).toBeGreaterThan(10);
    await eachAtATime(names, 4, async ({name}) => {
      const cwd = directories.get(name) ?? '';
      const again = await view(join(cwd, 'flat'), {cwd});
      expect([name, said(valueOf(again))]).toEqual([name, said(valueOf(ours.get(name)))]);
    });
  });
});
