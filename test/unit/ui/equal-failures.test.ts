import {describe, expect, it} from 'vitest';
import type {StackStatus} from '../../../src/app/operate/stack-status.ts';
import type {AppliedOutcome} from '../../../src/app/plan/release-requests.ts';
import {applyResult} from '../../../src/cli/commands/stack/apply-result.ts';
import type {Failure} from '../../../src/core/failure/failure.ts';
import type {ObjectDrift} from '../../../src/core/plan/drift.ts';
import type {ObjectHealth} from '../../../src/core/readiness/health.ts';
import {driftMarkdown} from '../../../src/ui/markdown/drift-markdown.ts';
import {statusMarkdown} from '../../../src/ui/markdown/status-markdown.ts';
import {applyCases} from '../../../src/ui/report/apply-cases.ts';
import {junitReport} from '../../../src/ui/report/junit.ts';
import {applyText} from '../../../src/ui/text/stack/apply-text.ts';
import {SAMPLE} from '../../cli/sample-plan.ts';
import {plainStyle} from './plain-style.ts';
import {RUN} from './report/sample-cases.ts';
import {DRIFT_REPORTS} from './sample-drift.ts';
import {FAILED} from './sample-outcomes.ts';

const IDS = Array.from({length: 100}, (_, i) => `v1:Pod:shop:p${i}`);
const OTHER = 'v1:Pod:shop:other';
const LOST: Failure = {code: 'release/lease-lost', detail: 'it was taken away'};
const LOST_HINT = 'Another run may have taken over. Check with "gantry release list", then run the command again.';

const failed = (ids: readonly string[], failure: (id: string) => Failure): AppliedOutcome => ({
  ...FAILED,
  steps: ids.map((id) => ({id, action: 'create', outcome: 'failed', seconds: 0, failure: failure(id)})),
});

const notReady = (resource: string): Failure => ({code: 'object/not-ready', resource, detail: 'no node', seconds: 60});

const status = (objects: StackStatus['objects']): StackStatus => ({
  formatVersion: 1,
  project: 'shop',
  stack: 'web',
  workspace: 'prod',
  lineage: SAMPLE.lineage,
  cluster: SAMPLE.cluster,
  release: {revision: 4, operation: 'apply', phase: 'failed', startedAt: '2026-05-04T11:58:00Z', by: 'ann@build-7'},
  healthy: false,
  summary: {ready: 0, progressing: 0, failed: objects.length, terminating: 0, unknown: 0, missing: 0},
  objects,
  diagnostics: [],
});

const unwell = (id: string, message: string, health: 'failed' | 'missing' = 'failed'): ObjectHealth => ({
  id,
  kind: 'Pod',
  namespace: 'shop',
  name: id.split(':')[3] ?? '',
  health,
  message,
  trouble: {events: [{object: 'Quota q', type: 'Warning', reason: 'Exceeded', message: 'used up', count: 1}], logs: []},
});

const [REPORT = expect.fail()] = Object.values(DRIFT_REPORTS);
const [STACK = expect.fail()] = REPORT.stacks;
const gone = (id: string, reason: string, drift: 'deleted' | 'replaced' = 'deleted'): ObjectDrift => ({
  id,
  type: 'Kubernetes',
  drift,
  reason,
  fields: [],
});
const drifted = (objects: (typeof STACK)['objects']) =>
  driftMarkdown({formatVersion: 1, failed: [], stacks: [{...STACK, objects}]}, plainStyle);

const times = (text: string, part: string): number => text.split(part).length - 1;

