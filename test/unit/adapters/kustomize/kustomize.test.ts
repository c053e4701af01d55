import {chmod, mkdir, readdir, readFile, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {kustomizeBy} from '../../../../src/adapters/kustomize/kustomize.ts';
import type {KustomizeBuild} from '../../../../src/ports/kustomize.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';

const OWN = {good: 'echo v5.6.0', old: "echo '{Version:kustomize/v4.5.7 GitCommit:x}'", unstamped: "echo '(devel)'"};
const INSIDE = {
  good: 'echo \'{"clientVersion": {"gitVersion": "v1.34.4"}, "kustomizeVersion": "v5.7.1"}\'',
  old: 'echo \'{"clientVersion": {"gitVersion": "v1.26.0"}, "kustomizeVersion": "v4.5.7"}\'',
  older: 'echo \'{"clientVersion": {"gitVersion": "v1.20.0"}}\'',
};

/** Programs that write down how they were called. */
async function rig(
  programs: {readonly kustomize?: string; readonly kubectl?: string; readonly helm?: string},
  build = 'echo "by: $0"',
) {
  const root = await scratchDirectory();
  const bin = join(root, 'bin');
  await mkdir(bin);
  for (const [name, version] of Object.entries(programs)) {
    const script = `#!/bin/sh\n/bin/echo "${name} $*" >> '${root}/calls'\nif [ "$1" = version ]; then ${version}; exit; fi\n${build}\n`;
    await writeFile(join(bin, name), script);
    await chmod(join(bin, name), 0o755);
  }
  const cacheDir = join(root, 'cache', 'kustomize');
  const abort = new AbortController();
  const env = {PATH: bin, HOME: '/home/somebody', LEVEL: 'info', AWS_SECRET_ACCESS_KEY: 'canary'};
  const kustomize = kustomizeBy({env, home: root, signal: abort.signal, timeoutMs: 2000});
  return {
    abort,
    cacheDir,
    root,
    make: (more: Partial<KustomizeBuild> = {}) =>
      kustomize({directory: '/some/where', remote: false, withHelm: false, ...more}),
    calls: async () => (await readFile(join(root, 'calls'), 'utf8').catch(() => '')).trim().split('\n'),
  };
}

describe('the program that builds', () => {
  it.each([
    {name: 'kustomize where it is there', programs: {kustomize: OWN.good, kubectl: INSIDE.good}, by: 'kustomize'},
    {name: 'one that was built without a version', programs: {kustomize: OWN.unstamped}, by: 'kustomize'},
    {name: 'kubectl where there is no kustomize', programs: {kubectl: INSIDE.good}, by: 'kubectl'},
    {name: 'kubectl where kustomize is too old', programs: {kustomize: OWN.old, kubectl: INSIDE.good}, by: 'kubectl'},
  ])('$name', async ({programs, by}) => {
    const {make} = await rig(programs);
    expect(await make()).toMatchObject({text: expect.stringMatching(new RegExp(`by: .*/${by}$`, 'm'))});
  });

  it.each([
    {name: 'none is there', programs: {}, problem: /^neither kustomize nor kubectl was found in PATH$/},
    {
      name: 'it is too old',
      programs: {kustomize: OWN.old},
      problem: /kustomize is kustomize v4\.5\.7: at least v5\.0\.0/,
    },
    {name: 'kubectl is too old', programs: {kubectl: INSIDE.old}, problem: /kubectl is kustomize v4\.5\.7: at least/},
    {
      name: 'kubectl is older than its own version of it',
      programs: {kubectl: INSIDE.older},
      problem: /at least v5\.0\.0/,
    },
  ])('the error explains how to install a program when $name', async ({programs, problem}) => {
    const {make} = await rig(programs);
    expect(await make()).toEqual({
      problem: expect.stringMatching(problem),
      hint: expect.stringContaining('kubectl 1.27 or later'),
    });
  });
});

describe('a run of kustomize', () => {
  it('the directory is one argument, whatever its name contains', async () => {
    const {make, calls} = await rig({kustomize: OWN.good});
    await make({directory: '/a b/$(touch x); c'});
    expect(await calls()).toEqual(['kustomize version', 'kustomize build /a b/$(touch x); c']);
  });

  it('a build without remote bases has no environment and no network', async () => {
    const {make} = await rig({kustomize: OWN.good}, '/usr/bin/env');
    const built = await make();
    const text = 'text' in built ? built.text : '';
    expect(text).toContain('HTTPS_PROXY=http://127.0.0.1:1');
    expect(text).not.toMatch(/canary|LEVEL|HOME=|PATH=\//);
  });

  it('a build with remote bases has git and its keys but no other variables', async () => {
    const {make} = await rig({kustomize: OWN.good}, '/usr/bin/env');
    const built = await make({remote: true});
    const text = 'text' in built ? built.text : '';
    expect(text).toMatch(/HOME=\/home\/somebody/);
    expect(text).toMatch(/^PATH=\//m);
    expect(text).toContain('GIT_TERMINAL_PROMPT=0');
    expect(text).not.toMatch(/canary|HTTPS_PROXY/);
  });

  it.each([
    {name: 'its own words', build: 'echo "Error: no such base" >&2; exit 1', problem: 'kustomize build: no such base'},
    {name: 'that it said nothing', build: 'exit 1', problem: /^kustomize build: .+/},
    {name: 'that it did not end', build: 'exec /bin/sleep 30', problem: 'kustomize build did not end within 2 s'},
  ])('an error reports $name', async ({build, problem}) => {
    const {make} = await rig({kustomize: OWN.good}, build);
    expect(await make()).toEqual({
      problem: typeof problem === 'string' ? problem : expect.stringMatching(problem),
    });
  });

  it('a build ends with the run', async () => {
    const {make, abort} = await rig({kustomize: OWN.good}, 'exec /bin/sleep 30');
    const made = make();
    abort.abort('SIGINT');
    await expect(made).rejects.toBe('SIGINT');
  });
});

describe('a kustomization with charts', () => {
  const HELM = 'echo v3.19.5';

  it('helm is the first one in PATH, and is not used without charts', async () => {
    const {make, calls, root} = await rig({kustomize: OWN.good, helm: HELM});
    await make({withHelm: true});
    await make();
    expect((await calls()).filter((line) => line.includes('build'))).toEqual([
      `kustomize build --enable-helm --helm-command ${join(root, 'bin', 'helm')} /some/where`,
      'kustomize build /some/where',
    ]);
  });

  it('an output of another helm is not used again', async () => {
    const {make, root} = await rig({kustomize: OWN.good, helm: HELM});
    const first = await make({digest: 'abc', withHelm: true});
    if ('problem' in first) throw new Error(first.problem);
    await first.keep();
    const reads = async () => ((await make({digest: 'abc', withHelm: true})) as {text: string}).text;
    expect(await reads()).toBe(first.text);
    await writeFile(join(root, 'bin', 'helm'), '#!/bin/sh\necho v3.20.0\n');
    const calls = await readFile(join(root, 'calls'), 'utf8');
    await reads();
    expect(await readFile(join(root, 'calls'), 'utf8')).not.toBe(calls);
  });

  it.each([
    {name: 'helm is missing', programs: {kustomize: OWN.good}, build: 'exit 1', problem: /^helm was not found in PATH/},
    {
      name: 'kustomize is older than helm 4',
      programs: {kustomize: OWN.good, helm: HELM},
      build: 'echo "Error: Error: unknown shorthand flag: \'c\' in -c" >&2; exit 1',
      problem: /kustomize cannot use .*helm, which is not helm 3$/,
    },
  ])('the error names what to install when $name', async ({programs, build, problem}) => {
    const {make} = await rig(programs, build);
    expect(await make({withHelm: true})).toEqual({
      problem: expect.stringMatching(problem),
      hint: expect.stringContaining('Install '),
    });
  });
});

describe('cached outputs', () => {
  it('a cached output is used for the same input until the program changes', async () => {
    const {make, calls, root, cacheDir} = await rig({kustomize: OWN.good});
    const first = await make({digest: 'abc'});
    if ('problem' in first) throw new Error(first.problem);
    await first.keep();
    const before = (await calls()).length;
    expect(await make({digest: 'abc'})).toMatchObject({text: first.text});
    expect((await calls()).length).toBe(before);
    for (const other of [{digest: 'abd'}, {}]) await make(other);
    expect((await calls()).filter((line) => line.includes('build'))).toHaveLength(3);
    await writeFile(
      join(root, 'bin', 'kustomize'),
      '#!/bin/sh\nif [ "$1" = version ]; then echo v5.9.9; else echo new; fi\n',
    );
    expect(await make({digest: 'abc'})).toMatchObject({text: 'new\n'});
    const [file = ''] = await readdir(cacheDir);
    expect((await stat(join(cacheDir, file))).mode & 0o777).toBe(0o600);
  });

  it('a truncated cached output is not used', async () => {
    const {make, cacheDir} = await rig({kustomize: OWN.good}, 'echo one; echo two');
    const first = await make({digest: 'abc'});
    if ('problem' in first) throw new Error(first.problem);
    await first.keep();
    const [file = ''] = await readdir(cacheDir);
    const text = await readFile(join(cacheDir, file), 'utf8');
    await writeFile(join(cacheDir, file), text.slice(0, -4));
    expect(await make({digest: 'abc'})).toMatchObject({text: 'one\ntwo\n'});
  });

  it('an output is cached only on request of the caller', async () => {
    const {make, cacheDir} = await rig({kustomize: OWN.good});
    await make({digest: 'abc'});
    await expect(readdir(cacheDir)).rejects.toMatchObject({code: 'ENOENT'});
  });
});
