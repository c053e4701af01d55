import {join} from 'node:path';
import {compareNaturally} from '../lib/compare-naturally.ts';
import {PROJECT_FILE, STACK_FILE} from './own-files.ts';
import {nearestWith} from './stack-search.ts';
import {entriesOf} from './stacks-below.ts';

/** The directory of a project for the folders of its modules. */
export const MODULES_DIRECTORY = 'modules';

/** Returns the directory of the modules of a project. It may not exist. Without a project, it is in the directory of the stack, else in the current directory. */
export const modulesDirectory = (directory: string): string =>
  join(nearestWith(PROJECT_FILE, directory) ?? nearestWith(STACK_FILE, directory) ?? directory, MODULES_DIRECTORY);

/** Returns the names of the folders in the `modules/` of a project. */
export const moduleNames = (directory: string): readonly string[] =>
  entriesOf(modulesDirectory(directory))
    .filter((entry) => entry.isDirectory())
    .map(({name}) => name)
    .toSorted(compareNaturally);
