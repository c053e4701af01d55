import {describe, expect, it} from 'vitest';
import type {Failure} from '../../../../../src/core/failure/failure.ts';
import {ApplyOutput} from '../../../../../src/ui/output/apply-output.ts';
import {applyDocument, applyText} from '../../../../../src/ui/text/stack/apply-text.ts';
import {SAMPLE} from '../../../../cli/sample-plan.ts';
import {golden, plainStyle} from '../../plain-style.ts';
import {FAILED, OUTCOMES} from '../../sample-outcomes.ts';

describe('the result of an apply', () => {
  it('the result of an apply has counts, revision, duration and causes', () =>
    expect(
      Object.entries(OUTCOMES)
        .map(([name, outcome]) => `# ${name}\n${applyText(outcome, plainStyle)}`)
        .join('\n'),
    ).toMatchFileSnapshot(golden('apply')));

  it.each(Object.entries(OUTCOMES))('the document of an apply matches its schema: %s', (_, outcome) =>
    expect(ApplyOutput.safeParse(JSON.parse(JSON.stringify(applyDocument(outcome)))).error?.issues).toBeUndefined(),
  );

  it('the result of an apply counts each object once: a failed unchanged object is not unchanged', () => {
    const [unwell] = FAILED.steps.filter(({outcome}) => outcome === 'failed');
    const steps = [{...(unwell as (typeof FAILED.steps)[number]), action: 'unchanged' as const}];
    expect(SAMPLE.summary.unchanged).toBe(1);
    expect(applyText({...FAILED, steps}, plainStyle)).toMatch(/failed: 1 failed \(/);
  });

  it('equal failures of thousands of objects are printed once with the first ids, and all are in the document', () => {
    const ids = Array.from({length: 7703}, (_, i) => `v1:ConfigMap:shop:part-${i}`);
    const lost: Failure = {code: 'release/lease-lost', detail: 'the lock of this release history was freed or deleted'};
    const steps = ids.flatMap((id) => [
      {id, action: 'create' as const, outcome: 'failed' as const, seconds: 0, failure: lost},
      {id: `${id}-b`, action: 'create' as const, outcome: 'skipped' as const, seconds: 0, because: 'the lock was lost'},
    ]);
    const lines = applyText({...FAILED, steps}, plainStyle).split('\n');
    expect(lines[0]).toBe(
      'failed  7,703 objects: The lock was lost during the run: the lock of this release history was freed or deleted. Nothing more was written: v1:ConfigMap:shop:part-0, v1:ConfigMap:shop:part-1, v1:ConfigMap:shop:part-2 and 7,700 more (-o json lists all)',
    );
    expect(lines[1]).toMatch(/^ {2}hint: Another run/);
    expect(lines[2]).toMatch(/^skipped 7,703 objects: the lock was lost: .* and 7,700 more/);
    expect(lines[3]).toContain('7703 failed, 7703 skipped');
    expect(applyDocument({...FAILED, steps})).toMatchObject({steps: {length: 2 * 7703}});
  });

  it('four failures that differ only in the id are folded', () => {
    const steps = (n: number) =>
      Array.from({length: n}, (_, i) => ({
        id: `v1:Pod:shop:p${i}`,
        action: 'create' as const,
        outcome: 'failed' as const,
        seconds: 0,
        failure: {code: 'object/failed' as const, resource: `v1:Pod:shop:p${i}`, detail: 'no node has room'},
      }));
    const failed = (n: number) =>
      applyText({...FAILED, steps: steps(n)}, plainStyle)
        .split('\n')
        .filter((line) => line.startsWith('failed'));
    expect(failed(3)).toHaveLength(3);
    expect(failed(4)).toEqual([
      'failed  4 objects: each failed: no node has room: v1:Pod:shop:p0, v1:Pod:shop:p1, v1:Pod:shop:p2 and 1 more (-o json lists all)',
    ]);
  });

  it('the document of an apply has the release, every step and the error', () => {
    expect(JSON.parse(JSON.stringify(applyDocument(FAILED)))).toMatchObject({
      formatVersion: 1,
      outcome: 'applied',
      revision: 4,
      phase: 'failed',
      seconds: 65.2,
      steps: [
        {id: 'v1:Namespace:shop', outcome: 'done', seconds: 1.235},
        {failure: {code: 'object/not-ready'}},
        {},
        {because: 'apps/v1:Deployment:shop:web'},
      ],
      error: {code: 'apply/partial', message: expect.any(String), diagnostics: []},
    });
  });
});
