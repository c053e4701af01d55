import {describe, expect, it} from 'vitest';
import {type Begun, newProgress, note, type Progress, unconfirmed} from '../../../../src/adapters/terraform/begun.ts';
import type {JsonObject} from '../../../../src/core/json.ts';

const stateWith = (objects: Readonly<Record<string, string>>, more: JsonObject = {}): JsonObject => ({
  resources: Object.entries(objects).map(([name, id]) => ({
    mode: 'managed',
    type: 'box',
    name,
    instances: [{attributes: {id}, ...more}],
  })),
});

const BEGUN: Begun = {address: 'box.a', apply: 'apply-1'};

type Told = {
  readonly started?: boolean;
  readonly error?: string;
  readonly interrupted?: boolean;
  readonly apply?: string;
};

function progressOf({started = true, error, interrupted = false, apply = 'apply-1'}: Told): Progress {
  const progress = newProgress(apply);
  if (started) note(progress, {kind: 'start', address: 'box.a', action: 'create'});
  if (error !== undefined)
    note(progress, {kind: 'diagnostic', said: {severity: 'error', summary: error, detail: '', address: 'box.a'}});
  return {...progress, isInterrupted: interrupted};
}

describe('a creation that was begun', () => {
  it.each<{
    readonly when: string;
    readonly state?: JsonObject;
    readonly begun?: Begun;
    readonly progress?: Told;
    readonly mayExist: boolean;
  }>([
    {when: 'the state does not have it, and its events are not here', mayExist: true},
    {when: 'the state has it', state: stateWith({a: '1'}), mayExist: false},
    {when: 'the state has another object', state: stateWith({b: '1'}), mayExist: true},
    {
      when: 'the state still has the object that it replaces',
      state: stateWith({a: 'old'}),
      begun: {...BEGUN, replaces: 'old'},
      mayExist: true,
    },
    {
      when: 'the state has it in place of the earlier object',
      state: stateWith({a: 'new'}),
      begun: {...BEGUN, replaces: 'old'},
      mayExist: false,
    },
    {when: 'the state has only a deposed object', state: stateWith({a: '1'}, {deposed: 'x'}), mayExist: true},
    {when: 'it was sent', progress: {}, mayExist: true},
    {when: 'it was not sent', progress: {started: false}, mayExist: false},
    {when: 'the events are those of another apply', progress: {started: false, apply: 'apply-2'}, mayExist: true},
    {when: 'the provider refused it', progress: {error: 'The name is taken'}, mayExist: false},
    {when: 'the provider did not answer', progress: {error: 'Plugin did not respond'}, mayExist: true},
    {when: 'the request was cancelled', progress: {error: 'Request cancelled'}, mayExist: true},
    {when: 'an interrupt came before the answer', progress: {error: 'Stopped', interrupted: true}, mayExist: true},
  ])('a creation may exist: $mayExist, when $when', ({state, begun = BEGUN, progress, mayExist}) => {
    const left = unconfirmed([begun], state, progress && progressOf(progress));
    expect(left).toEqual(mayExist ? [begun] : []);
  });

  it('a replacement is complete when its new object is made, not when the earlier one is deleted', () => {
    const progress = newProgress('apply-1');
    note(progress, {kind: 'complete', address: 'box.a', action: 'delete'});
    expect(progress.completed).toEqual(new Set());
    note(progress, {kind: 'complete', address: 'box.a', action: 'create'});
    expect(progress.completed).toEqual(new Set(['box.a']));
  });

  it('a replacement whose earlier object could not be deleted afterwards is not complete', () => {
    const progress = newProgress('apply-1');
    note(progress, {kind: 'complete', address: 'box.a', action: 'create'});
    note(progress, {kind: 'error', address: 'box.a', action: 'delete'});
    expect(progress.completed).toEqual(new Set());
  });
});
