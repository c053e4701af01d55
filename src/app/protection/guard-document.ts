import {changeDigest} from '../../core/protection/approval.ts';
import {WORKSPACES_PREFIX, workspaceKey} from '../../core/release/keys.ts';
import type {Backend} from '../../ports/backend.ts';
import {dataOf} from '../workspace/workspace-edits.ts';
import type {Guard} from './guard.ts';

/** A write of the document of a workspace in a backend. `after` is undefined if it is deleted. */
export type DocumentWrite = {readonly key: string; readonly after: string | undefined};

/**
 * Asks the guard before a stored workspace is replaced or deleted: for the workspace itself, and for each one that extends it, because its values
 * change, too. A workspace that is not stored yet protects nothing.
 * @throws GantryError workspace/protected
 */
export async function guardDocument({key, after}: DocumentWrite, backend: Backend, guard: Guard): Promise<void> {
  const name = nameIn(key);
  const stored = await backend.get(key);
  if (name === undefined || stored === undefined) return;
  const before = textOf(stored.value);
  if (before === after) return;
  const changed = {workspace: name, digest: changeDigest(before, after)};
  for (const workspace of [name, ...(await extendedBy(name, backend))])
    await guard({of: 'workspace', workspace, changed}, backend);
}

/** Returns the workspaces of the backend that extend one, directly or through others. */
async function extendedBy(name: string, backend: Backend): Promise<readonly string[]> {
  const keys = await backend.list(WORKSPACES_PREFIX);
  const bases = await Promise.all(keys.map(async (key) => [nameIn(key), await baseOf(key, backend)] as const));
  const found = new Set([name]);
  // A chain has at most as many steps as there are workspaces.
  for (const _ of bases)
    for (const [own, base] of bases) if (own !== undefined && base !== undefined && found.has(base)) found.add(own);
  found.delete(name);
  return [...found];
}

async function baseOf(key: string, backend: Backend): Promise<string | undefined> {
  const stored = await backend.get(key);
  if (stored === undefined) return undefined;
  // An error elsewhere in the workspace must not hide its base.
  const base = dataOf(textOf(stored.value))['extends'];
  return typeof base === 'string' ? base : undefined;
}

function nameIn(key: string): string | undefined {
  const name = /^workspaces\/([^/]+)\.yaml$/.exec(key)?.[1];
  return name === undefined || workspaceKey(name) !== key ? undefined : name;
}

const textOf = (value: Uint8Array): string => new TextDecoder().decode(value);
