import {defined} from '../../lib/defined.ts';
import {Secret} from '../secret/secret.ts';
import type {ChildEnvironment} from '../workspace/child-environment.ts';
import {OWN} from './own-environment.ts';

/** An inherited environment, and the changes of a workspace to it. */
export type LaidOver = {
  /** The inherited environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly environment: Pick<ChildEnvironment, 'set' | 'unset'>;
  /** The paths of the credential files, by their variables. */
  readonly files: ReadonlyMap<string, string>;
  readonly kubeconfig: string;
  /** The value for `-w`. */
  readonly workspace: string;
};

/**
 * Returns the changes of a workspace to the environment of a program, with the variables that Gantry needs to undo them. The cluster and
 * the workspace are set last, so that no variable of the workspace overrides them.
 */
export function laidEnvironment({
  env,
  environment,
  files,
  kubeconfig,
  workspace,
}: LaidOver): Omit<ChildEnvironment, 'files'> {
  const given = new Map([...environment.set, ...[...files].map(([name, path]) => [name, new Secret(path)] as const)]);
  // An unchanged variable (a reference to that variable) stays readable for a Gantry inside the program.
  const changed = [...given].filter(([name, value]) => !isAsInherited(env[name], value)).map(([name]) => name);
  const outer = env['KUBECONFIG'];
  const set = new Map([
    ...given,
    ...Object.entries({
      KUBECONFIG: kubeconfig,
      [OWN.kubeconfig]: kubeconfig,
      [OWN.workspace]: workspace,
      [OWN.changed]: changed.toSorted().join(','),
      ...defined({[OWN.outerKubeconfig]: outer === undefined || outer === '' ? undefined : outer}),
    }).map(([name, value]) => [name, new Secret(value)] as const),
  ]);
  const unset = environment.unset.filter((name) => !set.has(name));
  return {set, unset: outer === undefined || outer === '' ? [...unset, OWN.outerKubeconfig] : unset};
}

/** Compares a value with the inherited one by digest, so that the secret is not revealed here. */
const isAsInherited = (inherited: string | undefined, value: Secret): boolean =>
  inherited !== undefined && new Secret(inherited).hmac('same') === value.hmac('same');
