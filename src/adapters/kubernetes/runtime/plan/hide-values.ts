import {scrub} from '../client/scrub.ts';
import type {SecretValues} from './object-secrets.ts';

/** A text of our own that may quote what came from a secret store. */
export const hideValues = (text: string, values: SecretValues): string =>
  values.size === 0 ? text : scrub(text, values.values());
