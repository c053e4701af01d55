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
  throw wayBack([...via.slice(at), what]);
}

/** A ring, told by its links: it ends where it begins. */
export const wayBack = (links: readonly string[]): GantryError =>
  new GantryError({
    code: 'input/usage',
    message: `${links[0] ?? ''} depends on itself: ${links.join(' → ')}`,
    hint: 'Move one of them to another store, or to another cluster.',
  });
