import {untrustedCheckout} from '../../config/untrusted/checkout.ts';
import {GantryError} from '../../core/failure/failure.ts';

/** Returns the error for a request of an untrusted checkout that is refused. Nothing of it was done. */
export const refusedUntrusted = (problem: string, hint: string): GantryError =>
  new GantryError({code: 'untrusted/refused', problem, hint});

/**
 * Refuses an action in untrusted mode.
 * @throws GantryError 'untrusted/refused'
 */
export function refuseUntrusted(problem: string): void {
  if (untrustedCheckout() !== undefined) throw refusedUntrusted(problem, 'Run the command from a trusted branch.');
}
