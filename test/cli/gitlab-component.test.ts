import {readFileSync} from 'node:fs';
import {mkdir, readdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {load} from 'js-yaml';
import {describe, expect, it} from 'vitest';
import {gitlabComponent} from '../../scripts/gitlab-component.ts';
import {componentInputs, type Inputs, renderComponent, runComponent} from '../rig/gitlab-component.ts';
import {failingNpm, NPM_CALLED, writePackageFile} from '../rig/package-file.ts';
import {type Fault, releaseServer} from '../rig/release-server.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {TESTED_PROGRAM} from '../rig/tested-program.ts';

describe('templates/gantry.yml', () => {
  it('the component contains the installer of the action', () =>
    expect(
      readFileSync(new URL('../../templates/gantry.yml', import.meta.url), 'utf8'),
      'run: node scripts/gitlab-component.ts',
    ).toBe(gitlabComponent()));

  it('the component describes each input, and passes inputs to its scripts only as variables', async () => {
    const inputs = await componentInputs();
    expect(Object.values(inputs).filter(({description}) => !description)).toEqual([]);
    const [job] = Object.values(await renderComponent({args: '$(touch x)', workspace: "'; touch x"}));
    expect([...(job?.before_script ?? []), ...(job?.script ?? [])].join('\n')).not.toContain('touch');
  });

  it('the name of the job, its stage and its image are those of the pipeline', async () => {
    const jobs = await renderComponent({
      'job-name': 'plan prod',
      stage: 'deploy',
      image: 'node:24-slim',
      'plan-file': 'prod.json',
    });
    expect(jobs).toMatchObject({
      'plan prod': {stage: 'deploy', image: 'node:24-slim', artifacts: {paths: ['prod.json']}},
    });
  });

  it('the pipeline of the guide renders, and adds its rules to the jobs of the component', async () => {
    const page = readFileSync(new URL('../../docs/guides/ci.md', import.meta.url), 'utf8');
    const [, text = ''] = /^```yaml\n# component\.gitlab-ci\.yml\n([^]*?)^```$/m.exec(page) ?? [];
    type Pipeline = {
      readonly stages: readonly string[];
      readonly include: readonly {readonly component: string; readonly inputs: Inputs}[];
    };
    const {stages, include, ...own} = load(text) as Pipeline & Readonly<Record<string, object>>;
    const jobs = Object.assign({}, ...(await Promise.all(include.map(({inputs}) => renderComponent(inputs)))));
    expect(Object.keys(jobs)).toEqual(Object.keys(own));
    for (const {component} of include) expect(component).toMatch(/\/gantry\/gantry@v\d+\.\d+\.\d+$/);
    expect(stages).toEqual(expect.arrayContaining(include.map(({inputs}) => inputs['stage'])));
    expect(jobs).toMatchObject({
      plan: {variables: {INPUT_SAVED_PLAN: 'true', INPUT_ARGS: '--image nginx=$IMAGE --strict'}},
      prod: {variables: {INPUT_COMMAND: 'apply', INPUT_SAVED_PLAN: 'true'}},
    });
  });

  it.each<{inputs: Inputs; says: string}>([
    {inputs: {command: 'destroy'}, says: 'command has no option destroy'},
    {inputs: {untrusted: 'no'}, says: 'untrusted has no option no'},
    {inputs: {version: 'latest'}, says: 'version does not match'},
    {inputs: {sha256: 'abc'}, says: 'sha256 does not match'},
    {inputs: {'plan-file': 'a b'}, says: 'plan-file does not match'},
  ])('GitLab refuses $inputs', async ({inputs, says}) => expect(renderComponent(inputs)).rejects.toThrow(says));
});

describe('the job of the component', () => {
  /** A checkout with a stack that is valid, and a server of releases. */
  async function checkout() {
    const files = await scratchDirectory();
    const root = join(files, 'checkout');
    await mkdir(root);
    await writePackageFile(join(files, 'gantry.tgz'));
    const server = await releaseServer(await readFile(join(files, 'gantry.tgz')));
    await writeFile(join(root, 'stack.yaml'), 'name: shop\nsources: [{manifests: a.yaml}]\n');
    await writeFile(join(root, 'a.yaml'), 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: a}\n');
    const env = {PATH: `${await failingNpm()}:${process.env['PATH'] ?? ''}`, HOME: files, ...TESTED_PROGRAM};
    return {
      root,
      server,
      job: (inputs: Inputs, more: Readonly<Record<string, string>> = {}, shell: 'sh' | 'bash' = 'sh') =>
        runComponent(
          {command: 'validate', version: '0.1.0', releases: server.url, ...inputs},
          {dir: root, env: {...env, ...more}, shell},
        ),
    };
  }

  it.each(['sh', 'bash'] as const)(
    'a job in %s installs the release without npm, runs the command and stores its report',
    async (shell) => {
      const {root, server, job} = await checkout();
      const ran = await job({args: '/b* $WORD'}, {WORD: '; touch x'}, shell);
      expect(ran).toMatchObject({code: 3, log: expect.stringContaining('but got 4: /b*, ;, touch, x.')});
      const valid = await job({args: '-o $FORMAT'}, {FORMAT: 'json'}, shell);
      expect(valid, valid.log).toMatchObject({
        code: 0,
        reports: ['junit'],
        log: expect.stringContaining('"resources"'),
      });
      expect(valid.log).not.toContain(NPM_CALLED);
      expect(server.asked).toContain('/v0.1.0/gantry-0.1.0.tgz');
      expect((await readdir(root)).toSorted()).toEqual(['a.yaml', 'gantry-junit.xml', 'stack.yaml']);
      expect(await readdir(`${root}.tmp`)).toEqual(['gantry']);
    },
  );

  it('a job fails with the exit code of the command, and stores the report of the failure', async () => {
    const {root, job} = await checkout();
    await writeFile(join(root, 'a.yaml'), 'apiVersion: v1\nkind: ConfigMap\nmetadata: {}\n');
    const ran = await job({});
    expect(ran, ran.log).toMatchObject({code: 3, reports: ['junit']});
  });

  it('a job installs a package file of the repository', async () => {
    const {root, server, job} = await checkout();
    await writePackageFile(join(root, 'tools/gantry.tgz'));
    expect(await job({version: '', releases: '', package: 'tools/gantry.tgz'})).toMatchObject({code: 0});
    expect(server.asked).toEqual([]);
  });

  it.each<{name: string; faults?: Fault[]; inputs?: Inputs; says: RegExp}>([
    {name: 'a release that was changed', faults: ['none', 'changed'], says: /has the SHA-256 .*Nothing of it was run/},
    {name: 'a release that was cut off', faults: ['none', 'cut', 'cut', 'cut'], says: /was not downloaded from/},
    {name: 'a release with another checksum', inputs: {sha256: '0'.repeat(64)}, says: /has the SHA-256 .*, not 0{64}/},
    {name: 'an unknown version', inputs: {version: '9.9.9'}, says: /SHA256SUMS of version 9\.9\.9 was not found at/},
    {
      name: 'no release and no package',
      inputs: {version: '', releases: ''},
      says: /Name a release with "version" and "releases"/,
    },
    {name: 'a server without TLS', inputs: {releases: 'http://example.com'}, says: /The input "releases" is not a URL/},
  ])('a job refuses $name and runs nothing', async ({faults = [], inputs = {}, says}) => {
    const {server, job} = await checkout();
    server.faults.push(...faults);
    const ran = await job(inputs);
    expect(ran).toMatchObject({code: 3, reports: [], log: expect.stringMatching(says)});
    expect(ran.log).toMatch(/^gantry: /m);
  });
});
