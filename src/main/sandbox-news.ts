import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import type {OnEvent} from '../core/event.ts';
import {GantryError} from '../core/failure/failure.ts';
import type {ControllerFailure} from '../sandbox/controllers/run/start-controllers.ts';
import type {SandboxEvent} from '../sandbox/run/hold-sandbox.ts';
import {failureText} from '../ui/failure-text.ts';

/** Listeners that write what happens to a sandbox for the user. */
export type SandboxNews = {
  readonly onEvent: (event: SandboxEvent) => void;
  readonly onFailure: (failure: ControllerFailure) => void;
};

/** What happens to a sandbox while a run uses it, in the words of a person, as remarks of the run. */
export function sandboxNews(name: string, tell: OnEvent): SandboxNews {
  const failed = new Map<string, 'once' | 'told'>();
  const remark = (diagnostic: Diagnostic): void => tell({type: 'diagnostic', diagnostic});
  return {
    onEvent: (event) => remark(event.type === 'took-over' ? tookOver(name, event.server) : lost(name, event.error)),
    onFailure: ({controller, key: {namespace, name: object}, error}) => {
      const message = `${controller} of the sandbox "${name}" cannot go on with ${namespace === '' ? '' : `${namespace}/`}${object}: ${reason(error)}`;
      const before = failed.get(message);
      failed.set(message, before === undefined ? 'once' : 'told');
      // What happens once is made good by the next try; what happens always is told once.
      if (before === 'once')
        remark({severity: 'warning', code: 'sandbox/controller', message, hint: 'It is tried again until it goes.'});
    },
  };
}

const tookOver = (name: string, server: string): Diagnostic => ({
  severity: 'note',
  code: 'sandbox/took-over',
  message: `The process that served the sandbox "${name}" has ended: this one serves it now, at ${server}.`,
});

const lost = (name: string, error: unknown): Diagnostic => ({
  severity: 'warning',
  code: 'sandbox/lost',
  message: `The process that served the sandbox "${name}" has ended, and this one cannot serve it: ${reason(error)}`,
  hint: `"gantry sandbox status ${name}" shows how it is; then give the command again.`,
});

function reason(error: unknown): string {
  if (error instanceof GantryError) return failureText(error.failure).message;
  return error instanceof Error ? error.message : String(error);
}
