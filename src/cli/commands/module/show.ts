import type {Command} from 'commander';
import type {showModule} from '../../../app/module/show-module.ts';
import {moduleShownText} from '../../../ui/text/module/module-shown-text.ts';
import {FOUND_MODULE} from '../../flags/module-argument.ts';
import type {OpenSession} from '../../session.ts';

/** The use case behind `gantry module show` and `gantry module docs`. Tests pass their own. */
export type ShowModuleUse = typeof showModule;

/** Loads the use case when a command runs. */
export const showLazily: ShowModuleUse = async (request, deps) =>
  (await import('../../../app/module/show-module.ts')).showModule(request, deps);

/** Defines `gantry module show MODULE`. */
export const defineModuleShow = (command: Command, open: OpenSession, run: ShowModuleUse = showLazily): Command =>
  command.argument('<module>', FOUND_MODULE).action(async (module: string) => {
    const session = await open();
    const shown = await run({...session.globals.stack, module}, session.deps);
    await session.print({document: shown, text: (style) => moduleShownText(shown, style)});
  });
