import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, describe, expect, it} from 'vitest';
import {EXCEPTIONS} from '../../scripts/language/exceptions.ts';
import {findWords} from '../../scripts/language/find-words.ts';
import {recentSubjects, subjectProblem} from '../../scripts/language/subjects.ts';

const wordsIn = (path: string, source: string): readonly string[] =>
  findWords(path, source).map(({line, words}) => `${line} ${words}`);

describe('the check of words', () => {
  it.each([
    ['The file is no kubeconfig.', 'is no kubeconfig'],
    ['It is skipped where its lineage is none.', 'is none'],
    ['The user is told that the lock is gone.', 'told'],
    ['The event tells of the pod.', 'tells'],
    ['The kubeconfig lies in a Secret.', 'lies'],
    ['The files lie elsewhere.', 'lie elsewhere'],
    ['The record is written anew.', 'anew'],
    ['First mend the files.', 'mend'],
    ['The value stands in line 3.', 'stands'],
    ['The object is deleted and made again.', 'made again'],
    ['A deletion that takes more with it.', 'takes more with it'],
    ['A StatefulSet that takes its volumes along.', 'takes its volumes along'],
    ['The object is let go.', 'let go'],
    ['The trouble of a pod.', 'trouble'],
    ['A use case and its doors.', 'doors'],
    ['A hole keeps the digest.', 'hole'],
    ['The port is allotted by the server.', 'allotted'],
    ['The moved world.', 'moved world'],
    ['The lane of a request.', 'lane'],
    ['A default is no drift and no news.', 'is no drift', 'news'],
    ['The refusal is excused.', 'excused'],
    ['The definition is not established.', 'definition'],
    ['The set keeps its claims.', 'its claims'],
    ['The object has our marks.', 'our marks'],
    ['The rights are missing.', 'rights'],
    ['It skips those who may not list.', 'who may not'],
    ['The lock of this series.', 'series'],
    ['The namespace is filled in.', 'filled in'],
    ['The kind comes with this plan.', 'comes with this plan'],
    ['The user replaces what is not his.', 'his'],
  ])('the words to replace are found in "%s"', (sentence, ...words) => {
    expect(wordsIn('docs/page.md', `${sentence}\n`)).toEqual(words.map((word) => `1 ${word}`));
  });

  it.each([
    'There is no bucket with this name.',
    'The object is no longer in the cluster.',
    'Values and secrets are told apart.',
    'The run was told to stop, and nobody can tell why.',
    'A user who may not read pods gets no report.',
    'Each view adds its own marks, and the controller does not fill it in.',
    'The message tells the user how to continue.',
    'The star stands for any text, and stand-alone files are read.',
    'Run the command again.',
    'Write a custom resource definition, or a port definition; the definition of a column.',
    'The claims of the ID token are verified.',
    'A time series has a series of points.',
    'The user is right.',
    'The column `hole` and the code `told`:\n\n```\nIt is told anew.\n```',
    'See [the page](docs/trouble.md).',
  ])('the sentence "%s" is accepted', (sentence) => {
    expect(wordsIn('docs/page.md', `${sentence}\n`)).toEqual([]);
  });

  it.each([
    ['a docstring over two lines', '/** The file\n * is no\n * text. */\nconst a = 1;', '2 is no text'],
    ['a comment at the end of a line', 'f();\ng(); // It was told once.', '2 told'],
    ['a message', "const a = 'the file lies here';", '1 lies'],
    ['a template', "const a = `\n${f('lies')} is told`;", '2 told'],
  ])('the line of %s is found', (_, source, found) => {
    expect(wordsIn('src/x.ts', source)).toEqual([found]);
  });

  it.each([
    ['a key', "const a = {trouble: b['trouble']};"],
    ['a module', "import {a} from './told of it.ts';"],
    ['the code of a template', 'const a = `one ${told.anew} word`;'],
    ['code in a comment', '// Calls `told` first.'],
  ])('the words of %s are ignored', (_, source) => {
    expect(wordsIn('src/x.ts', source)).toEqual([]);
  });

  it.each(['What', 'Who', 'Where', 'Whether', 'How', 'It', 'By', 'Without', 'With', 'Of'])(
    'a docstring that begins with %s is found',
    (word) => {
      expect(wordsIn('src/x.ts', `/** ${word} a file has. */\nexport const a = 1;`)).toEqual([`1 ${word}`]);
      expect(wordsIn('src/x.ts', `/** The file. ${word} it has. */\nexport const a = 1;`)).toEqual([]);
    },
  );

  it('a message that begins with a clause without a subject is found', () => {
    expect(wordsIn('src/x.ts', "const a = 'What the last release left.';")).toEqual(['1 What']);
    expect(wordsIn('src/x.ts', "const a = 'What do you want to do?';")).toEqual([]);
  });

  it.each([
    ["it('is deleted', () => {});", ['1 is']],
    ["describe.each([])('what a run records', () => {});", ['1 what']],
    ["it('a run is recorded', () => {});", []],
    ["it('$name', () => {});", []],
    ["expect(a).toBe('is told');", []],
  ])('the titles of a test file are read: %s', (source, found) => {
    expect(wordsIn('test/unit/x.test.ts', source)).toEqual(found);
  });

  it('a finding that an exception allows names the exception', () => {
    const exception = {path: 'src/x', words: /lies in the words of others/, why: 'a quotation'};
    const source = "const a = 'it lies in the words of others';\nconst b = 'it lies here';";
    const found = findWords('src/x/a.ts', source, [exception]);
    expect(found.map((one) => one.exception)).toEqual([exception, undefined]);
    expect(findWords('src/y.ts', source, [exception]).map((one) => one.exception)).toEqual([undefined, undefined]);
  });

  it('each exception has a reason', () => {
    expect(EXCEPTIONS.filter(({why}) => why.trim() === '')).toEqual([]);
  });
});

