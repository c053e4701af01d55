import type {Command} from 'commander';
import type {StackStatus as Status, stackStatus} from '../../../app/operate/stack-status.ts';
import {statusDocument, statusText} from '../../../ui/text/stack/status-text.ts';
import {EXIT} from '../../exit-code.ts';
import {readSeveral, refuseForSeveral, type SeveralFlags, severalFlags} from '../../flags/several-flags.ts';
import {readTargets, type TargetFlag, targetFlag} from '../../flags/target-flag.ts';
import type {OpenSession, Result} from '../../session.ts';
import {lookAtEach} from '../../several/look-at-each.ts';

/** The use case behind `gantry status`. Tests pass their own. */
export type StackStatus = typeof stackStatus;

const statusLazily: StackStatus = async (request, deps) =>
  (await import('../../../app/operate/stack-status.ts')).stackStatus(request, deps);

type Flags = TargetFlag & SeveralFlags & {readonly exitCode?: boolean};

/** Returns the exit code: 1 if anything has failed, 6 if anything else is not ready. A failed object does not become ready by waiting. */
function exitCodeOf({healthy, summary}: Pick<Status, 'healthy' | 'summary'>, flags: Flags): number {
  if (flags.exitCode !== true || healthy) return EXIT.done;
  return summary.failed > 0 ? EXIT.failed : EXIT.partial;
}

/** Defines `gantry status`: shows the health of the resources of the last release. */
export const defineStatus = (command: Command, open: OpenSession, run: StackStatus = statusLazily): Command =>
  severalFlags(targetFlag(command), 'select every stack that has a release in the workspace')
    .option('--exit-code', 'exit with code 1 if a resource has failed, or 6 if none has failed but one is not ready')
    .action(async (ids: readonly string[], flags: Flags) => {
      const session = await open();
      const targets = readTargets(ids, flags);
      const several = readSeveral(flags, session);
      if (several === undefined)
        return session.print(statusResult(await run({...session.globals.stack, targets}, session.deps), flags));
      refuseForSeveral({'An id, or --target,': targets.length > 0});
      return lookAtEach(session, {...several, released: true}, async ({globals, deps}) => {
        const status = await run({...globals.stack, targets}, deps);
        return {outcome: status.healthy ? 'ready' : 'not-ready', result: statusResult(status, flags)};
      });
    });

const statusResult = (status: Status, flags: Flags): Result => ({
  document: statusDocument(status),
  text: (style) => statusText(status, style),
  markdown: async (style) => (await import('../../../ui/markdown/status-markdown.ts')).statusMarkdown(status, style),
  cases: async () => (await import('../../../ui/report/stack-cases.ts')).statusCases(status),
  diagnostics: status.diagnostics,
  ...(status.failure === undefined ? {exitCode: exitCodeOf(status, flags)} : {failure: status.failure}),
});
