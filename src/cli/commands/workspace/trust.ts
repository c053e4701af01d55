import type {Command} from 'commander';
import type {trustWorkspace} from '../../../app/workspace/trust-workspace.ts';
import {defined} from '../../../lib/defined.ts';
import {trustedText} from '../../../ui/text/workspace/workspace-text.ts';
import type {OpenSession} from '../../session.ts';

const trustLazily: typeof trustWorkspace = async (request, deps) =>
  (await import('../../../app/workspace/trust-workspace.ts')).trustWorkspace(request, deps);

/** Defines `gantry workspace trust [NAME]`: pins the cluster that its kubeconfig points to now, for example a rebuilt one. */
export const defineWorkspaceTrust = (command: Command, open: OpenSession, run = trustLazily): Command =>
  command.argument('[name]', 'a workspace or its file; default: the current one').action(async (name?: string) => {
    const session = await open();
    const trusted = await run({...session.globals.stack, ...defined({name})}, session.deps);
    await session.print({document: trusted, text: (style) => trustedText(trusted, style)});
  });
