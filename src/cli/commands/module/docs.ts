import type {Command} from 'commander';
import {moduleMarkdown} from '../../../ui/markdown/module-markdown.ts';
import {FOUND_MODULE} from '../../flags/module-argument.ts';
import type {OpenSession} from '../../session.ts';
import {type ShowModuleUse, showLazily} from './show.ts';

/** Defines `gantry module docs MODULE`. */
export const defineModuleDocs = (command: Command, open: OpenSession, run: ShowModuleUse = showLazily): Command =>
  command.argument('<module>', FOUND_MODULE).action(async (module: string) => {
    const session = await open();
    const shown = await run({...session.globals.stack, module}, session.deps);
    const page = moduleMarkdown(shown);
    await session.print({document: shown, text: () => page, markdown: async () => page});
  });
