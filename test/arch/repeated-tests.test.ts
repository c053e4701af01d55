import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {execa} from 'execa';
import {afterEach, beforeEach, expect, it} from 'vitest';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gantry-reports-'));
});
afterEach(() => rm(directory, {recursive: true}));

type Outcome = 'passed' | 'failed' | 'skipped';

/** A report of vitest: the outcomes of the tests of each file; no outcome for a file that cannot be loaded. */
async function report(
  name: string,
  files: Readonly<Record<string, readonly Outcome[]>>,
  success?: boolean,
): Promise<string> {
  const testResults = Object.entries(files).map(([file, outcomes]) => ({
    name: join(process.cwd(), file),
    status: outcomes.length === 0 || outcomes.includes('failed') ? 'failed' : 'passed',
    assertionResults: outcomes.map((status) => ({status})),
  }));
  const path = join(directory, name);
  const isGood = success ?? testResults.every(({status}) => status === 'passed');
  await writeFile(path, JSON.stringify({success: isGood, testResults}));
  return path;
}

const node = async (script: string, ...args: readonly string[]): Promise<string> =>
  (await execa(process.execPath, [`scripts/${script}.ts`, ...args])).stdout;

const counted = async (...reports: readonly string[]) => (await node('count-tests', ...reports)).split('\n');

it('count-tests adds up the results of several reports', async () => {
  const one = await report('one.json', {'a.test.ts': ['passed', 'skipped'], 'b.test.ts': ['failed']});
  const two = await report('two.json', {'c.test.ts': ['passed']});
  expect(await counted(one, two)).toEqual(['Failed: b.test.ts', '2 passed, 1 failed, 1 skipped']);
});

it.each([
  {what: 'a missing report', files: undefined, line: '0 passed, 1 failed, 0 skipped'},
  {
    what: 'a file that cannot be loaded',
    files: {'a.test.ts': ['passed'], 'b.test.ts': []},
    line: 'Failed: b.test.ts\n1 passed, 1 failed, 0 skipped',
  },
  {
    what: 'an error outside of tests',
    files: {'a.test.ts': ['passed']},
    success: false,
    line: '1 passed, 1 failed, 0 skipped',
  },
] as const)('$what counts as a failure', async ({files, line, ...rest}) => {
  const path =
    files === undefined
      ? join(directory, 'none.json')
      : await report('one.json', files, 'success' in rest ? rest.success : undefined);
  expect((await counted(path)).join('\n')).toBe(line);
});

it('repeated files count with their last result, and count-tests names those that passed only when repeated', async () => {
  const first = await report('one.json', {
    'a.test.ts': ['passed'],
    'b.test.ts': ['failed'],
    'c.test.ts': ['failed', 'passed'],
  });
  await report('one.again.json', {'b.test.ts': ['passed'], 'c.test.ts': ['failed', 'passed']});
  expect(await counted(first)).toEqual([
    'Failed: c.test.ts',
    'Passed only when it was repeated: b.test.ts',
    '3 passed, 1 failed, 0 skipped',
  ]);
});

it('failed-files lists up to three failed files for a repetition, and none if more failed', async () => {
  const few = await report('few.json', {'a.test.ts': ['passed'], 'b.test.ts': ['failed'], 'c.test.ts': []});
  const many = await report('many.json', {
    'a.test.ts': [],
    'b.test.ts': ['failed'],
    'c.test.ts': ['failed'],
    'd.test.ts': ['failed'],
  });
  expect(await node('failed-files', few)).toBe('b.test.ts\nc.test.ts');
  expect(await node('failed-files', many)).toBe('');
});
