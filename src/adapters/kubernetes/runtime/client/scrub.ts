import {scrubber} from '../../../../core/secret/scrub-text.ts';
import type {Secret} from '../../../../core/secret/secret.ts';

/** Removes secrets from a server's text, in every form in which the server may repeat them. */
export type Scrub = (text: string, secrets: Iterable<Secret>) => string;

/** Removes secrets from one text. */
export const scrub: Scrub = (text, secrets) => scrubber(textsOf(secrets))(text);

/**
 * Returns a function for many texts with mostly the same secrets. It keeps the forms of the last secrets: a run of 1,000 objects that do not exist
 * yet reads a thousand refusals, and the forms of 200 secrets take 10 ms.
 */
export function createScrub(): Scrub {
  let last: {readonly texts: readonly string[]; readonly clean: (text: string) => string} | undefined;
  return (text, secrets) => {
    const texts = textsOf(secrets);
    if (last === undefined || !isSame(last.texts, texts)) last = {texts, clean: scrubber(texts)};
    return last.clean(text);
  };
}

const textsOf = (secrets: Iterable<Secret>): readonly string[] =>
  Array.from(secrets, (secret) => secret.reveal('base64'));

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, i) => text === other[i]);
