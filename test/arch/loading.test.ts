import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {helpModule} from '../../scripts/help-module.ts';
import {rootHelp} from '../../src/cli/help-text.ts';
import {loadedBy} from '../rig/loaded-modules.ts';
import {TESTED_PROGRAM} from '../rig/tested-program.ts';

let directory = '';
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'gantry-loading-'));
  await gantry('init');
});
afterAll(() => rmSync(directory, {recursive: true}));

/** What is known of each kind of backend; the backend itself is loaded when it is opened. */
const isDescriptor = (file: string): boolean => /^adapters\/.*-descriptor$/.test(file);

const gantry = (command: string) => loadedBy(command, directory);

const commandsIn = (own: readonly string[]): string[] =>
  own.filter((file) => file.startsWith('cli/commands/')).toSorted();

describe('modules that are not needed are not loaded', () => {
  it('--version loads nothing', async () =>
    expect(await gantry('--version')).toMatchObject({own: [], packages: [], code: 0}));

  it('--help loads its tables', async () => {
    const {own, packages, code} = await gantry('--help');
    expect({own: own.filter((file) => !isDescriptor(file)), packages, code}).toEqual({
      own: [
        'cli/help-text',
        'cli/catalog',
        'cli/catalog-of-charts',
        'cli/catalog-of-imports',
        'cli/catalog-of-modules',
        'cli/catalog-of-programs',
        'cli/catalog-of-releases',
        'cli/catalog-of-sandboxes',
        'cli/catalog-of-shared',
        'cli/catalog-of-workspaces',
        'cli/flags/global-flags',
        'registry/backends',
        'core/backend/bucket-names',
        'cli/help/topics',
      ],
      packages: [],
      code: 0,
    });
  });

  it('--help of the built program loads its text and no table', async () => {
    // From a `data:` URL nothing else can be loaded.
    const built = (await import(`data:text/javascript,${encodeURIComponent(helpModule())}`)) as {
      rootHelp: () => string;
    };
    expect(built.rootHelp()).toBe(rootHelp());
  });

  it.each([
    {
      command: 'preview --help',
      packages: ['commander'],
      commands: ['cli/commands/stack/plan-result', 'cli/commands/stack/preview'],
      code: 0,
    },
    {command: 'nope', packages: ['commander'], commands: [], code: 3},
    {
      command: 'workspace list',
      packages: ['commander', 'js-yaml', 'zod'],
      commands: ['cli/commands/workspace/list'],
      code: 0,
    },
    {
      command: 'workspace list -o json',
      packages: ['commander', 'js-yaml', 'zod'],
      commands: ['cli/commands/workspace/list'],
      code: 0,
    },
    {command: 'build', packages: ['commander', 'js-yaml', 'zod'], commands: ['cli/commands/stack/build'], code: 0},
    {
      command: 'release list -o json -w dev',
      packages: ['commander', 'js-yaml', 'zod'],
      commands: ['cli/commands/release/list', 'cli/commands/release/name-history'],
      code: 0,
    },
  ])('$command loads $packages and its own command', async ({command, packages, commands, code}) => {
    const loaded = await gantry(command);
    expect({packages: loaded.packages, commands: commandsIn(loaded.own), code: loaded.code}).toEqual({
      packages,
      commands,
      code,
    });
  });

  it('a command that runs loads the names of the help topics, and no example or page', async () => {
    const {own} = await gantry('workspace list');
    expect(own.filter((file) => file.startsWith('cli/help/'))).toEqual(['cli/help/topics']);
  });

  it('without the cluster, nothing of the cluster is loaded', async () => {
    const {own} = await gantry('workspace list');
    expect(
      own
        .filter((file) => file.startsWith('adapters/'))
        .filter((file) => !isDescriptor(file) && !/^adapters\/local\/(backend|clock)\//.test(file)),
    ).toEqual([]);
  });

  it('without the network, no HTTP and no TLS is loaded', async () => {
    const builtins = (command: string) => loadedBy(command, directory, {built: !('GANTRY_SOURCE' in TESTED_PROGRAM)});
    for (const command of ['workspace list', 'preview --help'])
      expect((await builtins(command)).builtins.filter((name) => /^node:(?:http|tls)/.test(name))).toEqual([]);
  });

  it('a preview whose state is on this machine loads no other backend, no import and no other program', async () => {
    const cluster = 'clusters: [{name: c, cluster: {server: "http://127.0.0.1:1"}}]';
    const rest = 'contexts: [{name: c, context: {cluster: c, user: u}}]\nusers: [{name: u, user: {}}]';
    writeFileSync(join(directory, 'kubeconfig'), `${cluster}\n${rest}\ncurrent-context: c\n`);
    mkdirSync(join(directory, 'workspaces'), {recursive: true});
    const workspace = `name: near\ncontext: {KUBECONFIG_PATH: ${join(directory, 'kubeconfig')}}\n`;
    writeFileSync(join(directory, 'workspaces/near.yaml'), workspace);
    const {own, packages, code} = await gantry('preview -w near');
    // Nobody answers there; the runtime was loaded to find that out.
    expect(code).toBe(1);
    expect(own).toContain('adapters/kubernetes/runtime/runtime');
    const others =
      /^adapters\/(?:(?:aws|gcp|alicloud|kubernetes)\/backend|git|kustomize|kubernetes\/runtime\/(?:import|inventory|secrets))\//;
    // The door to other tools is there; what lies behind it is not.
    expect(own.filter((file) => others.test(file) && !isDescriptor(file))).toEqual([
      'adapters/kubernetes/runtime/import/open-other-tools',
    ]);
    expect(packages.filter((name) => name.startsWith('@aws-sdk/') || name === 'execa')).toEqual([]);
  });

  it.skipIf('GANTRY_SOURCE' in TESTED_PROGRAM).each([
    {command: '--version', files: 0, kilobytes: 10},
    {command: '--help', files: 1, kilobytes: 20},
    {command: '__complete zsh -- preview --al', files: 2, kilobytes: 85},
    {command: '__complete zsh -- explain stack.i', files: 3, kilobytes: 220},
    {command: 'completion bash', files: 30, kilobytes: 1550},
    {command: 'workspace list', files: 45, kilobytes: 1600},
    {command: 'build', files: 45, kilobytes: 1650},
  ])('the built $command loads at most $files files, $kilobytes kB with bin/', async ({command, files, kilobytes}) => {
    const {own, bytes, code} = await loadedBy(command, directory, {built: true});
    expect(code).toBe(0);
    expect(own.length).toBeLessThanOrEqual(files);
    expect(bytes / 1000).toBeLessThanOrEqual(kilobytes);
  });

  it
    .skipIf('GANTRY_SOURCE' in TESTED_PROGRAM)
    .each(['preview -w p', 'apply -s i', 'release show 1', 'preview --target v'])(
    'the completion of %s loads the whole program once, and then only its cache',
    async (line) => {
      const command = `__complete zsh -- ${line}`;
      await loadedBy(command, directory, {built: true});
      const {own} = await loadedBy(command, directory, {built: true});
      expect(own).toEqual(['cli/completion/complete', 'cli/completion/commands']);
    },
  );
});
