import {globSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {CATALOG, GROUPS} from '../../src/cli/catalog.ts';
import {ENVIRONMENT_VARIABLES} from '../../src/cli/help/environment-variables.ts';
import {GANTRY_LABELS} from '../../src/cli/help/gantry-labels.ts';
import {TOPICS} from '../../src/cli/help/topics.ts';
import {runInProcess} from './run-in-process.ts';

const ROOT = join(import.meta.dirname, '../..');
/** The source that the program is made of, without the lists that are compared with it. */
const SOURCE = globSync('{src,bin}/**/*.{ts,js}', {cwd: ROOT})
  .filter((file) => !/[/\\]cli[/\\]help[/\\]/.test(file))
  .map((file) => readFileSync(join(ROOT, file), 'utf8'));

const gantry = (...argv: readonly string[]) => runInProcess({argv});

describe('gantry help', () => {
  it('gantry help lists every command and every topic', async () => {
    const {stdout, code} = await gantry('help');
    expect(code).toBe(0);
    for (const {name} of TOPICS) expect(stdout).toMatch(new RegExp(`^ {2}${name} +[a-z]`, 'im'));
    expect((await gantry('--help')).stdout).toBe(stdout);
  });

  it.each(TOPICS)('gantry help $name prints a page of at most 40 lines of 100 columns', async ({name}) => {
    const {stdout, stderr, code} = await gantry('help', name);
    expect({code, stderr}).toEqual({code: 0, stderr: ''});
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(8);
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(lines.filter((line) => line.length > 100 || /undefined|\[object/.test(line))).toEqual([]);
  });

  it('gantry help COMMAND prints the help of that command', async () => {
    for (const path of [['apply'], ['release', 'list'], ['ws', 'list'], ['release']])
      expect((await gantry('help', ...path)).stdout).toBe((await gantry(...path, '--help')).stdout);
  });

  it.each([
    {words: ['previw'], hint: 'Did you mean preview?'},
    {words: ['exit-code'], hint: 'Did you mean exit-codes?'},
    {words: ['enviroment'], hint: 'Did you mean environment?'},
    {words: ['release', 'lst'], hint: 'Did you mean release list?'},
    {words: ['ws', 'creat'], hint: 'Did you mean workspace create?'},
    {words: ['zzzzzzzz'], hint: '"gantry help" lists the commands and the topics.'},
  ])('gantry help refuses $words with exit code 3 and the hint: $hint', async ({words, hint}) => {
    const {code, stdout, stderr} = await gantry('help', ...words);
    expect({code, stdout}).toEqual({code: 3, stdout: ''});
    expect(stderr).toContain(hint);
  });

  it('no topic has the name of a command', () => {
    const commands = new Set([...CATALOG.map(({path}) => path[0]), ...GROUPS.map(({name}) => name)]);
    expect(TOPICS.filter(({name}) => commands.has(name as never))).toEqual([]);
  });

  it.each([
    {typed: ['help', 'en'], has: ['env', 'environment']},
    {typed: ['help', 'release', 'r'], has: ['rollback', 'rebuild']},
    {typed: ['he'], has: ['help']},
  ])('gantry help completes $typed', async ({typed, has}) => {
    const {stdout} = await gantry('__complete', 'zsh', '--', ...typed);
    expect(stdout.split('\n').map((line) => line.split('\t')[0])).toEqual(expect.arrayContaining(has));
  });
});

describe('the list of environment variables', () => {
  const listed = new Set(ENVIRONMENT_VARIABLES.flatMap(({variables}) => Object.keys(variables)));

  it('the list has every variable of Gantry in the code', () => {
    const used = SOURCE.flatMap((text) => [...text.matchAll(/\bGANTRY_[A-Z_]*[A-Z]\b/g)].map(([name]) => name));
    expect(used.length).toBeGreaterThan(50);
    expect([...new Set(used)].filter((name) => !listed.has(name))).toEqual([]);
  });

  it('the list has every variable that the code reads by name', () => {
    const used = SOURCE.flatMap((text) =>
      [...text.matchAll(/\benv\['([A-Z][A-Z0-9_]*)'\]/g)].map(([, name = '']) => name),
    );
    expect(used.length).toBeGreaterThan(100);
    expect([...new Set(used)].filter((name) => !listed.has(name))).toEqual([]);
  });

  it('the list has no unknown variable', () => {
    const all = SOURCE.join('\n');
    expect([...listed].filter((name) => !new RegExp(`\\b${name}\\b`).test(all))).toEqual([]);
  });
});

describe('the list of labels and annotations', () => {
  /** Purposes of keys, a storage class, and the user info of a sandbox. */
  const NO_LABELS = [
    'data-key',
    'key-id',
    'passphrase',
    'release-mac',
    'sealed',
    'sealing-mac',
    'test',
    'sandbox',
    'use',
    // A tag of resources of AWS.
    'workspace',
  ];
  const used = new Set(
    SOURCE.flatMap((text) => [...text.matchAll(/gantry\.dev\/([a-z-]+)/g)].map(([, name = '']) => name)),
  );

  it('the list has exactly the labels and annotations of the code', () => {
    const listed = GANTRY_LABELS.flatMap(({names}) => Object.keys(names));
    expect(listed.toSorted()).toEqual([...used].filter((name) => !NO_LABELS.includes(name)).toSorted());
  });
});
