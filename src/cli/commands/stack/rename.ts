import type {Command} from 'commander';
import type {renameStack} from '../../../app/stacks/rename-stack.ts';
import {defined} from '../../../lib/defined.ts';
import {yesNo} from '../../../ui/confirm.ts';
import {renameEffectsText, renameText} from '../../../ui/text/stack/rename-text.ts';
import {EXIT} from '../../exit-code.ts';
import type {OpenSession} from '../../session.ts';
import {usageError} from '../../usage.ts';

const renameLazily: typeof renameStack = async (request, deps) =>
  (await import('../../../app/stacks/rename-stack.ts')).renameStack(request, deps);

/** Defines `gantry stack rename OLD NEW`: renames a stack with its releases in every workspace. */
export const defineStackRename = (command: Command, open: OpenSession, run = renameLazily): Command =>
  command
    .argument('<old>', 'a stack: STACK or PROJECT/STACK')
    .argument('<new>', 'the new name of the stack')
    .action(async (name: string, to: string) => {
      const session = await open();
      const {globals, deps} = session;
      const {directory, workspace, stack} = globals.stack;
      if (stack !== undefined)
        throw usageError('-s cannot be used with stack rename: OLD names the stack.', 'Leave out -s.');
      const renamed = await run(
        {
          ...defined({directory, workspace}),
          name,
          to,
          lockTimeoutSeconds: globals.lockTimeoutSeconds,
          confirm: (effects) => {
            // Without a question, the result shows them instead.
            if (!globals.yes) session.say((style) => renameEffectsText(effects, style));
            return session.ask(yesNo(`Rename the stack ${effects.project}/${effects.stack} to ${effects.to}?`));
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
