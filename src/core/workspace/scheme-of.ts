/** Returns the scheme of `https://…`, `s3://…`: what a path never begins with. */
export const schemeOf = (text: string): string | undefined =>
  /^([a-z][a-z0-9+.-]+):\/\//i.exec(text)?.[1]?.toLowerCase();
