import {expect, it} from 'vitest';
import type {StackStatus} from '../../../../../src/app/operate/stack-status.ts';
import {statusMarkdown} from '../../../../../src/ui/markdown/status-markdown.ts';
import {statusText} from '../../../../../src/ui/text/stack/status-text.ts';
import {SAMPLE} from '../../../../cli/sample-plan.ts';
import {plainStyle} from '../../plain-style.ts';

const WEB = 'apps/v1:Deployment:shop:web';
const OBJECT = {id: WEB, kind: 'Deployment', namespace: 'shop', name: 'web'};

const STATUS: StackStatus = {
  formatVersion: 1,
  project: 'shop',
  stack: 'web',
  workspace: 'prod',
  lineage: SAMPLE.lineage,
  cluster: SAMPLE.cluster,
  release: {revision: 4, operation: 'apply', phase: 'failed', startedAt: '2026-05-04T11:58:00Z', by: 'ann@build-7'},
  healthy: false,
  summary: {ready: 0, progressing: 0, failed: 1, terminating: 0, unknown: 0, missing: 0},
  objects: [
    {
      ...OBJECT,
      health: 'failed',
      message: 'pod web-1: CrashLoopBackOff',
      trouble: {
        events: [{object: 'Pod web-1', type: 'Warning', reason: 'BackOff', message: 'restarting', count: 5}],
        logs: [{pod: 'web-1', container: 'app', lines: ['no \u001b[2Jdatabase']}],
      },
    },
  ],
  diagnostics: [],
};

const UNREACHED: StackStatus = {
  ...STATUS,
  summary: {...STATUS.summary, failed: 0, unknown: 1},
  objects: [{...OBJECT, health: 'unknown', message: 'the cluster cannot be reached'}],
  failure: {code: 'cluster/unreachable', server: 'https://10.0.0.1:6443', detail: 'connect ECONNREFUSED'},
};

it.each([
  {form: 'on a terminal', text: statusText(UNREACHED, plainStyle)},
  {form: 'in Markdown', text: statusMarkdown(UNREACHED, plainStyle)},
])('$form the status of an unreachable cluster shows the release and calls no object unhealthy', ({text}) => {
  expect(text).toMatch(/[Rr]evision 4/);
  expect(text).toContain('connect ECONNREFUSED');
  expect(text).toMatch(/unknown/i);
  expect(text).not.toMatch(/[Hh]ealthy|Deployment:shop:web/);
});

it.each([
  {form: 'on a terminal', text: statusText(STATUS, plainStyle)},
  {form: 'in Markdown', text: statusMarkdown(STATUS, plainStyle)},
])('$form a failed object has its warnings and the end of its log, without control characters', ({text}) => {
  expect(text).toContain('pod web-1: CrashLoopBackOff');
  expect(text).toContain('! BackOff (5 times), Pod web-1: restarting');
  expect(text).toMatch(/log of web-1, container app:\n.*\| no \\x1b\[2Jdatabase/);
});
