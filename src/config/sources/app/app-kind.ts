import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {z} from 'zod';
import type {Json} from '../../../core/json.ts';
import {NOT_SUPPORTED} from '../../issues/not-supported-text.ts';
import type {SourceKind} from '../source.ts';
import {APPLICATION_FILE} from './application-file.ts';

const Path = z
  .string()
  .min(1)
  .refine((path) => !/\.[cm]?[jt]s$/.test(path), {error: `programs as applications are ${NOT_SUPPORTED}`});

/** The source kind of applications. */
export const appKind: SourceKind<'app'> = {
  name: 'app',
  description: 'A file with applications, or a Score file, relative to the stack directory.',
  schema: z.union([
    Path,
    z.strictObject({
      file: Path.meta({description: 'The application file, relative to the stack directory.'}),
      naming: z.enum(['short', 'kusion']).optional().meta({
        description: 'The names of the objects: `short`, or those that Kusion gives them. Default: `short`.',
      }),
    }),
  ]) as z.ZodType<Json>,
  placeholder: 'FILE',
  example: APPLICATION_FILE,
  options: {},
  because: {references: 'applications always expand references'},
  owns: {
    is: (name) => name === APPLICATION_FILE,
    in: (directory) => existsSync(join(directory, APPLICATION_FILE)),
    what: 'an application file',
    todo: 'a file with applications',
  },
  readsFetched: false,
  open: async ({modules}) => (await import('./app-source.ts')).appSource(modules),
};
