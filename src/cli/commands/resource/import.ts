import type {Command} from 'commander';
import type {importResources} from '../../../app/resource/import-resources.ts';
import {countChanges} from '../../../core/plan/summary.ts';
import {defined} from '../../../lib/defined.ts';
import {yesNo} from '../../../ui/confirm.ts';
import {count} from '../../../ui/count.ts';
import {
  readSpecFile,
  readTakeOver,
  type SpecFileFlag,
  specFileFlag,
  type TakeOverFlag,
  takeOverFlag,
} from '../../flags/plan-flags.ts';
import type {OpenSession} from '../../session.ts';
import {applyResult, whereOf} from '../stack/apply-result.ts';
import {askedRun} from '../stack/asked-run.ts';
import {planResult} from '../stack/plan-result.ts';

/** The use case behind `gantry resource import`. Tests pass their own. */
export type ImportResourcesCase = typeof importResources;

const importLazily: ImportResourcesCase = async (request, deps) =>
  (await import('../../../app/resource/import-resources.ts')).importResources(request, deps);

type Flags = SpecFileFlag & TakeOverFlag & {readonly dryRun?: boolean};

/** Defines `gantry resource import ID…`: adds live objects to the stack, as they are. */
export const defineResourceImport = (
  command: Command,
  open: OpenSession,
  run: ImportResourcesCase = importLazily,
): Command =>
  takeOverFlag(specFileFlag(command))
    .argument('<id...>', 'the objects to import, which the files of the stack declare: ids, kinds, labels or globs')
    .option('--dry-run', 'only show the changes, and change nothing')
    .action(async (selectors: readonly string[], flags: Flags) => {
      const session = await open();
      const {globals, deps} = session;
      const outcome = await run(
        {
          ...globals.stack,
          ...readSpecFile(flags, session),
          ...readTakeOver(flags),
          selectors,
          ...defined({dryRun: flags.dryRun === true ? true : undefined}),
          ...askedRun(session, (plan) =>
            yesNo(`Import ${count(countChanges(plan), 'object')} into ${plan.stack}, ${whereOf(plan, session)}?`),
          ),
        },
        deps,
      );
      await session.print(outcome.kind === 'planned' ? planResult(outcome.plan, session, {}) : applyResult(outcome));
    });
