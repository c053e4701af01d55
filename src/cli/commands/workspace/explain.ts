import type {Command} from 'commander';
import type {explainWorkspace} from '../../../app/workspace/explain-workspace.ts';
import {defined} from '../../../lib/defined.ts';
import {explanationDocument, explanationText} from '../../../ui/text/workspace/explain-text.ts';
import type {OpenSession} from '../../session.ts';

const explainLazily: typeof explainWorkspace = async (request, deps) =>
  (await import('../../../app/workspace/explain-workspace.ts')).explainWorkspace(request, deps);

/** Defines `gantry workspace explain [NAME|KEY]`: shows every value, its source, and what it shadows. A broken kubeconfig is part of the result. */
export const defineWorkspaceExplain = (command: Command, open: OpenSession, run = explainLazily): Command =>
  command
    .argument(
      '[name|key]',
      'a workspace or its file (default: the current one); or the key of one value, as with --key',
    )
    .option('--key <key>', 'only this value, for example kubeconfig or AWS_REGION')
    .action(async (word: string | undefined, flags: {readonly key?: string}) => {
      const session = await open();
      const {stack} = session.globals;
      const asked = word !== undefined && isKey(word, {...stack, ...flags}) ? {key: word} : {name: word, ...flags};
      const explanation = await run({...stack, ...defined(asked)}, session.deps);
      await session.print({
        document: explanationDocument(explanation),
        text: (style) => explanationText(explanation, style),
        diagnostics: explanation.diagnostics,
        failure: explanation.failure,
      });
    });

/** Reports whether the argument names a value: if -w names the workspace, or no workspace has this name. */
const isKey = (word: string, {workspace, key}: {readonly workspace?: string; readonly key?: string}): boolean =>
  key === undefined && (workspace !== undefined || /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$|^kube(?:config|_context)/.test(word));
