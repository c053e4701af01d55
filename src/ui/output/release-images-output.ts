import {z} from 'zod';
import {FormatVersion, SeriesOutput} from '../../config/documents/parts.ts';

/** The document that `release show --images -o json` writes. */
export const ReleaseImagesOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    ...SeriesOutput,
    revision: z.int(),
    images: z.array(
      z.strictObject({
        id: z.string(),
        container: z.string(),
        image: z.string().meta({description: 'The image as it was applied.'}),
      }),
    ),
  })
  .meta({title: 'Gantry images of a release'});
