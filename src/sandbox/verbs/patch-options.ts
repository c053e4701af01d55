import type {WriteOptions} from './verb-context.ts';

/** Options of a PATCH; `force` takes over fields of other managers on apply. */
export type PatchOptions = WriteOptions & {readonly force: boolean};
