import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../../src/core/json.ts';
import {SCHEDULER} from '../../../../../src/sandbox/controllers/pods/scheduler.ts';
import {eventRecorder} from '../../../../../src/sandbox/controllers/run/event-recorder.ts';
import type {Happened} from '../../../../../src/sandbox/model/controller.ts';
import {nameOf} from '../../../../../src/sandbox/model/metadata.ts';
import {memoryStore} from '../../../../../src/sandbox/store/memory-store.ts';

const NOON = Date.UTC(2026, 0, 1, 12);
const WEB = {apiVersion: 'batch/v1', kind: 'Job', metadata: {namespace: 'shop', name: 'web', uid: 'u-1'}};

const happened = (message: string, more: Partial<Happened> = {}): Happened => ({
  about: WEB,
  reason: 'Told',
  message,
  by: 'job-controller',
  ...more,
});

function events() {
  const store = memoryStore();
  let record = eventRecorder(store);
  return {
    tell: (event: Happened, now = NOON): string | undefined => {
      const written = record(event, now);
      if (written !== undefined) store.put('events', written.object);
      return written?.do;
    },
    restart: () => {
      record = eventRecorder(store);
    },
    forget: () => {
      for (const event of store.list('events')) store.remove('events', 'shop', nameOf(event));
    },
    list: (): readonly JsonObject[] => store.list('events'),
    messages: () => store.list('events').map(({message}) => message),
  };
}

describe('the event recorder', () => {
  it('events of one moment are listed in the order in which they happened', () => {
    const {tell, messages} = events();
    const told = ['zebra', 'ant', 'mole', 'bee', 'yak', 'cat'];
    for (const message of told) tell(happened(message));
    tell(happened('later'), NOON + 1);
    expect(messages()).toEqual([...told, 'later']);
  });

  it('a repeated event is counted, also after a restart', () => {
    const {tell, restart, list} = events();
    expect(tell(happened('again'))).toBe('create');
    expect(tell(happened('again'), NOON + 1000)).toBe('update');
    restart();
    expect(tell(happened('again'), NOON + 2000)).toBe('update');
    expect(list()).toMatchObject([
      {count: 3, firstTimestamp: '2026-01-01T12:00:00Z', lastTimestamp: '2026-01-01T12:00:02Z'},
    ]);
  });

  it('equal messages about another object, from another component, or for another reason are separate events', () => {
    const {tell, list} = events();
    const another = {...WEB, metadata: {...WEB.metadata, uid: 'u-2'}};
    for (const more of [{}, {about: another}, {by: 'somebody'}, {reason: 'Other'}]) tell(happened('same', more));
    expect(list()).toHaveLength(4);
  });

  it('a deleted event is created again when it is repeated', () => {
    const {tell, forget, list} = events();
    tell(happened('again'));
    forget();
    expect(tell(happened('again'), NOON + 1)).toBe('create');
    expect(list()).toMatchObject([{count: 1}]);
  });

  it('an event that is recorded once is not repeated', () => {
    const {tell} = events();
    expect(tell(happened('waiting', {isRecordedOnce: true}))).toBe('create');
    expect(tell(happened('waiting', {isRecordedOnce: true}), NOON + 1)).toBeUndefined();
  });

  it('each event of the scheduler is a new object without a count', () => {
    const {tell, list} = events();
    for (const at of [NOON, NOON + 1]) tell(happened('no room', {by: SCHEDULER, reason: 'FailedScheduling'}), at);
    expect(list()).toMatchObject([
      {eventTime: '2026-01-01T12:00:00.000000Z', firstTimestamp: null, action: 'Scheduling'},
      {eventTime: '2026-01-01T12:00:00.001000Z'},
    ]);
    expect(list()[0]).not.toHaveProperty('count');
  });
});
