import type {Command} from 'commander';
import type {adoptShared} from '../../../app/shared/adopt-shared.ts';
import {defined} from '../../../lib/defined.ts';
import {yesNo} from '../../../ui/confirm.ts';
import type {OpenSession} from '../../session.ts';
import {applyResult, whereOf} from '../stack/apply-result.ts';
import {askedRun} from '../stack/asked-run.ts';
import {planResult} from '../stack/plan-result.ts';

/** The use case behind `gantry shared adopt`. Tests pass their own. */
export type AdoptSharedCase = typeof adoptShared;

const adoptLazily: AdoptSharedCase = async (request, deps) =>
  (await import('../../../app/shared/adopt-shared.ts')).adoptShared(request, deps);

/** Defines `gantry shared adopt ID`: brings an external resource under the management of a shared stack, as it is. */
export const defineSharedAdopt = (command: Command, open: OpenSession, run: AdoptSharedCase = adoptLazily): Command =>
  command
    .argument('<id>', 'the id of an external resource')
    .option('--dry-run', 'only show the changes, and change nothing')
    .action(async (id: string, {dryRun}: {readonly dryRun?: boolean}) => {
      const session = await open();
      const outcome = await run(
        {
          ...session.globals.stack,
          id,
          ...defined({dryRun: dryRun === true ? true : undefined}),
          ...askedRun(session, (plan) => yesNo(`Adopt ${id} into ${plan.stack}, ${whereOf(plan, session)}?`)),
        },
        session.deps,
      );
      await session.print(outcome.kind === 'planned' ? planResult(outcome.plan, session, {}) : applyResult(outcome));
    });
