/** Returns the scheme of an address (`https://…`, `s3://…`); undefined for a path. */
export const schemeOf = (text: string): string | undefined =>
  /^([a-z][a-z0-9+.-]+):\/\//i.exec(text)?.[1]?.toLowerCase();
