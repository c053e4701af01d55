import type {Command} from 'commander';
import type {explainWorkspace} from '../../../app/workspace/explain-workspace.ts';
import {explanationDocument, explanationText} from '../../../ui/explain-text.ts';
import {given} from '../../flags/request.ts';
import type {OpenSession} from '../../session.ts';

const explainLazily: typeof explainWorkspace = async (request, deps) =>
  (await import('../../../app/workspace/explain-workspace.ts')).explainWorkspace(request, deps);

/** `gantry workspace explain [NAME]`: every value, its source, what it shadowed. A broken kubeconfig is part of the answer. */
export const defineWorkspaceExplain = (command: Command, open: OpenSession, run = explainLazily): Command =>
  command
    .argument('[name]', 'a workspace or its file; default: the current one')
    .option('--key <key>', 'only this value, for example kubeconfig or AWS_REGION')
    .action(async (name: string | undefined, {key}: {readonly key?: string}) => {
      const session = await open();
      const explanation = await run({...session.globals.stack, ...given({name, key})}, session.deps);
      await session.print({
        document: explanationDocument(explanation),
        text: (style) => explanationText(explanation, style),
        diagnostics: explanation.diagnostics,
        ...given({failure: explanation.failure}),
      });
    });
