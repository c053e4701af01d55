import {defined} from '../../lib/defined.ts';
import type {Diagnostic} from '../diagnostic/diagnostic.ts';
import type {IgnoreRule} from './ignore-rule.ts';
import {PERMISSION_FLAG} from './permissions.ts';

/** Returns the warning that an id or path of `--revert-added` matches no addition. */
export const unusedRevert = (asked: string): Diagnostic => ({
  severity: 'warning',
  code: 'added/unused',
  message: `${PERMISSION_FLAG.revertAdded} ${asked} matches no added field`,
  hint: 'Use the id of a resource, or a path as "gantry preview" shows it.',
});

/** Returns the warning for a value of `--regenerate` without generated values. */
export const unusedRegenerate = (asked: string): Diagnostic => ({
  severity: 'warning',
  code: 'chart/unused',
  message: `--regenerate ${asked}: generated values not found`,
  hint: 'Use the name of a Helm release, APPLICATION/ACCESSORY/NAME for a value of a module, or the id of an object with a generated value.',
});

/** Returns the warning that `--replace` names nothing that the plan replaces. */
export const unusedReplace = (asked: string): Diagnostic => ({
  severity: 'warning',
  code: 'replace/unused',
  message: `--replace ${asked} replaces no Terraform resource of the stack`,
  hint: 'Use the id of an existing Terraform resource, as "gantry resource list" shows it. To restart pods, use "gantry resource restart".',
});

/** Returns the warning that an ignore rule of a file or a flag matches no field. */
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
  hint: 'Write the path as a plan shows it (`*` for any one step, `[*]` for any item of a list), or remove the rule.',
});
