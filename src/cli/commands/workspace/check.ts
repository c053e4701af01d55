import type {Command} from 'commander';
import type {checkWorkspaces} from '../../../app/workspace/check-workspaces.ts';
import {defined} from '../../../lib/defined.ts';
import {checkDocument, checkText, failuresOf} from '../../../ui/text/workspace/workspace-check-text.ts';
import {exitCodeOf, worstOf} from '../../exit-code.ts';
import {secondsFlag} from '../../flags/seconds.ts';
import type {OpenSession} from '../../session.ts';
import {usageError} from '../../usage.ts';

const checkLazily: typeof checkWorkspaces = async (request, deps) =>
  (await import('../../../app/workspace/check-workspaces.ts')).checkWorkspaces(request, deps);

type Flags = {readonly all?: boolean; readonly selector?: string; readonly timeout: number};

/** Defines `gantry workspace check [NAME | --all]`: checks that workspaces reach their clusters and secret stores. */
export const defineWorkspaceCheck = (command: Command, open: OpenSession, run = checkLazily): Command =>
  command
    .argument('[name]', 'a workspace or its file; default: the current one')
    .option('--all', 'check all workspaces of the project and of the backend')
    .option('-l, --selector <labels>', 'check the workspaces with these labels')
    .option(
      '--timeout <time>',
      'time limit for each cluster to answer, for example 30 (seconds) or 1m',
      secondsFlag('--timeout'),
      30,
    )
    .action(async (name: string | undefined, {all = false, selector, timeout}: Flags) => {
      if (name !== undefined && (all || selector !== undefined))
        throw usageError(`The workspace ${name} and ${all ? '--all' : '--selector'} cannot be used together.`);
      const session = await open();
      const request = {...defined({name, labelSelector: selector}), all, timeoutSeconds: timeout};
      const checked = await run({...session.globals.stack, ...request}, session.deps);
      const failures = checked.workspaces.flatMap(({checks}) => failuresOf(checks));
      await session.print({
        document: checkDocument(checked),
        text: (style) => checkText(checked, style, all ? undefined : selector),
        cases: async () => (await import('../../../ui/report/workspace-cases.ts')).workspaceCases(checked),
        exitCode: worstOf(failures.map(exitCodeOf)),
      });
    });
