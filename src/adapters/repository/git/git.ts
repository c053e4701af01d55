import {join, relative, sep} from 'node:path';
import type {ChangedFiles, Commit, Repository} from '../../../ports/repository.ts';
import {type Answer, ask, type Environment} from './ask-git.ts';
import {withoutFilters} from './without-filters.ts';

/** git as people have it installed. It is asked only, never told: nothing here changes a repository. */
export const git = ({env}: {readonly env: Readonly<Record<string, string | undefined>>}): Repository => ({
  commit: (directory) => commit(directory, env),
  changedSince: (directory, ref) => changedSince(directory, ref, env),
  textBefore: async (file, root, ref) => {
    const base = await ask(root, ['merge-base', ref, 'HEAD'], env);
    if (!base.ok) return undefined;
    const name = relative(root, file).replaceAll(sep, '/');
    const {ok, text} = await ask(root, ['show', '--no-ext-diff', '--no-textconv', `${base.text.trim()}:${name}`], env);
    return ok ? text : undefined;
  },
});

/** What compares files with the index sends them through filters. */
async function compare(directory: string, args: readonly string[], env: Environment): Promise<Answer> {
  const listed = await ask(directory, ['config', '--list', '--show-scope', '-z'], env);
  if (!listed.ok) return listed;
  const options = withoutFilters(listed.text);
  if (options === undefined) return {ok: false, text: '', said: 'the name of a filter in its configuration has a ='};
  return ask(directory, args, env, options);
}

const STATUS = ['status', '--porcelain=v2', '--branch', '-z'];

async function commit(directory: string, env: Environment): Promise<Commit | undefined> {
  const [status, top] = await Promise.all([
    compare(directory, [...STATUS, '--untracked-files=all', '--no-renames', '--ignore-submodules=dirty'], env),
    ask(directory, ['rev-parse', '--show-toplevel'], env),
  ]);
  const entries = status.text.split('\0').filter((entry) => entry !== '');
  const told = (name: string): string | undefined =>
    entries.find((entry) => entry.startsWith(`# ${name} `))?.slice(name.length + 3);
  const [id, branch] = [told('branch.oid'), told('branch.head')];
  if (!status.ok || !top.ok || id === undefined || !/^[0-9a-f]{7,64}$/.test(id)) return undefined;
  return {
    commit: id,
    ...(branch === undefined || branch === '(detached)' ? {} : {branch}),
    dirty: entries.some((entry) => !/^[#?] /.test(entry)),
    untracked: entries.flatMap((entry) => (entry.startsWith('? ') ? [join(top.text.trimEnd(), entry.slice(2))] : [])),
  };
}

async function changedSince(directory: string, ref: string, env: Environment): Promise<ChangedFiles> {
  if (ref.startsWith('-')) return {problem: `${ref} is no revision of git`};
  const top = await ask(directory, ['rev-parse', '--show-toplevel'], env);
  if (!top.ok) return {problem: top.said};
  const root = top.text.trimEnd();
  const known = await ask(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`], env);
  if (!known.ok)
    return {
      problem: `git knows no revision ${ref} here (a shallow clone has few: fetch it, or clone with its history)`,
    };
  const base = await ask(root, ['merge-base', known.text.trim(), 'HEAD'], env);
  if (!base.ok)
    return {problem: `HEAD and ${ref} have no commit in common (a shallow clone has few: fetch more of its history)`};
  const [changed, unknown] = await Promise.all([
    compare(
      root,
      [
        'diff',
        '--no-ext-diff',
        '--no-textconv',
        '--ignore-submodules=dirty',
        '--name-only',
        '-z',
        '--no-renames',
        base.text.trim(),
      ],
      env,
    ),
    ask(root, ['ls-files', '-z', '--others', '--exclude-standard'], env),
  ]);
  const failed = [changed, unknown].find(({ok}) => !ok);
  if (failed !== undefined) return {problem: failed.said};
  const names = [...changed.text.split('\0'), ...unknown.text.split('\0')].filter((name) => name !== '');
  return {root, files: [...new Set(names)].toSorted().map((name) => join(root, name))};
}
