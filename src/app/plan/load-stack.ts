import {type LoadedResources, type LoadOptions, loadResources} from '../../config/load-resources.ts';
import type {SourceTools} from '../../config/source-tools.ts';
import type {StackLocation} from '../../config/stack-location.ts';
import {yieldToSignals} from '../../config/yield-to-signals.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {moveProblems} from '../../core/plan/moved.ts';
import {terraformLockIn} from '../chart/terraform-lock.ts';
import {terraformLockProblems} from '../chart/terraform-lock-problems.ts';
import type {Deps} from '../deps.ts';
import {checkSecrets} from '../secret/check-secrets.ts';
import {type ExplainedOrder, orderStack, type StackOrder} from './order-stack.ts';

/** The resources of a stack and their order. */
export type LoadedStack = {readonly loaded: LoadedResources; readonly order: StackOrder};

/**
 * Loads the desired resources of a stack, in order, from files alone.
 * @throws GantryError `input/invalid` with every problem of every file, of references and of the order.
 */
export async function loadStack(
  location: StackLocation,
  options: Omit<LoadOptions, 'tools'>,
  tools: SourceTools & Pick<Deps, 'env'>,
): Promise<LoadedStack & {readonly order: ExplainedOrder}> {
  const onlyLocked = options.onlyLocked === true || wantsLock(tools.env);
  const loaded = await loadResources(location, {...options, onlyLocked, tools});
  await yieldToSignals(tools.signal);
  const wrong = [
    ...moveProblems(location.stack.moved ?? [], loaded.resources),
    ...checkSecrets(loaded),
    ...(onlyLocked ? terraformLockProblems(loaded, terraformLockIn(location.stack.dir)) : []),
  ];
  if (wrong.length > 0) throw new GantryError({code: 'input/invalid', diagnostics: wrong});
  const order = orderStack(loaded);
  await yieldToSignals(tools.signal);
  return {loaded, order};
}

/** Reports whether each build of this environment accepts only what is locked: `GANTRY_LOCK`. An unknown value counts as yes. */
const wantsLock = (env: Deps['env']): boolean => !['', '0', 'false'].includes((env['GANTRY_LOCK'] ?? '').toLowerCase());
