import {parseWorkspaceText} from '../../config/workspace-file.ts';
import {WORKSPACES_PREFIX} from '../../core/release/keys.ts';
import type {Backend} from '../../ports/backend.ts';
import {refusePlaintext} from '../workspace/refuse-plaintext.ts';

type Copying = {readonly from: Backend; readonly to: Backend; readonly allowed: boolean};

/** Refuses a migration of workspaces with credentials in plain text to a backend that others can read. */
export async function refusePlaintextWorkspaces({from, to, allowed}: Copying): Promise<void> {
  if (allowed || to.isPrivate === true) return;
  for (const key of await from.list(WORKSPACES_PREFIX)) {
    const stored = await from.get(key);
    if (stored === undefined) continue;
    const {workspace} = parseWorkspaceText(new TextDecoder().decode(stored.value), key);
    refusePlaintext({name: workspace.name, workspace, backend: to, allowed});
  }
}
