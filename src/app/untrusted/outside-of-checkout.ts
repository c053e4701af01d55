import {untrustedCheckout} from '../../config/untrusted/checkout.ts';
import {refusedUntrusted} from './refused-untrusted.ts';

/**
 * Returns a backend's directory, which holds the releases and the pins.
 * @throws GantryError 'untrusted/refused' if it is in an untrusted checkout
 */
export function outsideOfCheckout(directory: string): string {
  if (untrustedCheckout()?.holds(directory) !== true) return directory;
  throw refusedUntrusted(
    `the backend ${directory} is in the checkout, where the untrusted change may have written it`,
    'Name a backend outside of the checkout, with GANTRY_BACKEND or in project.yaml of the base commit.',
  );
}
