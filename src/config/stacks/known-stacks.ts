import {dirname} from 'node:path';
import type {StackName} from '../../core/stacks/stack-name.ts';
import {isRepository, nearestWith, PROJECT_FILE, stackNamesIn, stacksBelow} from '../stack-search.ts';

/** A stack by its names and its place, as far as its files can be read: they need not be right. */
export type KnownStack = StackName & {readonly dir: string};

/** A run of everything must not pass over what lies deep. */
const DEEP = 32;

/** Every stack at or below a directory, in the order of their paths. */
export const stacksIn = (directory: string): readonly KnownStack[] =>
  stacksBelow(directory, DEEP).map((dir) => ({...stackNamesIn(dir), dir}));

/** Every stack that one of this directory may name: those of its repository; outside of one, those of its project. */
export const stacksAround = (directory: string): readonly KnownStack[] => stacksIn(rootOf(directory));

function rootOf(directory: string): string {
  for (let at = directory; ; at = dirname(at)) {
    if (isRepository(at)) return at;
    if (dirname(at) === at) return nearestWith(PROJECT_FILE, directory) ?? directory;
  }
}
