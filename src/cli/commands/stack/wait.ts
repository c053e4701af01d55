import type {Command} from 'commander';
import type {WaitRequest, waitForStack} from '../../../app/operate/wait-for-stack.ts';
import {waitDocument, waitText} from '../../../ui/text/stack/wait-text.ts';
import {secondsFlag} from '../../flags/seconds.ts';
import {readTargets, type TargetFlag, targetFlag} from '../../flags/target-flag.ts';
import type {OpenSession} from '../../session.ts';
import {usageError} from '../../usage.ts';

/** The use case behind `gantry wait`. Tests pass their own. */
export type WaitForStack = typeof waitForStack;

const waitLazily: WaitForStack = async (request, deps) =>
  (await import('../../../app/operate/wait-for-stack.ts')).waitForStack(request, deps);

type Flags = TargetFlag & {readonly for?: string; readonly timeout?: number};

/** Defines `gantry wait`: waits until the resources of the last release are ready, for example after an apply with `--no-wait`. */
export const defineWait = (command: Command, open: OpenSession, run: WaitForStack = waitLazily): Command =>
  targetFlag(command)
    .option(
      '--for <ready|deleted>',
      'what to wait for: ready (default), or deleted (the objects that the last release removed are gone)',
    )
    .option(
      '--timeout <time>',
      'maximum time to wait, for example 300 (seconds) or 10m; default: 30m, and 10m for each resource',
      secondsFlag('--timeout'),
    )
    .action(async (ids: readonly string[], flags: Flags) => {
      const session = await open();
      const outcome = await run(
        {
          ...session.globals.stack,
          targets: readTargets(ids, flags),
          until: readUntil(flags.for),
          timeoutSeconds: flags.timeout,
        },
        session.deps,
      );
      await session.print({
        document: waitDocument(outcome),
        text: (style) => waitText(outcome, style),
        diagnostics: outcome.diagnostics,
        failure: outcome.failure,
      });
    });

function readUntil(value = 'ready'): WaitRequest['until'] {
  if (value === 'ready' || value === 'deleted') return value;
  throw usageError(`--for ${value}: unknown condition.`, 'Possible: ready, deleted.');
}
