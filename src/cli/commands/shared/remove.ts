import type {Command} from 'commander';
import type {removeShared} from '../../../app/shared/remove-shared.ts';
import {countChanges} from '../../../core/plan/summary.ts';
import {yesNo} from '../../../ui/confirm.ts';
import {count} from '../../../ui/count.ts';
import {EXIT} from '../../exit-code.ts';
import {type AllowDeleteFlag, allowDeleteFlag, readPermissions} from '../../flags/plan-flags.ts';
import type {OpenSession} from '../../session.ts';
import {applyResult, whereOf} from '../stack/apply-result.ts';
import {askedRun} from '../stack/asked-run.ts';

/** The use case behind `gantry shared remove`. Tests pass their own. */
export type RemoveSharedCase = typeof removeShared;

const removeLazily: RemoveSharedCase = async (request, deps) =>
  (await import('../../../app/shared/remove-shared.ts')).removeShared(request, deps);

/**
 * Defines `gantry shared remove ID`: removes the registration of an external resource, whose object stays; or deletes what was made for a shared claim.
 */
export const defineSharedRemove = (
  command: Command,
  open: OpenSession,
  run: RemoveSharedCase = removeLazily,
): Command =>
  allowDeleteFlag(
    command.argument('<id>', 'the id of an external resource, or of one that was created for claims'),
  ).action(async (id: string, flags: AllowDeleteFlag) => {
    const session = await open();
    const asked = {
      permissions: readPermissions(flags),
      ...askedRun(session, (plan) =>
        yesNo(`Delete ${count(countChanges(plan), 'object')} of ${plan.stack}, ${whereOf(plan, session)}?`),
      ),
    };
    const confirm: Parameters<RemoveSharedCase>[0]['confirm'] = ({workspace}) =>
      session.ask(yesNo(`Remove the registration of ${id} in ${workspace}? The object stays.`));
    const removed = await run({...session.globals.stack, id, confirm, asked}, session.deps);
    if ('kind' in removed) return session.print(applyResult(removed));
    const {sharedRemoveText} = await import('../../../ui/text/shared/shared-change-text.ts');
    const exitCode = removed.outcome === 'declined' ? EXIT.failed : undefined;
    await session.print({document: removed, text: () => sharedRemoveText(removed), exitCode});
  });