describe('100 equal failures', () => {
  it.each([
    {
      report: 'an apply',
      cause: 'no node',
      markdown: () => applyResult(failed([...IDS, OTHER], notReady)).markdown?.(plainStyle) ?? '',
    },
    {
      report: 'a status',
      cause: 'no node',
      markdown: () =>
        statusMarkdown(status([...IDS.map((id) => unwell(id, `${id}: no node`)), unwell(OTHER, 'x')]), plainStyle),
    },
    {
      report: 'a drift',
      cause: 'somebody deleted it',
      markdown: () => drifted([...IDS.map((id) => gone(id, 'somebody deleted it')), gone(OTHER, 'x', 'replaced')]),
    },
  ])(
    '100 equal failures are one paragraph of $report in Markdown, with a count and the first ids',
    async ({cause, markdown}) => {
      const text = await markdown();
      expect(times(text, cause), text).toBe(1);
      expect(text).toMatch(/10[01] objects: .*v1:Pod:shop:p0.*v1:Pod:shop:p1.*v1:Pod:shop:p2.* and 9[78] more/);
      expect(text).not.toMatch(/shop:p3\b|shop:p99/);
    },
  );

  it('100 failures with different health or drift are not folded', () => {
    const half = (i: number) => i % 2 === 0;
    const inStatus = statusMarkdown(
      status(IDS.map((id, i) => unwell(id, 'no node', half(i) ? 'failed' : 'missing'))),
      plainStyle,
    );
    expect(times(inStatus, '50 objects')).toBe(2);
    const inDrift = drifted(IDS.map((id, i) => gone(id, 'no more', half(i) ? 'deleted' : 'replaced')));
    expect(times(inDrift, '50 objects')).toBe(2);
  });

  it('100 stacks that could not be checked have their cause and hint once, under all their markers', () => {
    const failure: Failure = {code: 'cluster/unreachable', server: 'https://10.0.0.1', detail: 'no route'};
    const stacks = Array.from({length: 100}, (_, i) => ({project: 'shop', stack: `s${i}`, workspace: 'prod', failure}));
    const text = driftMarkdown({formatVersion: 1, stacks: [], failed: stacks}, plainStyle);
    expect(times(text, 'no route'), text).toBe(1);
    expect(times(text, 'hint:')).toBe(1);
    expect(times(text, '<!-- gantry:drift/shop/')).toBe(100);
    expect(text).toMatch(/100 stacks: .*s0.*s1.*s2.* and 97 more/);
  });

  it('100 equal failures count as 100 when the text is shortened', () => {
    const many = status([...IDS.map((id) => unwell(id, 'no node')), ...IDS.map((id, i) => unwell(`${id}b`, `${i}`))]);
    const text = statusMarkdown(many, {...plainStyle, bytes: 3000});
    const [, shown = ''] = /\*\*(\d+) more\*\*/.exec(text) ?? [];
    expect(Number(shown) + times(text, '```text') + 99).toBe(200);
  });
});

describe('the hint of failures', () => {
  it.each([
    {title: 'that are folded', ids: IDS, failure: () => LOST, hint: LOST_HINT},
    {title: 'that are too few to be folded', ids: IDS.slice(0, 3), failure: () => LOST, hint: LOST_HINT},
    {title: 'that name their objects', ids: IDS, failure: notReady, hint: '--no-wait skips the wait'},
  ])(
    'the hint of failures $title is printed once in the text and the Markdown of an apply',
    async ({ids, failure, hint}) => {
      const outcome = failed(ids, failure);
      expect(times(applyText(outcome, plainStyle), hint)).toBe(1);
      expect(times((await applyResult(outcome).markdown?.(plainStyle)) ?? '', hint)).toBe(1);
    },
  );

  it('the hint of failures is not repeated if the run ends for the same reason', () => {
    const text = applyText({...failed(IDS, () => LOST), failure: LOST}, plainStyle);
    expect(times(text, LOST_HINT), text).toBe(1);
  });

  it('the hint of failures is below the last failure that it belongs to', () => {
    const lines = applyText(
      {
        ...FAILED,
        steps: [...failed(IDS, () => LOST).steps, ...failed([OTHER], notReady).steps],
      },
      plainStyle,
    ).split('\n');
    expect(lines[0]).toMatch(/^failed {2}100 objects/);
    expect(lines[1]).toBe(`  hint: ${LOST_HINT}`);
    expect(lines[2]).toMatch(/^failed {2}v1:Pod:shop:other/);
    expect(lines[3]).toMatch(/^ {2}hint: .*--no-wait/);
  });

  it('the hint of folded failures is once in JUnit, and their message is not repeated', () => {
    const text = junitReport(applyCases(failed(IDS, notReady)), RUN);
    expect(times(text, '--no-wait skips the wait'), text.slice(0, 2000)).toBe(1);
    expect(times(text, 'v1:Pod:shop:p0 is not ready')).toBe(0);
    expect(text).toContain('100 objects: each is not ready after 60 s: no node');
  });

  it('failures with the same message and different hints are not folded', () => {
    const failure = (id: string): Failure => ({
      code: 'backend/io',
      detail: 'no space',
      hint: IDS.indexOf(id) % 2 === 0 ? 'Free the disk.' : 'Ask the administrator.',
    });
    const outcome = failed(IDS, failure);
    for (const text of [applyText(outcome, plainStyle), junitReport(applyCases(outcome), RUN)]) {
      expect(times(text, 'Free the disk.'), text.slice(0, 500)).toBe(1);
      expect(times(text, 'Ask the administrator.')).toBe(1);
      expect(times(text, '50 objects')).toBeGreaterThanOrEqual(2);
    }
  });
});
