import type {JsonObject} from '../../../core/json.ts';
import {objectAt, own, partAt, text} from '../../model/part.ts';
import {at, child} from '../../model/problem.ts';
import type {Write} from '../../model/rules.ts';
import {BEHAVIOURS, TEST_POD} from '../../model/test-pod.ts';
import {itemsAt} from '../objects/fields.ts';

/** What the writer of pods, or of what makes pods, is warned of: `path` leads to the spec of the pod. */
export const podWarnings =
  (...path: readonly string[]) =>
  ({object}: Pick<Write, 'object'>): readonly string[] => {
    const spec = partAt(object, ...path);
    return [
      ...itemsAt(spec, 'topologySpreadConstraints').flatMap(([constraint, index]) =>
        selectsNothing(constraint, at(child(path.join('.'), 'topologySpreadConstraints'), index)),
      ),
      ...unknownBehaviour(object, [...path.slice(0, -1), 'metadata', 'annotations']),
    ];
  };

/** A real server knows nothing of these; here the pod would become ready, as if nothing had been asked for. */
function unknownBehaviour(object: JsonObject, path: readonly string[]): readonly string[] {
  const annotations = partAt(object, ...path);
  const how = text(own(annotations, TEST_POD));
  if (!Object.hasOwn(annotations, TEST_POD) || BEHAVIOURS.some((known) => known === how)) return [];
  const all = BEHAVIOURS.map((known) => `"${known}"`).join(', ');
  return [`${path.join('.')}[${TEST_POD}]: unknown value ${JSON.stringify(how)} is ignored: supported values: ${all}`];
}

const selectsNothing = (constraint: JsonObject, path: string): readonly string[] =>
  objectAt(constraint, 'labelSelector') === undefined
    ? [`${path}.labelSelector: a null labelSelector results in matching no pod`]
    : [];
