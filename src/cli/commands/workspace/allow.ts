import type {Command} from 'commander';
import type {allowWorkspace} from '../../../app/trust/allow-workspace.ts';
import {defined} from '../../../lib/defined.ts';
import {yesNo} from '../../../ui/confirm.ts';
import {allowedText, allowQuestionText, wantedText} from '../../../ui/text/workspace/allow-text.ts';
import {EXIT} from '../../exit-code.ts';
import {collect} from '../../flags/collect.ts';
import {backendRequest} from '../../flags/globals.ts';
import type {OpenSession} from '../../session.ts';
import {usageError} from '../../usage.ts';

const allowLazily: typeof allowWorkspace = async (request, deps) =>
  (await import('../../../app/trust/allow-workspace.ts')).allowWorkspace(request, deps);

type Flags = {readonly branch?: readonly string[]; readonly all?: boolean; readonly print?: boolean};

/** `gantry workspace allow [NAME | --all]`: what workspaces of others want of this machine, and the user's word for it. */
export const defineWorkspaceAllow = (command: Command, open: OpenSession, run = allowLazily): Command =>
  command
    .argument('[name]', 'a workspace or its file; default: the current one')
    .option('--all', 'all workspaces that are files of the project, with one question')
    .option('--print', 'only print what is wanted, and the GANTRY_ALLOW of a pipeline')
    .option('--branch <name>', 'whatever it says while this branch is checked out (repeatable)', collect)
    .action(async (name: string | undefined, {branch, all, print}: Flags) => {
      if (name !== undefined && all === true)
        throw usageError(`--all does not go with the name of one workspace, ${name}.`);
      if (branch !== undefined && print === true)
        throw usageError('--print keeps nothing: it does not go with --branch.');
      const session = await open();
      const allowed = await run(
        {
          ...backendRequest(session.globals),
          ...defined({name, branches: branch, all, print}),
          confirm: (questions) => {
            session.say((style) => questions.map((question) => allowQuestionText(question, style)).join('\n'));
            const [only, ...others] = questions;
            const whom = others.length === 0 ? only?.workspace : `these ${questions.length}`;
            return session.ask(yesNo(`Allow this to ${whom}?`));
          },
        },
        session.deps,
      );
      const isDeclined = allowed.parts.some(({outcome}) => outcome === 'declined');
      await session.print({
        document: allowed,
        text: (style) => (print === true ? wantedText(allowed, style) : allowedText(allowed)),
        exitCode: isDeclined ? EXIT.failed : undefined,
      });
    });
