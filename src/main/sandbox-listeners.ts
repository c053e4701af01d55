import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import type {OnEvent} from '../core/event.ts';
import {GantryError} from '../core/failure/failure.ts';
import type {ControllerFailure} from '../sandbox/controllers/run/start-controllers.ts';
import type {SandboxEvent} from '../sandbox/run/hold-sandbox.ts';
import {failureText} from '../ui/failure-text.ts';

/** Listeners that report the events of a sandbox to the user. */
export type SandboxListeners = {
  readonly onEvent: (event: SandboxEvent) => void;
  readonly onFailure: (failure: ControllerFailure) => void;
};

/** Returns listeners that report the events of a sandbox during a run as diagnostics of the run. */
export function sandboxListeners(name: string, tell: OnEvent): SandboxListeners {
  const failed = new Map<string, 'once' | 'reported'>();
  const remark = (diagnostic: Diagnostic): void => tell({type: 'diagnostic', diagnostic});
  return {
    onEvent: (event) => remark(event.type === 'took-over' ? tookOver(name, event.server) : lost(name, event.error)),
    onFailure: ({controller, key: {namespace, name: object}, error}) => {
      const message = `${controller} of the sandbox "${name}" cannot reconcile ${namespace === '' ? '' : `${namespace}/`}${object}: ${reason(error)}`;
      const before = failed.get(message);
      failed.set(message, before === undefined ? 'once' : 'reported');
      // A single failure is repaired by the next attempt. A repeated failure is reported once.
      if (before === 'once')
        remark({severity: 'warning', code: 'sandbox/controller', message, hint: 'The controller keeps trying.'});
    },
  };
}

const tookOver = (name: string, server: string): Diagnostic => ({
  severity: 'note',
  code: 'sandbox/took-over',
  message: `The process that served sandbox "${name}" has ended. This process serves it now, at ${server}.`,
});

const lost = (name: string, error: unknown): Diagnostic => ({
  severity: 'warning',
  code: 'sandbox/lost',
  message: `The process that served sandbox "${name}" has ended, and this process cannot serve it: ${reason(error)}`,
  hint: `Run "gantry sandbox status ${name}" to see its state, then run the command again.`,
});

function reason(error: unknown): string {
  if (error instanceof GantryError) return failureText(error.failure).message;
  return error instanceof Error ? error.message : String(error);
}
