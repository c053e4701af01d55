import type {Command} from 'commander';
import type {listWorkspaces} from '../../../app/workspace/list-workspace.ts';
import {defined} from '../../../lib/defined.ts';
import {errorBody} from '../../../ui/json.ts';
import {workspaceListText} from '../../../ui/text/workspace/workspace-text.ts';
import type {OpenSession} from '../../session.ts';

const listLazily: typeof listWorkspaces = async (request, deps) =>
  (await import('../../../app/workspace/list-workspace.ts')).listWorkspaces(request, deps);

/** Defines `gantry workspace list`: lists the workspaces of the project and of the backend, and marks the current one. */
export const defineWorkspaceList = (command: Command, open: OpenSession, run = listLazily): Command =>
  command
    .option('-l, --selector <labels>', 'only workspaces with these labels, for example tier=prod')
    .action(async ({selector}: {readonly selector?: string}) => {
      const session = await open();
      const request = {...session.globals.stack, ...defined({labelSelector: selector})};
      const list = await run(request, session.deps);
      const workspaces = list.workspaces.map(({failure, ...rest}) =>
        failure === undefined ? rest : {...rest, error: errorBody(failure)},
      );
      await session.print({document: {...list, workspaces}, text: (style) => workspaceListText(list, style, selector)});
    });
