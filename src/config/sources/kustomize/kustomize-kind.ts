import type {Kustomize} from '../../../ports/kustomize.ts';
import type {SourceDeps, SourceKind} from '../source.ts';
import {isKustomizationFile, kustomizationsIn} from './kustomization-file.ts';

/** Returns the source kind of a kustomization. @param program returns the program that builds it */
export const kustomizeKind = (program: (deps: SourceDeps) => Promise<Kustomize>): SourceKind<'kustomize'> => ({
  name: 'kustomize',
  description: 'The path of a directory with a kustomization, relative to the stack directory.',
  placeholder: 'DIR',
  example: 'overlays/prod',
  options: {
    references: 'Expand ${ref:…} and $kusion_path in these manifests.',
    remote: 'The kustomization may fetch bases and files.',
  },
  owns: {
    is: isKustomizationFile,
    in: (directory) => kustomizationsIn(directory).length > 0,
    what: 'a kustomization',
    todo: 'a directory to build',
  },
  open: async (deps) => (await import('./kustomize-source.ts')).kustomizeSource(() => program(deps)),
});
