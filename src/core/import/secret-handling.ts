/** The handling of Secrets in an import: skip them, write `ref://` in place of their values, or write them in plain text. */
export type SecretHandling = 'skip' | 'refs' | 'plain';
