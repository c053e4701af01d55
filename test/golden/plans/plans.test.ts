import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {PlanOutput} from '../../../src/config/documents/plan-output.ts';
import type {Plan} from '../../../src/core/plan/plan.ts';
import {summarize} from '../../../src/core/plan/summary.ts';
import {planMarkdown} from '../../../src/ui/markdown/plan-markdown.ts';
import {plainPaint} from '../../../src/ui/paint.ts';
import type {Style} from '../../../src/ui/style.ts';
import {planText} from '../../../src/ui/text/stack/plan-text.ts';

/**
 * A plan in (as `-o json` writes it), its views out: `expected.txt` on a terminal of 80 columns without colour,
 * `expected.detail.txt` with `--detail`, `expected.md` for a pull request. UPDATE_GOLDEN=1 writes them anew.
 */
const CASES = readdirSync(import.meta.dirname, {withFileTypes: true})
  .filter((entry) => entry.isDirectory())
  .map(({name}) => name);

const style: Style = {
  paint: plainPaint,
  columns: 80,
  now: new Date('2026-05-04T12:00:00Z'),
  cwd: '/home/me/shop',
  detail: false,
  applyCommand: ['gantry', 'apply', '-w', 'prod'],
};

const VIEWS: Readonly<Record<string, (plan: Plan) => string>> = {
  'expected.txt': (plan) => planText({plan}, style),
  'expected.detail.txt': (plan) => planText({plan}, {...style, detail: true}),
  'expected.md': (plan) => planMarkdown({plan}, style),
};

describe.each(CASES)('the plan %s', (name) => {
  const folder = join(import.meta.dirname, name);
  const plan = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8')) as Plan;

  it('the plan matches the schema of -o json', () => {
    expect(PlanOutput.safeParse(plan).error).toBeUndefined();
    expect(plan.summary).toEqual(summarize(plan.changes));
  });

  it.each(Object.entries(VIEWS))('the view of the plan equals %s', (file, view) => {
    const text = view(plan);
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(join(folder, file), text);
    expect(text).toBe(readFileSync(join(folder, file), 'utf8'));
  });
});
