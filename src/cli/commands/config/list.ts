import type {Command} from 'commander';
import type {listConfig} from '../../../app/config/user-configuration.ts';
import {configText} from '../../../ui/text/backend/backend-text.ts';
import {backendRequest} from '../../flags/globals.ts';
import type {OpenSession} from '../../session.ts';

const listLazily: typeof listConfig = async (request, deps) =>
  (await import('../../../app/config/user-configuration.ts')).listConfig(request, deps);

/** Defines `gantry config list`: shows the set values, and the backend that a run here would use. */
export const defineConfigList = (command: Command, open: OpenSession, run = listLazily): Command =>
  command.action(async () => {
    const session = await open();
    const listed = await run(backendRequest(session.globals), session.deps);
    const {shownBackend} = await import('../../../app/config/user-configuration.ts');
    await session.print({document: listed, text: () => configText(listed, shownBackend)});
  });
