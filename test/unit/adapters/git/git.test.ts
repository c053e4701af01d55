import {execFileSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {mkdir, realpath, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {git} from '../../../../src/adapters/git/git.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';
import {SLOW_COMMIT, slowGit} from '../../../rig/slow-git.ts';

const ENV = {PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null'};
const WHO = ['-c', 'user.name=anna', '-c', 'user.email=anna@example.com'];

/** A repository with one commit; `run` answers what git says. */
async function repository() {
  const root = await realpath(await scratchDirectory());
  const run = (...args: string[]): string =>
    execFileSync('git', ['-C', root, ...WHO, ...args], {env: ENV, encoding: 'utf8'}).trim();
  run('init', '-q', '-b', 'main');
  await mkdir(join(root, 'web'));
  await writeFile(join(root, 'web/stack.yaml'), 'name: web\n');
  run('add', '.');
  run('commit', '-q', '-m', 'first');
  return {root, run, head: run('rev-parse', 'HEAD')};
}

describe('git', () => {
  it.each([
    {name: 'from outside', hook: {}},
    // As git sets them for `pre-commit`, relative to the root of the repository.
    {name: 'from one of its hooks', hook: {GIT_DIR: '.git', GIT_INDEX_FILE: '.git/index', GIT_PREFIX: ''}},
    {name: 'from a hook of another repository', hook: {GIT_DIR: '/nowhere/.git', GIT_WORK_TREE: '/nowhere'}},
  ])('commit and changes are those of the given directory, $name', async ({hook}) => {
    const {root, head} = await repository();
    const asked = git({env: {...ENV, ...hook}});
    const web = join(root, 'web');
    expect(await asked.commit(web)).toEqual({commit: head, branch: 'main', dirty: false, untracked: []});
    expect(await asked.changedSince(web, 'HEAD')).toEqual({root, files: []});
    await writeFile(join(web, 'new.yaml'), 'new');
    const untracked = [join(root, 'web/new.yaml')];
    expect(await asked.commit(web)).toEqual({commit: head, branch: 'main', dirty: false, untracked});
    await writeFile(join(web, 'stack.yaml'), 'name: other');
    expect(await asked.commit(web)).toEqual({commit: head, branch: 'main', dirty: true, untracked});
    await writeFile(join(web, 'stack.yaml'), 'name: web\n');
    expect(await asked.changedSince(web, 'HEAD')).toEqual({root, files: [join(web, 'new.yaml')]});
  });

  it('changes are those since the merge base of two branches', async () => {
    const {root, run} = await repository();
    run('switch', '-q', '-c', 'feature');
    await writeFile(join(root, 'ours.yaml'), 'ours');
    run('add', '.');
    run('commit', '-q', '-m', 'ours');
    run('switch', '-q', 'main');
    await writeFile(join(root, 'theirs.yaml'), 'theirs');
    run('add', '.');
    run('commit', '-q', '-m', 'theirs');
    run('switch', '-q', 'feature');
    expect(await git({env: ENV}).changedSince(root, 'main')).toEqual({root, files: [join(root, 'ours.yaml')]});
  });

  it('no program in the configuration of a repository is run', async () => {
    const {root, run} = await repository();
    const ran = join(root, '.git/ran');
    const program = join(root, 'program');
    await writeFile(program, `#!/bin/sh\necho ran >> '${ran}'\n`, {mode: 0o755});
    for (const name of ['core.fsmonitor', 'core.pager', 'diff.external', 'diff.all.textconv'])
      run('config', name, program);
    await writeFile(join(root, '.gitattributes'), '* diff=all\n');
    await writeFile(join(root, 'web/stack.yaml'), 'name: other\n');
    const asked = git({env: ENV});
    expect(await asked.commit(root)).toMatchObject({dirty: true});
    expect(await asked.changedSince(root, 'HEAD')).toMatchObject({root});
    expect(await asked.textBefore(join(root, 'web/stack.yaml'), root, 'HEAD')).toBe('name: web\n');
    expect(existsSync(ran)).toBe(false);
  });

  describe.each([
    {name: 'a filter', settings: ['filter.x.clean'], required: false},
    {name: 'a filter that is required', settings: ['filter.x.clean'], required: true},
    {name: 'a filter that goes on', settings: ['filter.x.process'], required: true},
    {name: 'both', settings: ['filter.x.clean', 'filter.x.process', 'filter.x.smudge'], required: false},
  ])('$name of a repository', ({settings, required}) => {
    it.each(['--local', '--worktree', 'included'])('a filter of a repository is not run: %s', async (scope) => {
      const {root, run} = await repository();
      const ran = join(root, '.git/ran');
      const program = join(root, '.git/program');
      await writeFile(program, `#!/bin/sh\necho ran >> '${ran}'\ncat\n`, {mode: 0o755});
      if (scope === '--worktree') run('config', 'extensions.worktreeConfig', 'true');
      if (scope === 'included') run('config', 'include.path', 'more');
      const where = scope === 'included' ? ['--file', join(root, '.git/more')] : [scope];
      for (const setting of settings) run('config', ...where, setting, program);
      if (required) run('config', ...where, 'filter.x.required', 'true');
      await writeFile(join(root, '.git/info/attributes'), '* filter=x\n');
      await writeFile(join(root, 'web/stack.yaml'), 'name: cab\n');
      const asked = git({env: ENV});
      expect(await asked.commit(root)).toMatchObject({dirty: true});
      expect(await asked.changedSince(root, 'HEAD')).toEqual({root, files: [join(root, 'web/stack.yaml')]});
      expect(await asked.textBefore(join(root, 'web/stack.yaml'), root, 'HEAD')).toBe('name: web\n');
      await writeFile(join(root, 'web/stack.yaml'), 'name: web\n');
      expect(await asked.commit(root)).toMatchObject({dirty: false});
      expect(existsSync(ran)).toBe(false);
    });
  });

  it("the user's own filter is run although a repository sets another program for it", async () => {
    const {root, run} = await repository();
    const ran = join(root, '.git/ran');
    const config = join(root, '.git/of-the-user');
    run('config', '--file', config, 'filter.x.clean', 'sed s/own/web/');
    run('config', 'filter.x.clean', `touch '${ran}'`);
    await writeFile(join(root, '.git/info/attributes'), '* filter=x\n');
    await writeFile(join(root, 'web/stack.yaml'), 'name: own\n');
    expect(await git({env: {...ENV, GIT_CONFIG_GLOBAL: config}}).commit(root)).toMatchObject({dirty: false});
    expect(existsSync(ran)).toBe(false);
  });

  it('missing objects of a partial clone are not fetched by any program', async () => {
    const {root, run, head} = await repository();
    const ran = join(root, '.git/ran');
    const blob = run('rev-parse', 'HEAD:web/stack.yaml');
    await rm(join(root, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    for (const [name, value] of [
      ['extensions.partialClone', 'origin'],
      ['remote.origin.promisor', 'true'],
      ['remote.origin.url', `ext::touch ${ran}`],
      ['protocol.ext.allow', 'always'],
    ] as const)
      run('config', name, value);
    const asked = git({env: ENV});
    expect(await asked.textBefore(join(root, 'web/stack.yaml'), root, 'HEAD')).toBeUndefined();
    expect(await asked.commit(root)).toMatchObject({commit: head});
    expect(existsSync(ran)).toBe(false);
  });

  it('a bare repository inside a directory does not count as its repository', async () => {
    const {root, run} = await repository();
    const bare = join(root, 'bare');
    run('clone', '-q', '--bare', root, bare);
    expect(await git({env: ENV}).commit(bare)).toBeUndefined();
  });

  it.each(['--output=/tmp/x', 'nowhere'])('%s counts neither as a revision nor as an option', async (ref) => {
    const {root} = await repository();
    expect(await git({env: ENV}).changedSince(root, ref)).toEqual({problem: expect.stringContaining(ref)});
  });

  it.each([
    {name: 'git status', never: 'status', held: false},
    {name: 'git status with a surviving child', never: 'status', held: true},
  ] as const)('a commit is not reported as clean when $name never ends', async ({never, held}) => {
    const {root} = await repository();
    const bin = await slowGit(never, {top: root, held});
    const asked = git({env: {PATH: `${bin}:${process.env['PATH']}`}, timeoutMs: 2000});
    expect(await asked.commit(root)).toEqual({
      commit: SLOW_COMMIT,
      branch: 'main',
      dirty: true,
      untracked: [],
      problem: 'git status did not respond within 2 s',
    });
  });

  it('a git process that never ends is reported as a timeout', async () => {
    const {root} = await repository();
    const asked = git({env: {PATH: `${await slowGit('all', {top: root})}:${process.env['PATH']}`}, timeoutMs: 200});
    const problem = expect.stringMatching(/^git [a-z-]+ did not respond within 0.2 s$/) as string;
    expect(await asked.commit(root)).toEqual({problem});
    expect(await asked.changedSince(root, 'main')).toEqual({problem});
  });

  it('the result is undefined without a repository or without git', async () => {
    const directory = await scratchDirectory();
    expect(await git({env: ENV}).commit(directory)).toBeUndefined();
    expect(await git({env: {PATH: directory}}).commit(directory)).toBeUndefined();
  });
});
