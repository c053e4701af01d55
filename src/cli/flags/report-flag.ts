import {resolve} from 'node:path';
import {didYouMean} from '../../lib/did-you-mean.ts';
import {usageError} from '../usage.ts';

/** The answer itself, as `-o` gives it. */
const ANSWER_FORMATS = ['markdown', 'json', 'yaml', 'human'] as const;
/** Report formats that hold the answer itself. */
export type AnswerFormat = (typeof ANSWER_FORMATS)[number];

/** What tools read that show tests and findings: made of the cases of a run. */
const CASE_FORMATS = ['junit', 'sarif', 'gitlab-codequality', 'gitlab-terraform'] as const;
/** Report formats made of single findings: tests or code quality. */
export type CaseFormat = (typeof CASE_FORMATS)[number];

/** Formats of `--report FORMAT=FILE`. */
export const REPORT_FORMATS = [...ANSWER_FORMATS, ...CASE_FORMATS] as const;
/** A format of `--report`. */
export type ReportFormat = AnswerFormat | CaseFormat;

/** Tells the formats for which a command has to list its cases. */
export const isCaseFormat = (format: ReportFormat): format is CaseFormat =>
  CASE_FORMATS.some((known) => known === format);

/** An answer that is also written to a file. */
export type Report = {readonly format: ReportFormat; readonly file: string};

/** `--report FORMAT=FILE`, as often as given. Relative files start at `directory`. */
export function readReports(values: readonly string[], directory: string): readonly Report[] {
  const reports = values.map((value) => readReport(value, directory));
  const twice = reports.find(({file}, i) => reports.findIndex((other) => other.file === file) < i);
  if (twice !== undefined)
    throw usageError(`--report: ${twice.file} is given twice.`, 'Give each report a file of its own.');
  return reports;
}

function readReport(value: string, directory: string): Report {
  const cut = value.indexOf('=');
  const [name, file] = cut < 0 ? [value, ''] : [value.slice(0, cut), value.slice(cut + 1)];
  const format = REPORT_FORMATS.find((known) => known === name);
  if (format === undefined) {
    const near = didYouMean(name, REPORT_FORMATS);
    throw usageError(
      `--report ${value}: there is no format "${name}".`,
      `${near === undefined ? '' : `Did you mean ${near}? `}Possible: ${REPORT_FORMATS.join(', ')}; for example --report markdown=plan.md.`,
    );
  }
  if (file === '') throw usageError(`--report ${value} names no file.`, `Write --report ${format}=FILE.`);
  if (file === '-')
    throw usageError(
      `--report ${value}: a report goes to a file.`,
      isCaseFormat(format) ? `Write --report ${format}=FILE.` : `For stdout there is -o ${format}.`,
    );
  return {format, file: resolve(directory, file)};
}

/** The reports of a command line that could not be read as a whole: those that can be, get to know the error. */
export function reportsIn(argv: readonly string[], directory: string): readonly Report[] {
  const end = argv.indexOf('--');
  const typed = end < 0 ? argv : argv.slice(0, end);
  const values = typed.flatMap((word, i) =>
    word === '--report' ? (typed[i + 1] ?? []) : word.startsWith('--report=') ? [word.slice('--report='.length)] : [],
  );
  return values.flatMap((value) => {
    try {
      return [readReport(value, directory)];
    } catch {
      return [];
    }
  });
}
