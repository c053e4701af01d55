import type {Command} from 'commander';
import type {previewRelease} from '../../../app/preview-release.ts';
import type {PreviewRequest} from '../../../app/release-requests.ts';
import {
  type PermissionFlags,
  permissionFlags,
  readPermissions,
  readSpecFile,
  readTakeOver,
  type SpecFileFlag,
  specFileFlag,
  type TakeOverFlag,
} from '../../flags/plan-flags.ts';
import type {OpenSession} from '../../session.ts';
import {planResult} from './plan-result.ts';

export type PreviewRelease = typeof previewRelease;

export const previewLazily: PreviewRelease = async (request, deps) =>
  (await import('../../../app/preview-release.ts')).previewRelease(request, deps);

type Flags = PermissionFlags & SpecFileFlag & TakeOverFlag & {readonly exitCode?: boolean; readonly detail?: boolean};

/** `gantry preview`: nothing is written, no lock is taken. */
export const definePreview = (command: Command, open: OpenSession, run: PreviewRelease = previewLazily): Command =>
  permissionFlags(specFileFlag(command))
    .option('--exit-code', 'exit 2 when changes are pending')
    .option('--detail', 'show every field, of new objects too, and who fills it in')
    .action(async (flags: Flags) => {
      const session = await open();
      const request: PreviewRequest = {
        ...session.globals.stack,
        operation: 'apply',
        ...readSpecFile(flags, session),
        permissions: readPermissions(flags),
        ...readTakeOver(flags),
      };
      const plan = await run(request, session.deps);
      await session.print(planResult(plan, session, flags));
    });
