import {z} from 'zod';
import type {Json} from '../../../core/json.ts';
import type {GitTrees} from '../../../ports/git-trees.ts';
import type {NpmPackages} from '../../../ports/npm-packages.ts';
import type {SourceDeps, SourceKind} from '../source.ts';
import {APPLICATION_FILE, applicationFilesIn, isApplicationFile} from './application-file.ts';

const Path = z.string().min(1);

/** The functions that fetch published modules. */
export type ModuleFetchers = {
  readonly packages: (deps: SourceDeps) => Promise<NpmPackages>;
  readonly trees: (deps: SourceDeps) => Promise<GitTrees>;
};

/** Returns the source kind of applications. */
export const appKind = ({packages, trees}: ModuleFetchers): SourceKind<'app'> => ({
  name: 'app',
  description:
    'A file with applications (YAML, or a program in TypeScript or JavaScript), or a Score file, relative to the stack directory.',
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
  hasExtensions: false,
  open: async (deps) =>
    (await import('./app-source.ts')).appSource({
      modules: {open: deps.modules, tools: {packages: () => packages(deps), trees: () => trees(deps)}},
      openPrograms: deps.openPrograms,
    }),
});
