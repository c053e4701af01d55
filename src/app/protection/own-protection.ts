import {protectionOf} from '../../config/protected.ts';
import type {FoundProtection} from '../../core/protection/protection.ts';
import type {FoundWorkspace} from '../workspace/chosen-workspace.ts';

/** Returns the protection of a workspace that was read; undefined if it is not protected. */
export function ownProtection({workspace, file, place, scope}: FoundWorkspace): FoundProtection | undefined {
  const protection = protectionOf(workspace.protected);
  return protection && {...protection, file, isStored: place === 'backend' || scope === 'mine'};
}
