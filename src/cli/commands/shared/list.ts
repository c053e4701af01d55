import type {Command} from 'commander';
import type {Deps} from '../../../app/deps.ts';
import type {StackRequest} from '../../../app/plan/release-requests.ts';
import type {SharedList} from '../../../app/shared/list-shared.ts';
import type {OpenSession} from '../../session.ts';

/** The use case behind `gantry shared list`. Tests pass their own. */
export type ListShared = (request: StackRequest, deps: Deps) => Promise<SharedList>;

const listLazily: ListShared = async (request, deps) =>
  (await import('../../../app/shared/list-shared.ts')).listShared(request, deps);

/** Defines `gantry shared list`: lists the shared resources of a workspace and the stacks that use them. The cluster is not contacted. */
export const defineSharedList = (command: Command, open: OpenSession, run: ListShared = listLazily): Command =>
  command.action(async () => {
    const session = await open();
    const list = await run(session.globals.stack, session.deps);
    const {sharedListText} = await import('../../../ui/text/shared/shared-list-text.ts');
    await session.print({document: list, text: (style) => sharedListText(list, style)});
  });
