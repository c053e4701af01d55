import {defined} from '../../lib/defined.ts';
import type {Diagnostic} from '../diagnostic/diagnostic.ts';
import type {IgnoreRule} from './ignore-rule.ts';
import {PERMISSION_FLAG} from './permissions.ts';

/** The warning that an id or path of `--revert-added` finds no addition: a misspelt one would remove nothing. */
export const unusedRevert = (asked: string): Diagnostic => ({
  severity: 'warning',
  code: 'added/unused',
  message: `${PERMISSION_FLAG.revertAdded} ${asked}: nobody has added such a field`,
  hint: 'Name a resource by its id, or a path as "gantry preview" shows it.',
});

/** The warning that a rule of a file or a flag is about no field. */
export const unusedIgnore = ({from, at, path, id, kind, name, manager}: IgnoreRule): Diagnostic => ({
  severity: 'warning',
  code: 'ignore/unused',
  message: [
    `${from.startsWith('--ignore') ? from : 'this `ignore` rule'} matches no field`,
    ...(path === undefined ? [] : [`at ${path}`]),
    ...(manager === undefined ? [] : [`owned by ${manager}`]),
    `of any ${kind ?? 'object'}${name === undefined ? '' : ` ${name}`} of the stack`,
    ...(id === undefined ? [] : [`with the id ${id}`]),
  ].join(' '),
  ...defined({at}),
  hint: 'Write the path as a plan shows it, with `*` for any one step and `[*]` for any item of a list, or remove the rule.',
});
