import {chmod, mkdir, symlink, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {expect, it} from 'vitest';
import {configMap, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {filesBelow} from './support/refusal.ts';

type Check = {readonly kind: string; readonly name?: string; readonly outcome: string; readonly found?: string};
type Found = {
  readonly checks: readonly (Check & {readonly error?: {readonly code: string}})[];
  readonly workspace?: {readonly name: string; readonly version: string; readonly checks: readonly Check[]};
};

const stackWith = (workspace: object): Promise<Stack> =>
  makeStack({files: {...manifests(configMap('a', {a: '1'})), 'workspaces/test.yaml': workspace}});

/** A PATH with these programs, which print what they are told to, and nothing else but what scripts need. */
async function pathWith(stack: Stack, programs: Readonly<Record<string, string>>): Promise<string> {
  const directory = join(stack.dir, '..', 'bin');
  await mkdir(directory, {recursive: true});
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(join(directory, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(directory, name), 0o755);
  }
  await symlink(process.execPath, join(directory, 'node'));
  return directory;
}

onCluster('gantry doctor', (cluster) => {
  const led = {context: {kubeconfig_path: cluster.kubeconfigPath}};

  it('doctor checks the machine, the backend and the cluster, and writes nothing', async () => {
    const stack = await stackWith(led);
    const PATH = await pathWith(stack, {
      kubectl: `echo '{"clientVersion": {"gitVersion": "v1.20.1"}}'`,
      git: 'echo git version 2.51.0',
      terraform: `[ -n "$CHECKPOINT_DISABLE" ] && echo '{"terraform_version": "1.9.5"}'`,
      helm: 'exit 1',
    });
    const {code, document, stderr} = await stack.json<Found>(['doctor'], {env: {PATH}});
    expect(code, stderr).toBe(0);
    const short = document.checks.map(({kind, name = kind, outcome}) => `${name} ${outcome}`);
    expect(short).toEqual([
      'node passed',
      'git passed',
      'kubectl warning',
      'kustomize missing',
      'helm warning',
      'terraform passed',
      'home passed',
      'backend passed',
    ]);
    expect(document.checks.find(({name}) => name === 'terraform')?.found).toBe(`1.9.5, ${join(PATH, 'terraform')}`);
    expect(document.workspace).toMatchObject({name: 'test', version: expect.stringMatching(/^v1\./)});
    expect(document.workspace?.checks).toContainEqual({kind: 'clock', outcome: 'passed'});
    expect(document.workspace?.checks).toContainEqual({kind: 'pin', outcome: 'not-bound'});
    const kept = await filesBelow(join(stack.home, '.gantry'));
    expect(kept.filter((file) => !file.includes('/cache/'))).toEqual([]);
  });

  it('doctor prints a table with hints, and exits with the code of the worst failure', async () => {
    const stack = await stackWith({context: {kubeconfig_path: 'no.kubeconfig'}});
    const PATH = await pathWith(stack, {});
    const {code, stdout} = await stack.gantry(['doctor'], {env: {PATH}});
    expect(code).toBe(3);
    expect(stdout).toMatch(/^node +- +ok +v\d+/m);
    expect(stdout).toMatch(/^program +kubectl +missing +not in PATH: /m);
    expect(stdout).toMatch(/^kubeconfig +test +failed +context\.kubeconfig_path: \S+no\.kubeconfig does not exist/m);
  });

  it('doctor reports the other checks if the backend cannot be opened', async () => {
    const stack = await stackWith(led);
    const env = {PATH: dirname(process.execPath), GANTRY_BACKEND: 's3://team-state'};
    const {code, document} = await stack.json<Found>(['doctor'], {env});
    expect(code).toBe(3);
    expect(document.checks.find(({kind}) => kind === 'backend')).toMatchObject({
      outcome: 'failed',
      error: {code: expect.any(String)},
    });
    expect(document.checks.find(({kind}) => kind === 'home')).toMatchObject({outcome: 'passed'});
  });

  it('doctor runs the other checks if no workspace is selected', async () => {
    const stack = await makeStack({files: {}});
    const outside = join(stack.home, 'elsewhere');
    await mkdir(outside, {recursive: true});
    const {code, stdout} = await stack.gantry(['doctor'], {cwd: outside});
    expect(code, stdout).toBe(0);
    expect(stdout).toMatch(/^workspace +- +missing +no workspace is selected/m);
  });
});
