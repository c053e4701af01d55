import type {Command} from 'commander';
import type {DriftReport, detectDrift} from '../../../app/detect-drift.ts';
import {driftDocument, driftSummary, driftText, hasDrift} from '../../../ui/drift-text.ts';
import {driftWarnings} from '../../../ui/github/drift-warnings.ts';
import {EXIT, exitCodeOf, worstOf} from '../../exit-code.ts';
import type {ForWorkflow} from '../../github.ts';
import type {OpenSession} from '../../session.ts';
import {usageError} from '../../usage.ts';

export type DetectDrift = typeof detectDrift;

const detectLazily: DetectDrift = async (request, deps) =>
  (await import('../../../app/detect-drift.ts')).detectDrift(request, deps);

const driftForWorkflow = (report: DriftReport): ForWorkflow => ({
  warnings: driftWarnings(report),
  outputs: {
    drifted: report.stacks.flatMap(({objects}) => objects).filter(({drift}) => drift !== 'none').length,
    failed: report.failed.length,
    summary: report.stacks.map(driftSummary).join('; '),
  },
});

type Flags = {readonly all?: boolean; readonly exitCode?: boolean};

/** `gantry drift`: what differs between what was applied and what is live, without the files of the stack. */
export const defineDrift = (command: Command, open: OpenSession, run: DetectDrift = detectLazily): Command =>
  command
    .option('--all', 'every stack that has a release in the workspace')
    .option('--exit-code', 'exit 2 when anything has drifted')
    .action(async ({all = false, exitCode = false}: Flags) => {
      const session = await open();
      if (all && session.globals.stack.stack !== undefined) throw usageError('--all and -s say two different things.');
      const report = await run({...session.globals.stack, all}, session.deps);
      const failures = report.failed.map(({failure}) => exitCodeOf(failure));
      await session.print({
        document: driftDocument(report),
        text: (style) => driftText(report, style),
        ...(report.stacks.length + failures.length === 0
          ? {}
          : {
              markdown: async (style) =>
                (await import('../../../ui/markdown/drift-markdown.ts')).driftMarkdown(report, style),
            }),
        cases: async () => (await import('../../../ui/report/stack-cases.ts')).driftCases(report),
        workflow: driftForWorkflow(report),
        diagnostics: report.stacks.flatMap(({diagnostics}) => diagnostics),
        exitCode:
          failures.length > 0 ? worstOf(failures) : exitCode && report.stacks.some(hasDrift) ? EXIT.pending : EXIT.done,
      });
    });
