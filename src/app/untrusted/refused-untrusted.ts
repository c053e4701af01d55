import {untrustedCheckout} from '../../config/untrusted/checkout.ts';
import {GantryError} from '../../core/failure/failure.ts';

/** What an untrusted checkout asks for, and does not get. Nothing of it was done. */
export const refusedUntrusted = (problem: string, hint: string): GantryError =>
  new GantryError({code: 'untrusted/refused', problem, hint});

/** @throws GantryError 'untrusted/refused' in untrusted mode */
export function refuseUntrusted(problem: string): void {
  if (untrustedCheckout() !== undefined) throw refusedUntrusted(problem, 'Run it from a trusted branch.');
}
