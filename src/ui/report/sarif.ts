import type {Log, ReportingDescriptor, Result, Run} from 'sarif';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {CaseSubject, ReportCase} from '../../core/report/report-case.ts';
import {jsonText} from '../json.ts';
import {printable, printableLines} from '../printable.ts';
import {fileInCheckout} from './file-in-checkout.ts';
import {type Finding, findingsOf} from './finding.ts';
import type {ReportRun} from './report-run.ts';
import {helpFor} from './rule-help.ts';

/** Returns the findings as SARIF 2.1.0. The code scanning of GitHub shows them at the lines of the files. */
export function sarifReport(cases: readonly ReportCase[], run: ReportRun): string {
  const findings = findingsOf(cases, run.places);
  const codes = [...new Set(findings.map(({code}) => code))].toSorted();
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {driver: {name: 'gantry', semanticVersion: run.version, rules: codes.map(ruleOf)}},
        ...automation(cases, run),
        originalUriBaseIds: {[ROOT]: {description: {text: 'The root of the repository.'}}},
        columnKind: 'utf16CodeUnits',
        invocations: [{executionSuccessful: run.exitCode === 0 || run.exitCode === PENDING, exitCode: run.exitCode}],
        results: findings.map((finding) => resultOf(finding, codes.indexOf(finding.code), run)),
      },
    ],
  };
  return jsonText(log);
}

const ROOT = 'SRCROOT';
const PENDING = 2;

/** The category under which GitHub keeps the findings of several runs apart: two workspaces, two commands. */
function automation(cases: readonly ReportCase[], {command}: ReportRun): Pick<Run, 'automationDetails'> {
  const subjects = new Set(cases.map(({about}) => subjectPath(about)));
  const [only] = subjects;
  const parts = ['gantry', command.replaceAll(' ', '-'), ...(subjects.size === 1 && only !== undefined ? [only] : [])];
  return {automationDetails: {id: `${parts.filter((part) => part !== '').join('/')}/`}};
}

const subjectPath = ({project, stack, workspace}: CaseSubject): string =>
  [project, stack, workspace].flatMap((name) => (name === undefined ? [] : [encodeURIComponent(name)])).join('/');

const LEVEL = {error: 'error', warning: 'warning', note: 'note'} as const satisfies Record<
  Diagnostic['severity'],
  Result['level']
>;

function ruleOf(code: string): ReportingDescriptor {
  const {what, help} = helpFor(code);
  return {
    id: code,
    shortDescription: {text: what},
    help: {text: help, markdown: `${help} See \`docs/reference/errors.md\` of Gantry.`},
  };
}

function resultOf(finding: Finding, ruleIndex: number, run: ReportRun): Result {
  const {code, severity, message, hint, fingerprint} = finding;
  return {
    ruleId: code,
    ruleIndex,
    level: LEVEL[severity],
    message: {text: [printableLines(message), ...(hint === undefined ? [] : [printable(hint)])].join('\n')},
    locations: [{...physical(finding, run), ...logical(finding)}],
    partialFingerprints: {'gantryFinding/v1': fingerprint},
  };
}

function physical({at}: Finding, {places, fallbackFile}: ReportRun): Pick<SarifLocation, 'physicalLocation'> {
  const file = at === undefined ? undefined : fileInCheckout(at.file, places);
  const uri = (file ?? fallbackFile).split('/').map(encodeURIComponent).join('/');
  const artifactLocation = {uri, uriBaseId: ROOT};
  if (at === undefined || file === undefined) return {physicalLocation: {artifactLocation, region: {startLine: 1}}};
  const end = at.endColumn > at.column ? {endColumn: at.endColumn} : {};
  return {physicalLocation: {artifactLocation, region: {startLine: at.line, startColumn: at.column, ...end}}};
}

type SarifLocation = NonNullable<Result['locations']>[number];

function logical({resource, path}: Finding): Pick<SarifLocation, 'logicalLocations'> {
  if (resource === undefined) return {};
  const fullyQualifiedName = printable(path === undefined ? resource : `${resource}#${path}`);
  return {logicalLocations: [{fullyQualifiedName, kind: 'resource'}]};
}
