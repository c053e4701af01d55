import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {convertEvent} from '../../../../src/sandbox/kinds/objects/event.ts';

type Row = {readonly name: string; readonly core: JsonObject; readonly events: JsonObject};

// One Event in both APIs, as Kubernetes 1.34.4 returns it.
const rows: readonly Row[] = [
  {
    name: 'that was written to v1',
    core: {
      kind: 'Event',
      apiVersion: 'v1',
      metadata: {name: 'objects-e1'},
      involvedObject: {kind: 'Pod', namespace: 'default', name: 'p'},
      reason: 'Because',
      message: 'm',
      source: {component: 'c'},
      firstTimestamp: '2026-11-22T00:00:00Z',
      lastTimestamp: '2026-11-22T00:00:01Z',
      count: 2,
      type: 'Normal',
      eventTime: null,
      reportingComponent: '',
      reportingInstance: '',
    },
    events: {
      kind: 'Event',
      apiVersion: 'events.k8s.io/v1',
      metadata: {name: 'objects-e1'},
      eventTime: null,
      reason: 'Because',
      regarding: {kind: 'Pod', namespace: 'default', name: 'p'},
      note: 'm',
      type: 'Normal',
      deprecatedSource: {component: 'c'},
      deprecatedFirstTimestamp: '2026-11-22T00:00:00Z',
      deprecatedLastTimestamp: '2026-11-22T00:00:01Z',
      deprecatedCount: 2,
    },
  },
  {
    name: 'that was written to events.k8s.io/v1',
    core: {
      kind: 'Event',
      apiVersion: 'v1',
      metadata: {name: 'objects-e2'},
      involvedObject: {kind: 'Pod', namespace: 'default', name: 'p'},
      reason: 'Because',
      message: 'm',
      source: {},
      firstTimestamp: null,
      lastTimestamp: null,
      type: 'Normal',
      eventTime: '2026-11-22T00:00:00.000000Z',
      action: 'Act',
      reportingComponent: 'example.com/c',
      reportingInstance: 'i',
    },
    events: {
      kind: 'Event',
      apiVersion: 'events.k8s.io/v1',
      metadata: {name: 'objects-e2'},
      eventTime: '2026-11-22T00:00:00.000000Z',
      reportingController: 'example.com/c',
      reportingInstance: 'i',
      action: 'Act',
      reason: 'Because',
      regarding: {kind: 'Pod', namespace: 'default', name: 'p'},
      note: 'm',
      type: 'Normal',
      deprecatedSource: {},
      deprecatedFirstTimestamp: null,
      deprecatedLastTimestamp: null,
    },
  },
];

describe('an Event in its two API groups', () => {
  it.each(rows)('an Event $name: v1 is read as events.k8s.io/v1', ({core, events}) => {
    expect(convertEvent(core, 'events.k8s.io/v1')).toEqual(events);
  });

  it.each(rows)('an Event $name: events.k8s.io/v1 is read as v1', ({core, events}) => {
    expect(convertEvent(events, 'v1')).toEqual(core);
  });
});
