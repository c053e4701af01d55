import {execFileSync} from 'node:child_process';
import {chmod, mkdir, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {gitTrees} from '../../../../../src/adapters/git/trees/git-trees.ts';
import type {GitWanted} from '../../../../../src/ports/git-trees.ts';
import {gitRepository} from '../../../../rig/git-repository.ts';
import {scratchDirectory} from '../../../../rig/scratch.ts';

const MAP = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n';

async function machine(more: Readonly<Record<string, string>> = {}) {
  const home = await scratchDirectory();
  const env = {PATH: process.env['PATH'], HOME: home, GIT_ALLOW_PROTOCOL: 'file', ...more};
  const fetch = gitTrees({env, home, signal: new AbortController().signal});
  const tree = async (wanted: GitWanted) => {
    const found = await fetch(wanted);
    if ('problem' in found) throw new Error(found.problem);
    return {...found, read: (file: string) => readFile(join(found.directory, file), 'utf8')};
  };
  const problem = async (wanted: GitWanted) => {
    const found = await fetch(wanted);
    return 'problem' in found ? found : undefined;
  };
  return {home, tree, problem};
}

describe('fetching a commit', () => {
  it.each(['sha1', 'sha256'] as const)(
    'a branch, a tag, the default branch and a hash of a %s repository are found',
    async (format) => {
      const repository = await gitRepository({format});
      const {url} = repository;
      const first = repository.commit({'a.yaml': MAP});
      repository.git('tag', 'v1', first);
      repository.git('-c', 'user.name=ann', '-c', 'user.email=ann@shop.example', 'tag', '-a', '-m', 'two', 'v2', first);
      const second = repository.commit({'a.yaml': `${MAP}data: {b: c}\n`});
      const {tree} = await machine();
      expect((await tree({url})).commit).toBe(second);
      expect((await tree({url, ref: 'main'})).commit).toBe(second);
      expect((await tree({url, ref: 'refs/tags/v1'})).commit).toBe(first);
      expect((await tree({url, ref: 'v2'})).commit).toBe(first);
      expect(await (await tree({url, ref: first})).read('a.yaml')).toBe(MAP);
    },
  );

  it('git runs outside of the current repository, whose configuration could name another server', async () => {
    const repository = await gitRepository();
    repository.commit({'a.yaml': MAP});
    const bin = await scratchDirectory();
    const ran = join(bin, 'ran');
    const real = execFileSync('which', ['git']).toString().trim();
    await writeFile(join(bin, 'git'), `#!/bin/sh\npwd >> '${ran}'\nexec '${real}' "$@"\n`);
    await chmod(join(bin, 'git'), 0o755);
    const {tree, home} = await machine({PATH: `${bin}:${process.env['PATH']}`});
    await tree({url: repository.url});
    const places = (await readFile(ran, 'utf8')).trim().split('\n');
    expect(places.length).toBeGreaterThan(2);
    expect(places.filter((place) => place !== '/' && !place.startsWith(home))).toEqual([]);
  });

  it('a commit with a known hash is fetched once, and then read without the repository', async () => {
    const repository = await gitRepository();
    const commit = repository.commit({'a.yaml': MAP});
    const {tree, home} = await machine();
    await tree({url: repository.url, ref: 'main', commit});
    await rm(repository.directory, {recursive: true});
    expect(await (await tree({url: repository.url, ref: 'main', commit})).read('a.yaml')).toBe(MAP);
    const [kept = '', ...others] = await readdir(join(home, 'cache', 'git'));
    expect(others).toEqual([]);
    expect(await readdir(join(home, 'cache', 'git', kept))).toEqual(['files', 'left-out.json']);
  });

  it('a branch that has moved away from the pinned commit is an error that names both', async () => {
    const repository = await gitRepository();
    const wanted = repository.commit({'a.yaml': MAP});
    repository.git('update-ref', '-d', 'refs/heads/main');
    repository.git('gc', '--quiet', '--prune=now');
    const moved = repository.commit({'b.yaml': MAP}, 'main');
    // The new commit has no history, and the server has deleted the old one.
    repository.git('update-ref', 'refs/heads/main', repository.git('commit-tree', '-m', 'new', `${moved}^{tree}`));
    repository.git('reflog', 'expire', '--expire=now', '--all');
    repository.git('gc', '--quiet', '--prune=now');
    const {problem} = await machine();
    expect(await problem({url: repository.url, ref: 'main', commit: wanted})).toMatchObject({
      problem: expect.stringMatching(`does not send the commit ${wanted}, and main is now [0-9a-f]{40}`) as string,
      part: ['commit'],
    });
  });

  it('hooks, filters and attributes run no program, and files keep their bytes', async () => {
    const repository = await gitRepository();
    const proof = join(await scratchDirectory(), 'ran');
    const config = await scratchDirectory();
    await writeFile(
      join(config, '.gitconfig'),
      `[filter "x"]\n\tsmudge = "touch '${proof}'; cat"\n\trequired = true\n[core]\n\tautocrlf = true\n`,
    );
    await mkdir(join(config, 'hooks'));
    for (const hook of ['post-checkout', 'reference-transaction', 'post-index-change']) {
      await writeFile(join(config, 'hooks', hook), `#!/bin/sh\ntouch '${proof}'\n`);
      await chmod(join(config, 'hooks', hook), 0o755);
    }
    const global = join(config, '.gitconfig');
    await writeFile(global, `${await readFile(global, 'utf8')}[core]\n\thooksPath = ${join(config, 'hooks')}\n`);
    repository.commit({'.gitattributes': '*.yaml filter=x text eol=crlf\n', 'a.yaml': MAP});
    const {tree} = await machine({HOME: config});
    expect(await (await tree({url: repository.url})).read('a.yaml')).toBe(MAP);
    await expect(readFile(proof)).rejects.toThrow('ENOENT');
  });

  it('a link that leads out of the repository is left out and named', async () => {
    const repository = await gitRepository();
    repository.commit({
      'a.yaml': MAP,
      'inside.yaml': {link: 'a.yaml'},
      'deep/er/up': {link: '../..'},
      'passwd.yaml': {link: '/etc/passwd'},
      'above.yaml': {link: '../../above.yaml'},
      'through.yaml': {link: 'deep/er/up/../../../../etc/passwd'},
      'nowhere.yaml': {link: '/not/there'},
    });
    const {tree} = await machine();
    const found = await tree({url: repository.url});
    expect([...found.leftOut].toSorted()).toEqual(['above.yaml', 'nowhere.yaml', 'passwd.yaml', 'through.yaml']);
    expect(await found.read('inside.yaml')).toBe(MAP);
    await expect(found.read('passwd.yaml')).rejects.toThrow('ENOENT');
  });

  it('submodules are not entered', async () => {
    const [repository, other] = [await gitRepository(), await gitRepository()];
    const submodule = other.commit({'a.yaml': MAP});
    repository.commit({
      '.gitmodules': `[submodule "b"]\n\tpath = b\n\turl = ${other.url}\n`,
      'a.yaml': MAP,
      b: {submodule},
    });
    const {tree} = await machine({
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'submodule.recurse',
      GIT_CONFIG_VALUE_0: 'true',
    });
    const found = await tree({url: repository.url});
    expect(await found.read('a.yaml')).toBe(MAP);
    expect(await readdir(join(found.directory, 'b'))).toEqual([]);
  });
});

describe('a repository that cannot be fetched', () => {
  const url = 'https://git.shop.example/shop.git';
  it.each<{name: string; wanted: GitWanted; why: RegExp; env?: Record<string, string>}>([
    {name: 'an address that runs a program', wanted: {url: 'ext::sh -c touch% /tmp/x'}, why: /is not the address/},
    {
      name: 'the same, when it is allowed',
      wanted: {url: 'ext://sh'},
      env: {GIT_ALLOW_PROTOCOL: 'ext'},
      why: /protocol ext is not allowed/,
    },
    {name: 'an address that is an option', wanted: {url: '--upload-pack=touch /tmp/x'}, why: /is not the address/},
    {
      name: 'an option that looks like a host',
      wanted: {url: '--upload-pack:x'},
      env: {GIT_ALLOW_PROTOCOL: 'ssh'},
      why: /is not the address/,
    },
    {
      name: 'an option that looks like a user',
      wanted: {url: '-u@git.shop.example:x'},
      env: {GIT_ALLOW_PROTOCOL: 'ssh'},
      why: /is not the address/,
    },
    {name: 'an ssh address that is an option', wanted: {url: 'ssh://-oProxyCommand=x/y'}, why: /./},
    {name: 'a local path', wanted: {url: '/srv/git/shop.git'}, why: /is not the address/},
    {name: 'http', wanted: {url: 'http://git.shop.example/shop.git'}, why: /protocol http is not allowed/},
    {
      name: 'file by default',
      wanted: {url: 'file:///srv/git'},
      env: {GIT_ALLOW_PROTOCOL: ''},
      why: /protocol file is not allowed/,
    },
    {name: 'a login', wanted: {url: 'https://ann:canary-1c@git.shop.example/a'}, why: /^the address contains a login$/},
    {
      name: 'a metadata address',
      wanted: {url: 'https://169.254.169.254/a'},
      env: {GIT_ALLOW_PROTOCOL: 'https'},
      why: /metadata/,
    },
    {
      name: 'a metadata address over ssh',
      wanted: {url: 'git@169.254.169.254:a'},
      env: {GIT_ALLOW_PROTOCOL: 'ssh'},
      why: /metadata/,
    },
    {
      name: 'a ref that is an option',
      wanted: {url, ref: '--upload-pack=x'},
      env: {GIT_ALLOW_PROTOCOL: 'https'},
      why: /not a branch/,
    },
    {name: 'a ref with a pattern', wanted: {url, ref: 'ma*'}, env: {GIT_ALLOW_PROTOCOL: 'https'}, why: /not a branch/},
    {
      name: 'a short hash',
      wanted: {url, commit: '1a2b3c4'},
      env: {GIT_ALLOW_PROTOCOL: 'https'},
      why: /not the full hash/,
    },
  ])('$name is refused', async ({wanted, why, env = {}}) => {
    const {problem, home} = await machine(env);
    expect((await problem(wanted))?.problem).toMatch(why);
    expect(await readdir(home)).toEqual([]);
  });

  it('a missing ref, a missing repository, and a name of a branch and a tag are explained', async () => {
    const repository = await gitRepository();
    const commit = repository.commit({'a.yaml': MAP}, 'both');
    repository.git('tag', 'both', commit);
    const {problem} = await machine();
    const {url} = repository;
    expect(await problem({url, ref: 'v9'})).toMatchObject({
      problem: 'the repository has no branch and no tag v9',
      part: ['ref'],
    });
    expect(await problem({url, ref: 'both'})).toMatchObject({
      problem: 'both is a branch and a tag',
      hint: 'Set `ref: refs/heads/both`.',
    });
    expect((await problem({url: `${url}-not`, ref: 'v9'}))?.problem).toMatch(
      /^git ls-remote: .*(?:does not exist|not appear to be a git)/,
    );
  });

  it('a machine without git gets a hint how to install it', async () => {
    const {problem} = await machine({PATH: '/nowhere', GIT_ALLOW_PROTOCOL: 'https'});
    expect(await problem({url})).toMatchObject({
      problem: expect.stringContaining('git ') as string,
      hint: expect.stringContaining('Install git') as string,
    });
  });
});
