import {scrubText} from '../../../../core/secret/scrub-text.ts';
import type {Secret} from '../../../../core/secret/secret.ts';

/** A server's text without any of the secrets, in whatever form the server echoed them. */
export function scrub(text: string, secrets: Iterable<Secret>): string {
  return scrubText(
    text,
    Array.from(secrets, (secret) => secret.reveal('base64')),
  );
}
