import {existsSync} from 'node:fs';
import {join} from 'node:path';

/** The application file of a stack without `sources`. */
export const APPLICATION_FILE = 'gantry.app.yaml';

/** The names of application files: data, or a program. A stack without `sources` may have only one of them. */
const APPLICATION_FILES: readonly string[] = [APPLICATION_FILE, 'gantry.app.ts', 'gantry.app.js'];

/** Reports whether a file with this name is an application file. */
export const isApplicationFile = (name: string): boolean => APPLICATION_FILES.includes(name);

/** Returns the application files in a directory. */
export const applicationFilesIn = (directory: string): readonly string[] =>
  APPLICATION_FILES.filter((name) => existsSync(join(directory, name)));

/** Reports whether a file is a program that returns applications. */
export const isProgram = (path: string): boolean => /\.[cm]?[jt]s$/.test(path);
