import {type Command, Option} from 'commander';
import type {AccessWanted} from '../../../app/access/checked-access.ts';
import type {BackendRequest} from '../../../app/backend/choose-backend.ts';
import type {checkWorkspaces} from '../../../app/workspace/check-workspaces.ts';
import {ACCESS_ROLES, type AccessRole} from '../../../core/backend/access-rules.ts';
import {defined} from '../../../lib/defined.ts';
import {checkDocument, checkText, failuresOf} from '../../../ui/text/workspace/workspace-check-text.ts';
import {exitCodeOf, worstOf} from '../../exit-code.ts';
import {backendRequest} from '../../flags/globals.ts';
import {secondsFlag} from '../../flags/seconds.ts';
import type {OpenSession} from '../../session.ts';
import {usageError} from '../../usage.ts';

const checkLazily: typeof checkWorkspaces = async (request, deps) =>
  (await import('../../../app/workspace/check-workspaces.ts')).checkWorkspaces(request, deps);

type Flags = {
  readonly all?: boolean;
  readonly selector?: string;
  readonly timeout: number;
  readonly access?: true;
  readonly role?: AccessRole;
  readonly probe?: true;
};

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
    .option('--access', 'also show which role you have in the backend and in the cluster, and what you lack')
    .addOption(new Option('--role <role>', 'fail if you do not have this role; default: reader').choices(ACCESS_ROLES))
    .option('--probe', 'also try writes in the backend, with requests that leave nothing behind')
    .action(async (name: string | undefined, flags: Flags) => {
      const {all = false, selector, timeout} = flags;
      if (name !== undefined && (all || selector !== undefined))
        throw usageError(`The workspace ${name} and ${all ? '--all' : '--selector'} cannot be used together.`);
      const session = await open();
      const access = readAccess(flags, backendRequest(session.globals));
      const request = {...defined({name, labelSelector: selector, access}), all, timeoutSeconds: timeout};
      const checked = await run({...session.globals.stack, ...request}, session.deps);
      const failures = checked.workspaces.flatMap(({checks}) => failuresOf(checks));
      await session.print({
        document: checkDocument(checked),
        text: (style) => checkText(checked, style, all ? undefined : selector),
        cases: async () => (await import('../../../ui/report/workspace-cases.ts')).workspaceCases(checked),
        exitCode: worstOf(failures.map(exitCodeOf)),
      });
    });

/** Returns what is asked about permissions. `--role` and `--probe` are about them, too. */
function readAccess({access, role, probe}: Flags, of: BackendRequest): AccessWanted | undefined {
  if (access === true) return {role: role ?? 'reader', probe: probe === true, of};
  if (role === undefined && probe === undefined) return undefined;
  throw usageError(`${role === undefined ? '--probe' : '--role'} requires --access.`);
}
