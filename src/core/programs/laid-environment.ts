import {defined} from '../../lib/defined.ts';
import {Secret} from '../secret/secret.ts';
import type {ChildEnvironment} from '../workspace/child-environment.ts';
import {OWN} from './own-environment.ts';

/** An inherited environment, and the changes of a workspace to it. */
export type LaidOver = {
  /** What is inherited. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly environment: Pick<ChildEnvironment, 'set' | 'unset'>;
  /** Where the credential files were written, by their variables. */
  readonly files: ReadonlyMap<string, string>;
  readonly kubeconfig: string;
  /** What `-w` would be. */
  readonly workspace: string;
};

/**
 * All that a program of a workspace finds otherwise than it was inherited, with what Gantry must know to undo it. The cluster and
 * the workspace are said last: no variable of the workspace leads elsewhere.
 */
export function laidEnvironment({
  env,
  environment,
  files,
  kubeconfig,
  workspace,
}: LaidOver): Omit<ChildEnvironment, 'files'> {
  const given = new Map([...environment.set, ...[...files].map(([name, path]) => [name, new Secret(path)] as const)]);
  // What is as it was (a reference to that very variable) stays readable for the Gantry inside.
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

/** Compared by digest: a secret is not looked at here. */
const isAsInherited = (inherited: string | undefined, value: Secret): boolean =>
  inherited !== undefined && new Secret(inherited).hmac('same') === value.hmac('same');
