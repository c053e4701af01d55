import type {GitTrees} from '../../../ports/git-trees.ts';
import type {SourceDeps, SourceKind} from '../source.ts';
import {GitModel} from './git-model.ts';

/** Returns the source kind of git repositories. @param trees returns the function that fetches commits */
export const gitKind = (trees: (deps: SourceDeps) => Promise<GitTrees>): SourceKind<'git'> => ({
  name: 'git',
  description: 'Manifests in a git repository, or a directory to build.',
  schema: GitModel,
  placeholder: '{url: URL}',
  example: '{url: https://git.example.com/shop.git, ref: v1.4.0, path: deploy}',
  options: {
    references: 'Expand ${ref:…} and $kusion_path in these manifests.',
    remote: 'The build may fetch bases and files.',
  },
  hasExtensions: false,
  open: async (deps) => (await import('./git-source.ts')).gitSource(() => trees(deps), deps),
});
