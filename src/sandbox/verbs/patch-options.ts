import type {WriteOptions} from './world.ts';

export type PatchOptions = WriteOptions & {readonly force: boolean};
