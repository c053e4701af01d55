import {unreachable} from '../../../lib/unreachable.ts';
import type {Controller, ControlView, ObjectKey, Step} from '../../model/controller.ts';
import {Refusal} from '../../model/status.ts';
import type {Writer} from '../../verbs/writer.ts';
import type {EventRecorder} from './event-recorder.ts';

type Turn = {
  readonly controller: Controller;
  readonly key: ObjectKey;
  readonly view: ControlView;
  readonly writer: Writer;
  readonly recorder: EventRecorder;
  readonly now: number;
};

/**
 * Calls a controller for a key and takes the steps that it returns. Returns the milliseconds after which the controller wants to be called
 * again. The first refusal ends the turn, because each step builds on the ones before.
 */
export function takeSteps({controller, key, view, writer, recorder, now}: Turn): number | undefined {
  const manager = controller.manager ?? 'kube-controller-manager';
  let again: number | undefined;
  const take = (steps: readonly Step[]): void => {
    for (const step of steps) {
      if (step.do === 'again') again = Math.min(again ?? Infinity, step.afterMs);
      else write(step, {writer, manager, recorder, now}, take);
    }
  };
  take(controller.steps(key, view, now));
  return again;
}

type Write = Exclude<Step, {readonly do: 'again'}>;
type StepDeps = Pick<Turn, 'writer' | 'recorder' | 'now'> & {readonly manager: string};

function write(step: Write, deps: StepDeps, take: (steps: readonly Step[]) => void): void {
  try {
    send(step, deps);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (isDone(step, error)) return;
    if (step.do === 'create' && step.refused !== undefined) take(step.refused(error.message));
    throw error;
  }
}

/** Reports whether a refusal means that the step was done already: the object exists, or it is gone. */
function isDone(step: Write, {status}: Refusal): boolean {
  if (step.do === 'create' || step.do === 'record') return status.reason === 'AlreadyExists';
  return status.reason === 'NotFound';
}

function send(step: Write, deps: StepDeps): void {
  const {writer, manager} = deps;
  switch (step.do) {
    case 'create':
      writer.create(step.object, {manager});
      return;
    case 'update':
      writer.update(step.object, {manager});
      return;
    case 'status':
      writer.update(step.object, {manager, subresource: 'status'});
      return;
    case 'bind':
      writer.update(step.object, {manager, subresource: 'binding'});
      return;
    case 'delete':
      writer.delete(step);
      return;
    case 'remove':
      writer.remove(step);
      return;
    case 'record': {
      const written = deps.recorder(step.event, deps.now);
      if (written !== undefined) send(written, deps);
      return;
    }
    default:
      unreachable(step);
  }
}
