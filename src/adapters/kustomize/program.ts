import {type FoundProgram, findProgram} from '../../lib/find-program.ts';

/** A program that builds kustomizations. */
export type Program = FoundProgram & {readonly name: (typeof NAMES)[number]};

const NAMES = ['kustomize', 'kubectl'] as const;

/** Finds the first `kustomize` and the first `kubectl` in a PATH, in this order. */
export async function findPrograms(path: string | undefined): Promise<readonly Program[]> {
  const found = await Promise.all(NAMES.map(async (name) => ({name, ...(await findProgram(path, name))})));
  return found.filter((one): one is Program => one.path !== undefined);
}
