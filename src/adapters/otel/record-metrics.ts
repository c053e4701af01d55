import type {Attributes, Meter} from '@opentelemetry/api';
import type {Event} from '../../core/event.ts';
import {type EventHandlers, handleEvent} from '../../core/handle-event.ts';
import type {RequestReport} from '../../ports/telemetry.ts';
import {requestName} from './request-name.ts';
import {namesOf} from './run-facts.ts';

/** Converts events and requests of a run into metrics. */
export type MetricRecorder = {
  readonly onEvent: (event: Event, at: Date) => void;
  readonly onRequest: (report: RequestReport) => void;
};

/** Records the number and the duration of steps and requests with few attributes. Ids are only in the traces. */
export function recordMetrics(meter: Meter): MetricRecorder {
  const {steps, stepSeconds, requests, requestSeconds, retries, unwrapSeconds} = instruments(meter);
  const started = new Map<string, Date>();
  let about: Attributes = {};
  const ended =
    (outcome: string) =>
    ({id, action}: Extract<Event, {type: 'step-done' | 'step-failed' | 'step-skipped'}>, at: Date): void => {
      const attributes = {...about, 'gantry.action': action, 'gantry.outcome': outcome};
      const begin = started.get(id);
      steps.add(1, attributes);
      if (begin !== undefined) stepSeconds.record(secondsBetween(begin, at), attributes);
    };
  const handlers: EventHandlers = {
    'workspace-chosen': (event) => {
      about = namesOf(event);
    },
    'data-key-unwrapped': ({way, outcome, seconds}) =>
      unwrapSeconds.record(seconds, {...about, 'gantry.key.way': way, 'gantry.key.outcome': outcome}),
    'step-started': ({id}, at) => void started.set(id, at),
    'step-done': ended('done'),
    'step-failed': ended('failed'),
    'step-skipped': ended('skipped'),
  };
  return {
    onEvent: (event, at) => handleEvent(handlers, event, at),
    onRequest: (report) => {
      const asked = {...about, 'gantry.request.verb': requestName(report).verb};
      const answered = {...asked, 'gantry.request.status': String(report.status ?? report.error ?? 'unknown')};
      requests.add(1, answered);
      requestSeconds.record(secondsBetween(report.startedAt, report.endedAt), answered);
      if (report.retries > 0) retries.add(report.retries, asked);
    },
  };
}

const instruments = (meter: Meter) => ({
  steps: meter.createCounter('gantry.steps', {description: 'Steps by action and outcome.'}),
  stepSeconds: meter.createHistogram('gantry.step.duration', {
    unit: 's',
    description: 'From the begin of a step until it is ready, or has failed.',
  }),
  requests: meter.createCounter('gantry.requests', {description: 'Requests to the cluster by verb and status.'}),
  requestSeconds: meter.createHistogram('gantry.request.duration', {unit: 's', description: 'With all retries.'}),
  unwrapSeconds: meter.createHistogram('gantry.key.unwrap.duration', {
    unit: 's',
    description: 'Unwrapping the data key of a sealed backend.',
  }),
  retries: meter.createCounter('gantry.retries', {description: 'Requests that were sent again.'}),
});

const secondsBetween = (begin: Date, end: Date): number => (end.getTime() - begin.getTime()) / 1000;
