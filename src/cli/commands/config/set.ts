import type {Command} from 'commander';
import type {setConfig} from '../../../app/config/user-configuration.ts';
import {configChangeText} from '../../../ui/text/backend/backend-text.ts';
import type {OpenSession} from '../../session.ts';

const setLazily: typeof setConfig = async (request, deps) =>
  (await import('../../../app/config/user-configuration.ts')).setConfig(request, deps);

/** Defines `gantry config set KEY VALUE`. */
export const defineConfigSet = (command: Command, open: OpenSession, run = setLazily): Command =>
  command
    .argument('<key>', 'backend or backends.NAME')
    .argument(
      '<value>',
      'a backend address, a YAML or JSON mapping, or (for the key "backend") a NAME from backends.NAME',
    )
    .action(async (key: string, value: string) => {
      const session = await open();
      const change = await run({key, value}, session.deps);
      await session.print({document: change, text: () => configChangeText(change, 'Set')});
    });
