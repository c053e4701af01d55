import {describe, expect, it} from 'vitest';
import {ApplyOutput} from '../../../src/config/output/apply-output.ts';
import {applyDocument, applyText} from '../../../src/ui/apply-text.ts';
import {SAMPLE} from '../../cli/sample-plan.ts';
import {golden, plainStyle} from './plain-style.ts';
import {FAILED, OUTCOMES} from './sample-outcomes.ts';

describe('what an apply did', () => {
  it('is said with counts, revision, time and causes', () =>
    expect(
      Object.entries(OUTCOMES)
        .map(([name, outcome]) => `# ${name}\n${applyText(outcome, plainStyle)}`)
        .join('\n'),
    ).toMatchFileSnapshot(golden('apply')));

  it.each(Object.entries(OUTCOMES))('is for machines what its schema says: %s', (_, outcome) =>
    expect(ApplyOutput.safeParse(JSON.parse(JSON.stringify(applyDocument(outcome)))).error?.issues).toBeUndefined(),
  );

  it('counts each object once: what was to stay as it is, and is not well, is not unchanged', () => {
    const [unwell] = FAILED.steps.filter(({outcome}) => outcome === 'failed');
    const steps = [{...(unwell as (typeof FAILED.steps)[number]), action: 'unchanged' as const}];
    expect(SAMPLE.summary.unchanged).toBe(1);
    expect(applyText({...FAILED, steps}, plainStyle)).toMatch(/failed: 1 failed \(/);
  });

  it('has for machines the release, every step and the error', () => {
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
