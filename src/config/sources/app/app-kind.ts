import {z} from 'zod';
import type {Json} from '../../../core/json.ts';
import type {SourceKind} from '../source.ts';
import {APPLICATION_FILE, applicationFilesIn, isApplicationFile} from './application-file.ts';

const Path = z.string().min(1);

/** The source kind of applications. */
export const appKind: SourceKind<'app'> = {
  name: 'app',
  description:
    'A file with applications (YAML, or a program in TypeScript or JavaScript), relative to the stack directory.',
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
    is: isApplicationFile,
    in: (directory) => applicationFilesIn(directory).length > 0,
    what: 'an application file',
    todo: 'a file with applications',
  },
  readsFetched: false,
  open: async (deps) => (await import('./app-source.ts')).appSource(deps),
};
