import {chmod, copyFile, mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {ABILITIES, type Ability, MAY} from '../../src/core/trust/abilities.ts';
import type {TrustOrigin} from '../../src/core/trust/trust-origin.ts';
import {authority, httpsServer} from '../rig/https-server.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Ran, type Stack} from '../rig/stack.ts';
import {type Cell, OF_FETCHED, OF_WORKSPACE} from './support/trust-cells.ts';

/** A stack whose workspace has an origin and wants one thing. */
type Placed = {
  /** By which commands name it: a name, or the file. */
  readonly name: string;
  readonly run: (args: readonly string[]) => Promise<Ran>;
  /** What the user does to allow it. */
  readonly consent: () => Promise<Ran>;
  /** Of a refusal. */
  readonly code: number;
};

type Scene = {readonly stack: Stack; readonly cell: Cell};

const withHeld = ({workspace, kubeconfig}: Cell): object => ({
  name: 'test',
  context: kubeconfig === undefined ? {kubeconfig_path: '~/.kube/config'} : {kubeconfig_content: kubeconfig},
  ...workspace,
});

/** Runs `gantry ARGS` with the variables of a cell. */
const ran = ({stack, cell: {env = {}}}: Scene, args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  stack.gantry(args, {env: {...env, ...more}});

/** The user's own file, outside of any project. */
async function ownFile(stack: Stack, content: object): Promise<string> {
  const file = join(stack.home, 'own', 'test.yaml');
  await mkdir(join(file, '..'), {recursive: true});
  await writeFile(file, JSON.stringify(content));
  return file;
}

const PLACED: Readonly<Record<TrustOrigin, (scene: Scene) => Promise<Placed>>> = {
  mine: async (scene) => {
    const file = await ownFile(scene.stack, withHeld(scene.cell));
    const run = (args: readonly string[]) => ran(scene, args);
    return {name: file, run, consent: () => run(['workspace', 'allow', file, '--yes']), code: 5};
  },
  project: async (scene) => {
    await scene.stack.write({'workspaces/test.yaml': withHeld(scene.cell)});
    return {
      name: 'test',
      run: (args) => ran(scene, args),
      consent: () => ran(scene, ['workspace', 'allow', 'test', '--yes']),
      code: 5,
    };
  },
  shared: async (scene) => {
    const {stack} = scene;
    const directory = join(stack.home, '..', 'shared');
    const more = {GANTRY_BACKEND: `local:${directory}`};
    await mkdir(join(directory, 'workspaces'), {recursive: true});
    await writeFile(join(directory, 'workspaces', 'test.yaml'), JSON.stringify(withHeld(scene.cell)));
    await chmod(directory, 0o777);
    return {
      name: 'test',
      run: (args) => ran(scene, args, more),
      consent: () => ran(scene, ['workspace', 'allow', 'test', '--yes'], more),
      code: 5,
    };
  },
  /** A workspace of the user's own leads to it. */
  fetched: async (scene) => {
    const {stack, cell} = scene;
    const server = await httpsServer((_, response) => void response.writeHead(200).end(cell.kubeconfig));
    const caFile = join(stack.home, 'fetched.pem');
    await writeFile(caFile, authority.cert);
    const content = {name: 'test', context: {kubeconfig_path: {url: `${server.address}/prod`, caFile}}};
    const file = await ownFile(stack, content);
    const run = (args: readonly string[]) => ran(scene, args);
    const consent = async (): Promise<Ran> => {
      await ownFile(stack, {...content, trust: cell.trust ?? {}});
      return run(['workspace', 'show', file]);
    };
    return {name: file, run, consent, code: 5};
  },
};

const CASES = (Object.keys(MAY) as readonly TrustOrigin[]).flatMap((origin) =>
  ABILITIES.map((ability) => ({origin, ability, verdict: MAY[origin][ability]})),
);

onCluster('what a workspace may do, by its origin', (cluster) => {
  async function scene(origin: TrustOrigin, ability: Ability) {
    const namespace = cluster.freshNamespace();
    await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
    const stack = await makeStack({namespace});
    await mkdir(join(stack.home, '.kube'), {recursive: true});
    await copyFile(cluster.kubeconfigPath, join(stack.home, '.kube', 'config'));
    const cell = await (origin === 'fetched' ? OF_FETCHED : OF_WORKSPACE)[ability]({
      stack,
      kubeconfigPath: cluster.kubeconfigPath,
    });
    const value = 'secretStore' in cell.workspace ? 'ref://secret' : 'no reference';
    await stack.write({
      'manifests/all.yaml': {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'app'}, stringData: {value}},
      'stack.yaml': {
        name: 'shop',
        workspace: 'test',
        namespace,
        sources: [{manifests: 'manifests/*', references: true}],
      },
    });
    const placed = await PLACED[origin]({stack, cell});
    const used = async (): Promise<boolean> => {
      const live = await cluster.get({apiVersion: 'v1', kind: 'Secret', namespace, name: 'app'});
      const data = (live?.['data'] ?? {}) as Readonly<Record<string, string>>;
      return cell.isUsed(Buffer.from(data['value'] ?? '', 'base64').toString());
    };
    return {placed, used};
  }

  const apply = (name: string) => ['apply', '--yes', '-w', name];
  const commands = (name: string) => [
    ['preview', '-w', name],
    apply(name),
    ['workspace', 'check', name],
    ['exec', '-w', name, '--', 'true'],
  ];

  it.each(CASES.filter(({verdict}) => verdict === 'allowed'))(
    'the ability "$ability" of the origin $origin is allowed without a question',
    async ({origin, ability}) => {
      const {placed, used} = await scene(origin, ability);
      const applied = await placed.run(apply(placed.name));
      expect(applied, applied.stderr).toMatchObject({code: 0});
      expect(await used()).toBe(true);
    },
  );

  it.each(CASES.filter(({verdict}) => verdict === 'consent'))(
    'the ability "$ability" of the origin $origin is refused until the user allows it, and works from then on',
    async ({origin, ability}) => {
      const {placed, used} = await scene(origin, ability);
      for (const args of commands(placed.name)) {
        const {code, stdout, stderr} = await placed.run(args);
        const said = stdout + stderr;
        expect(code, `${args.join(' ')}: ${said}`).toBe(placed.code);
        expect(said).toContain(origin === 'fetched' ? 'trust:' : 'gantry workspace allow test');
      }
      expect(await used()).toBe(false);
      expect(await placed.consent()).toMatchObject({code: 0});
      const applied = await placed.run(apply(placed.name));
      expect(applied, applied.stderr).toMatchObject({code: 0});
      expect(await used()).toBe(true);
    },
  );

  it.each(CASES.filter(({verdict}) => verdict === 'never'))(
    'the ability "$ability" of the origin $origin is never granted, whatever the user allows',
    async ({origin, ability}) => {
      const {placed, used} = await scene(origin, ability);
      for (const allow of [false, true]) {
        if (allow) await placed.consent();
        for (const args of commands(placed.name)) {
          const {code, stdout, stderr} = await placed.run(args);
          const said = stdout + stderr;
          // What looks like a variable is a text, and nothing that has to be refused.
          if (ability !== 'variable') expect(code, `${args.join(' ')}: ${said}`).toBe(placed.code);
          expect(said).not.toContain('gantry workspace allow test');
        }
      }
      expect(await used()).toBe(false);
    },
  );
});
