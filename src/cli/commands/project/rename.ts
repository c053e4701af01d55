import type {Command} from 'commander';
import type {renameProject} from '../../../app/stacks/rename-project.ts';
import {yesNo} from '../../../ui/confirm.ts';
import {renameEffectsText, renameText} from '../../../ui/text/stack/rename-text.ts';
import {EXIT} from '../../exit-code.ts';
import type {OpenSession} from '../../session.ts';
import {usageError} from '../../usage.ts';

const renameLazily: typeof renameProject = async (request, deps) =>
  (await import('../../../app/stacks/rename-project.ts')).renameProject(request, deps);

/** Defines `gantry project rename NEW`: renames a project with the releases of its stacks. */
export const defineProjectRename = (command: Command, open: OpenSession, run = renameLazily): Command =>
  command.argument('<new>', 'the new name of the project').action(async (to: string) => {
    const session = await open();
    const {globals, deps} = session;
    if (globals.stack.stack !== undefined)
      throw usageError('-s cannot be used with project rename: all stacks get the new name.', 'Leave out -s.');
    const renamed = await run(
      {
        ...globals.stack,
        to,
        lockTimeoutSeconds: globals.lockTimeoutSeconds,
        confirm: (effects) => {
          // Without a question, the result shows them instead.
          if (!globals.yes) session.say((style) => renameEffectsText(effects, style));
          return session.ask(yesNo(`Rename the project ${effects.project} to ${effects.to}?`));
        },
      },
      deps,
    );
    await session.print({
      document: renamed,
      text: (style) => renameText(renamed, style, {told: !globals.yes}),
      exitCode: renamed.outcome === 'declined' ? EXIT.failed : undefined,
    });
  });
