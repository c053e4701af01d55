import {scopedName, type WorkspaceScope} from '../../core/workspace/workspace-scope.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import {knownWorkspaces} from './known-workspaces.ts';
import {UNASKED} from './workspace-locations.ts';

/** A workspace that was written, and the project around the command. */
export type NamedWorkspace = {
  readonly name: string;
  readonly scope: WorkspaceScope;
  readonly workspacesDir: string | undefined;
};

/** The other workspaces with a name. */
export type SameNames = {
  /** The file of the project with this name, which has precedence over a shared workspace in the backend. */
  readonly shadowedBy?: string;
  /** The names that now lead to one workspace only: `mine/dev`, `shared/dev`. */
  readonly ambiguous?: readonly string[];
};

/** Finds the files with the name of a workspace: of the project, and of the user. A backend is not asked. */
export async function sameNames(
  {name, scope, workspacesDir}: NamedWorkspace,
  {home}: Pick<Deps, 'home'>,
): Promise<SameNames> {
  const known = await knownWorkspaces({directory: workspacesDir, backend: UNASKED, home});
  const same = known.filter((entry) => entry.name === name);
  const isTwice = same.some((entry) => entry.scope !== undefined && entry.scope !== scope);
  return defined({
    shadowedBy: scope === 'mine' ? undefined : same.find((entry) => entry.scope === 'shared')?.file,
    ambiguous: isTwice ? [scopedName('mine', name), scopedName('shared', name)] : undefined,
  });
}
