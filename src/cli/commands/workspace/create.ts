import type {Command} from 'commander';
import type {createWorkspace} from '../../../app/workspace/create-workspace.ts';
import {createdText} from '../../../ui/workspace-text.ts';
import {given} from '../../flags/request.ts';
import type {OpenSession} from '../../session.ts';

const createLazily: typeof createWorkspace = async (request, deps) =>
  (await import('../../../app/workspace/create-workspace.ts')).createWorkspace(request, deps);

type Flags = {
  readonly file?: string;
  readonly kubeconfig?: string;
  readonly kubeContext?: string;
  readonly allowPlaintext?: boolean;
};

/** `gantry workspace create [NAME] --file FILE | --kubeconfig FILE [--kube-context NAME]`. */
export const defineWorkspaceCreate = (command: Command, open: OpenSession, run = createLazily): Command =>
  command
    .argument('[name]', 'its name; default: the one in the file')
    .option('-f, --file <file>', 'a workspace file, kept as it is')
    .option('--kubeconfig <file>', 'the kubeconfig that leads to its cluster')
    .option('--kube-context <name>', 'which context of that kubeconfig')
    .option('--allow-plaintext', 'keep credentials in plain text where others can read them')
    .action(async (name: string | undefined, {file, kubeconfig, kubeContext, allowPlaintext}: Flags) => {
      const session = await open();
      const created = await run(
        {...session.globals.stack, ...given({name, file, kubeconfig, kubeContext, allowPlaintext})},
        session.deps,
      );
      await session.print({document: created, text: () => createdText(created)});
    });
