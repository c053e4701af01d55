import type {Command} from 'commander';
import type {listModules} from '../../../app/module/list-modules.ts';
import {modulesListedText} from '../../../ui/text/module/modules-listed-text.ts';
import {EXIT} from '../../exit-code.ts';
import type {OpenSession} from '../../session.ts';

/** The use case behind `gantry module list`. Tests pass their own. */
export type ListModulesUse = typeof listModules;

const listLazily: ListModulesUse = async (request, deps) =>
  (await import('../../../app/module/list-modules.ts')).listModules(request, deps);

/** Defines `gantry module list`. */
export const defineModuleList = (command: Command, open: OpenSession, run: ListModulesUse = listLazily): Command =>
  command.action(async () => {
    const session = await open();
    const listed = await run(session.globals.stack, session.deps);
    await session.print({
      document: listed,
      text: (style) => modulesListedText(listed, style),
      diagnostics: listed.diagnostics,
      exitCode: listed.diagnostics.length > 0 ? EXIT.input : EXIT.done,
    });
    if (listed.workspace === undefined)
      session.say(({paint}) => paint.dim('Modules of a workspace: "gantry module list -w NAME".\n'));
  });
