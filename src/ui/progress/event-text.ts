import {type Event, type StackStep, stackKey} from '../../core/event.ts';
import type {Action} from '../../core/plan/plan.ts';
import {diagnosticText} from '../diagnostic-text.ts';
import {ago, duration} from '../duration.ts';
import {skippedText, stepFailureText} from '../failure-text.ts';
import {plainLine} from '../plain-line.ts';
import {printable} from '../printable.ts';
import type {Style} from '../style.ts';

/** The past tense of each action, for finished steps. */
export const DONE: Readonly<Record<Action, string>> = {
  create: 'created',
  adopt: 'adopted',
  update: 'updated',
  replace: 'replaced',
  delete: 'deleted',
  retain: 'kept',
  forget: 'forgotten',
  gone: 'gone',
  unchanged: 'unchanged',
  run: 'ran',
  read: 'read',
};

/** The amount of output. `steps`: a line for each finished step. `verbose`: also retries, timings and the target. */
export type Verbosity = {readonly steps: boolean; readonly verbose: boolean};

const WIDTH = 9;

type Words = {
  readonly [Type in Event['type']]: (event: Extract<Event, {type: Type}>, style: Style, loudness: Verbosity) => string;
};

const silent = (): string => '';

/** Maps each event type to its text. An event type without an entry does not compile. */
const WORDS: Words = {
  diagnostic: ({diagnostic}, style) => diagnosticText(diagnostic, style),
  'lock-waiting': ({holder, since, command}, {paint, now}) =>
    `${paint.warn('waiting')} for the lock of ${printable(holder)}, taken ${ago(since, now)} (${printable(command)})\n`,
  'data-key-unwrapped': ({backend, way, outcome, seconds}, style, {verbose}) =>
    aside(`data key of ${backend} ${outcome} by ${way} in ${duration(seconds)}`, style, verbose),
  // The result contains the cause, so that it is printed here only if asked for.
  'step-failed': ({id, failure}, {paint}, {verbose}) =>
    `${paint.bad('failed'.padEnd(WIDTH))} ${printable(verbose ? stepFailureText(id, failure) : id)}\n`,
  // The result lists skipped steps with the reason, so that they are printed here only if asked for.
  'step-skipped': ({id, because}, {paint}, {verbose}) =>
    verbose ? `${paint.warn('skipped'.padEnd(WIDTH))} ${printable(skippedText(id, because))}\n` : '',
  'step-done': ({id, action, seconds}, {paint}, {steps}) =>
    steps ? `${paint.good(doneText(action).padEnd(WIDTH))} ${printable(id)} (${duration(seconds)})\n` : '',
  // Previews and questions show the whole plan.
  'plan-made': silent,
  // The lines of "gantry logs" are its result, on stdout. Those of a hook are progress.
  log: ({action, pod, container, line}, {paint}) =>
    action === undefined ? '' : `${paint.dim(printable(`${pod} ${container} |`))} ${plainLine(line)}\n`,
  'run-started': silent,
  'stack-started': ({step, number, of, ...names}, {paint}) =>
    `${paint.strong(printable(stackKey(names)))} ${paint.dim(`(${number} of ${of}${STEP[step]})`)}\n`,
  'stack-done': ({outcome, because, ...names}, {paint}) =>
    outcome === 'skipped'
      ? `${paint.warn('skipped'.padEnd(WIDTH))} ${printable(`${stackKey(names)}: because of ${because ?? ''}`)}\n`
      : '',
  'step-started': silent,
  'step-applied': silent,
  'step-waiting': silent,
  'phase-started': silent,
  'phase-done': ({phase, seconds}, style, {verbose}) => aside(`${phase} took ${duration(seconds)}`, style, verbose),
  'workspace-chosen': ({workspace, from, file}, style, {verbose}) =>
    aside(`workspace ${workspace} from ${from}, ${file}`, style, verbose),
  'cluster-reached': ({server, version, identity, source, context}, style, {verbose}) =>
    aside(`cluster ${server} ${version}, context ${context}, identity ${identity}, from ${source}`, style, verbose),
  retry: ({attempt, request, delayMs, reason}, style, {verbose}) =>
    aside(`retry ${attempt} of ${request} in ${duration(delayMs / 1000)}: ${reason}`, style, verbose),
  // The command prints its rounds itself, on stdout.
  'drift-checked': silent,
  'drift-changed': silent,
  'release-recorded': ({revision, phase}, style, {verbose}) =>
    aside(`release ${revision} recorded as ${phase}`, style, verbose),
};

const STEP: Readonly<Record<StackStep, string>> = {look: '', plan: ', planning', apply: ', applying'};

/** Returns the past tense of an action. A step without changes has waited until the object is ready. */
const doneText = (action: Action): string => (action === 'unchanged' ? 'ready' : DONE[action]);

const aside = (text: string, {paint}: Style, verbose: boolean): string =>
  verbose ? `${paint.dim(printable(text))}\n` : '';

/** Returns the line of an event, or an empty text if the event is not printed. */
export const eventText = (event: Event, style: Style, loudness: Verbosity): string =>
  (WORDS[event.type] as (event: Event, style: Style, loudness: Verbosity) => string)(event, style, loudness);
