import type {Command} from 'commander';
import type {stackStatus} from '../../../app/operate/stack-status.ts';
import {statusDocument, statusText} from '../../../ui/status-text.ts';
import {EXIT} from '../../exit-code.ts';
import {readTargets, type TargetFlag, targetFlag} from '../../flags/target-flag.ts';
import type {OpenSession} from '../../session.ts';

export type StackStatus = typeof stackStatus;

const statusLazily: StackStatus = async (request, deps) =>
  (await import('../../../app/operate/stack-status.ts')).stackStatus(request, deps);

type Flags = TargetFlag & {readonly exitCode?: boolean};

const exitCodeOf = ({healthy}: {readonly healthy: boolean}, flags: Flags): number =>
  flags.exitCode === true && !healthy ? EXIT.partial : EXIT.done;

/** `gantry status`: how what the last release left is now, on one screen. */
export const defineStatus = (command: Command, open: OpenSession, run: StackStatus = statusLazily): Command =>
  targetFlag(command)
    .option('--exit-code', 'exit 6 when anything is not ready')
    .action(async (ids: readonly string[], flags: Flags) => {
      const session = await open();
      const status = await run({...session.globals.stack, targets: readTargets(ids, flags)}, session.deps);
      await session.print({
        document: statusDocument(status),
        text: (style) => statusText(status, style),
        markdown: async (style) =>
          (await import('../../../ui/markdown/status-markdown.ts')).statusMarkdown(status, style),
        cases: async () => (await import('../../../ui/report/stack-cases.ts')).statusCases(status),
        diagnostics: status.diagnostics,
        ...(status.failure === undefined ? {exitCode: exitCodeOf(status, flags)} : {failure: status.failure}),
      });
    });
