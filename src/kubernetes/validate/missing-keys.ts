import {isObject} from '../../core/json.ts';
import {showPath} from '../../core/reference/path.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import type {ResourceIndex, Subject} from '../graph/edges/resource-index.ts';
import type {NamedObject} from './named-objects.ts';
import type {StackFinding} from './stack-finding.ts';

/** Reports keys that pods read from a ConfigMap or a Secret of the stack that does not contain them. Such pods never start. */
export const missingKeys = (index: ResourceIndex, named: readonly NamedObject[]): readonly StackFinding[] =>
  named.flatMap((one) => {
    const {from, kind, name, keys = [], isOptional} = one;
    const holder = keys.length === 0 || isOptional === true ? undefined : index.get(one);
    const known = holder === undefined ? [] : keysOf(holder);
    // If an object has no keys at all, a controller or a program adds them later.
    if (known.length === 0) return [];
    return keys
      .filter(({key}) => !known.includes(key))
      .map(({key, path}): StackFinding => {
        const near = didYouMean(key, known);
        const hint = near === undefined ? `It has ${known.slice(0, 5).join(', ')}.` : `Did you mean ${near}?`;
        const message = `${showPath(path)} is ${key}, which ${kind} ${name} does not have`;
        return {id: from.id, finding: {severity: 'error', code: 'reference/key', path, message, hint}};
      });
  });

const keysOf = ({object}: Subject): readonly string[] =>
  ['data', 'binaryData', 'stringData'].flatMap((field) => {
    const values = object[field];
    return isObject(values) ? Object.keys(values) : [];
  });
