import {type FieldPath, type PathElement, parseElement} from '../../core/fields/field-path.ts';
import type {JsonObject} from '../../core/json.ts';
import type {FieldSet} from '../../kubernetes/fields/field-set.ts';
import type {Manager} from '../../kubernetes/fields/managers.ts';
import {Refusal} from '../model/status.ts';
import {pathText} from './path-text.ts';

/** The refusal of an apply that would take fields from others: who holds which, as `NewApplyConflict` says it. */
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

/** Who applied has no version: the next apply may be in another one. */
function shown({manager, operation, apiVersion, subresource}: Manager): string {
  const within = subresource === '' ? '' : ` with subresource "${subresource}"`;
  return `"${manager}"${within}${operation === 'Update' ? ` using ${apiVersion}` : ''}`;
}

/** All paths as structured-merge-diff walks them: of every node its members first, and then what lies below. */
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
