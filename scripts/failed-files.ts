import {relative} from 'node:path';
import {failedFiles, readTestReport} from './test-report.ts';

/**
 * `node scripts/failed-files.ts REPORT`: the test files of a JSON report of vitest that failed, one a line. Prints nothing if more than
 * three failed: such failures are not random.
 */
const MOST = 3;

const report = readTestReport(process.argv[2] ?? '');
const failed = report === undefined ? [] : failedFiles(report);
if (failed.length <= MOST) for (const file of failed) console.log(relative(process.cwd(), file));
