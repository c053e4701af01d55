import {GantryError} from '../../core/failure/failure.ts';

/** The chain of what is being resolved, outermost first: `the kubeconfig of prod`, `the secret store vault of prod`. */
export type Via = readonly string[];

/**
 * Adds a link to the chain. A kubeconfig in a store that needs that kubeconfig cannot be resolved.
 * @throws GantryError 'input/usage' for a cycle, with all of its links.
 */
export function enter(via: Via, what: string): Via {
  const at = via.indexOf(what);
  if (at < 0) return [...via, what];
  throw wayBack([...via.slice(at), what]);
}

/** Returns the error for a cycle, with its links: it ends where it begins. */
export const wayBack = (links: readonly string[]): GantryError =>
  new GantryError({
    code: 'input/usage',
    message: `${links[0] ?? ''} depends on itself: ${links.join(' → ')}`,
    hint: 'Move one of them to another store, or to another cluster.',
  });
