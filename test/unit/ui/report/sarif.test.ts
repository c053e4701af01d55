import type {Log, ReportingDescriptor, Result} from 'sarif';
import {describe, expect, it} from 'vitest';
import type {Diagnostic} from '../../../../src/core/diagnostic/diagnostic.ts';
import type {ReportCase} from '../../../../src/core/report/report-case.ts';
import {AREAS} from '../../../../src/ui/report/rule-help.ts';
import {sarifReport} from '../../../../src/ui/report/sarif.ts';
import {readSarif} from '../../../rig/sarif-schema.ts';
import {FAILURES} from '../sample-failures.ts';
import {CASES, RUN} from './sample-cases.ts';

const logOf = (cases: readonly ReportCase[], run = RUN): Log => readSarif(sarifReport(cases, run));
const resultsOf = (log: Log) => log.runs.flatMap(({results}) => results ?? []);
const with_ = (...findings: readonly Diagnostic[]): readonly ReportCase[] => [
  {about: {}, name: 'a', outcome: 'failed', findings},
];
const at = {file: '/home/me/shop/a b.yaml', line: 3, column: 5, endColumn: 9, text: '  bad: 1'};
const wrong: Diagnostic = {severity: 'error', code: 'yaml/key', message: 'wrong', at};
const fingerprints = (...findings: readonly Diagnostic[]) =>
  resultsOf(logOf(with_(...findings))).map(({partialFingerprints}) => partialFingerprints?.['gantryFinding/v1']);

const rulesOf = (log: Log): readonly ReportingDescriptor[] => log.runs[0]?.tool.driver.rules ?? [];

function checkResult(
  {ruleId, ruleIndex = -1, level, message, locations}: Result,
  rules: readonly ReportingDescriptor[],
): void {
  expect(rules[ruleIndex]?.id).toBe(ruleId);
  expect(['error', 'warning', 'note']).toContain(level);
  expect(message.text).not.toBe('');
  expect(locations).toHaveLength(1);
  const {artifactLocation, region} = locations?.[0]?.physicalLocation ?? {};
  expect(artifactLocation?.uriBaseId).toBe('SRCROOT');
  expect(artifactLocation?.uri).toMatch(/^[A-Za-z0-9._~%-]+(\/[A-Za-z0-9._~%-]+)*$/);
  expect(artifactLocation?.uri).not.toMatch(/(^|\/)\.\.(\/|$)/);
  expect(region?.startLine).toBeGreaterThan(0);
}

describe('a SARIF report', () => {
  it.each([
    {name: 'without the tool', from: '"tool"', to: '"tools"'},
    {name: 'with a line 0', from: '"startLine": 3', to: '"startLine": 0'},
    {name: 'with a level that is none', from: '"level": "error"', to: '"level": "fatal"'},
    {name: 'without a message', from: '"message": {', to: '"message": {"id2": "", '},
    {name: 'with the rule of another', from: '"ruleIndex": 0', to: '"ruleIndex": 1'},
  ])('the check of a SARIF report detects $name', ({from, to}) => {
    const text = sarifReport(with_(wrong), RUN);
    expect(text).toContain(from);
    expect(() => readSarif(text)).not.toThrow();
    expect(() => readSarif(text.replace(from, to))).toThrow();
  });

  it.each(Object.entries(CASES))(
    'a SARIF report has the fields that SARIF 2.1.0 and code scanning require: %s',
    (_, cases) => {
      const log = logOf(cases);
      expect(log.version).toBe('2.1.0');
      expect(Object.keys(log.runs[0]?.originalUriBaseIds ?? {})).toEqual(['SRCROOT']);
      const rules = rulesOf(log);
      expect(new Set(rules.map(({id}) => id)).size).toBe(rules.length);
      for (const {shortDescription, help} of rules)
        expect({shortDescription, help}).toEqual({
          shortDescription: {text: expect.stringMatching(/./)},
          help: {text: expect.stringMatching(/./), markdown: expect.stringMatching(/./)},
        });
      const results = resultsOf(log);
      const names = results.map(({partialFingerprints}) => JSON.stringify(partialFingerprints));
      expect(new Set(names).size).toBe(results.length);
      for (const result of results) checkResult(result, rules);
    },
  );

  it.each(['preview', 'drift', 'failed, input/invalid'])('the SARIF report of %s matches its golden file', (name) =>
    expect(sarifReport(CASES[name] ?? [], RUN)).toMatchFileSnapshot(
      `../../../golden/reports/sarif-${name.replaceAll(/[^a-z]+/g, '-')}.json`,
    ),
  );

  it('a SARIF report has paths from the root of the repository, and shows files outside of it at the stack', () => {
    const outside = {...wrong, at: {...at, file: '/etc/x.yaml'}};
    const flag = {...wrong, at: {...at, file: '--image'}};
    const uris = resultsOf(logOf(with_(wrong, outside, flag, {...wrong, at: {...at, file: 'x.yaml'}}))).map(
      ({locations}) => locations?.[0]?.physicalLocation?.artifactLocation?.uri,
    );
    expect(uris).toEqual(['shop/a%20b.yaml', 'shop/stack.yaml', 'shop/stack.yaml', 'shop/x.yaml']);
  });

  it('the fingerprint of a finding ignores its line number and differs for two findings on equal lines', () => {
    const moved = {...wrong, at: {...at, line: 40, column: 9, text: '      bad: 1'}};
    expect(fingerprints(moved)).toEqual(fingerprints(wrong));
    expect(fingerprints({...wrong, code: 'yaml/tag'})).not.toEqual(fingerprints(wrong));
    expect(new Set(fingerprints(wrong, moved)).size).toBe(2);
    expect(fingerprints(wrong, wrong)).toHaveLength(1);
  });

  it('SARIF reports of two workspaces have two categories, so that they do not replace each other', () => {
    const id = (workspace: string) =>
      logOf([{about: {project: 'shop', stack: 'web', workspace}, name: 'a', outcome: 'passed', findings: []}]).runs[0]
        ?.automationDetails?.id;
    expect([id('prod'), id('staging')]).toEqual(['gantry/preview/shop/web/prod/', 'gantry/preview/shop/web/staging/']);
  });

  it('a SARIF report explains the area of every failure', () => {
    const areas = new Set(Object.keys(FAILURES).map((code) => code.split('/')[0] ?? ''));
    expect([...areas].filter((area) => AREAS[area] === undefined)).toEqual([]);
  });
});
