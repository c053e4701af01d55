import {existsSync, statSync} from 'node:fs';
import {join} from 'node:path';

/** What kustomize looks for in a directory. */
export const KUSTOMIZATION_FILES = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'] as const;

/** The kustomization files of a directory: none, one, or (kustomize refuses that) several. */
export const kustomizationsIn = (directory: string): readonly string[] =>
  KUSTOMIZATION_FILES.map((name) => join(directory, name)).filter(
    (file) => existsSync(file) && statSync(file).isFile(),
  );

/** Compares with the three names that kustomize accepts. */
export const isKustomizationFile = (name: string): boolean => KUSTOMIZATION_FILES.some((known) => known === name);
