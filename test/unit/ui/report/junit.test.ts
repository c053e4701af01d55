import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {ReportCase} from '../../../../src/core/report/report-case.ts';
import {junitReport} from '../../../../src/ui/report/junit.ts';
import {readJunit} from '../../../rig/junit-schema.ts';
import {CASES, RUN} from './sample-cases.ts';

const one: ReportCase = {
  about: {project: 'shop', stack: 'web', workspace: 'prod'},
  name: 'a',
  outcome: 'passed',
  findings: [],
};

describe('a JUnit report', () => {
  it.each(Object.entries(CASES))('the JUnit report of %s is valid', (_, cases) => {
    const {attributes} = readJunit(junitReport(cases, RUN));
    expect(Number(attributes['tests'])).toBe(cases.length);
  });

  it.each([
    'preview',
    'apply, failed',
    'apply, failed, and rolled back',
    'drift',
    'status',
    'failed, input/invalid',
    'failed, permission/denied',
  ])('the JUnit report of %s matches its golden file', (name) =>
    expect(junitReport(CASES[name] ?? [], RUN)).toMatchFileSnapshot(
      `../../../golden/reports/junit-${name.replaceAll(/[^a-z]+/g, '-')}.xml`,
    ),
  );

  it.each(Object.entries(CASES).filter(([name]) => name.startsWith('failed, ')))(
    'a JUnit report shows a failure: %s',
    (_, cases) => expect(junitReport(cases, RUN)).toMatch(/<(failure|error) /),
  );

  it('a JUnit report has the cause of equal failures once, and a test for each', () => {
    const failed = Array.from({length: 5000}, (_, i): ReportCase => {
      const name = `v1:ConfigMap:shop:c${i}`;
      const message = `${name}: the quota of the namespace is exceeded`;
      const finding = {severity: 'error', code: 'object/write-refused', message, resource: name} as const;
      return {
        ...one,
        name,
        outcome: 'failed',
        code: finding.code,
        message,
        details: ['x'.repeat(1000)],
        findings: [finding],
      };
    });
    const other: ReportCase = {
      ...one,
      name: 'v1:Secret:shop:s',
      outcome: 'failed',
      message: 'another cause',
      details: ['its log'],
    };
    const text = junitReport([...failed, other], RUN);
    const root = readJunit(text);
    expect(root.attributes).toMatchObject({tests: '5001', failures: '5001'});
    expect(text).toContain(
      '5,000 objects: the quota of the namespace is exceeded: v1:ConfigMap:shop:c0, v1:ConfigMap:shop:c1, v1:ConfigMap:shop:c2 and 4,997 more',
    );
    expect(text.split('xxxx'.repeat(250))).toHaveLength(2);
    expect(text.split('<failure message="the same as v1:ConfigMap:shop:c0" type="object/write-refused"')).toHaveLength(
      5000,
    );
    expect(text).toMatch(/another cause[^]*its log/);
  });

  it('a JUnit report with any text is valid XML', () => {
    fc.assert(
      fc.property(
        fc.string({unit: 'binary'}),
        fc.constantFrom('failed', 'error', 'skipped', 'passed'),
        (text, outcome) => {
          const wild = {
            ...one,
            name: text,
            outcome,
            message: text,
            code: text,
            details: [text],
            about: {...one.about, stack: text},
          } as const;
          const root = readJunit(junitReport([wild, {...wild, about: {}}], RUN));
          expect(root.attributes['tests']).toBe('2');
        },
      ),
    );
  });

  it('a JUnit report shows characters that XML cannot contain', () => {
    const [suite] = readJunit(
      junitReport([{...one, outcome: 'failed', message: 'a\u001b[2Jb\u0000 <&"\ud800'}], RUN),
    ).children;
    expect(suite?.children[0]?.children[0]?.attributes['message']).toBe('a\\x1b[2Jb\\x00 <&"\ufffd');
  });

  it('a JUnit report has a suite for each stack in each workspace, with the sum of its seconds', () => {
    const other = {...one, about: {...one.about, workspace: 'staging'}, seconds: 1.5};
    const {children, attributes} = readJunit(junitReport([one, other, {...other, name: 'b', seconds: 0.25}], RUN));
    expect(children.map((suite) => [suite.attributes['name'], suite.attributes['time']])).toEqual([
      ['shop/web in prod', '0.000'],
      ['shop/web in staging', '1.750'],
    ]);
    expect(attributes['time']).toBe('1.750');
  });
});
