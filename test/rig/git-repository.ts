import {execFileSync} from 'node:child_process';
import {mkdirSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {scratchDirectory} from './scratch.ts';

/** A file of a commit: its text, the target of a link, or the commit of a submodule. */
export type CommittedFiles = Readonly<Record<string, string | {readonly link: string} | {readonly submodule: string}>>;

export type GitRepository = {
  /** The absolute path of the bare repository, and its address. */
  readonly directory: string;
  readonly url: string;
  /** Commits files on a branch (default: `main`). Returns the full hash. */
  readonly commit: (files: CommittedFiles, branch?: string) => string;
  /** Runs git in the repository. */
  readonly git: (...args: readonly string[]) => string;
};

/** A bare repository on this machine, and a clone that pushes into it. */
export async function gitRepository({
  format = 'sha1',
}: {
  readonly format?: 'sha1' | 'sha256';
} = {}): Promise<GitRepository> {
  const top = await scratchDirectory();
  const [directory, clone] = [join(top, 'origin.git'), join(top, 'clone')];
  const env = {
    PATH: process.env['PATH'],
    HOME: top,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'ann',
    GIT_AUTHOR_EMAIL: 'ann@shop.example',
    GIT_COMMITTER_NAME: 'ann',
    GIT_COMMITTER_EMAIL: 'ann@shop.example',
  };
  const run = (cwd: string, args: readonly string[]): string =>
    execFileSync('git', args, {cwd, env, stdio: ['ignore', 'pipe', 'pipe']})
      .toString()
      .trim();
  run(top, ['init', '--quiet', '--bare', `--object-format=${format}`, '--initial-branch=main', directory]);
  run(top, ['init', '--quiet', `--object-format=${format}`, '--initial-branch=main', clone]);
  return {
    directory,
    url: `file://${directory}`,
    commit: (files, branch = 'main') => {
      for (const [name, content] of Object.entries(files)) {
        const file = join(clone, name);
        rmSync(file, {force: true});
        mkdirSync(dirname(file), {recursive: true});
        if (typeof content === 'string') writeFileSync(file, content);
        else if ('link' in content) symlinkSync(content.link, file);
      }
      run(clone, ['add', '--all']);
      for (const [name, content] of Object.entries(files))
        if (typeof content === 'object' && 'submodule' in content)
          run(clone, ['update-index', '--add', '--cacheinfo', `160000,${content.submodule},${name}`]);
      run(clone, ['commit', '--quiet', '--allow-empty', '-m', 'Change files']);
      run(clone, ['push', '--quiet', '--force', directory, `HEAD:refs/heads/${branch}`]);
      return run(clone, ['rev-parse', 'HEAD']);
    },
    git: (...args) => run(directory, args),
  };
}
