import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Report, ReportCell} from '../../../../src/app/report/report.ts';
import {isReportPage, reportPage} from '../../../../src/ui/html/report-page.ts';
import {tag} from '../../../../src/ui/html/tag.ts';
import {planWith, SAMPLE} from '../../../cli/sample-plan.ts';

const now = new Date('2026-05-04T12:00:00Z');
const HOSTILE = `</td><script>alert("1")</script>&'\u202e`;
const names = {project: 'shop', stack: 'web'};

const cell = (workspace: string, rest: Partial<ReportCell> = {}): ReportCell => ({
  ...names,
  workspace,
  failures: [],
  ...rest,
});

const report = (cells: readonly ReportCell[]): Report => ({
  formatVersion: 1,
  at: '2026-05-04T12:00:00.000Z',
  stacks: [{...names, hasFiles: true}],
  workspaces: cells.map(({workspace}) => ({name: workspace, suspended: false})),
  cells,
});

const RELEASED: ReportCell = cell('prod', {
  release: {
    revision: 3,
    operation: 'apply',
    phase: 'failed',
    startedAt: '2026-05-04T11:58:00.000Z',
    by: 'anna@build-7',
    resources: 2,
    source: {commit: 'a'.repeat(40), branch: 'main', dirty: true},
  },
  images: [
    {id: 'apps/v1:Deployment:shop:web', container: 'app', image: `registry.example/web:1.4@sha256:${'0'.repeat(64)}`},
  ],
  plan: SAMPLE,
});

describe('a report page', () => {
  it('a page shows the release, the images and the plan of a stack, and equal reports make equal pages', async () => {
    const whole = report([RELEASED, cell('staging')]);
    const page = reportPage(whole, {cwd: '/home/me/shop', now});
    expect(isReportPage(page)).toBe(true);
    expect(reportPage(structuredClone(whole), {cwd: '/home/me/shop', now: new Date(0)})).toBe(page);
    const file = join(import.meta.dirname, '../../../golden/ui/report.html');
    await expect(page.replaceAll('><', '>\n<')).toMatchFileSnapshot(file);
  });

  it('texts from a cluster or a file never become markup', () => {
    const page = reportPage(
      report([
        {
          ...RELEASED,
          workspace: HOSTILE,
          images: [{id: HOSTILE, container: HOSTILE, image: HOSTILE}],
          plan: planWith([
            {
              id: HOSTILE,
              action: 'update',
              type: 'Kubernetes',
              verified: true,
              reason: HOSTILE,
              fields: [{path: HOSTILE, before: 'a', after: HOSTILE, cause: 'spec'}],
            },
          ]),
          failures: [{parts: ['drift'], failure: {code: 'input/usage', message: HOSTILE, hint: HOSTILE}}],
        },
      ]),
      {cwd: '/', now},
    );
    expect(page).not.toMatch(/<script|\u202e/);
    expect(page).toContain('&lt;script&gt;');
    expect(page.match(/<html/g)).toHaveLength(1);
  });

  it.each([
    ['text', tag('p', {}, `<b>&"'`), '<p>&lt;b&gt;&amp;&quot;&#39;</p>'],
    ['an attribute', tag('p', {title: `"><b`}), '<p title="&quot;&gt;&lt;b"></p>'],
    ['an element in an element', tag('p', {}, tag('b', {}, '<')), '<p><b>&lt;</b></p>'],
    ['an absent attribute', tag('meta', {name: undefined, charset: 'utf-8'}), '<meta charset="utf-8">'],
    ['a lone surrogate', tag('p', {}, '\ud800'), '<p>\ufffd</p>'],
    ['a control character', tag('p', {}, '\u001b[31m'), '<p>\\x1b[31m</p>'],
  ])('%s is escaped', (_, {markup}, want) => expect(markup).toBe(want));
});
