import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {Deps} from '../deps.ts';
import type {NamedTargets} from './check-targets.ts';
import {notSent} from './not-sent.ts';
import {type OpenTarget, openTarget} from './open-target.ts';
import {requestSender} from './send-request.ts';

/** Targets that messages can be sent to, and a warning for each that cannot be opened. */
export type OpenedTargets = {readonly targets: readonly OpenTarget[]; readonly warnings: readonly Diagnostic[]};

/**
 * Opens the selected targets. A target that cannot be opened is a warning and no error, because a broken message service must not stop a
 * release.
 * @param signal ends requests to targets; undefined: they end by their own limits
 */
export async function openTargets(
  {targets, config}: NamedTargets,
  deps: Deps,
  signal?: AbortSignal,
): Promise<OpenedTargets> {
  const http = requestSender({env: deps.env, clock: deps.clock, signal});
  const opened: OpenTarget[] = [];
  const warnings: Diagnostic[] = [];
  for (const [name, target] of Object.entries(targets)) {
    try {
      opened.push(await openTarget({name, target, config, http}, deps));
    } catch (error) {
      if (!(error instanceof GantryError)) throw error;
      warnings.push(notSent(name, reasonOf(error)));
    }
  }
  return {targets: opened, warnings};
}

function reasonOf({failure}: GantryError): string {
  if ('diagnostics' in failure && failure.diagnostics?.[0] !== undefined) return failure.diagnostics[0].message;
  return failure.code === 'input/usage' ? failure.message : failure.code;
}
