import {z} from 'zod';
import type {Json} from '../../../core/json.ts';

/** The value of `git` in an entry of `sources`. */
export const GitModel = z.strictObject({
  url: z.string().min(1).meta({
    description: 'The address of the repository: https://…, ssh://… or user@host:path, without a login.',
  }),
  ref: z.string().min(1).optional().meta({
    description: 'A branch, a tag or a full commit hash. Default: the default branch of the repository.',
  }),
  commit: z.string().min(1).optional().meta({
    description:
      'The full hash of the commit that `ref` must point to. It is fetched once, and then read without the network.',
  }),
  path: z.string().min(1).optional().meta({
    description: 'A directory, a file or a glob in the repository. Default: its root.',
  }),
}) as unknown as z.ZodType<Json>;

/** The settings of a git source. */
export type GitSettings = {
  readonly url: string;
  readonly ref?: string;
  readonly commit?: string;
  readonly path?: string;
};
