import {describe, expect, it} from 'vitest';
import type {Event} from '../../../src/core/event.ts';
import {GantryError} from '../../../src/core/failure/failure.ts';
import {sandboxListeners} from '../../../src/main/sandbox-listeners.ts';

function newsOf(name: string) {
  const told: string[] = [];
  const news = sandboxListeners(name, (event: Event) => {
    if (event.type !== 'diagnostic') return;
    const {severity, code, message} = event.diagnostic;
    told.push(`${severity} ${code}: ${message}`);
  });
  return {...news, told};
}

const failing = (name: string) => ({
  controller: 'job-controller',
  key: {namespace: 'shop', name},
  error: new Error('no'),
});

describe('the events of a sandbox during a run', () => {
  it('a takeover of the sandbox is reported', () => {
    const {onEvent, told} = newsOf('demo');
    onEvent({type: 'took-over', server: 'https://127.0.0.1:4711'});
    expect(told).toEqual([
      'note sandbox/took-over: The process that served sandbox "demo" has ended. This process serves it now, at https://127.0.0.1:4711.',
    ]);
  });

  it('the loss of the sandbox is reported with its reason', () => {
    const {onEvent, told} = newsOf('demo');
    const file = '/data/demo/objects.log';
    const error = new GantryError({code: 'sandbox/damaged', name: 'demo', file, problem: 'is missing'});
    onEvent({type: 'lost', error});
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('warning sandbox/lost: The process that served sandbox "demo" has ended');
    expect(told[0]).toContain(`${file} is missing`);
  });

  it('a permanent controller failure is reported once, and a temporary one not at all', () => {
    const {onFailure, told} = newsOf('demo');
    for (const name of ['passing', 'lasting', 'lasting', 'lasting']) onFailure(failing(name));
    expect(told).toEqual([
      'warning sandbox/controller: job-controller of the sandbox "demo" cannot reconcile shop/lasting: no',
    ]);
  });
});
