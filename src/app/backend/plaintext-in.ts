import {parseWorkspaceText} from '../../config/workspace-file.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {HMAC_KEY, WORKSPACES_PREFIX} from '../../core/release/keys.ts';
import {sealedKeyIn} from '../../engine/release/hmac-key.ts';
import {refusePlaintext} from '../workspace/refuse-plaintext.ts';

/** Returns true if a stored document contains a secret in clear: the key of a backend that is not sealed, or a workspace with credentials. */
export function hasPlaintext({key, value}: {readonly key: string; readonly value: Uint8Array}): boolean {
  if (key === HMAC_KEY) return sealedKeyIn(value) === undefined;
  if (!key.startsWith(WORKSPACES_PREFIX)) return false;
  const {workspace} = parseWorkspaceText(new TextDecoder().decode(value), key);
  try {
    refusePlaintext({name: workspace.name, workspace, backend: {name: key}, allowed: false});
    return false;
  } catch (error) {
    if (error instanceof GantryError && error.failure.code === 'workspace/plaintext') return true;
    throw error;
  }
}
