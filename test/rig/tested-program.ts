import {buildIsCurrent} from '../../scripts/build-is-current.ts';

/**
 * The environment variables by which a started `gantry` is the program of these sources: the build, which starts three times as
 * fast, where nothing has changed since it was made; otherwise the sources themselves.
 */
export const TESTED_PROGRAM: Readonly<Record<string, string>> = (await buildIsCurrent('dist/LICENSE.zod'))
  ? {}
  : {GANTRY_SOURCE: '1'};
