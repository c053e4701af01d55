import {type FieldPath, type PathElement, parseElement} from '../../core/fields/field-path.ts';
import type {JsonObject} from '../../core/json.ts';
import type {FieldSet} from '../../kubernetes/fields/field-set.ts';
import type {Manager} from '../../kubernetes/fields/managers.ts';
import {Refusal} from '../model/status.ts';
import {pathText} from './path-text.ts';

/** Returns the refusal of an apply that conflicts with other managers. It lists their fields, as `NewApplyConflict` does. */
export function applyConflict(conflicts: readonly Manager[]): Refusal {
  const found = conflicts.map((one) => ({manager: one, fields: pathsOf(one.fields).map(pathText)}));
  const all = found.flatMap(({manager, fields}) => fields.map((field) => ({manager, field})));
  const text =
    all.length === 1 && all[0] !== undefined
      ? `Apply failed with 1 conflict: conflict with ${shown(all[0].manager)}: ${all[0].field}`
      : `Apply failed with ${all.length} conflicts: ${found.map(({manager, fields}) => `conflicts with ${shown(manager)}:\n${fields.map((field) => `- ${field}`).join('\n')}`).join('\n')}`;
  return new Refusal({
    code: 409,
    reason: 'Conflict',
    message: text,
    details: {
      causes: all.map(
        ({manager, field}): JsonObject => ({
          reason: 'FieldManagerConflict',
          message: `conflict with ${shown(manager)}`,
          field,
        }),
      ),
    },
  });
}

/** Returns a manager as messages show it. An apply has no version, because the next one may be in another version. */
function shown({manager, operation, apiVersion, subresource}: Manager): string {
  const within = subresource === '' ? '' : ` with subresource "${subresource}"`;
  return `"${manager}"${within}${operation === 'Update' ? ` using ${apiVersion}` : ''}`;
}

/** Returns all paths in the order of structured-merge-diff: the members of a node first, and then those below it. */
function pathsOf({members, children}: FieldSet, above: readonly PathElement[] = []): readonly FieldPath[] {
  const to = (key: string): readonly FieldPath[] => {
    const element = parseElement(key);
    return element === undefined ? [] : [[...above, element]];
  };
  const below = [...children].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return [
    ...[...members].toSorted().flatMap(to),
    ...below.flatMap(([key, child]) => to(key).flatMap((path) => pathsOf(child, path))),
  ];
}
