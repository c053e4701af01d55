import {relative} from 'node:path';
import {againOf, failedFiles, readTestReport, type TestReport, withRepeated} from './test-report.ts';

/**
 * `node scripts/count-tests.ts REPORT…`: adds up JSON reports of vitest and prints `N passed, N failed, N skipped`. A report that is
 * missing counts as a failure: its command ended before it wrote one. Files that were run once more (`NAME.again.json` beside `NAME.json`)
 * count as they ended then, and are named: a test that needs luck is a defect. Files that failed are named too: the log above is long.
 */
const paths = process.argv.slice(2);
const reports = paths.map((path) => ({first: readTestReport(path), again: readTestReport(againOf(path))}));

const counted = (report: TestReport | undefined): readonly string[] => {
  if (report === undefined) return ['failed'];
  const tests = report.files.flatMap(({assertionResults}) => assertionResults.map(({status}) => status));
  // A file that cannot be loaded has no test that could fail, and an error outside of tests belongs to none.
  const isUntold = !report.success && !tests.includes('failed');
  return isUntold ? [...tests, ...Array<string>(Math.max(1, failedFiles(report).length)).fill('failed')] : tests;
};

const statuses = reports.flatMap(({first, again}) => counted(first && withRepeated(first, again)));
const passed = statuses.filter((status) => status === 'passed').length;
const failed = statuses.filter((status) => status === 'failed').length;

for (const {first, again} of reports) {
  if (first !== undefined)
    for (const file of failedFiles(withRepeated(first, again))) console.log(`Failed: ${relative(process.cwd(), file)}`);
  if (first === undefined || again === undefined) continue;
  const stillFailed = failedFiles(again);
  for (const file of failedFiles(first).filter((file) => !stillFailed.includes(file)))
    console.log(`Passed only when it was repeated: ${relative(process.cwd(), file)}`);
}
console.log(`${passed} passed, ${failed} failed, ${statuses.length - passed - failed} skipped`);
