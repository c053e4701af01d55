/**
 * What a backend keeps, by the first segment of its keys, in the order in which a copy is made: what leads to something comes
 * after it, so that half a copy is a copy that nobody finds. Locks are of one place and one moment, and stay where they are.
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
