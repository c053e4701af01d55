import type {WriteOptions} from './world.ts';

/** Options of a PATCH; `force` takes over fields of other managers on apply. */
export type PatchOptions = WriteOptions & {readonly force: boolean};
