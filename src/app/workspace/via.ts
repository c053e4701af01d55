import {GantryError} from '../../core/failure/failure.ts';

/** What is being resolved, outermost first: `the kubeconfig of prod`, `the secret store vault of prod`. */
export type Via = readonly string[];

/**
 * One step further in. A workspace whose kubeconfig lies in a store that needs that kubeconfig has none.
 * @throws GantryError 'input/usage' for a ring, with all of its links.
 */
export function enter(via: Via, what: string): Via {
  const at = via.indexOf(what);
  if (at < 0) return [...via, what];
  throw new GantryError({
    code: 'input/usage',
    message: `${what} leads back to itself: ${[...via.slice(at), what].join(' → ')}`,
    hint: 'Keep one of them elsewhere: in another store, or in another cluster.',
  });
}
