import type {Command} from 'commander';
import type {removeShared} from '../../../app/shared/remove-shared.ts';
import {yesNo} from '../../../ui/confirm.ts';
import {EXIT} from '../../exit-code.ts';
import type {OpenSession} from '../../session.ts';

/** The use case behind `gantry shared remove`. Tests pass their own. */
export type RemoveSharedCase = typeof removeShared;

const removeLazily: RemoveSharedCase = async (request, deps) =>
  (await import('../../../app/shared/remove-shared.ts')).removeShared(request, deps);

/** Defines `gantry shared remove ID`: removes the registration of an external resource. Its object stays. */
export const defineSharedRemove = (
  command: Command,
  open: OpenSession,
  run: RemoveSharedCase = removeLazily,
): Command =>
  command.argument('<id>', 'the id of an external resource').action(async (id: string) => {
    const session = await open();
    const confirm: Parameters<RemoveSharedCase>[0]['confirm'] = ({workspace}) =>
      session.ask(yesNo(`Remove the registration of ${id} in ${workspace}? The object stays.`));
    const removed = await run({...session.globals.stack, id, confirm}, session.deps);
    const {sharedRemoveText} = await import('../../../ui/text/shared/shared-change-text.ts');
    const exitCode = removed.outcome === 'declined' ? EXIT.failed : undefined;
    await session.print({document: removed, text: () => sharedRemoveText(removed), exitCode});
  });
