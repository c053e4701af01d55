import {basename} from 'node:path';
import {projectText} from '../../config/init/sample-stack.ts';
import type {NewFile} from '../../config/init/write-new-files.ts';
import {projectDirectory} from '../../config/stack-search.ts';
import {GantryError} from '../../core/failure/failure.ts';

/** Reports whether an error says that a directory is in no stack, and has none below it. */
export const isNoStack = (error: unknown): boolean =>
  error instanceof GantryError &&
  error.failure.code === 'input/invalid' &&
  error.failure.diagnostics.some(({code}) => code === 'stack/none');

/** Returns the files of a stack without resources, for the directory of a new user. */
export function newStack(directory: string): readonly NewFile[] {
  const name = nameFor(directory);
  const project = projectDirectory(directory) === undefined ? [{path: 'project.yaml', text: projectText(name)}] : [];
  return [...project, {path: 'stack.yaml', text: `name: ${name}\nnamespace: ${name}\n`}];
}

/** Returns the name of a directory, changed to be valid as the name of a namespace. */
function nameFor(directory: string): string {
  const name = basename(directory)
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .slice(0, 63)
    .replaceAll(/^-+|(?<!-)-+$/g, '');
  return name === '' ? 'app' : name;
}
