import {type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer, trace} from '@opentelemetry/api';
import {type StackEvent, stackKey} from '../../core/event.ts';
import type {Failure} from '../../core/failure/failure.ts';
import {type EventHandlers, handleEvent} from '../../core/handle-event.ts';
import {defined} from '../../lib/defined.ts';
import type {RequestReport} from '../../ports/telemetry.ts';
import {isError, requestFacts, requestName} from './request-name.ts';
import {runFacts} from './run-facts.ts';
import type {Parent} from './settings.ts';
import type {StartSpan} from './start-span.ts';
import {stepSpans} from './step-spans.ts';

/** Converts events and requests of a run into spans. */
export type SpanRecorder = {
  readonly onEvent: (event: StackEvent, at: Date) => void;
  /** Records a request. @param step the step that the request belongs to */
  readonly onRequest: (report: RequestReport, step: string | undefined) => void;
  readonly end: (exitCode: number, at: Date) => void;
};

type Recording = {
  readonly tracer: Tracer;
  readonly parent?: Parent | undefined;
  /** Returns a failure in one line, redacted for users. */
  readonly words: (failure: Failure) => string;
};

const inside = (span: Span | undefined): Context =>
  span === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, span);

/** Records the events of a command as spans: the command, its phases, their steps, and the requests of each. */
export function recordSpans({tracer, parent, words}: Recording): SpanRecorder {
  let root: Span | undefined;
  // The phase of each stack: several stacks may run at once.
  const phases = new Map<string, Span>();
  const endPhase = (key: string, at: Date): void => {
    phases.get(key)?.end(at);
    phases.delete(key);
  };
  // A request does not name its stack. If several stacks run, the request belongs to the phase that began last.
  const latest = (): Span | undefined => [...phases.values()].at(-1);
  const start: StartSpan = (name, under, options, attributes) =>
    tracer.startSpan(name, {...options, attributes}, under);
  const outside = parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, {...parent, isRemote: true});
  const steps = stepSpans({start, words, parent: (event) => inside(phases.get(stackKey(event)) ?? root)});
  const handlers: EventHandlers = {
    ...steps.hearing,
    'run-started': ({name, command, gantryVersion}, startTime) => {
      const facts = {'gantry.command': name, 'gantry.command_line': command, 'gantry.version': gantryVersion};
      root = start(`gantry ${name}`, outside, {startTime}, facts);
    },
    'phase-started': (event, startTime) => {
      endPhase(stackKey(event), startTime);
      const {phase, project, stack} = event;
      const facts = {'gantry.phase': phase, ...defined({'gantry.project': project, 'gantry.stack': stack})};
      phases.set(stackKey(event), start(`phase ${phase}`, inside(root), {startTime}, facts));
    },
    'phase-done': (event, at) => endPhase(stackKey(event), at),
    'data-key-unwrapped': ({way, outcome, seconds}, at) => {
      const startTime = new Date(at.getTime() - seconds * 1000);
      const facts = {'gantry.key.way': way, 'gantry.key.outcome': outcome};
      start('unwrap data key', inside(latest() ?? root), {startTime}, facts).end(at);
    },
    'lock-waiting': ({holder}, at) => void root?.addEvent('waiting for the lock', {'gantry.lock.holder': holder}, at),
  };
  return {
    onEvent: (event, at) => {
      handleEvent(handlers, event, at);
      root?.setAttributes(runFacts(event));
    },
    onRequest: (report, step) => {
      const under = (step === undefined ? undefined : steps.contextOf(step)) ?? inside(latest() ?? root);
      recordRequest(report, under, start);
    },
    end: (exitCode, at) => {
      steps.endAll(at);
      for (const key of phases.keys()) endPhase(key, at);
      if (root !== undefined) endRun(root, exitCode, at);
    },
  };
}

function endRun(root: Span, exitCode: number, at: Date): void {
  root.setAttribute('gantry.exit_code', exitCode);
  // 2 means that there are changes, as requested.
  if (exitCode !== 0 && exitCode !== 2) root.setStatus({code: SpanStatusCode.ERROR});
  root.end(at);
}

/** Records a finished request as a span. */
function recordRequest(report: RequestReport, under: Context, start: StartSpan): void {
  const {verb, kind} = requestName(report);
  const name = kind === undefined ? report.method : `${verb} ${kind}`;
  const span = start(name, under, {startTime: report.startedAt, kind: SpanKind.CLIENT}, requestFacts(report));
  if (isError(report)) span.setStatus({code: SpanStatusCode.ERROR});
  span.end(report.endedAt);
}
