import {describe, expect, it} from 'vitest';
import type {Event} from '../../../../src/core/event.ts';
import {jsonlProgress} from '../../../../src/ui/progress/jsonl.ts';
import {plainProgress} from '../../../../src/ui/progress/plain.ts';
import {countStamps} from '../../../../src/ui/progress/stamp.ts';
import {LOCK_FACTS} from '../../../rig/lock-facts.ts';
import {golden, plainStyle} from '../plain-style.ts';
import {FAILURES} from '../sample-failures.ts';

const EVENTS: readonly Event[] = [
  {type: 'run-started', gantryVersion: '1.2.3', name: 'apply', command: 'gantry apply'},
  {type: 'workspace-chosen', workspace: 'prod', from: '-w', file: 'workspaces/prod.yaml'},
  {type: 'phase-started', phase: 'read'},
  {
    type: 'cluster-reached',
    server: 'https://10.0.0.1:6443',
    identity: 'b1946ac9',
    version: 'v1.34.4',
    source: 'context.kubeconfig_path',
  },
  {
    type: 'diagnostic',
    diagnostic: {severity: 'warning', code: 'kubeconfig/missing', message: '~/.kube/old is missing'},
  },
  {type: 'phase-done', phase: 'read', seconds: 0.42},
  {
    type: 'plan-made',
    operation: 'apply',
    revision: 4,
    steps: [{id: 'v1:Namespace:shop', action: 'create', after: []}],
  },
  {type: 'lock-waiting', ...LOCK_FACTS},
  {type: 'phase-started', phase: 'apply', total: 4},
  {type: 'step-started', id: 'v1:Namespace:shop', action: 'create'},
  {type: 'step-applied', id: 'v1:Namespace:shop', action: 'create'},
  {type: 'step-done', id: 'v1:Namespace:shop', action: 'create', seconds: 0.12},
  {type: 'step-started', id: 'v1:ConfigMap:shop:a', action: 'update'},
  {type: 'step-started', id: 'apps/v1:Deployment:shop:web', action: 'update'},
  {type: 'retry', request: 'PATCH deployments/web', attempt: 2, reason: 'HTTP 429', delayMs: 1500},
  {type: 'step-waiting', id: 'apps/v1:Deployment:shop:web', message: '1 of 3 ready'},
  {type: 'step-done', id: 'v1:ConfigMap:shop:a', action: 'update', seconds: 61},
  {type: 'log', id: 'apps/v1:Deployment:shop:web', pod: 'web-1', container: 'app', line: 'started'},
  {type: 'step-failed', id: 'apps/v1:Deployment:shop:web', action: 'update', failure: FAILURES['object/not-ready']},
  {type: 'step-skipped', id: 'v1:Service:shop:web', action: 'delete', because: 'apps/v1:Deployment:shop:web failed'},
  {type: 'release-recorded', revision: 4, phase: 'failed'},
];

function lines(loudness: {steps: boolean; verbose: boolean}): string {
  let text = '';
  const out = {write: (more: string) => (text += more), isTTY: false, columns: 100};
  const view = plainProgress(out, () => plainStyle, loudness);
  for (const event of EVENTS) view.onEvent(event);
  return text;
}

describe('progress without a terminal', () => {
  it('is a line for each finished step', () =>
    expect(lines({steps: true, verbose: false})).toMatchFileSnapshot(`../${golden('progress')}`));
  it('with -v has retries and timings, too', () =>
    expect(lines({steps: true, verbose: true})).toMatchFileSnapshot(`../${golden('progress-verbose')}`));
});

describe('the stream of events', () => {
  it('is one numbered and dated JSON document a line, failures with their words', () => {
    let text = '';
    const view = jsonlProgress(
      {write: (more) => (text += more), isTTY: false, columns: 80},
      () => new Date('2026-05-04T12:00:00Z'),
      countStamps(),
    );
    for (const event of EVENTS) view.onEvent(event);
    const documents = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as {type: string; seq: number; time: string; failure?: object});
    expect(documents.map(({type}) => type)).toEqual(EVENTS.map(({type}) => type));
    expect(documents.map(({seq}) => seq)).toEqual(EVENTS.map((_, i) => i + 1));
    expect(new Set(documents.map(({time}) => time))).toEqual(new Set(['2026-05-04T12:00:00.000Z']));
    expect(documents.find(({type}) => type === 'step-failed')?.failure).toMatchObject({
      code: 'object/not-ready',
      seconds: 600,
      message: expect.stringContaining('not ready'),
    });
  });
});
