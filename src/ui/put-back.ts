import type {SeriesNames} from '../core/release/series-names.ts';
import {shellWords} from './plan/permit.ts';
import type {Style} from './style.ts';

const NAMES_STACK = /^(-s|--stack(=.*)?)$/;

/** The command line that puts drift back: where it was found, and from the last release. */
export function putBack(
  {project, stack, workspace}: SeriesNames,
  {applyCommand = ['gantry', 'apply', '-w', workspace]}: Pick<Style, 'applyCommand'> = {},
): string {
  const named = applyCommand.some((word) => NAMES_STACK.test(word)) ? [] : ['-s', `${project}/${stack}`];
  return shellWords([...applyCommand, ...named, '--revision', 'current']);
}
