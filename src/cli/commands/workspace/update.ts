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

/** Defines `gantry workspace update [NAME]`: shows the changes, asks, and writes them. Comments stay. */
export const defineWorkspaceUpdate = (command: Command, open: OpenSession, run = updateLazily): Command =>
  command
    .argument('[name]', 'a workspace that Gantry stores; default: the current one')
    .option('-f, --file <file>', 'replace the whole workspace with this file')
    .option('--set <key=value>', 'set one value, for example context.AWS_REGION=eu-west-1 (repeatable)', collect)
    .option('--unset <key>', 'remove one value (repeatable)', collect)
    .option('--kubeconfig <file>', 'use this kubeconfig from now on')
    .option('--kube-context <name>', 'use this context of the kubeconfig')
    .option('--suspend', 'refuse apply and destroy from now on')
    .option('--resume', 'allow apply and destroy again')
    .option('--allow-plaintext', 'allow storing credentials in plain text where others can read them')
    .action(async (name: string | undefined, {suspend, resume, ...flags}: Flags) => {
      if (suspend === true && resume === true) throw usageError('--suspend and --resume cannot be used together.');
      const session = await open();
      const suspended = suspend === true ? true : resume === true ? false : undefined;
      const updated = await run(
        {
          ...session.globals.stack,
          ...defined({name, ...flags, suspended}),
          confirm: (update) => {
            // Without a question, the result shows it instead.
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
