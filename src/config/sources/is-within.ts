import {sep} from 'node:path';

/** Reports whether a path is that of a directory, or of a file or directory in it. Both are absolute. */
export const isWithin = (directory: string, path: string): boolean =>
  path === directory || path.startsWith(directory + sep);
