import {execFileSync} from 'node:child_process';
import {realpathSync} from 'node:fs';

const LONGEST = 72;

/** Verbs that end like a past tense, a participle or a plural. */
const VERBS = new Set(
  'alias bias bring canvas cling embed fling focus ping ring shed shred sing spring string swing wring'.split(' '),
);

/** Words that no imperative begins with. */
const NO_VERBS = new Set(
  (
    'a all an another any both each every few fewer for from how if in it its less more most new no of on one only our some that the ' +
    'their there these they this those to two we what when where which who whose why with without'
  ).split(' '),
);

/** Returns why a commit subject breaks the rules; undefined where it does not. */
export function subjectProblem(subject: string): string | undefined {
  if (subject.length > LONGEST) return `has ${subject.length} characters, and at most ${LONGEST} are allowed`;
  if (subject.includes(';')) return 'has a semicolon; reasons go into the body';
  const [first = ''] = subject.split(' ');
  return isImperative(first) ? undefined : `begins with "${first}"; write the imperative ("Add", "Fix")`;
}

function isImperative(first: string): boolean {
  const word = first.toLowerCase();
  if (VERBS.has(word)) return true;
  return !NO_VERBS.has(word) && !/(?<!e)ed$|ing$|(?<!s)s$|[^a-z-]/.test(word);
}

/** The subjects to check, or the reason why there are none. */
export type Subjects = {readonly subjects: readonly string[]} | {readonly skipped: string};

/**
 * Returns the subjects of all commits that descend from the one that added the file `since`, merges aside: earlier ones stay as they are.
 * A directory that is not the root of a repository, and a shallow clone, have no history to check.
 */
export function recentSubjects(root: string, since: string): Subjects {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, {cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']}).trim();
  try {
    if (realpathSync(git('rev-parse', '--show-toplevel')) !== realpathSync(root))
      return {skipped: 'this directory is not the root of a git repository'};
    if (git('rev-parse', '--is-shallow-repository') === 'true') return {skipped: 'this is a shallow clone'};
    const added = git('log', '-1', '--diff-filter=A', '--format=%H', '--', since);
    if (added === '') return {skipped: `${since} is not committed yet`};
    const subjects = git('log', '--no-merges', '--ancestry-path', '--format=%s', `${added}..HEAD`);
    return {subjects: subjects === '' ? [] : subjects.split('\n')};
  } catch {
    return {skipped: 'there is no git history'};
  }
}
