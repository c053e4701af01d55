import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {CaseSubject, ReportCase} from '../../core/report/report-case.ts';
import {unreachable} from '../../lib/unreachable.ts';
import {diagnosticsText} from '../diagnostic-text.ts';
import {foldEqual, foldedText} from '../fold-equal.ts';
import {hintLine} from '../hint-line.ts';
import {plainPaint} from '../paint.ts';
import {fileInCheckout, type Places} from './file-in-checkout.ts';
import type {ReportRun} from './report-run.ts';
import {element, textElement} from './xml-element.ts';

/**
 * Returns a run as JUnit XML, in the form that Jenkins, GitLab, Azure and others read: a suite for each stack in each workspace, a test
 * for each case. It contains no time of day, so that the same result gives the same file.
 */
export function junitReport(cases: readonly ReportCase[], run: ReportRun): string {
  const suites = [...Map.groupBy(cases, ({about}) => suiteName(about))].map(([name, own]) => suite(name, own, run));
  const {skipped: _, ...counts} = countsOf(cases);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', {name: `gantry ${run.command}`, ...counts}, suites)}`;
}

const suite = (name: string, cases: readonly ReportCase[], run: ReportRun): string =>
  element(
    'testsuite',
    {name, ...countsOf(cases)},
    toldOnce(cases).map((told) => testCase(told, run)),
  );

/** A case with equal failures. `as`: the case with the cause; `summary`: the text about all cases with this failure. */
type Told = {readonly one: ReportCase; readonly as?: string; readonly summary?: string};

/** Folds equal failures: the first has the cause and the number, the others refer to it, so that no log is repeated many times. */
function toldOnce(cases: readonly ReportCase[]): readonly Told[] {
  const failed = cases.flatMap((one) => {
    const {name: id, outcome, message, code = '', details = [], findings} = one;
    if (message === undefined || (outcome !== 'failed' && outcome !== 'error')) return [];
    const hints = findings.map(({hint = ''}) => hint);
    return [{id, text: [message, ...details, ...hints, outcome, code].join('\n'), one}];
  });
  const byName = new Map(failed.map(({id, one}) => [id, one]));
  const told = new Map<ReportCase, Told>();
  for (const {first, ids, text} of foldEqual(failed)) {
    if (ids.length === 1) continue;
    for (const id of ids) {
      const one = byName.get(id);
      if (one !== undefined) told.set(one, {one, as: first.id});
    }
    const [line = ''] = text.split('\n', 1);
    told.set(first.one, {one: first.one, summary: foldedText({first, ids, text: line})});
  }
  return cases.map((one) => told.get(one) ?? {one});
}

const countsOf = (cases: readonly ReportCase[]) => {
  const of = (outcome: ReportCase['outcome']): number => cases.filter((one) => one.outcome === outcome).length;
  const seconds = cases.reduce((sum, one) => sum + (one.seconds ?? 0), 0);
  return {
    tests: cases.length,
    failures: of('failed'),
    errors: of('error'),
    skipped: of('skipped'),
    time: secondsText(seconds),
  };
};

function testCase({one, as, summary}: Told, run: ReportRun): string {
  const {about, seconds = 0, findings} = one;
  const file = findings.flatMap(({at}) => (at === undefined ? [] : [fileInCheckout(at.file, run.places)]))[0];
  return element(
    'testcase',
    {name: shownName(one, run), classname: className(about), time: secondsText(seconds), file},
    as === undefined ? outcomeElements(one, run, summary) : [sameElement(one, as)],
  );
}

const sameElement = ({outcome, code}: ReportCase, as: string): string =>
  textElement(outcome === 'failed' ? 'failure' : 'error', {message: `the same as ${as}`, type: code}, []);

function outcomeElements(one: ReportCase, {places}: ReportRun, summary?: string): readonly string[] {
  const {outcome, code, details = [], action} = one;
  const message = summary ?? one.message ?? code ?? outcome;
  const lines = [...details, ...remarkLines(one, places)];
  switch (outcome) {
    case 'failed':
      return [textElement('failure', {message, type: code}, [message, ...lines])];
    case 'error':
      return [textElement('error', {message, type: code}, [message, ...lines])];
    case 'skipped':
      return [textElement('skipped', {message: one.message}, [])];
    case 'passed': {
      const said = [action, one.message].filter((part) => part !== undefined).join(': ');
      const all = said === '' ? lines : [said, ...lines];
      return all.length === 0 ? [] : [textElement('system-out', {}, all)];
    }
    default:
      return unreachable(outcome);
  }
}

/** Returns the findings. If the message already contains a finding, only its hint is printed. */
function remarkLines({findings, message}: ReportCase, {root}: Places): readonly string[] {
  const style = {paint: plainPaint, columns: 120, now: new Date(0), cwd: root, detail: false};
  const isSaid = (finding: Diagnostic): boolean =>
    finding.at === undefined && message?.includes(finding.message) === true;
  const remarks = diagnosticsText(
    findings.filter((finding) => !isSaid(finding)),
    style,
  );
  const hints = findings.filter(isSaid).flatMap(({hint}) => (hint === undefined ? [] : [hintLine(hint, style)]));
  return [...remarks.split('\n').filter((line) => line !== ''), ...hints];
}

/** Returns the name of a case. A file is named by its path in the checkout, which is the same on every machine. */
function shownName({name, findings}: ReportCase, {places}: ReportRun): string {
  const isFile = findings.some(({at, resource}) => resource === undefined && at?.file === name);
  return isFile ? (fileInCheckout(name, places) ?? name) : name;
}

const suiteName = ({project, stack, workspace}: CaseSubject): string =>
  project === undefined || stack === undefined
    ? 'gantry'
    : `${project}/${stack}${workspace === undefined ? '' : ` in ${workspace}`}`;

/** Replaces dots, because Jenkins takes the text before the last dot as a package. */
const className = ({project = '-', stack = '-', workspace = '-'}: CaseSubject): string =>
  `gantry.${[project, stack, workspace].map((name) => name.replaceAll('.', '_')).join('/')}`;

const secondsText = (seconds: number): string => seconds.toFixed(3);
