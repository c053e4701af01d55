import type {Command} from 'commander';
import type {listWorkspaces} from '../../../app/workspace/list-workspace.ts';
import {errorBody} from '../../../ui/json.ts';
import {workspaceListText} from '../../../ui/workspace-text.ts';
import type {OpenSession} from '../../session.ts';

const listLazily: typeof listWorkspaces = async (request, deps) =>
  (await import('../../../app/workspace/list-workspace.ts')).listWorkspaces(request, deps);

/** `gantry workspace list`: those of the project, those of the backend, and which one is current. */
export const defineWorkspaceList = (command: Command, open: OpenSession, run = listLazily): Command =>
  command.action(async () => {
    const session = await open();
    const list = await run(session.globals.stack, session.deps);
    const workspaces = list.workspaces.map(({failure, ...rest}) =>
      failure === undefined ? rest : {...rest, error: errorBody(failure)},
    );
    await session.print({document: {...list, workspaces}, text: (style) => workspaceListText(list, style)});
  });
