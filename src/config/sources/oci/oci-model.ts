import {z} from 'zod';
import type {Json} from '../../../core/json.ts';

/** The value of `oci` in an entry of `sources`. */
export const OciModel = z
  .strictObject({
    url: z.string().min(1).meta({description: 'The address of an artifact with manifests: oci://HOST/NAME.'}),
    tag: z.string().min(1).optional().meta({description: 'The tag of the artifact. Default: `latest`.'}),
    version: z.string().min(1).optional().meta({
      description: 'A version, or a range of versions among the tags: `^1.4`. In place of `tag`.',
    }),
    digest: z
      .string()
      .regex(/^sha256:[0-9a-f]{64}$/, {error: 'must be a digest: sha256: and 64 hexadecimal digits'})
      .optional()
      .meta({
        description: 'The digest that the artifact must have. It is fetched once, and then read without the network.',
      }),
    path: z.string().min(1).optional().meta({
      description: 'A directory, a file or a glob in the artifact. Default: all of it.',
    }),
  })
  .superRefine(({tag, version}, context) => {
    if (tag !== undefined && version !== undefined)
      context.addIssue({code: 'custom', path: ['version'], message: 'use only one of `tag` and `version`'});
  }) as unknown as z.ZodType<Json>;

/** The settings of an OCI source. */
export type OciSettings = {
  readonly url: string;
  readonly tag?: string;
  readonly version?: string;
  readonly digest?: string;
  readonly path?: string;
};
