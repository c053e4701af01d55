import type {Command} from 'commander';
import type {updateWorkspace} from '../../../app/workspace/update-workspace.ts';
import {defined} from '../../../lib/defined.ts';
import {yesNo} from '../../../ui/confirm.ts';
import {changesText, updatedText} from '../../../ui/text/workspace/workspace-change-text.ts';
import {EXIT} from '../../exit-code.ts';
import {collect} from '../../flags/collect.ts';
import type {OpenSession} from '../../session.ts';
import {usageError} from '../../usage.ts';

const updateLazily: typeof updateWorkspace = async (request, deps) =>
  (await import('../../../app/workspace/update-workspace.ts')).updateWorkspace(request, deps);

type Flags = {
  readonly file?: string;
  readonly set?: readonly string[];
  readonly unset?: readonly string[];
  readonly kubeconfig?: string;
  readonly kubeContext?: string | undefined;
  readonly suspend?: boolean;
  readonly resume?: boolean;
  readonly allowPlaintext?: boolean;
};

/** `gantry workspace update NAME`: shows what would change, asks, and changes it; comments stay. */
export const defineWorkspaceUpdate = (command: Command, open: OpenSession, run = updateLazily): Command =>
  command
    .argument('<name>', 'a workspace that the backend keeps')
    .option('-f, --file <file>', 'a workspace file that takes its place')
    .option('--set <key=value>', 'one value, for example context.AWS_REGION=eu-west-1 (repeatable)', collect)
    .option('--unset <key>', 'remove one value (repeatable)', collect)
    .option('--kubeconfig <file>', 'another kubeconfig that leads to its cluster')
    .option('--kube-context <name>', 'which context of its kubeconfig')
    .option('--suspend', 'refuse apply and destroy from now on')
    .option('--resume', 'permit them again')
    .option('--allow-plaintext', 'keep credentials in plain text where others can read them')
    .action(async (name: string, {suspend, resume, ...flags}: Flags) => {
      if (suspend === true && resume === true) throw usageError('--suspend and --resume contradict each other.');
      const session = await open();
      const suspended = suspend === true ? true : resume === true ? false : undefined;
      const updated = await run(
        {
          ...session.globals.stack,
          name,
          ...defined({...flags, suspended}),
          confirm: (update) => {
            // Where nobody is asked the answer tells it.
            if (!session.globals.yes) session.say((style) => changesText(update, style));
            return session.ask(yesNo(`Change the workspace ${update.name}?`));
          },
        },
        session.deps,
      );
      await session.print({
        document: updated,
        text: (style) => updatedText(updated, style, {told: !session.globals.yes}),
        exitCode: updated.outcome === 'declined' ? EXIT.failed : undefined,
      });
    });
