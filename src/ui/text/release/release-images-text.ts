import type {Release} from '../../../core/release/release.ts';
import type {ResourceImage} from '../../../core/variation/promoted-images.ts';
import type {Style} from '../../style.ts';
import {table} from '../../table.ts';

/** Returns the images of a release, one container per line. */
export const releaseImagesText = (images: readonly ResourceImage[], style: Style): string =>
  images.length === 0
    ? 'No containers.\n'
    : table(
        ['RESOURCE', 'CONTAINER', 'IMAGE'],
        images.map(({id, container, image}) => [id, container, image]),
        style,
      );

/** Returns the JSON document of `gantry release show --images`. */
export const releaseImagesDocument = (
  {project, stack, workspace, revision}: Release,
  images: readonly ResourceImage[],
): object => ({formatVersion: 1, project, stack, workspace, revision, images});
