import type {Command} from 'commander';
import type {unsetConfig} from '../../../app/config/user-configuration.ts';
import {configChangeText} from '../../../ui/text/backend/backend-text.ts';
import type {OpenSession} from '../../session.ts';

const unsetLazily: typeof unsetConfig = async (request, deps) =>
  (await import('../../../app/config/user-configuration.ts')).unsetConfig(request, deps);

/** Defines `gantry config unset KEY`. */
export const defineConfigUnset = (command: Command, open: OpenSession, run = unsetLazily): Command =>
  command.argument('<key>', 'backend or backends.NAME').action(async (key: string) => {
    const session = await open();
    const change = await run({key}, session.deps);
    await session.print({document: change, text: () => configChangeText(change, 'Unset')});
  });
