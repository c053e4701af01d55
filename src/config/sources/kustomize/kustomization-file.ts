import {existsSync, statSync} from 'node:fs';
import {join} from 'node:path';

/** The file names that kustomize accepts in a directory. */
export const KUSTOMIZATION_FILES = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'] as const;

/** Returns the kustomization files of a directory. kustomize refuses a directory with several. */
export const kustomizationsIn = (directory: string): readonly string[] =>
  KUSTOMIZATION_FILES.map((name) => join(directory, name)).filter(
    (file) => existsSync(file) && statSync(file).isFile(),
  );

/** Reports whether a file name is one of the three names that kustomize accepts. */
export const isKustomizationFile = (name: string): boolean => KUSTOMIZATION_FILES.some((known) => known === name);
