import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import type {Deps} from '../../../src/app/deps.ts';
import {storeConfig} from '../../../src/app/secret/store-config-of.ts';
import {findStack} from '../../../src/config/find-project.ts';
import {loadResources} from '../../../src/config/load-resources.ts';
import type {SourceTools} from '../../../src/config/source-tools.ts';
import {kustomizeSource} from '../../../src/config/sources/kustomize/kustomize-source.ts';
import {workspacePatches} from '../../../src/config/variation/read-patches.ts';
import {GantryError} from '../../../src/core/failure/failure.ts';
import {withoutPrograms} from '../../rig/source-tools.ts';

const SECRET = 'machine example.com login me password hunter2-hunter2';
const configMap = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`;

/** A project with one stack, and beside it a home with files that are none of its business. */
function directories(stackFile = 'name: dev\n'): {readonly home: string; readonly stack: string} {
  const root = mkdtempSync(join(tmpdir(), 'gantry-links-'));
  onTestFinished(() => rmSync(root, {recursive: true}));
  const [home, stack] = [join(root, 'home'), join(root, 'project', 'dev')];
  for (const [path, text] of [
    [join(home, '.netrc'), `${SECRET}\n`],
    [join(home, 'object.yaml'), `${configMap('theirs')}data: {password: hunter2-hunter2}\n`],
    [join(root, 'project', 'project.yaml'), 'name: shop\n'],
    [join(stack, 'stack.yaml'), stackFile],
    [join(stack, 'own.yaml'), configMap('own')],
  ] as const) {
    mkdirSync(dirname(path), {recursive: true});
    writeFileSync(path, text);
  }
  return {home, stack};
}

/** All that the reading of a stack says, and holds. */
async function told(directory: string): Promise<string> {
  const source: SourceTools['source'] = async (kind) =>
    kind.name === 'kustomize'
      ? kustomizeSource(async () => expect.fail('no program is to be run'))
      : withoutPrograms.source(kind);
  try {
    const {resources} = await loadResources(await findStack({directory}), {tools: {source}});
    return JSON.stringify(resources);
  } catch (error) {
    if (error instanceof GantryError) return JSON.stringify(error.failure);
    throw error;
  }
}

describe('a stack with a link that leads out of its project', () => {
  it.each([
    {name: 'a manifest', link: 'a.yaml', to: '.netrc'},
    {name: 'a manifest that is a Kubernetes object', link: 'a.yaml', to: 'object.yaml'},
    {name: 'a directory', link: 'more', to: '.', sources: '{manifests: more/*.yaml}'},
    {name: 'a file of a glob', link: 'more/a.yaml', to: 'object.yaml', sources: '{manifests: "more/**"}'},
    {name: 'a spec file', link: 'spec.yaml', to: 'object.yaml', sources: '{spec: spec.yaml}'},
    {name: 'a spec file below a directory', link: 'more', to: '.', sources: '{spec: more/object.yaml}'},
  ])(
    'a stack with a link out of its project is refused without showing the file: $name',
    async ({link, to, sources}) => {
      const {home, stack} = directories(`name: dev\n${sources === undefined ? '' : `sources: [${sources}]\n`}`);
      mkdirSync(dirname(join(stack, link)), {recursive: true});
      symlinkSync(join(home, to), join(stack, link));
      const answer = await told(stack);
      expect(answer).toContain('leads out of the project');
      expect(answer).not.toContain('hunter2');
    },
  );

  it.each([
    {name: 'a base', kustomization: 'resources: [base]', sources: 'k', link: 'k/base'},
    {name: 'a directory of a base', kustomization: 'resources: [more/base]', sources: 'k', link: 'k/more', to: '..'},
    {name: 'a component', kustomization: 'components: [base]', sources: 'k', link: 'k/base'},
    {name: 'the kustomization', kustomization: 'resources: []', sources: 'base', link: 'base'},
  ])(
    'a stack with a link that leads out of its project is refused before kustomize sees it: $name',
    async ({kustomization, sources, link, to = '.'}) => {
      const {home, stack} = directories(`name: dev\nsources: [{kustomize: ${sources}}]\n`);
      mkdirSync(join(stack, 'k'));
      mkdirSync(join(home, 'base'));
      writeFileSync(join(stack, 'k', 'kustomization.yaml'), `${kustomization}\n`);
      for (const directory of [home, join(home, 'base')])
        writeFileSync(join(directory, 'kustomization.yaml'), 'commonLabels: {password: hunter2-hunter2}\n');
      symlinkSync(to === '.' ? join(home, 'base') : home, join(stack, link));
      const answer = await told(stack);
      expect(answer).toContain('leads out of the project');
      expect(answer).not.toContain('hunter2');
    },
  );

  it('patches of a workspace are refused', () => {
    const {home, stack} = directories();
    mkdirSync(join(stack, 'patches'));
    symlinkSync(join(home, 'object.yaml'), join(stack, 'patches', 'prod.yaml'));
    const answer = JSON.stringify(workspacePatches(stack, 'prod'));
    expect(answer).toContain('leads out of the project');
    expect(answer).not.toContain('hunter2');
  });

  it('a stack.yaml that is such a link is refused', async () => {
    const {home, stack} = directories();
    rmSync(join(stack, 'stack.yaml'));
    symlinkSync(join(home, '.netrc'), join(stack, 'stack.yaml'));
    const answer = await told(stack);
    expect(answer).toContain('leads out of the project');
    expect(answer).not.toContain('hunter2');
  });
});

describe('a secret store whose path is a link that leads out of the project', () => {
  const configOf = async (provider: Readonly<Record<string, unknown>>, base: string) =>
    storeConfig({
      store: {provider},
      base,
      name: 'store',
      what: 'the secret store',
      via: [],
      deps: {env: {HOME: base}} as unknown as Deps,
      read: async () => expect.fail('nothing is to be read'),
    });

  it.each([
    {name: 'a dotenv file', kind: 'file', link: 'secrets.env', to: '.netrc', path: './secrets.env'},
    {name: 'a directory', kind: 'file', link: 'secrets', to: '.', path: './secrets'},
    {name: 'a file below a linked directory', kind: 'file', link: 'secrets', to: '.', path: './secrets/.netrc'},
    {name: 'a file of sops', kind: 'sops', link: 'secrets.yaml', to: 'object.yaml', path: './secrets.yaml'},
  ])('a store path that is a link out of the project is refused: $name', async ({kind, link, to, path}) => {
    const {home, stack} = directories();
    symlinkSync(join(home, to), join(stack, link));
    await expect(configOf({[kind]: {path}}, stack)).rejects.toMatchObject({
      failure: {message: `the secret store: ${path} is a link, or below a link, that leads out of the project`},
    });
    // A file of the user's own, outside of any project, may be a link.
    symlinkSync(join(home, to), join(home, 'link'));
    expect(await configOf({[kind]: {path: './link'}}, home)).toMatchObject({kind, path: join(home, 'link')});
  });

  it('a store path may be a link inside the project, a plain file or a missing file', async () => {
    const {stack} = directories();
    symlinkSync(join(stack, 'own.yaml'), join(stack, 'link.yaml'));
    for (const path of ['./link.yaml', './own.yaml', './not-there-yet'])
      expect(await configOf({file: {path}}, stack)).toEqual({kind: 'file', path: join(stack, path)});
  });
});

describe('a stack with a link inside its project', () => {
  it.each(['a.yaml', 'more/a.yaml'])('a stack with a link inside its project reads the file: %s', async (link) => {
    const {stack} = directories();
    writeFileSync(join(stack, '..', 'shared.yaml'), configMap('shared'));
    mkdirSync(dirname(join(stack, link)), {recursive: true});
    symlinkSync(join(stack, '..', 'shared.yaml'), join(stack, link));
    expect(await told(stack)).toContain('shared');
  });
});

describe('a stack with a file that is not regular', () => {
  it('a pipe is refused, and not waited for', async () => {
    const {stack} = directories();
    execFileSync('mkfifo', [join(stack, 'a.yaml')]);
    expect(await told(stack)).toContain('it is not a regular file');
  });

  it('a device behind a link is refused', async () => {
    const {stack} = directories();
    symlinkSync('/dev/zero', join(stack, 'a.yaml'));
    expect(await told(stack)).toContain('it is not a regular file');
  });

  it('a file of more than 16 MiB is refused', async () => {
    const {stack} = directories();
    writeFileSync(join(stack, 'a.yaml'), '');
    truncateSync(join(stack, 'a.yaml'), 16 * 2 ** 20 + 1);
    expect(await told(stack)).toContain('it is larger than 16 MiB');
  });

  it.each([
    [SECRET],
    ['//registry.example/:_authToken=hunter2-hunter2'],
    ['user: me\npassword: hunter2-hunter2'],
    ['https://me:hunter2-hunter2@example.com'],
    ['- a\n password: hunter2-hunter2\n'],
  ])('the line of a file that is no Kubernetes object is masked: %s', async (text) => {
    const {stack} = directories();
    writeFileSync(join(stack, 'a.yaml'), `${text}\n`);
    const answer = await told(stack);
    expect(answer).toContain('a.yaml');
    expect(answer).not.toContain('hunter2');
  });
});

it.each(['{a,b}'.repeat(18), '{1..300000}', `{${'{a,b},'.repeat(400)}{c,d}}x{a,b,c}`])(
  'a glob with too many expansions is refused: %s',
  async (pattern) => {
    const {stack} = directories(`name: dev\nsources: [{manifests: '${pattern}.yaml'}]\n`);
    expect(await told(stack)).toMatch(/expands to more than 1000 patterns/);
  },
);
