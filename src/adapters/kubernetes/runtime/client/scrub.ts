import {scrubber} from '../../../../core/secret/scrub-text.ts';
import type {Secret} from '../../../../core/secret/secret.ts';

/** Removes secrets from a server's text, in every form in which the server may repeat them: those of the run, and others (a credential). */
export type Scrub = (text: string, secrets: readonly Secret[], others?: readonly Secret[]) => string;

/** Removes secrets from one text. */
export const scrub = (text: string, secrets: Iterable<Secret>): string => scrubber(textsOf(secrets))(text);

/**
 * Returns a function for many texts. It keeps the forms of the secrets while it is called with the same list and equal others: a run of 1,000
 * objects that do not exist yet reads a thousand refusals, and the forms of 200 secrets take 10 ms.
 */
export function createScrub(): Scrub {
  let last: {readonly secrets: unknown; readonly others: readonly string[]; readonly clean: (text: string) => string};
  last = {secrets: undefined, others: [], clean: (text) => text};
  return (text, secrets, others = []) => {
    const texts = textsOf(others);
    if (last.secrets !== secrets || texts.join('\n') !== last.others.join('\n'))
      last = {secrets, others: texts, clean: scrubber([...textsOf(secrets), ...texts])};
    return last.clean(text);
  };
}

const textsOf = (secrets: Iterable<Secret>): readonly string[] =>
  Array.from(secrets, (secret) => secret.reveal('base64'));
