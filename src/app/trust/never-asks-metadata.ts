import {MAY} from '../../core/trust/abilities.ts';
import type {Deps} from '../deps.ts';
import type {FoundWorkspace} from '../workspace/chosen-workspace.ts';
import {trustOriginOf} from './trust-origin-of.ts';

/** Whether no server that a workspace names may be a metadata address, also not one that its name leads to. */
export const neverAsksMetadata = async (
  chosen: FoundWorkspace,
  deps: Pick<Deps, 'backend' | 'env' | 'home'>,
): Promise<boolean> => MAY[await trustOriginOf(chosen, deps)].metadata === 'never';
