import {untrustedCheckout} from '../../config/untrusted/checkout.ts';
import {refusedUntrusted} from './refused-untrusted.ts';

/**
 * A backend's directory, which says what was released and which cluster is pinned.
 * @throws GantryError 'untrusted/refused' where it lies in an untrusted checkout
 */
export function outsideOfCheckout(directory: string): string {
  if (untrustedCheckout()?.holds(directory) !== true) return directory;
  throw refusedUntrusted(
    `the backend ${directory} is in the checkout, where the untrusted change may have written it`,
    'Name a backend outside of the checkout, with GANTRY_BACKEND or in project.yaml of the base commit.',
  );
}
