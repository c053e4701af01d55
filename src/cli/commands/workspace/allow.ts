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

/** Defines `gantry workspace allow [NAME | --all]`: shows the access that workspaces of others request on this machine, and stores the user's consent. */
export const defineWorkspaceAllow = (command: Command, open: OpenSession, run = allowLazily): Command =>
  command
    .argument('[name]', 'a workspace or its file; default: the current one')
    .option('--all', 'allow all workspaces that are files of the project, with one confirmation')
    .option('--print', 'print the requested access and the value of GANTRY_ALLOW for a pipeline; allow nothing')
    .option(
      '--branch <name>',
      'allow every content that the workspace file has while this branch is checked out (repeatable)',
      collect,
    )
    .action(async (name: string | undefined, {branch, all, print}: Flags) => {
      if (name !== undefined && all === true)
        throw usageError(`--all and the name of a workspace (${name}) cannot be used together.`);
      if (branch !== undefined && print === true)
        throw usageError('--print and --branch cannot be used together: --print stores nothing.');
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
