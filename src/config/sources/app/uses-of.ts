import {isObject} from '../../../core/json.ts';
import {type Located, partOf, withField} from '../../../core/variation/located.ts';
import {moduleName} from '../../application/application-model.ts';
import type {Use} from './generation.ts';

/** Returns the uses of modules in an application: the workload, then the accessories by their keys. */
export function usesOf(application: string, node: Located): readonly Use[] {
  const workload = partOf(node, 'workload');
  const accessories = partOf(node, 'accessories');
  return [
    ...keysOf(workload).flatMap((module) => {
      const own = workload && partOf(workload, module);
      return own === undefined ? [] : [{application, module, node: own}];
    }),
    ...keysOf(accessories).flatMap((accessory) => {
      const own = accessories && partOf(accessories, accessory);
      if (own === undefined) return [];
      return [
        {application, accessory, module: moduleName(accessory, own.value), node: withField(own, 'module', undefined)},
      ];
    }),
  ];
}

/** Returns the keys of a mapping in order; none for other values. */
export const keysOf = (node: Located | undefined): readonly string[] =>
  node !== undefined && isObject(node.value) ? Object.keys(node.value).toSorted() : [];
