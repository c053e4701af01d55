import {existsSync, readFileSync} from 'node:fs';

/** The part of a JSON report of vitest that is read: its test files, and the status of their tests. */
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

/** Returns the path of the report about the files that were run once more. */
export const againOf = (report: string): string => report.replace(/\.json$/, '.again.json');

/** Returns the report with the last result of each file. */
export function withRepeated(first: TestReport, again: TestReport | undefined): TestReport {
  if (again === undefined) return first;
  const last = new Map(again.files.map((file) => [file.name, file]));
  const files = first.files.map((file) => last.get(file.name) ?? file);
  return {success: again.success, files};
}
