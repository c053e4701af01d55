import {looksLikeFile, nameOfWorkspaceFile} from './workspace-name.ts';

/** The owner of a workspace: the user, in `$GANTRY_HOME`, or everyone who uses the project or its backend. */
export type WorkspaceScope = 'mine' | 'shared';

/** A workspace that `-w` names without a file; without a scope, both are searched. */
export type WorkspaceReference = {readonly name: string; readonly scope?: WorkspaceScope | undefined};

/** Returns the name that leads to one workspace only: `mine/dev`. */
export const scopedName = (scope: WorkspaceScope, name: string): string => `${scope}/${name}`;

/** Parses a name of `-w` that is not a file: `dev`, `mine/dev`, `shared/dev`. */
export function parseReference(text: string): WorkspaceReference {
  const slash = text.indexOf('/');
  const scope = text.slice(0, Math.max(slash, 0));
  return scope === 'mine' || scope === 'shared' ? {name: text.slice(slash + 1), scope} : {name: text};
}

/** Returns the name of the workspace that a value of `-w` leads to, whether it is a file or a name. */
export const nameOfReference = (text: string): string =>
  looksLikeFile(text) ? nameOfWorkspaceFile(text) : parseReference(text).name;

/** Reports whether a value of `-w` leads to this workspace. A value without a scope leads to either. */
export function refersTo(text: string, {name, scope}: WorkspaceReference): boolean {
  if (looksLikeFile(text)) return false;
  const wanted = parseReference(text);
  return wanted.name === name && (wanted.scope === undefined || wanted.scope === scope);
}
