import {existsSync, readFileSync} from 'node:fs';

/**
 * `node scripts/count-tests.ts REPORT…`: adds up JSON reports of vitest and prints `N passed, N failed, N skipped`. A report that is
 * missing counts as a failure: its command ended before it wrote one.
 */
type Report = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numFailedTestSuites: number;
  readonly success: boolean;
};

const files = process.argv.slice(2);
const reports = files
  .filter((file) => existsSync(file))
  .map((file) => JSON.parse(readFileSync(file, 'utf8')) as Report);
const sum = (count: (report: Report) => number): number => reports.reduce((total, report) => total + count(report), 0);
/** A file that cannot be loaded has no test that could fail. */
const failedOf = ({numFailedTests: tests, numFailedTestSuites: files, success}: Report): number =>
  tests + (tests === 0 && !success ? files : 0);

const [passed, failed, skipped] = [
  sum(({numPassedTests}) => numPassedTests),
  sum(failedOf) + files.length - reports.length,
  sum(({numPendingTests}) => numPendingTests),
];
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
