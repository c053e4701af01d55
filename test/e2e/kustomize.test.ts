import {readdir, readFile, symlink} from 'node:fs/promises';
import {join} from 'node:path';
import {beforeAll, describe, expect, it} from 'vitest';
import type {ValueExplanation} from '../../src/app/explain-value.ts';
import {toolPath} from '../controlplane/for-tests.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {beforeAllBuild} from '../rig/other-tools.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 1
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      terminationGracePeriodSeconds: 0
      containers:
        - name: app
          image: nginx:1.25
          envFrom: [{configMapRef: {name: settings}}, {secretRef: {name: key}}]
`;
const PATCH = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  replicas: 2\n';
const PASSWORD = 'canary-4a1f-of-the-generator';

const BASE = {
  'base/kustomization.yaml':
    'resources: [deployment.yaml]\nconfigMapGenerator:\n  - name: settings\n    literals: [LEVEL=info]\n',
  'base/deployment.yaml': DEPLOYMENT,
};
const overlay = ({level = '', secret = true, more = ''} = {}): string =>
  [
    'resources: [../base]\nnamePrefix: my-\npatches:\n  - path: patch.yaml\nimages:\n  - {name: nginx, newTag: "1.27"}\n',
    secret ? 'secretGenerator:\n  - name: key\n    envs: [key.env]\n' : '',
    level === ''
      ? ''
      : `configMapGenerator:\n  - name: settings\n    behavior: merge\n    literals: [LEVEL=${level}]\n`,
    more,
  ].join('');

const OVERLAY = {
  'overlay/kustomization.yaml': overlay(),
  'overlay/patch.yaml': PATCH,
  'overlay/key.env': `PASSWORD=${PASSWORD}\n`,
};

type Built = {readonly resources: readonly {readonly id: string; readonly attributes: {data?: object}}[]};

onCluster('a kustomization', (cluster) => {
  beforeAllBuild('kubectl', 'kustomize');

  describe.each(['kustomize', 'kubectl'] as const)('built by %s', (program) => {
    let bin = '';
    beforeAll(async () => {
      bin = (await toolPath(program)) ?? '';
    });
    /** A PATH on which there is this program and no other. */
    const environment = async () => {
      const directory = await scratchDirectory();
      await symlink(bin, join(directory, program));
      return {env: {PATH: directory}};
    };
    const stackOf = async (files: Readonly<Record<string, unknown>>, namespace = cluster.freshNamespace()) => {
      const stack = await makeStack({
        kubeconfigPath: cluster.kubeconfigPath,
        files: {
          'stack.yaml': `name: shop\nworkspace: test\nnamespace: ${namespace}\nsources: [{kustomize: overlay}]\n`,
          ...BASE,
          ...OVERLAY,
          ...files,
        },
      });
      return {stack, namespace, options: await environment()};
    };
    const idsOf = async (stack: Stack, options: object) =>
      (await stack.json<Built>(['build', '--masked'], options)).document.resources.map(({id}) => id);

    it('is applied, and another content makes another object before the old one goes', async () => {
      const {stack, namespace, options} = await stackOf({});
      const run = async (args: readonly string[]) => {
        const ran = await stack.gantry(args, options);
        expect(ran, ran.stderr).toMatchObject({code: 0});
        return ran;
      };
      await run(['apply', '--yes']);
      const [deployment = '', before = ''] = await idsOf(stack, options);
      expect(deployment).toBe(`apps/v1:Deployment:${namespace}:my-web`);
      expect(await cluster.get({apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'my-web'})).toMatchObject({
        spec: {replicas: 2, template: {spec: {containers: [{image: 'nginx:1.27'}]}}},
      });

      await stack.write({'overlay/kustomization.yaml': overlay({level: 'debug'})});
      const preview = await stack.json<{changes: {id: string; action: string}[]}>(['preview'], options);
      const [, after = ''] = await idsOf(stack, options);
      const acted = preview.document.changes.filter(({action}) => action !== 'unchanged');
      expect(after).not.toBe(before);
      expect(acted.map(({id, action}) => [action, id])).toEqual([
        ['create', after],
        ['update', deployment],
        ['delete', before],
      ]);
      await run(['apply', '--yes']);
      expect((await run(['preview', '--exit-code'])).stdout).toContain('No changes');
    });

    it('points to the file that sets a field: a base, a patch, a generator, or what the kustomization says', async () => {
      const {stack, options, namespace} = await stackOf({});
      const [, settings = ''] = await idsOf(stack, options);
      const deployment = `apps/v1:Deployment:${namespace}:my-web`;
      const placeOf = async (field: string) => {
        const ran = await stack.json<ValueExplanation>(['build', '--explain', field], options);
        const at = ran.document.layers.at(-1)?.at;
        return at && `${at.file.replace(/.*\/shop\//, '')}:${at.line}`;
      };
      const container = 'spec.template.spec.containers[name="app"]';
      expect(await placeOf(`${deployment}#spec.replicas`)).toBe('overlay/patch.yaml:5');
      expect(await placeOf(`${deployment}#${container}.image`)).toBe('overlay/kustomization.yaml:5');
      expect(await placeOf(`${deployment}#spec.template.spec.terminationGracePeriodSeconds`)).toBe(
        'base/deployment.yaml:11',
      );
      expect(await placeOf(`${settings}#data.LEVEL`)).toBe('base/kustomization.yaml:3');
    });

    it('leaves no secret of a generator on the disk, in its answers, or in its errors', async () => {
      const {stack, options} = await stackOf({});
      const answers = [
        await stack.gantry(['build', '--masked'], options),
        await stack.gantry(['preview', '--detail'], options),
      ];
      await stack.write({
        'overlay/kustomization.yaml': overlay({more: 'replacements: [{path: nowhere.yaml}]\n'}),
      });
      answers.push(await stack.gantry(['build', '--masked'], options));
      expect(answers.map(({code}) => code)).toEqual([0, 0, 3]);
      const kept = await filesBelow(join(stack.home, '.gantry'));
      const text = answers.map(({stdout, stderr}) => stdout + stderr).join('') + kept.join('');
      for (const form of [PASSWORD, Buffer.from(PASSWORD).toString('base64')]) expect(text).not.toContain(form);
    });

    it('is kept without secrets, and never older than its files', async () => {
      const files = {'overlay/kustomization.yaml': overlay({secret: false})};
      const {stack, options} = await stackOf(files);
      const kept = () => readdir(join(stack.home, '.gantry', 'cache', 'kustomize')).catch(() => []);
      const [, first = ''] = await idsOf(stack, options);
      expect(await kept()).toHaveLength(1);
      expect((await idsOf(stack, options))[1]).toBe(first);
      expect(await kept()).toHaveLength(1);
      // In a base, which lies outside of the directory that stack.yaml names.
      await stack.write({
        'base/kustomization.yaml': BASE['base/kustomization.yaml'].replace('LEVEL=info', 'LEVEL=warn'),
      });
      const [, second = ''] = await idsOf(stack, options);
      expect(second).not.toBe(first);
      await stack.write(BASE);
      expect((await idsOf(stack, options))[1]).toBe(first);
    });

    it('fetches nothing that stack.yaml does not permit', async () => {
      const {stack, options} = await stackOf({
        'overlay/kustomization.yaml':
          'resources:\n  - ../base\n  - https://user:canary@127.0.0.1:1/org/repo//base?ref=v1\n',
      });
      const ran = await stack.gantry(['build', '--masked'], options);
      expect(ran).toMatchObject({code: 3, stderr: expect.stringContaining('overlay/kustomization.yaml:3:1')});
      expect(ran.stderr).toContain('https://***@127.0.0.1:1/org/repo//base?ref=v1 would be fetched');
      expect(ran.stderr).toContain('`remote: true`');
      expect(ran.stderr).not.toContain('canary');
    });

    it('has its references expanded where the source says so', async () => {
      const {stack, options} = await stackOf({
        'stack.yaml': 'name: shop\nworkspace: test\nnamespace: x\nsources: [{kustomize: overlay, references: true}]\n',
        'overlay/kustomization.yaml': 'resources: [config.yaml]\n',
        'overlay/config.yaml':
          'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one}\ndata: {url: "https://${context:host}"}\n',
        'workspaces/test.yaml': {context: {kubeconfig_path: cluster.kubeconfigPath, host: 'shop.example'}},
      });
      const {document} = await stack.json<Built>(['build', '--masked'], options);
      expect(document.resources[0]?.attributes.data).toEqual({url: 'https://shop.example'});
    });
  });

  it('is the source of a stack that names none, and says what is wrong in kustomize’s own words', async () => {
    const kubectl = (await toolPath('kubectl')) ?? '';
    const directory = await scratchDirectory();
    await symlink(kubectl, join(directory, 'kubectl'));
    const options = {env: {PATH: directory}};
    const stack = await makeStack({
      kubeconfigPath: cluster.kubeconfigPath,
      files: {
        'stack.yaml': 'name: shop\nworkspace: test\nnamespace: x\n',
        'kustomization.yml': 'resources: [base]\n',
        ...BASE,
        'other.yaml': 'not: a manifest, and not named\n',
      },
    });
    const {document} = await stack.json<Built>(['build', '--masked'], options);
    expect(document.resources.map(({id}) => id.split(':')[1])).toEqual(['Deployment', 'ConfigMap']);

    await stack.write({'kustomization.yml': 'resources: [base, nowhere]\n'});
    const wrong = await stack.gantry(['validate'], options);
    expect(wrong).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('kustomization.yml:1:1: error: kubectl kustomize:'),
    });
    expect(wrong.stderr).toContain('nowhere');

    const missing = await stack.gantry(['validate'], {env: {PATH: await scratchDirectory()}});
    expect(missing).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('neither kustomize nor kubectl is on the PATH'),
    });
  });
});

async function filesBelow(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, {recursive: true, withFileTypes: true}).catch(() => []);
  return Promise.all(
    entries.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8')),
  );
}
