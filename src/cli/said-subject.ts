import type {StackRequest} from '../app/plan/release-requests.ts';
import type {StackSelection} from '../app/stacks/selection.ts';
import {looksLikeFile} from '../core/workspace/workspace-name.ts';
import {parseReference} from '../core/workspace/workspace-scope.ts';
import {defined} from '../lib/defined.ts';
import type {Subject} from '../ui/markdown/text-markdown.ts';
import type {Session} from './session.ts';

/**
 * Returns the stack and the workspace from the command line alone, for errors before the files are read. The error then has the marker of
 * the expected plan, and replaces its comment.
 */
export function saidSubject(
  {stack, workspace}: StackRequest,
  env: Readonly<Record<string, string | undefined>>,
  command = '',
): Subject {
  const words = stack?.split('/') ?? [];
  const [project, own] = words.length === 2 ? words : [undefined, words[0]];
  const where = workspace ?? env['GANTRY_WORKSPACE'];
  return defined({
    of: command === 'drift' ? ('drift' as const) : undefined,
    project: project === undefined || project === '' ? undefined : project,
    stack: own === undefined || own === '' ? undefined : own,
    workspace: where === undefined || where === '' || looksLikeFile(where) ? undefined : parseReference(where).name,
  });
}

/** Returns the workspace of the command line, unless it selects several. */
export function saidWorkspace(
  {globals, deps}: Pick<Session, 'globals' | 'deps'>,
  {workspaces}: Pick<StackSelection, 'workspaces'> = {},
): Pick<Subject, 'workspace'> {
  if (workspaces !== undefined) return {};
  const {workspace} = saidSubject(globals.stack, deps.env);
  return workspace === undefined ? {} : {workspace};
}

/** The same of a command line that could not be read as a whole. Drift has a comment of its own, which this is not. */
export function subjectIn(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): Subject {
  const end = argv.indexOf('--');
  const words = end < 0 ? argv : argv.slice(0, end);
  if (words.includes('drift')) return {};
  const [stack, ...others] = valuesOf(words, '-s', '--stack');
  const workspace = valuesOf(words, '-w', '--workspace').at(-1);
  return saidSubject(defined({stack: stack === undefined || others.length > 0 ? undefined : stack, workspace}), env);
}

const valuesOf = (words: readonly string[], short: string, long: string): readonly string[] =>
  words.flatMap((word, i) => {
    if (word === short || word === long) return words[i + 1] ?? [];
    if (word.startsWith(`${long}=`)) return word.slice(long.length + 1);
    return word.startsWith(short) && !word.startsWith('--') ? word.slice(short.length) : [];
  });
