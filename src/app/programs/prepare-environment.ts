import {join} from 'node:path';
import {laidEnvironment} from '../../core/programs/laid-environment.ts';
import type {ChildEnvironment} from '../../core/workspace/child-environment.ts';
import type {FlatKubeconfig} from '../../ports/flat-kubeconfig.ts';
import type {PrivateDirectory} from '../../ports/programs.ts';
import type {Deps} from '../deps.ts';

/** The contents of a program's directory and environment. */
export type PrepareEnvironment = {
  readonly flat: FlatKubeconfig;
  readonly environment: ChildEnvironment;
  readonly wanted: string;
  readonly directory: PrivateDirectory;
};

/** Writes the files that programs need into a directory, and says with which environment they find them. */
export async function prepareEnvironment(
  {flat, environment, wanted, directory}: PrepareEnvironment,
  {env}: Pick<Deps, 'env'>,
): Promise<Omit<ChildEnvironment, 'files'>> {
  const kubeconfig = await directory.write('kubeconfig', flat.text);
  const files = new Map<string, string>();
  for (const {variable, name, content} of environment.files)
    files.set(variable, await directory.write(join(variable, name), content));
  return laidEnvironment({env, environment, files, kubeconfig, workspace: wanted});
}