describe('the check of commit subjects', () => {
  it.each([
    'Renew the lease from a worker thread',
    'Pass the signal to every request',
    'Bring the token along',
    'Embed the schema',
    'Proceed after a timeout',
    'Revert "Add a cache"',
    'x'.repeat(72),
  ])('the subject "%s" is accepted', (subject) => {
    expect(subjectProblem(subject)).toBeUndefined();
  });

  it.each([
    ['Added a cache', 'begins with "Added"'],
    ['Adding a cache', 'begins with "Adding"'],
    ['Adds a cache', 'begins with "Adds"'],
    ['What a listener throws is its cause', 'begins with "What"'],
    ['A cache for releases', 'begins with "A"'],
    ['cluster: add a cache', 'begins with "cluster:"'],
    ['Add a cache; keep it small', 'has a semicolon'],
    ['x'.repeat(73), 'has 73 characters'],
  ])('the subject "%s" is refused', (subject, problem) => {
    expect(subjectProblem(subject)).toContain(problem);
  });

  const directory = mkdtempSync(join(tmpdir(), 'gantry-language-'));
  afterAll(() => rmSync(directory, {recursive: true, force: true}));
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
  const git = (root: string, ...args: readonly string[]) =>
    execFileSync('git', [...author, ...args], {cwd: root, stdio: 'ignore'});
  const repository = (name: string): string => {
    const root = join(directory, name);
    mkdirSync(root);
    git(root, 'init', '--initial-branch=main');
    git(root, 'commit', '--allow-empty', '-m', 'Was before the rule');
    return root;
  };

  it('only descendants of the commit that added the rule are read, merges aside', () => {
    const root = repository('history');
    git(root, 'branch', 'older');
    writeFileSync(join(root, 'rule.ts'), '');
    git(root, 'add', 'rule.ts');
    git(root, 'commit', '-m', 'Adds the rule');
    git(root, 'commit', '--allow-empty', '-m', 'Add one');
    git(root, 'switch', 'older');
    git(root, 'commit', '--allow-empty', '-m', 'Did not know the rule');
    git(root, 'switch', 'main');
    git(root, 'merge', '--no-ff', '-m', 'Merging older', 'older');
    git(root, 'commit', '--allow-empty', '-m', 'Added two', '-m', 'A body; with a semicolon.');
    expect(recentSubjects(root, 'rule.ts')).toEqual({subjects: ['Added two', 'Add one']});
  });

  it('the commit that added the rule is not read', () => {
    const root = repository('new');
    expect(recentSubjects(root, 'rule.ts')).toEqual({skipped: 'rule.ts is not committed yet'});
    writeFileSync(join(root, 'rule.ts'), '');
    git(root, 'add', 'rule.ts');
    git(root, 'commit', '-m', 'Add the rule');
    expect(recentSubjects(root, 'rule.ts')).toEqual({subjects: []});
  });

  it('a shallow clone, a directory inside of a repository and a missing history are reported as such', () => {
    const root = repository('whole');
    git(root, 'commit', '--allow-empty', '-m', 'Add one');
    git(directory, 'clone', '--depth=1', `file://${root}`, 'shallow');
    mkdirSync(join(root, 'inside'));
    mkdirSync(join(directory, 'plain'));
    expect(recentSubjects(join(directory, 'shallow'), 'rule.ts')).toEqual({skipped: 'this is a shallow clone'});
    const noRoot = {skipped: 'this directory is not the root of a git repository'};
    expect(recentSubjects(join(root, 'inside'), 'rule.ts')).toEqual(noRoot);
    expect(recentSubjects(join(directory, 'plain'), 'rule.ts')).toEqual({skipped: 'there is no git history'});
  });
});
