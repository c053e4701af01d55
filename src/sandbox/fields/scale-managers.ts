import type {FieldPath} from '../../core/fields/field-path.ts';
import {difference, fieldSet, hasPath, isEmptySet} from '../../kubernetes/fields/field-set.ts';
import type {Manager} from '../../kubernetes/fields/managers.ts';

const REPLICAS: FieldPath = [{field: 'spec'}, {field: 'replicas'}];

/** Returns the managers of an object's replicas, as its Scale shows them (`ScaleHandler.ToSubresource`). */
export const scaleManagers = (parents: readonly Manager[], path: FieldPath): readonly Manager[] =>
  parents
    .filter(({fields}) => hasPath(fields, path))
    .map((entry) => ({...entry, apiVersion: 'autoscaling/v1', fields: fieldSet([REPLICAS])}));

type Behind = {
  readonly parents: readonly Manager[];
  /** The path of the replicas in the object. */
  readonly path: FieldPath;
  readonly apiVersion: string;
};

/**
 * Returns the managers of an object after a write to its Scale (`ScaleHandler.ToParent`): a manager that no longer owns the replicas of the
 * Scale loses those of the object. The server sets no time for new managers.
 */
export function parentManagers(scale: readonly Manager[], {parents, path, apiVersion}: Behind): readonly Manager[] {
  const owners = scale.filter(({fields}) => hasPath(fields, REPLICAS));
  const owns = ({fields}: Manager): boolean => hasPath(fields, path);
  const kept = parents.flatMap((entry) => {
    if (!owns(entry) || owners.some((one) => isOne(one, entry))) return [entry];
    const fields = difference(entry.fields, fieldSet([path]));
    return isEmptySet(fields) ? [] : [{...entry, fields}];
  });
  const added = owners.filter((one) => !parents.some((entry) => owns(entry) && isOne(one, entry)));
  return [
    ...kept,
    ...added.map(({manager, operation, subresource}) => ({
      manager,
      operation,
      subresource,
      apiVersion,
      fields: fieldSet([path]),
    })),
  ];
}

const isOne = (a: Manager, b: Manager): boolean =>
  a.manager === b.manager && a.operation === b.operation && a.subresource === b.subresource;
