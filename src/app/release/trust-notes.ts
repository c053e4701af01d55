import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {HMAC_KEY} from '../../core/release/keys.ts';
import {knownKey} from '../../engine/release/hmac-key.ts';
import type {ReleaseHistory} from '../../engine/release/release-history.ts';
import type {Backend} from '../../ports/backend.ts';
import {isRestored} from './is-restored.ts';

/** Warns about problems with the trust in releases that block nothing: missing MACs, or a key that others can read. */
export async function trustNotes(
  {isUnsigned, head, last}: Pick<ReleaseHistory, 'isUnsigned' | 'head' | 'last'>,
  backend: Backend,
): Promise<readonly Diagnostic[]> {
  const isSealed = (await knownKey(backend))?.isSealed === true;
  const exposed = isSealed ? undefined : await backend.exposure?.(HMAC_KEY);
  const restored = head?.restored;
  return [
    ...(isUnsigned === true ? [noMac(backend)] : []),
    ...(exposed === undefined ? [] : [keyExposed(exposed)]),
    // The next release knows the live objects again.
    ...(restored !== undefined && isRestored({head, last}) ? [restoredAt(restored, last?.revision ?? 0)] : []),
  ];
}

const noMac = ({name}: Backend): Diagnostic => ({
  severity: 'warning',
  code: 'release/no-mac',
  message: `the releases of this stack in ${name} have no MAC: an earlier version of Gantry stored them, and changes made by others cannot be detected`,
  hint: 'The next apply that changes something writes MACs. After that, releases without one are refused.',
});

const restoredAt = (at: string, revision: number): Diagnostic => ({
  severity: 'warning',
  code: 'release/restored',
  message: `the releases of this stack were restored from a backup on ${at}: runs after revision ${revision} are not in it`,
  hint: 'Objects that later runs created are in no release. "gantry release rebuild --force" takes a record from the cluster.',
});

const keyExposed = (exposed: string): Diagnostic => ({
  severity: 'warning',
  code: 'backend/key-exposed',
  message: `${exposed}: anyone with this key can forge releases that every apply accepts`,
  hint: 'Remove the permissions of other users. In the directory of the backend, run: chmod -R o= keys',
});
