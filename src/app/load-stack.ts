import {type LoadedResources, type LoadOptions, loadResources} from '../config/load-resources.ts';
import type {StackLocation} from '../config/stack-location.ts';
import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import {GantryError} from '../core/failure/failure.ts';
import {showPath} from '../core/reference/path.ts';
import {secretReferencesIn} from '../core/reference/secret-references-in.ts';
import {orderStack, type StackOrder} from './order-stack.ts';

export type LoadedStack = {readonly loaded: LoadedResources; readonly order: StackOrder};

/**
 * What a stack wants to have, in its order, from files alone.
 * @throws GantryError `input/invalid` with every problem of every file, of references and of the order.
 */
export async function loadStack(location: StackLocation, options: LoadOptions): Promise<LoadedStack> {
  const loaded = await loadResources(location, options);
  const unsupported = secretReferences(loaded);
  if (unsupported.length > 0) throw new GantryError({code: 'input/invalid', diagnostics: unsupported});
  return {loaded, order: orderStack(loaded)};
}

/** Sent as it is written, a reference would become the secret. */
const secretReferences = ({resources, expandable, origins}: LoadedResources): readonly Diagnostic[] =>
  resources
    .filter(({id}) => expandable.has(id))
    .flatMap(({id, attributes}) =>
      secretReferencesIn(attributes).map(({at}) => {
        const origin = origins.get(id);
        return {
          severity: 'error' as const,
          code: 'reference/secret-store',
          message: `${showPath(at)} takes its value from a secret store, which this version of Gantry does not read`,
          resource: id,
          path: showPath(at),
          hint: 'For a literal that begins with ref://, write $ref://.',
          ...(origin === undefined ? {} : {at: origin.position(at)}),
        };
      }),
    );
