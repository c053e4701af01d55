import {scrub} from '../client/scrub.ts';
import type {SecretValues} from './object-secrets.ts';

/** Removes the values of secret stores from a text of Gantry. */
export const hideValues = (text: string, values: SecretValues): string =>
  values.size === 0 ? text : scrub(text, values.values());
