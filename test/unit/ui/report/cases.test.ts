import {describe, expect, it} from 'vitest';
import type {ReportCase} from '../../../../src/core/report/report-case.ts';
import {failureCases} from '../../../../src/ui/report/failure-cases.ts';
import {CASES} from './sample-cases.ts';

const told = (name: string): readonly string[] =>
  (CASES[name] ?? []).map(
    (one: ReportCase) => `${one.outcome} ${one.name}${one.message === undefined ? '' : `: ${one.message}`}`,
  );
const outcomes = (name: string): readonly string[] => [...new Set((CASES[name] ?? []).map(({outcome}) => outcome))];

describe('the cases of a run', () => {
  it('the cases of a plan are its resources; blocked ones fail, and other remarks are their own cases', () => {
    expect(told('preview')).toContain(
      'failed rbac.authorization.k8s.io/v1:ClusterRole:view-shop: blocked: it exists and no stack owns it',
    );
    expect(told('preview').slice(-2)).toEqual(['passed quota/exceeded', 'passed stack.yaml']);
    expect(CASES['preview']?.find(({name}) => name === 'v1:Service:shop:old')?.findings).toMatchObject([
      {message: 'odd'},
    ]);
  });

  it('the cases of an apply are its steps, with duration and cause of failure', () => {
    const failed = CASES['apply, failed']?.find(({name}) => name === 'apps/v1:Deployment:shop:web');
    expect(failed).toMatchObject({
      outcome: 'failed',
      code: 'object/not-ready',
      seconds: 600,
      findings: [{severity: 'error'}],
    });
    expect(told('apply, failed')).toContain('skipped v1:Service:shop:web: because of apps/v1:Deployment:shop:web');
  });

  it('the cases of a declined apply are skipped', () => {
    expect(told('apply, declined')).toContain('skipped v1:ConfigMap:shop:settings: not applied: the answer was no');
    expect(told('apply, refused')).toContain('skipped v1:ConfigMap:shop:settings: not applied: the run was refused');
  });

  it.each(Object.keys(CASES).filter((name) => /failed|refused|unreachable/.test(name)))(
    'the cases of a failed run never all pass: %s',
    (name) => expect(outcomes(name).some((outcome) => outcome === 'failed' || outcome === 'error')).toBe(true),
  );

  it('the cases distinguish a wrong state from a failed check', () => {
    expect(outcomes('failed, input/invalid')).toEqual(['failed', 'passed']);
    expect(outcomes('failed, cluster/unreachable')).toEqual(['error']);
    expect(outcomes('status, unreachable')).toEqual(['skipped', 'error']);
  });

  it('the cases of missing permissions say which rules to add', () =>
    expect(
      failureCases(
        {
          code: 'permission/denied',
          server: 'https://10.0.0.1:6443',
          action: 'apply',
          detail: '',
          denials: [{verb: 'patch', group: 'apps', resource: 'deployments', namespace: 'shop', ids: []}],
          diagnostics: [{severity: 'error', code: 'permission/missing', message: 'may not patch'}],
        },
        {},
      )
        .flatMap(({details = []}) => details)
        .join('\n'),
    ).toMatch(/apiGroups: .*verbs: /));
});
