import type {Command} from 'commander';
import type {getConfig} from '../../../app/config/user-configuration.ts';
import {printable} from '../../../ui/printable.ts';
import type {OpenSession} from '../../session.ts';

const getLazily: typeof getConfig = async (request, deps) =>
  (await import('../../../app/config/user-configuration.ts')).getConfig(request, deps);

/** Defines `gantry config get KEY`: prints only the value, for scripts. */
export const defineConfigGet = (command: Command, open: OpenSession, run = getLazily): Command =>
  command.argument('<key>', 'backend or backends.NAME').action(async (key: string) => {
    const session = await open();
    const found = await run({key}, session.deps);
    const {shownBackend} = await import('../../../app/config/user-configuration.ts');
    await session.print({document: found, text: () => `${printable(shownBackend(found.value))}\n`});
  });
