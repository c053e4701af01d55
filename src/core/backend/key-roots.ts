/**
 * The first segments of the keys in a backend, in the order in which a copy is made. A document is copied before the documents that lead
 * to it, so that an incomplete copy is never found. Locks are not copied.
 */
export const KEY_ROOTS = [
  'keys/',
  'workspaces/',
  'pins/',
  'shared/',
  'terraform/',
  'unlocks/',
  'releases/',
  'index/',
] as const;
