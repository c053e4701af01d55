import {join} from 'node:path';
import {makeStack, type Stack} from './stack.ts';

export type ProjectStack = {
  /** Of stack.yaml, beside its name. */
  readonly head?: Readonly<Record<string, unknown>>;
  /** Manifests, by the name of their file; references in them are expanded. */
  readonly manifests: Readonly<Record<string, unknown>>;
};

export type ProjectOptions = {
  readonly kubeconfigPath?: string;
  readonly namespace: string;
  /** By their names. */
  readonly stacks: Readonly<Record<string, ProjectStack>>;
};

/** A project `shop` of several stacks, each in a directory of its own; `gantry` runs at its root. */
export async function makeProject({kubeconfigPath, namespace, stacks}: ProjectOptions): Promise<Stack> {
  const project = await makeStack({name: 'shop', ...(kubeconfigPath === undefined ? {} : {kubeconfigPath})});
  await project.remove('stack.yaml');
  await project.write({'project.yaml': {name: 'shop'}});
  for (const [name, stack] of Object.entries(stacks)) await project.write(filesOf(name, stack, namespace));
  return project;
}

/** The files of one stack, below the project. */
export const filesOf = (
  name: string,
  {head = {}, manifests}: ProjectStack,
  namespace: string,
): Readonly<Record<string, unknown>> => ({
  [join(name, 'stack.yaml')]: {
    name,
    workspace: 'test',
    namespace,
    sources: [{manifests: 'manifests/*', references: true}],
    ...head,
  },
  ...Object.fromEntries(
    Object.entries(manifests).map(([file, content]) => [join(name, 'manifests', `${file}.yaml`), content]),
  ),
});
