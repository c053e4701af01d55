import {scrubText} from '../../../../core/secret/scrub-text.ts';
import type {Secret} from '../../../../core/secret/secret.ts';

/** Removes secrets from a server's text, in every form in which the server may repeat them. */
export function scrub(text: string, secrets: Iterable<Secret>): string {
  return scrubText(
    text,
    Array.from(secrets, (secret) => secret.reveal('base64')),
  );
}
