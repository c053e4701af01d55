import {buildIsCurrent} from '../../scripts/build-is-current.ts';
import {COMPILED} from './compiled.ts';

/** Which code a started `gantry` runs: the build, which starts three times as fast, where it is of these sources; otherwise the sources. */
export const BUILD_OR_SOURCE: Readonly<Record<string, string>> = (await buildIsCurrent()) ? {} : {GANTRY_SOURCE: '1'};

/** The environment variables by which a started `gantry` is the program of these sources, and starts fast. */
export const TESTED_PROGRAM: Readonly<Record<string, string>> = {...BUILD_OR_SOURCE, ...COMPILED};
