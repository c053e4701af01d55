import type {Command} from 'commander';
import type {previewRelease} from '../../../app/preview-release.ts';
import {planRequest, type ShapeFlags, shapeFlags} from '../../flags/plan-flags.ts';
import type {OpenSession} from '../../session.ts';
import {planResult} from './plan-result.ts';

export type PreviewRelease = typeof previewRelease;

export const previewLazily: PreviewRelease = async (request, deps) =>
  (await import('../../../app/preview-release.ts')).previewRelease(request, deps);

type Flags = ShapeFlags & {readonly exitCode?: boolean; readonly detail?: boolean; readonly strict?: boolean};

/** `gantry preview`: nothing is written, no lock is taken. */
export const definePreview = (command: Command, open: OpenSession, run: PreviewRelease = previewLazily): Command =>
  shapeFlags(command)
    .option('--exit-code', 'exit 2 when changes are pending')
    .option('--detail', 'show every field, of new objects too, and who fills it in')
    .option('--strict', 'what the cluster could not verify is an error')
    .action(async (flags: Flags) => {
      const session = await open();
      const strict = flags.strict === true ? {strict: true} : {};
      const plan = await run({...planRequest(flags, session), ...strict}, session.deps);
      await session.print(planResult(plan, session, flags));
    });
