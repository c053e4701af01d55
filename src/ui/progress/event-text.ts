import type {Event, StackStep} from '../../core/event.ts';
import type {Action} from '../../core/plan/plan.ts';
import {diagnosticText} from '../diagnostic-text.ts';
import {ago, duration} from '../duration.ts';
import {skippedText, stepFailureText} from '../failure-text.ts';
import {printable} from '../printable.ts';
import type {Style} from '../style.ts';

/** Past tense: what a finished step did. */
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
};

/** `steps`: each finished step has a line of its own. `verbose`: retries, timings and where it goes, too. */
export type Loudness = {readonly steps: boolean; readonly verbose: boolean};

const WIDTH = 9;

type Words = {
  readonly [Type in Event['type']]: (event: Extract<Event, {type: Type}>, style: Style, loudness: Loudness) => string;
};

const silent = (): string => '';

/** The words for every event; a new one does not compile until it has some, or is silent on purpose. */
const WORDS: Words = {
  diagnostic: ({diagnostic}, style) => diagnosticText(diagnostic, style),
  'lock-waiting': ({holder, since, command}, {paint, now}) =>
    `${paint.warn('waiting')} for the lock of ${printable(holder)}, taken ${ago(since, now)} (${printable(command)})\n`,
  // Why, the answer says: what is told here as well would be read twice.
  'step-failed': ({id, failure}, {paint}, {verbose}) =>
    `${paint.bad('failed'.padEnd(WIDTH))} ${printable(verbose ? stepFailureText(id, failure) : id)}\n`,
  // The answer lists them with the reason: a failure of much would tell of each twice.
  'step-skipped': ({id, because}, {paint}, {verbose}) =>
    verbose ? `${paint.warn('skipped'.padEnd(WIDTH))} ${printable(skippedText(id, because))}\n` : '',
  'step-done': ({id, action, seconds}, {paint}, {steps}) =>
    steps ? `${paint.good(doneText(action).padEnd(WIDTH))} ${printable(id)} (${duration(seconds)})\n` : '',
  // A preview and a question show the plan in full.
  'plan-made': silent,
  // What a container says is the answer of "gantry logs", on stdout: views are for stderr.
  log: silent,
  'run-started': silent,
  'stack-started': ({project, stack, step, number, of}, {paint}) =>
    `${paint.strong(printable(`${project}/${stack}`))} ${paint.dim(`(${number} of ${of}${STEP[step]})`)}\n`,
  'stack-done': ({project, stack, outcome, because}, {paint}) =>
    outcome === 'skipped'
      ? `${paint.warn('skipped'.padEnd(WIDTH))} ${printable(`${project}/${stack}: ${because ?? ''} comes first`)}\n`
      : '',
  'step-started': silent,
  'step-applied': silent,
  'step-waiting': silent,
  'phase-started': silent,
  'phase-done': ({phase, seconds}, style, {verbose}) => aside(`${phase} took ${duration(seconds)}`, style, verbose),
  'workspace-chosen': ({workspace, from, file}, style, {verbose}) =>
    aside(`workspace ${workspace} from ${from}, ${file}`, style, verbose),
  'cluster-reached': ({server, version, identity, source}, style, {verbose}) =>
    aside(`cluster ${server} ${version}, identity ${identity}, by ${source}`, style, verbose),
  retry: ({attempt, request, delayMs, reason}, style, {verbose}) =>
    aside(`retry ${attempt} of ${request} in ${duration(delayMs / 1000)}: ${reason}`, style, verbose),
  'release-recorded': ({revision, phase}, style, {verbose}) =>
    aside(`release ${revision} recorded as ${phase}`, style, verbose),
};

const STEP: Readonly<Record<StackStep, string>> = {look: '', plan: ', planning', apply: ', applying'};

/** A step that changes nothing has waited. */
const doneText = (action: Action): string => (action === 'unchanged' ? 'ready' : DONE[action]);

const aside = (text: string, {paint}: Style, verbose: boolean): string =>
  verbose ? `${paint.dim(printable(text))}\n` : '';

/** The line that an event is worth; empty when it is worth none. */
export const eventText = (event: Event, style: Style, loudness: Loudness): string =>
  (WORDS[event.type] as (event: Event, style: Style, loudness: Loudness) => string)(event, style, loudness);
