import type {Command} from 'commander';
import type {DriftReport, detectDrift} from '../../../app/detect-drift.ts';
import type {StackSelection} from '../../../app/stacks/selection.ts';
import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import {defined} from '../../../lib/defined.ts';
import {driftWarnings} from '../../../ui/github/drift-warnings.ts';
import {driftDocument, driftSummary, driftText, hasDrift} from '../../../ui/text/stack/drift-text.ts';
import type {Watching} from '../../drift/watch.ts';
import {EXIT, exitCodeOf, worstOf} from '../../exit-code.ts';
import {type NotifyFlag, notifyFlag, readNotify} from '../../flags/notify-flag.ts';
import {readSeveral, type SeveralFlags, severalFlags} from '../../flags/several-flags.ts';
import {readWatch, type WatchFlag, watchFlag} from '../../flags/watch-flag.ts';
import type {ForWorkflow} from '../../github.ts';
import type {OpenSession, Result, Session} from '../../session.ts';
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

type Flags = SeveralFlags & WatchFlag & NotifyFlag & {readonly exitCode?: boolean; readonly detail?: boolean};

/** Reports the drift of every stack of one workspace with `--all`. This needs no files: the backend lists the stacks that have a release. */
const isOfWorkspace = ({all = false, changedSince}: Flags, {workspaces}: StackSelection): boolean =>
  all && changedSince === undefined && workspaces === undefined;

/** Reports the drift of the stacks that are named or have changed. */
async function driftOfEach(several: StackSelection, session: Session, run: DetectDrift): Promise<DriftReport> {
  const {stacks, listed} = await selectSeveral({...several, released: true}, session);
  const {driftOfStacks} = await import('../../../app/stacks/drift-of-stacks.ts');
  const report = await driftOfStacks({stacks, parallel: several.parallel}, session.deps, run);
  return {...report, ...defined({listed})};
}

/** Defines `gantry drift`: compares the last release with the live objects. The files of the stack are not read. */
export const defineDrift = (command: Command, open: OpenSession, run: DetectDrift = detectLazily): Command =>
  notifyFlag(
    watchFlag(severalFlags(command, 'select every stack that has a release in the workspace')),
    'the changes of drift',
  )
    .option('--exit-code', 'exit with code 2 if anything has drifted')
    .option('--detail', 'also show fields that controllers have added')
    .action(async (flags: Flags) => {
      const session = await open();
      const several = readSeveral(flags, session);
      const intervalSeconds = readWatch(flags, session);
      const checking = {
        targets: readNotify(flags),
        watched: watchedBy(flags, session),
        detect: (own: Session): Promise<DriftReport> =>
          several === undefined || isOfWorkspace(flags, several)
            ? run({...own.globals.stack, all: several !== undefined}, own.deps)
            : driftOfEach(several, own, run),
      };
      const isOfMany = several !== undefined;
      if (intervalSeconds === undefined) {
        const {report, warnings} = await checkAndTell(checking, session);
        return session.print(driftResult(report, {flags, isOfMany, warnings}));
      }
      const {watch} = await import('../../drift/watch.ts');
      const report = await watch({...checking, intervalSeconds, detail: flags.detail ?? false}, session);
      // The rounds are printed already. Users end a watch with an interrupt, so that it is not an error.
      return session.print({
        ...driftResult(report, {flags, isOfMany, warnings: []}),
        text: () => '',
        exitCode: EXIT.done,
      });
    });

/** Checks once. Without `--notify` nothing is remembered. */
async function checkAndTell(
  {detect, targets, watched}: Omit<Watching, 'intervalSeconds' | 'detail'>,
  session: Session,
): Promise<{readonly report: DriftReport; readonly warnings: readonly Diagnostic[]}> {
  if (targets.length === 0) return {report: await detect(session), warnings: []};
  const {checkAndNotify} = await import('../../drift/check-and-notify.ts');
  return checkAndNotify({detect, targets, watched}, session);
}

/** Returns the facts that identify the check: the same command line in the same directory continues an earlier one. */
const watchedBy = ({all, changedSince, selector}: Flags, {globals, deps}: Session): Watching['watched'] => ({
  backend: globals.backend ?? deps.env['GANTRY_BACKEND'] ?? '',
  directory: globals.stack.directory ?? deps.cwd,
  workspace: selector ?? (globals.workspaces.join(' ') || (deps.env['GANTRY_WORKSPACE'] ?? '')),
  stacks: globals.stacks,
  all: all ?? false,
  changedSince: changedSince ?? '',
});

type Answering = {
  readonly flags: Flags;
  readonly isOfMany: boolean;
  /** The notifications that were not delivered. */
  readonly warnings: readonly Diagnostic[];
};

function driftResult(report: DriftReport, {flags, isOfMany, warnings}: Answering): Result {
  const {exitCode = false, detail = false} = flags;
  const failures = report.failed.map(({failure}) => exitCodeOf(failure));
  return {
    document: driftDocument(report, warnings),
    text: (style) => driftText(report, {...style, detail}),
    markdown:
      report.stacks.length + failures.length === 0
        ? undefined
        : async (style) =>
            (await import('../../../ui/markdown/drift-markdown.ts')).driftMarkdown({...report, isOfMany}, style),
    cases: async () => (await import('../../../ui/report/stack-cases.ts')).driftCases(report),
    workflow: driftForWorkflow(report),
    diagnostics: [...report.stacks.flatMap(({diagnostics}) => diagnostics), ...warnings],
    exitCode:
      failures.length > 0 ? worstOf(failures) : exitCode && report.stacks.some(hasDrift) ? EXIT.pending : EXIT.done,
  };
}
