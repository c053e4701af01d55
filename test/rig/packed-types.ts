import {readTypes} from '../../src/main/read-types.ts';

/** The types of Kubernetes that the program contains. */
export const PACKED_TYPES = readTypes(new URL('../../src/main.ts', import.meta.url).href);
