import {findStack} from '../../config/find-project.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {lockStack, type StackLocked} from './lock-stack.ts';

/** Request of `gantry chart lock`. */
export type LockCharts = StackRequest & {
  /** `--upgrade`: locked charts move to the newest version in their range. */
  readonly upgrade: boolean;
};

/** The answer of `gantry chart lock`. */
export type ChartsLocked = {readonly formatVersion: 1; readonly project: string; readonly stack: string} & StackLocked;

/**
 * Locks the charts, git repositories, OCI artifacts and modules of a stack.
 * @throws GantryError `input/invalid` if the stack has none of them, or one cannot be fetched
 */
export async function lockCharts({upgrade, ...request}: LockCharts, deps: Deps): Promise<ChartsLocked> {
  const location = await findStack({directory: request.directory ?? deps.cwd, stack: request.stack});
  const locked = await lockStack({...request, location, upgrade}, deps);
  return {formatVersion: 1, project: location.project.name, stack: location.stack.name, ...locked};
}
