import {type LoadedResources, type LoadOptions, loadResources} from '../../config/load-resources.ts';
import type {SourceTools} from '../../config/source-tools.ts';
import type {StackLocation} from '../../config/stack-location.ts';
import {yieldToSignals} from '../../config/yield-to-signals.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {moveProblems} from '../../core/plan/moved.ts';
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
  tools: SourceTools,
): Promise<LoadedStack & {readonly order: ExplainedOrder}> {
  const loaded = await loadResources(location, {...options, tools});
  await yieldToSignals(tools.signal);
  const wrong = [...moveProblems(location.stack.moved ?? [], loaded.resources), ...checkSecrets(loaded)];
  if (wrong.length > 0) throw new GantryError({code: 'input/invalid', diagnostics: wrong});
  const order = orderStack(loaded);
  await yieldToSignals(tools.signal);
  return {loaded, order};
}
