import type {Kustomize} from '../../../ports/kustomize.ts';
import type {SourceDoors, SourceKind} from '../source.ts';
import {isKustomizationFile, kustomizationsIn} from './kustomization-file.ts';

/** A kustomization. It is built by the program that `open` returns. */
export const kustomizeKind = (program: (doors: SourceDoors) => Promise<Kustomize>): SourceKind<'kustomize'> => ({
  name: 'kustomize',
  description: 'A directory with a kustomization, from the stack directory.',
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
    todo: 'a directory that is to be built',
  },
  open: async (doors) => (await import('./kustomize-source.ts')).kustomizeSource(() => program(doors)),
});
