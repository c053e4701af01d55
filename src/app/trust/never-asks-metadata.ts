import {MAY} from '../../core/trust/abilities.ts';
import type {Deps} from '../deps.ts';
import type {FoundWorkspace} from '../workspace/chosen-workspace.ts';
import {trustOriginOf} from './trust-origin-of.ts';

/** Reports whether no server of a workspace may be a metadata address, including addresses that its name resolves to. */
export const neverAsksMetadata = async (
  chosen: FoundWorkspace,
  deps: Pick<Deps, 'backend' | 'env' | 'home'>,
): Promise<boolean> => MAY[await trustOriginOf(chosen, deps)].metadata === 'never';
