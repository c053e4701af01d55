import {protectionOf} from '../../config/protected.ts';
import type {FoundProtection, Protection} from '../../core/protection/protection.ts';
import type {FoundWorkspace} from '../workspace/chosen-workspace.ts';

/** Returns the protection of a workspace that was read; undefined if it is not protected. */
export const ownProtection = (found: FoundWorkspace): FoundProtection | undefined =>
  protectionAt(found, protectionOf(found.workspace.protected));

/** Returns a protection with the place of its workspace. A commit can change the files of a project, and no other place. */
export const protectionAt = (
  {file, place, scope}: Pick<FoundWorkspace, 'file' | 'place' | 'scope'>,
  protection: Protection | undefined,
): FoundProtection | undefined => protection && {...protection, file, isStored: isStored({place, scope})};

/** Reports whether a workspace is stored outside of the project, so that no commit can change it. */
export const isStored = ({place, scope}: Pick<FoundWorkspace, 'place' | 'scope'>): boolean =>
  place === 'backend' || scope === 'mine';
