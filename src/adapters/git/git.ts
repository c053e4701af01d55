import {join, relative, sep} from 'node:path';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import {defined} from '../../lib/defined.ts';
import type {ChangedFiles, Commit, Repository} from '../../ports/repository.ts';
import {type Answer, ask, type Environment} from './ask-git.ts';
import {withoutFilters} from './without-filters.ts';

/** The options of git commands. */
export type Git = {
  readonly env: Environment;
  /** The time limit of one command in milliseconds. Default: 20 s. */
  readonly timeoutMs?: number | undefined;
};

/** Returns the repository access with the installed git. All commands are read-only. */
export const git = ({env, timeoutMs}: Git): Repository => ({
  commit: (directory) => commit(directory, {env, timeoutMs}),
  changedSince: (directory, ref) => changedSince(directory, ref, {env, timeoutMs}),
  textBefore: async (file, root, ref) => {
    const base = await ask(root, ['merge-base', ref, 'HEAD'], env);
    if (!base.ok) return undefined;
    const name = relative(root, file).replaceAll(sep, '/');
    const {ok, text} = await ask(root, ['show', '--no-ext-diff', '--no-textconv', `${base.text.trim()}:${name}`], env);
    return ok ? text : undefined;
  },
});

/** Runs a command that compares files with the index without filters of the repository. */
async function compare(directory: string, args: readonly string[], {env, timeoutMs}: Git): Promise<Answer> {
  const listed = await ask(directory, ['config', '--list', '--show-scope', '-z'], env, {timeoutMs});
  if (!listed.ok) return listed;
  const options = withoutFilters(listed.text);
  if (options === undefined)
    return {ok: false, text: '', said: 'the git configuration has a filter whose name contains ='};
  return ask(directory, args, env, {options, timeoutMs});
}

const STATUS = ['status', '--porcelain=v2', '-z'];

async function commit(directory: string, asked: Git): Promise<Commit | {readonly problem: string} | undefined> {
  const {env, timeoutMs} = asked;
  const [status, head] = await Promise.all([
    compare(directory, [...STATUS, '--untracked-files=all', '--no-renames', '--ignore-submodules=dirty'], asked),
    ask(directory, ['rev-parse', '--show-toplevel', 'HEAD', '--symbolic-full-name', 'HEAD'], env, {timeoutMs}),
  ]);
  const late = [head, status].find(({isLate}) => isLate === true);
  const found = head.ok ? headIn(head.text) : undefined;
  if (found === undefined) return late === undefined ? undefined : {problem: late.said};
  const {top, ...committed} = found;
  // A timeout must not count as "no changes".
  if (late !== undefined) return {...committed, dirty: true, untracked: [], problem: late.said};
  if (!status.ok) return undefined;
  const entries = status.text.split('\0').filter((entry) => entry !== '');
  return {
    ...committed,
    dirty: entries.some((entry) => !/^[#?] /.test(entry)),
    untracked: entries.flatMap((entry) => (entry.startsWith('? ') ? [join(top, entry.slice(2))] : [])),
  };
}

const HEADS = 'refs/heads/';

/** Parses the directory, the hash and the branch, one per line. The directory may contain line ends. */
function headIn(text: string): (Pick<Commit, 'commit' | 'branch'> & {readonly top: string}) | undefined {
  const lines = text.trimEnd().split('\n');
  const [id = '', ref = ''] = lines.slice(-2);
  if (!/^[0-9a-f]{7,64}$/.test(id)) return undefined;
  return {
    top: lines.slice(0, -2).join('\n'),
    commit: id,
    ...defined({branch: ref.startsWith(HEADS) ? ref.slice(HEADS.length) : undefined}),
  };
}

async function changedSince(directory: string, ref: string, asked: Git): Promise<ChangedFiles> {
  const {env, timeoutMs} = asked;
  if (ref.startsWith('-')) return {problem: `${ref} is not a git revision`};
  const top = await ask(directory, ['rev-parse', '--show-toplevel'], env, {timeoutMs});
  if (!top.ok) return {problem: top.said};
  const root = top.text.trimEnd();
  const known = await ask(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`], env, {
    timeoutMs,
  });
  if (known.isLate === true) return {problem: known.said};
  if (!known.ok)
    return {
      problem: `the revision ${ref} does not exist in this clone (a shallow clone has few: fetch it, or clone with history)`,
    };
  const base = await ask(root, ['merge-base', known.text.trim(), 'HEAD'], env, {timeoutMs});
  if (base.isLate === true) return {problem: base.said};
  if (!base.ok) return {problem: `HEAD and ${ref} have no common commit (a shallow clone has few: fetch more history)`};
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
      asked,
    ),
    ask(root, ['ls-files', '-z', '--others', '--exclude-standard'], env, {timeoutMs}),
  ]);
  const failed = [changed, unknown].find(({ok}) => !ok);
  if (failed !== undefined) return {problem: failed.said};
  const names = [...changed.text.split('\0'), ...unknown.text.split('\0')].filter((name) => name !== '');
  return {root, files: [...new Set(names)].toSorted(compareNaturally).map((name) => join(root, name))};
}
