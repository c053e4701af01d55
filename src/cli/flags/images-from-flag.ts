import type {Command} from 'commander';
import type {PlanFlags, PreviewRequest} from '../../app/plan/release-requests.ts';
import type {imagesFrom} from '../../app/release/images-from.ts';
import {defined} from '../../lib/defined.ts';
import type {Session} from '../session.ts';

/** The value of `--images-from`. */
export type ImagesFromFlag = {readonly imagesFrom?: string};

/** Adds `--images-from`, for commands that plan the files of a stack. */
export const imagesFromFlag = (command: Command): Command =>
  command.option(
    '--images-from <workspace[:revision]>',
    'use the images of the last successful release of another workspace, or of a revision of it, by digest',
  );

const findLazily: typeof imagesFrom = async (request, deps) =>
  (await import('../../app/release/images-from.ts')).imagesFrom(request, deps);

/** Adds the images of `--images-from` to a request. Returns the request unchanged if the flag was not given. */
export async function withImagesFrom<T extends PreviewRequest & Pick<PlanFlags, 'images'>>(
  request: T,
  {imagesFrom: from}: ImagesFromFlag,
  session: Session,
  find = findLazily,
): Promise<T> {
  if (from === undefined) return request;
  const {directory, stack, workspace, specFile, images} = request;
  const place = defined({directory, stack, workspace});
  const found = await find({...place, from, specFile, images}, session.deps);
  session.remark(found.diagnostics);
  return {...request, images: found.images, notes: found.diagnostics};
}
