import {cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {valuesOf} from '../../../../../src/app/workspace/workspace-values.ts';
import {findStack} from '../../../../../src/config/find-project.ts';
import {loadResources} from '../../../../../src/config/load-resources.ts';
import {loadWorkspaceFile} from '../../../../../src/config/workspace-file.ts';
import {readYaml} from '../../../../../src/config/yaml/read-yaml.ts';
import {writeYaml} from '../../../../../src/config/yaml/write-yaml.ts';
import {isList, isObject, type Json} from '../../../../../src/core/json.ts';
import {startGantry} from '../../../../rig/program.ts';
import {scratchDirectory} from '../../../../rig/scratch.ts';
import {withoutPrograms} from '../../../../rig/source-tools.ts';

const EXAMPLES = join(import.meta.dirname, '../../../../golden/applications');
const BUILT = readdirSync(EXAMPLES).filter((name) => {
  const file = join(EXAMPLES, name, 'expected.yaml');
  return existsSync(file) && readFileSync(file, 'utf8').startsWith('apiVersion');
});

/** The order of variables and of containers that start one after the other has a meaning. */
const ORDERED = new Set(['env', 'variables', 'init', 'sidecars']);

function shuffled(value: Json, random: () => number, key = ''): Json {
  if (isList(value)) return value.map((item) => shuffled(item, random));
  // A manifest is built as it is written.
  if (!isObject(value) || ('apiVersion' in value && 'kind' in value)) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, shuffled(field, random, name)] as const);
  const order = fields.map((field) => ({field, at: random()})).toSorted((a, b) => a.at - b.at);
  return Object.fromEntries(ORDERED.has(key) ? fields : order.map(({field}) => field));
}

/** Returns random numbers that a seed determines. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

async function bytesOf(example: string, change: (value: Json) => Json): Promise<string> {
  const dir = await scratchDirectory();
  const input = join(EXAMPLES, example, 'input');
  for (const name of readdirSync(input, {recursive: true, encoding: 'utf8'})) {
    if (!name.endsWith('.yaml')) continue;
    mkdirSync(join(dir, name, '..'), {recursive: true});
    const [document] = readYaml(readFileSync(join(input, name), 'utf8'), name).documents;
    writeFileSync(join(dir, name), writeYaml(change(document?.value ?? {})));
  }
  const options = join(EXAMPLES, example, 'case.json');
  const name = existsSync(options)
    ? (JSON.parse(readFileSync(options, 'utf8')) as {workspace: string}).workspace
    : undefined;
  const found = name === undefined ? undefined : await loadWorkspaceFile(join(dir, 'workspaces', `${name}.yaml`));
  const {resources} = await loadResources(await findStack({directory: dir}), {
    tools: withoutPrograms,
    ...(found === undefined ? {} : {workspace: valuesOf({...found, name: name ?? ''})}),
  });
  return resources.map(({attributes}) => writeYaml(attributes)).join('---\n');
}

it.each(BUILT)('the example %s gives the same bytes in any directory and any order of keys', async (example) => {
  const expected = await bytesOf(example, (value) => value);
  for (let seed = 1; seed <= 20; seed++)
    expect([seed, await bytesOf(example, (value) => shuffled(value, seeded(seed)))]).toEqual([seed, expected]);
});

it('the program prints the same bytes in any time zone and locale', {timeout: 60_000}, async () => {
  const home = await scratchDirectory();
  const dir = join(home, 'stack');
  cpSync(join(EXAMPLES, 'score-everything/input'), dir, {recursive: true});
  const printed = async (environment: Readonly<Record<string, string>>): Promise<string> => {
    const {ended} = startGantry({dir, home}, ['build', '-o', 'yaml'], environment);
    const {code, stdout} = await ended;
    expect(code).toBe(0);
    return stdout;
  };
  const expected = await printed({TZ: 'UTC', LC_ALL: 'C'});
  expect(expected).toContain('kind: Deployment');
  expect(await printed({TZ: 'Asia/Kathmandu', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8'})).toBe(expected);
});
