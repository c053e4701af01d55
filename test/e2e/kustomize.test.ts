import {existsSync} from 'node:fs';
import {readdir, readFile, symlink} from 'node:fs/promises';
import {delimiter, join} from 'node:path';
import {beforeAll, describe, expect, it} from 'vitest';
import type {ValueExplanation} from '../../src/app/explain-value.ts';
import {toolPath} from '../controlplane/for-tests.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {beforeAllBuild} from '../rig/other-tools.ts';
import {pullRequest} from '../rig/pull-request.ts';
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

onCluster('a kustomization as a source', (cluster) => {
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

    it('a kustomization is applied, and changed contents create a new object before the old one is deleted', async () => {
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

    it('a plan points to the file that sets a field: a base, a patch, a generator, or the kustomization', async () => {
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

    it('a secret of a generator is not written to the disk, to answers or to errors', async () => {
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

    it('the cached build contains no secrets, and is never older than its files', async () => {
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

    it('a build fetches only what stack.yaml permits', async () => {
      const {stack, options} = await stackOf({
        'overlay/kustomization.yaml':
          'resources:\n  - ../base\n  - https://user:canary@127.0.0.1:1/org/repo//base?ref=v1\n',
      });
      const ran = await stack.gantry(['build', '--masked'], options);
      expect(ran).toMatchObject({code: 3, stderr: expect.stringContaining('overlay/kustomization.yaml:3:1')});
      expect(ran.stderr).toContain('https://***@127.0.0.1:1/org/repo//base?ref=v1 is a remote address');
      expect(ran.stderr).toContain('`remote: true`');
      expect(ran.stderr).not.toContain('canary');
    });

    describe('a kustomization in untrusted mode', () => {
      const TOKEN = 'AUTHORIZATION: basic canary-of-the-checkout';

      /** A repository whose main branch was applied. Its configuration holds the token of the checkout, as those of CI jobs do. */
      async function changed() {
        const namespace = cluster.freshNamespace();
        const request = await pullRequest({
          kubeconfigPath: cluster.kubeconfigPath,
          files: {
            'stack.yaml': `name: shop\nworkspace: test\nnamespace: ${namespace}\nsources: [{kustomize: overlay}]\n`,
            ...BASE,
            ...OVERLAY,
          },
        });
        const {env} = await environment();
        const git = (process.env['PATH'] ?? '')
          .split(delimiter)
          .map((directory) => join(directory, 'git'))
          .find((path) => existsSync(path));
        await symlink(git ?? '', join(env.PATH, 'git'));
        await request.git('config', 'http.extraheader', TOKEN);
        const applied = await request.gantry(['apply', '--yes'], {env});
        expect(applied, applied.stderr).toMatchObject({code: 0});
        return {request, env};
      }

      it('untrusted mode builds the files of the change, with this program and git alone', async () => {
        const {request, env} = await changed();
        await request.write({'overlay/patch.yaml': PATCH.replace('replicas: 2', 'replicas: 3')});
        const ran = await request.look(['preview', '--detail'], env);
        expect(ran, ran.stderr).toMatchObject({code: 0});
        expect(ran.stdout).toMatch(/spec\.replicas[^\n]*2[^\n]*3/);
        expect(ran.programs.toSorted()).toEqual(['git', program].toSorted());
        expect(ran.sent.filter((line) => !line.startsWith('GET ') && !line.includes('dryRun=All'))).toEqual([]);
      });

      it.each([
        {name: 'as a file', files: {'kustomization.yaml': {configMapGenerator: [{name: 'c', files: ['.git/config']}]}}},
        {
          name: 'as a file under a name that kustomize reads in any case',
          files: {'kustomization.yaml': {configMapGenerator: [{name: 'c', Files: ['.git/config']}]}},
        },
        {
          name: 'as a file whose path looks like an address',
          files: {'kustomization.yaml': {configMapGenerator: [{name: 'c', files: ['c=a://../.git/config']}]}},
        },
        {
          name: 'by a link with a line end in its name',
          files: {'kustomization.yaml': {configMapGenerator: [{name: 'c', files: ['c=link\n']}]}},
        },
        {
          name: 'by a link',
          files: {'kustomization.yaml': {configMapGenerator: [{name: 'c', files: ['c=link']}]}},
        },
        {
          name: 'as a file of variables',
          files: {'kustomization.yaml': {secretGenerator: [{name: 'c', envs: ['.git/config']}]}},
        },
        {
          name: 'in a base',
          files: {
            'kustomization.yaml': {resources: ['k']},
            'k/kustomization.yaml': {configMapGenerator: [{name: 'c', files: ['../.git/config']}]},
          },
        },
        {
          name: 'in a base behind a name with a line end',
          files: {
            'kustomization.yaml': {resources: ['k\n']},
            'k\n/kustomization.yaml': {configMapGenerator: [{name: 'c', Files: ['link']}]},
          },
        },
        {
          name: 'by bytes in base64',
          files: {'kustomization.yaml': 'configMapGenerator: [{name: c, files: [!!binary LmdpdC9jb25maWc=]}]'},
        },
        {
          name: 'by a second field of the same name',
          files: {'kustomization.yaml': 'configMapGenerator: [{name: c, files: [stack.yaml], files: [.git/config]}]'},
        },
        {
          name: 'by a component',
          files: {
            'kustomization.yaml': {components: ['k']},
            'k/kustomization.yaml': {
              apiVersion: 'kustomize.config.k8s.io/v1alpha1',
              kind: 'Component',
              Generators: ['gen.yaml'],
            },
          },
        },
      ])(
        'untrusted mode does not start a kustomization that reads the configuration of the repository $name',
        async ({files}) => {
          const {request, env} = await changed();
          for (const link of ['link', 'link\n']) await symlink('.git/config', join(request.dir, link));
          await request.write({'stack.yaml': 'name: shop\nworkspace: test\nsources: [{kustomize: .}]\n', ...files});
          for (const args of [
            ['build', '--masked'],
            ['preview', '--detail'],
          ]) {
            const ran = await request.look(args, env);
            expect(ran, ran.stderr).toMatchObject({code: 3, programs: ['git']});
            expect(ran.stdout + ran.stderr + ran.bodies).not.toContain('canary');
          }
        },
      );
    });

    it('references in a kustomization are expanded if the source says so', async () => {
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

  it('a stack without sources uses its kustomization, and reports errors in the words of kustomize', async () => {
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
      stderr: expect.stringContaining('neither kustomize nor kubectl was found in PATH'),
    });
  });
});

async function filesBelow(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, {recursive: true, withFileTypes: true}).catch(() => []);
  return Promise.all(
    entries.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8')),
  );
}
