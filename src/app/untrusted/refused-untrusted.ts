import {untrustedCheckout} from '../../config/untrusted/checkout.ts';
import {GantryError} from '../../core/failure/failure.ts';

/** The reason why Terraform resources are refused in untrusted mode. */
export const NO_TERRAFORM = 'Terraform runs the providers that the files name, and they are programs';

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
