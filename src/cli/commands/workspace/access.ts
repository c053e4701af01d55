import {Argument, type Command} from 'commander';
import type {grantAccess} from '../../../app/access/grant-access.ts';
import {ACCESS_ROLES, type AccessRole} from '../../../core/backend/access-rules.ts';
import {accessText} from '../../../ui/text/workspace/access-text.ts';
import {collect} from '../../flags/collect.ts';
import {backendRequest} from '../../flags/globals.ts';
import type {OpenSession} from '../../session.ts';

const grantLazily: typeof grantAccess = async (request, deps) =>
  (await import('../../../app/access/grant-access.ts')).grantAccess(request, deps);

type Flags = {readonly to?: readonly string[]; readonly cluster?: true};

/** Defines `gantry workspace access ROLE`: prints the permissions that an administrator applies to give users a role. */
export const defineWorkspaceAccess = (command: Command, open: OpenSession, run = grantLazily): Command =>
  command
    .addArgument(new Argument('<role>', 'the role').choices(ACCESS_ROLES))
    .option(
      '--to <user>',
      'a user who gets the role, in the notation of the system: user:NAME, group:NAME or serviceaccount:NAMESPACE/NAME in a cluster; repeatable',
      collect,
    )
    .option('--cluster', 'in the cluster of the workspace; default: in the backend')
    .action(async (role: AccessRole, {to = [], cluster}: Flags) => {
      const session = await open();
      const system = cluster === true ? 'cluster' : 'backend';
      const granted = await run({...backendRequest(session.globals), role, to, system}, session.deps);
      const {grants} = granted;
      await session.print({
        document: granted,
        text: () => accessText(granted),
        yaml: grants.form === 'manifests' ? grants.manifests : undefined,
      });
    });
