import type {Command} from 'commander';
import type {DriftReport, detectDrift} from '../../../app/detect-drift.ts';
import type {StackSelection} from '../../../app/stacks/selection.ts';
import {driftWarnings} from '../../../ui/github/drift-warnings.ts';
import {driftDocument, driftSummary, driftText, hasDrift} from '../../../ui/text/stack/drift-text.ts';
import {EXIT, exitCodeOf, worstOf} from '../../exit-code.ts';
import {readSeveral, type SeveralFlags, severalFlags} from '../../flags/several-flags.ts';
import type {ForWorkflow} from '../../github.ts';
import type {OpenSession, Session} from '../../session.ts';
import {selectSeveral} from '../../several/select.ts';

/** The use case behind `gantry drift`. Tests pass their own. */
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

type Flags = SeveralFlags & {readonly exitCode?: boolean; readonly detail?: boolean};

/** Reports the drift of every stack of one workspace with `--all`. This needs no files: the backend lists the stacks that have a release. */
const isOfWorkspace = ({all = false, changedSince}: Flags, {workspaces}: StackSelection): boolean =>
  all && changedSince === undefined && workspaces === undefined;

/** Reports the drift of the stacks that are named or have changed. */
async function driftOfEach(several: StackSelection, session: Session, run: DetectDrift): Promise<DriftReport> {
  const {stacks} = await selectSeveral({...several, released: true}, session);
  const {driftOfStacks} = await import('../../../app/stacks/drift-of-stacks.ts');
  return driftOfStacks({stacks, parallel: several.parallel}, session.deps, run);
}

/** Defines `gantry drift`: compares the last release with the live objects. The files of the stack are not read. */
export const defineDrift = (command: Command, open: OpenSession, run: DetectDrift = detectLazily): Command =>
  severalFlags(command, 'select every stack that has a release in the workspace')
    .option('--exit-code', 'exit with code 2 if anything has drifted')
    .option('--detail', 'also show fields that controllers have added')
    .action(async (flags: Flags) => {
      const session = await open();
      const {exitCode = false, detail = false} = flags;
      const several = readSeveral(flags, session);
      const report = await (several === undefined || isOfWorkspace(flags, several)
        ? run({...session.globals.stack, all: several !== undefined}, session.deps)
        : driftOfEach(several, session, run));
      const failures = report.failed.map(({failure}) => exitCodeOf(failure));
      await session.print({
        document: driftDocument(report),
        text: (style) => driftText(report, {...style, detail}),
        markdown:
          report.stacks.length + failures.length === 0
            ? undefined
            : async (style) =>
                (await import('../../../ui/markdown/drift-markdown.ts')).driftMarkdown(
                  {...report, isOfMany: several !== undefined},
                  style,
                ),
        cases: async () => (await import('../../../ui/report/stack-cases.ts')).driftCases(report),
        workflow: driftForWorkflow(report),
        diagnostics: report.stacks.flatMap(({diagnostics}) => diagnostics),
        exitCode:
          failures.length > 0 ? worstOf(failures) : exitCode && report.stacks.some(hasDrift) ? EXIT.pending : EXIT.done,
      });
    });
