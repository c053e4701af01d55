/** What becomes of Secrets: left out and named, written with `ref://` in the place of each value, or written as they are. */
export type SecretHandling = 'skip' | 'refs' | 'plain';
