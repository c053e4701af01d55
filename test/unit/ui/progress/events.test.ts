import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
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
    context: 'prod-admin',
    namespace: {name: 'shop', from: 'stack'},
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
  {type: 'data-key-unwrapped', backend: 's3 (state)', way: 'passphrase', outcome: 'opened', seconds: 0.31},
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
  {
    type: 'log',
    id: 'batch/v1:Job:shop:a@test',
    action: 'run',
    pod: 'a-1',
    container: 'app',
    line: '\u001b[1mok\u001b[0m\u0007',
  },
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

describe('progress without a terminal while nothing happens', () => {
  beforeEach(() => void vi.useFakeTimers({now: plainStyle.now}));
  afterEach(() => void vi.useRealTimers());

  function quiet() {
    let text = '';
    const out = {write: (more: string) => (text += more), isTTY: false, columns: 100};
    const view = plainProgress(out, () => ({...plainStyle, now: new Date()}), {steps: true, verbose: false});
    const said = (ms: number): readonly string[] => {
      text = '';
      vi.advanceTimersByTime(ms);
      return text.split('\n').filter((line) => line !== '');
    };
    return {view, said};
  }
  const started = (id: string): Event => ({type: 'step-started', id, action: 'create'});

  it('progress prints every 15 s what the run waits for, the first few by name', () => {
    const {view, said} = quiet();
    view.onEvent({type: 'phase-started', phase: 'apply', total: 6});
    for (const id of ['a', 'b', 'c', 'd', 'e']) view.onEvent(started(id));
    view.onEvent({type: 'step-waiting', id: 'b', message: '1 of 3 ready'});
    expect(said(14_999)).toEqual([]);
    expect(said(1)).toEqual(['waiting  for 5 resources (15s), 0 of 6 ended: a, b (1 of 3 ready), c and 2 more']);
    for (const id of ['a', 'c', 'd', 'e']) view.onEvent({type: 'step-done', id, action: 'create', seconds: 20});
    expect(said(15_000)).toEqual(['waiting  for 1 resource (30s), 4 of 6 ended: b (1 of 3 ready)']);
    expect(said(30_000)).toHaveLength(2);
    view.close();
    expect(said(60_000)).toEqual([]);
  });

  it('progress names the lock of another run, and the phase if no resource is changing', () => {
    const {view, said} = quiet();
    view.onEvent({type: 'phase-started', phase: 'plan'});
    expect(said(15_000)).toEqual([expect.stringMatching(/^waiting {2}.+ \(15s\)$/)]);
    view.onEvent({type: 'lock-waiting', ...LOCK_FACTS});
    expect(said(15_000)).toEqual([`waiting  for the lock of ${LOCK_FACTS.holder} (15s)`]);
    view.pause();
    expect(said(60_000)).toEqual([]);
  });

  it('progress does not keep the process alive', () => {
    vi.useRealTimers();
    const before = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const {view} = quiet();
    view.onEvent({type: 'phase-started', phase: 'plan'});
    expect(process.getActiveResourcesInfo().filter((name) => name === 'Timeout')).toHaveLength(before);
    view.close();
  });
});

describe('progress without a terminal', () => {
  it('progress without a terminal has a line for each finished step', () =>
    expect(lines({steps: true, verbose: false})).toMatchFileSnapshot(golden('progress')));
  it('progress with -v has retries and timings', () =>
    expect(lines({steps: true, verbose: true})).toMatchFileSnapshot(golden('progress-verbose')));
});

describe('the stream of events', () => {
  it('the stream of events has one numbered and dated JSON document a line, with texts of failures', () => {
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
