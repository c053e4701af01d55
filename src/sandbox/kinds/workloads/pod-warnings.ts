import type {JsonObject} from '../../../core/json.ts';
import {objectAt, partAt} from '../../model/part.ts';
import {at, child} from '../../model/problem.ts';
import type {Write} from '../../model/rules.ts';
import {itemsAt} from '../objects/fields.ts';

/** What the writer of pods, or of what makes pods, is warned of: `path` leads to the spec of the pod. */
export const podWarnings =
  (...path: readonly string[]) =>
  ({object}: Pick<Write, 'object'>): readonly string[] => {
    const spec = partAt(object, ...path);
    return itemsAt(spec, 'topologySpreadConstraints').flatMap(([constraint, index]) =>
      selectsNothing(constraint, at(child(path.join('.'), 'topologySpreadConstraints'), index)),
    );
  };

const selectsNothing = (constraint: JsonObject, path: string): readonly string[] =>
  objectAt(constraint, 'labelSelector') === undefined
    ? [`${path}.labelSelector: a null labelSelector results in matching no pod`]
    : [];
