import type {CaseProblem, CaseResult} from '../../../app/module/run-case.ts';
import type {ModulesTested, ModuleTested} from '../../../app/module/test-modules.ts';
import {defined} from '../../../lib/defined.ts';
import {unreachable} from '../../../lib/unreachable.ts';
import {count} from '../../count.ts';
import {duration} from '../../duration.ts';
import {errorText} from '../../error-text.ts';
import {failureText} from '../../failure-text.ts';
import {errorBody, FORMAT_VERSION} from '../../json.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';
import {unifiedDiff} from '../../unified-diff.ts';

/** Returns the results of the tests of modules: each test with its problems, and the counts. */
export const modulesTestedText = ({modules}: ModulesTested, style: Style): string =>
  modules.map((module) => moduleText(module, style)).join('\n');

function moduleText({name, version, seconds, cases}: ModuleTested, style: Style): string {
  const {paint} = style;
  const label = printable(`${name} ${version}`);
  if (cases.length === 0)
    return `${label}: ${paint.warn('no tests')}. Create tests/NAME/gantry.app.yaml in its folder.\n`;
  const failed = cases.filter(({problems}) => problems.length > 0).length;
  const counts = [
    ...(failed < cases.length ? [`${cases.length - failed} passed`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ];
  return [
    ...cases.map((one) => caseText(one, style)),
    `${paint[failed > 0 ? 'bad' : 'good'](`${label}: ${count(cases.length, 'test')}, ${counts.join(', ')}`)} (${duration(seconds)})\n`,
  ].join('');
}

function caseText({name, seconds, isWritten, problems}: CaseResult, style: Style): string {
  const {paint} = style;
  const word = problems.length > 0 ? paint.bad('failed ') : paint.good('passed ');
  const note = isWritten ? '; expected.yaml was written' : '';
  const head = `${word} ${printable(name)} (${duration(seconds)}${note})\n`;
  return `${head}${problems.map((problem) => indented(problemText(problem, style))).join('')}`;
}

function problemText(problem: CaseProblem, style: Style): string {
  const {paint} = style;
  switch (problem.check) {
    case 'build':
    case 'apply':
      return errorText(problem.failure, style);
    case 'objects':
      return `${printable(problemTitle(problem))}\n${diffLines(problem)
        .map((line) => `${line.startsWith('+') ? paint.good(line) : line.startsWith('-') ? paint.bad(line) : line}\n`)
        .join('')}${paint.note('hint:')} Correct the module, or accept the objects with --update.\n`;
    case 'repeat':
      return `${printable(problemTitle(problem))}\n${paint.note('hint:')} Write the values in the form that the cluster stores.\n`;
    default:
      return unreachable(problem);
  }
}

/** Returns a problem of a test in one line. */
export function problemTitle(problem: CaseProblem): string {
  switch (problem.check) {
    case 'build':
    case 'apply':
      return failureText(problem.failure).message;
    case 'objects':
      return problem.expected === ''
        ? `${problem.file} does not exist. The module generated these objects`
        : `the objects differ from ${problem.file}`;
    case 'repeat':
      return `a second apply would change ${problem.changed.join(', ')}`;
    default:
      return unreachable(problem);
  }
}

/** Returns the lines of the difference between the expected objects (-) and the actual objects (+). */
export const diffLines = ({expected, actual}: Extract<CaseProblem, {check: 'objects'}>): readonly string[] =>
  unifiedDiff(expected, actual).flatMap(({head, lines}) => [
    head,
    ...lines.map(({sign, text}) => printable(`${sign}${text}`)),
  ]);

const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ');

/** Returns the JSON document of the tests of modules. */
export const modulesTestedDocument = ({modules}: ModulesTested): unknown => ({
  formatVersion: FORMAT_VERSION,
  modules: modules.map(({cases, ...module}) => ({
    ...module,
    tests: cases.map(({name, seconds, isWritten, problems}) => ({
      name,
      outcome: problems.length === 0 ? 'passed' : 'failed',
      seconds,
      isWritten,
      problems: problems.map((problem) => ({
        check: problem.check,
        message: problemTitle(problem),
        ...defined({
          diff: problem.check === 'objects' ? diffLines(problem) : undefined,
          changed: problem.check === 'repeat' ? problem.changed : undefined,
          failure: 'failure' in problem ? errorBody(problem.failure) : undefined,
        }),
      })),
    })),
  })),
});
