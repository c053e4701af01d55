import {type Context, type Span, SpanStatusCode, trace} from '@opentelemetry/api';
import {type StackEvent, stackKey} from '../../core/event.ts';
import type {Failure} from '../../core/failure/failure.ts';
import type {EventHandlers} from '../../core/handle-event.ts';
import type {StartSpan} from './start-span.ts';

type OpenStep = {readonly span: Span; readonly applied?: Date; readonly waitsFor?: string};

type Steps = {
  readonly start: StartSpan;
  /** Returns the context of the parent span of a step. */
  readonly parent: (event: StackEvent) => Context;
  readonly words: (failure: Failure) => string;
};

/** Records a span for each step, with the object that it waited for and its outcome. */
export function stepSpans({words, ...steps}: Steps) {
  const {open, contexts, begin, end, learn} = openSteps(steps);
  const handlers: EventHandlers = {
    'step-started': (event, at) => void begin(event, at),
    'step-applied': (event, at) => void learn(keyOf(event), {applied: at})?.addEvent('applied', at),
    'step-waiting': ({message, ...event}, at) =>
      void learn(keyOf(event), {waitsFor: message})?.addEvent('waiting', {'gantry.waits_for': message}, at),
    'step-done': (event, at) => end(keyOf(event), 'done', at),
    'step-failed': ({failure, ...event}, at) => {
      const span = open.get(keyOf(event))?.span;
      span?.setAttribute('error.type', failure.code);
      span?.setStatus({code: SpanStatusCode.ERROR, message: words(failure)});
      end(keyOf(event), 'failed', at);
    },
    'step-skipped': (event, at) => {
      begin(event, at).setAttribute('gantry.because', event.because);
      end(keyOf(event), 'skipped', at);
    },
  };
  return {
    hearing: handlers,
    /** Returns the context for the requests of the last step with this id. Some of them end after the step. */
    contextOf: (id: string): Context | undefined => contexts.get(id),
    /** Ends the spans that are still open at the end of the run, with an unknown outcome. */
    endAll: (at: Date): void => {
      for (const key of open.keys()) end(key, 'unknown', at);
    },
  };
}

/** Returns the key of a step: stacks that run at once may have steps of the same id. */
const keyOf = (event: Pick<StackEvent, 'project' | 'stack'> & {readonly id: string}): string =>
  `${stackKey(event)} ${event.id}`;

type Begun = Extract<StackEvent, {type: 'step-started' | 'step-skipped'}>;

/** Opens and closes the spans of the steps. */
function openSteps({start, parent}: Pick<Steps, 'start' | 'parent'>) {
  const open = new Map<string, OpenStep>();
  const contexts = new Map<string, Context>();
  const begin = (event: Begun, at: Date): Span => {
    const {id, action} = event;
    const under = parent(event);
    const span = start(`step ${action}`, under, {startTime: at}, {'gantry.resource.id': id, 'gantry.action': action});
    open.set(keyOf(event), {span});
    contexts.set(id, trace.setSpan(under, span));
    return span;
  };
  const end = (key: string, outcome: string, at: Date): void => {
    const step = open.get(key);
    if (step === undefined) return;
    open.delete(key);
    const {span, applied, waitsFor} = step;
    span.setAttribute('gantry.outcome', outcome);
    if (applied !== undefined) span.setAttribute('gantry.waiting_seconds', (at.getTime() - applied.getTime()) / 1000);
    if (waitsFor !== undefined) span.setAttribute('gantry.waited_for', waitsFor);
    span.end(at);
  };
  const learn = (key: string, facts: Partial<OpenStep>): Span | undefined => {
    const step = open.get(key);
    if (step !== undefined) open.set(key, {...step, ...facts});
    return step?.span;
  };
  return {open, contexts, begin, end, learn};
}
