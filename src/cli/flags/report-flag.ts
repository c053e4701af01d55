import {resolve} from 'node:path';
import {didYouMean} from '../../lib/did-you-mean.ts';
import {usageError} from '../usage.ts';

/** The formats of the result itself, as `-o` prints it. */
const ANSWER_FORMATS = ['markdown', 'json', 'yaml', 'human'] as const;
/** A report format that contains the result itself. */
export type AnswerFormat = (typeof ANSWER_FORMATS)[number];

/** The formats for tools that show tests and findings. They contain the cases of a run. */
const CASE_FORMATS = ['junit', 'sarif', 'gitlab-codequality', 'gitlab-terraform'] as const;
/** A report format that contains single findings: tests or code quality. */
export type CaseFormat = (typeof CASE_FORMATS)[number];

/** The formats of `--report FORMAT=FILE`. */
export const REPORT_FORMATS = [...ANSWER_FORMATS, ...CASE_FORMATS] as const;
/** A format of `--report`. */
export type ReportFormat = AnswerFormat | CaseFormat;

/** Reports whether a format needs the cases of a command. */
export const isCaseFormat = (format: ReportFormat): format is CaseFormat =>
  CASE_FORMATS.some((known) => known === format);

/** A file that the result is also written to. */
export type Report = {readonly format: ReportFormat; readonly file: string};

/** Returns the reports of all `--report FORMAT=FILE` flags. Relative paths start at `directory`. */
export function readReports(values: readonly string[], directory: string): readonly Report[] {
  const reports = values.map((value) => readReport(value, directory));
  const twice = reports.find(({file}, i) => reports.findIndex((other) => other.file === file) < i);
  if (twice !== undefined)
    throw usageError(`--report: the file ${twice.file} was given twice.`, 'Use a different file for each report.');
  return reports;
}

function readReport(value: string, directory: string): Report {
  const cut = value.indexOf('=');
  const [name, file] = cut < 0 ? [value, ''] : [value.slice(0, cut), value.slice(cut + 1)];
  const format = REPORT_FORMATS.find((known) => known === name);
  if (format === undefined) {
    const near = didYouMean(name, REPORT_FORMATS);
    throw usageError(
      `--report ${value}: unknown format "${name}".`,
      `${near === undefined ? '' : `Did you mean ${near}? `}Possible: ${REPORT_FORMATS.join(', ')}; for example --report markdown=plan.md.`,
    );
  }
  if (file === '') throw usageError(`--report ${value}: the file is missing.`, `Use --report ${format}=FILE.`);
  if (file === '-')
    throw usageError(
      `--report ${value}: a report needs a file.`,
      isCaseFormat(format) ? `Use --report ${format}=FILE.` : `For stdout, use -o ${format}.`,
    );
  return {format, file: resolve(directory, file)};
}

/** Returns the valid reports of a command line that could not be parsed, so that the error is written to them. */
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
