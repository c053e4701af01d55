import type {Command} from 'commander';
import type {Deps} from '../../../app/deps.ts';
import type {StackRequest} from '../../../app/plan/release-requests.ts';
import type {Release} from '../../../core/release/release.ts';
import {defined} from '../../../lib/defined.ts';
import {releaseText} from '../../../ui/text/release/release-text.ts';
import {REVISION_HINT, wholeNumberFlag} from '../../flags/seconds.ts';
import type {OpenSession, Session} from '../../session.ts';
import {nameLazily} from './name-history.ts';

/** The use case behind `gantry release show`; without a revision it answers for the latest. */
export type ShowRelease = (
  request: StackRequest & {readonly revision?: number | undefined},
  deps: Deps,
) => Promise<Release>;

const showLazily: ShowRelease = async ({revision, ...request}, deps) => {
  const {showRelease} = await import('../../../app/release/show-release.ts');
  return showRelease({...(await nameLazily(request, deps)), ...defined({revision})}, deps);
};

/** Defines `gantry release show [REVISION]`. */
export const defineReleaseShow = (command: Command, open: OpenSession, run: ShowRelease = showLazily): Command =>
  command
    .argument(
      '[revision]',
      'the number of the release; default: the last one',
      wholeNumberFlag('revision', 1, REVISION_HINT),
    )
    .option('--images', 'show only the images of the containers')
    .action(async (revision: number | undefined, {images = false}: {readonly images?: boolean}) => {
      const session = await open();
      const release = await run({...session.globals.stack, ...defined({revision})}, session.deps);
      if (images) return printImages(release, session);
      return session.print({document: release, text: (style) => releaseText(release, style)});
    });

async function printImages(release: Release, session: Session): Promise<void> {
  const [{releaseImages}, {releaseImagesDocument, releaseImagesText}] = await Promise.all([
    import('../../../app/release/release-images.ts'),
    import('../../../ui/text/release/release-images-text.ts'),
  ]);
  const images = releaseImages(release);
  await session.print({
    document: releaseImagesDocument(release, images),
    text: (style) => releaseImagesText(images, style),
  });
}
