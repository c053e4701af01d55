import {existsSync, readFileSync} from 'node:fs';

/** What is read of a JSON report of vitest: its test files, and what became of their tests. */
type TestFile = {
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly {readonly status: string}[];
};

export type TestReport = {readonly success: boolean; readonly files: readonly TestFile[]};

/** The report in `file`, or undefined where its command ended before it wrote one. */
export function readTestReport(file: string): TestReport | undefined {
  if (!existsSync(file)) return undefined;
  const {success, testResults} = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly success: boolean;
    readonly testResults: readonly TestFile[];
  };
  return {success, files: testResults};
}

/** The files with a test that failed, and those that could not be loaded. */
export const failedFiles = ({files}: TestReport): readonly string[] =>
  files.filter(({status}) => status === 'failed').map(({name}) => name);

/** Where the report of those files stands that were run once more. */
export const againOf = (report: string): string => report.replace(/\.json$/, '.again.json');

/** What became of each file the last time it ran. */
export function withRepeated(first: TestReport, again: TestReport | undefined): TestReport {
  if (again === undefined) return first;
  const last = new Map(again.files.map((file) => [file.name, file]));
  const files = first.files.map((file) => last.get(file.name) ?? file);
  return {success: again.success, files};
}
