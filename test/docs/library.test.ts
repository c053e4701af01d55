import {mkdir, readFile, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {execa} from 'execa';
import {expect, it} from 'vitest';
import {scratchDirectory} from '../rig/scratch.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A project of somebody else that has installed gantry, with a stack and a workspace. */
async function otherProject(programs: readonly string[]): Promise<string> {
  const directory = await scratchDirectory();
  await mkdir(join(directory, 'node_modules'));
  await symlink(ROOT, join(directory, 'node_modules', 'gantry'));
  for (const path of ['shop', 'workspaces']) await mkdir(join(directory, path));
  const settings = {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'settings'}};
  const files = {
    'package.json': '{"type": "module"}',
    'project.yaml': 'name: customers\n',
    'workspaces/dev.yaml': 'name: dev\ncontext: {cluster: sandbox/library}\n',
    'shop/stack.yaml': 'name: shop\nnamespace: shop\n',
    'shop/settings.yaml': JSON.stringify(settings),
    ...Object.fromEntries(programs.map((text, index) => [`program-${index + 1}.ts`, text])),
  };
  for (const [file, text] of Object.entries(files)) await writeFile(join(directory, file), text);
  return directory;
}

it('the programs of docs/guides/library.md do what the page says', async () => {
  const page = await readFile(join(ROOT, 'docs/guides/library.md'), 'utf8');
  const programs = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, text = '']) => text);
  const cwd = await otherProject(programs);
  const env = {PATH: process.env['PATH'], HOME: cwd, NODE_OPTIONS: '', GANTRY_HOME: join(cwd, '.gantry')};
  const said: string[] = [];
  for (const index of programs.keys()) {
    const ran = await execa(process.execPath, [`program-${index + 1}.ts`], {cwd, env, extendEnv: false, reject: false});
    expect(ran, `${ran.stdout}${ran.stderr}`).toMatchObject({exitCode: 0, stderr: ''});
    said.push(ran.stdout);
  }
  expect(said).toEqual([
    '2 to create, 0 to update\nv1:Namespace:shop\nv1:ConfigMap:shop:settings\nrelease 1',
    'ada: healthy\ngrace: healthy\njoan: healthy\n0 of 4 stacks have drifted',
    expect.stringMatching(/^object\/refused: .*Not A Name/s),
  ]);
});
