import type {Command} from 'commander';
import type {listShared} from '../../../app/shared/list-shared.ts';
import {defined} from '../../../lib/defined.ts';
import {timeFlag} from '../../flags/release-filter.ts';
import type {OpenSession} from '../../session.ts';

/** The use case behind `gantry shared list`. Tests pass their own. */
export type ListSharedCase = typeof listShared;

const listLazily: ListSharedCase = async (request, deps) =>
  (await import('../../../app/shared/list-shared.ts')).listShared(request, deps);

type Flags = {readonly verify?: boolean; readonly unusedFor?: string};

/** Defines `gantry shared list`: lists the shared resources of a workspace and the stacks that use them. */
export const defineSharedList = (command: Command, open: OpenSession, run: ListSharedCase = listLazily): Command =>
  command
    .option('--verify', 'look up the external resources in the cluster and at their providers')
    .option(
      '--unused-for <time>',
      'only resources that no stack has used for this time (30d, 2w) or since this date (2026-01-31)',
      timeFlag('--unused-for'),
    )
    .action(async ({verify, unusedFor}: Flags) => {
      const session = await open();
      const list = await run({...session.globals.stack, ...defined({verify, unusedFor})}, session.deps);
      const {sharedListText} = await import('../../../ui/text/shared/shared-list-text.ts');
      await session.print({document: list, text: (style) => sharedListText(list, style)});
    });
