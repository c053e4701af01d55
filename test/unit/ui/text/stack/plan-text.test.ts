import {describe, expect, it} from 'vitest';
import {plainPaint} from '../../../../../src/ui/paint.ts';
import type {Style} from '../../../../../src/ui/style.ts';
import {planText} from '../../../../../src/ui/text/stack/plan-text.ts';
import {planWith, SAMPLE, UNCHANGED} from '../../../../cli/sample-plan.ts';

const style: Style = {
  paint: plainPaint,
  columns: 100,
  now: new Date('2026-05-04T12:00:00Z'),
  cwd: '/home/me/shop',
  detail: false,
};
const chosen = {from: 'stack.yaml', file: 'workspaces/prod.yaml'};
const golden = (name: string): string => `../../../../golden/ui/${name}.txt`;

describe('a plan for people', () => {
  it('a plan names its target, the changes and their causes, and counts the rest', () =>
    expect(planText({plan: SAMPLE, chosen}, style)).toMatchFileSnapshot(golden('plan')));

  it('a plan shows every field with --detail', () =>
    expect(planText({plan: SAMPLE, chosen}, {...style, detail: true})).toMatchFileSnapshot(golden('plan-detail')));

  it('a plan without changes says so', () =>
    expect(planText({plan: UNCHANGED, chosen}, style)).toMatchFileSnapshot(golden('plan-unchanged')));

  it('a plan prints long values on their own lines', () => {
    const [before, after] = ['a'.repeat(60), 'b'.repeat(60)];
    const plan = planWith([
      {
        id: 'x',
        type: 'Kubernetes',
        action: 'update',
        verified: true,
        fields: [{path: 'spec.x', before, after, cause: 'spec'}],
      },
    ]);
    expect(planText({plan}, style)).toContain(`      spec.x:\n        - "${before}"\n        + "${after}"\n`);
  });

  it('a plan escapes control characters', () => {
    const plan = planWith([
      {
        id: 'evil\u001b[2Jname',
        type: 'Kubernetes',
        action: 'update',
        verified: true,
        reason: 'a\u009b1m\u202eb',
        fields: [
          {path: 'p\r', before: 'x\u001b]0;t\u0007', after: '1\n2\u001b[31m', cause: 'drift', manager: 'm\u001b'},
        ],
      },
    ]);
    const text = planText({plan}, style);
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    expect(text).toContain('evil\\x1b[2Jname');
  });
});
