import {isObject, type Json, type JsonObject} from '../../../core/json.ts';
import {goType, goValue} from '../../model/go-value.ts';
import {own, part, text} from '../../model/part.ts';
import {invalid} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';

const MOST = 2_147_483_647;

/** Checks the fields that the scale subresource reads. */
export function specScaleProblems(object: JsonObject, version: JsonObject): readonly Problem[] {
  const scale = part(version['subresources'])['scale'];
  return scale === undefined ? [] : replicaProblems(object, text(part(scale)['specReplicasPath']));
}

/** Checks the scale fields of a write to `/status`: replicas and selector at the paths of the CRD. Without a scale, there is no problem. */
export function statusScaleProblems(object: JsonObject, version: JsonObject): readonly Problem[] {
  const scale = part(version['subresources'])['scale'];
  if (scale === undefined) return [];
  const selector = text(part(scale)['labelSelectorPath']);
  return [
    ...replicaProblems(object, text(part(scale)['statusReplicasPath'])),
    ...(selector === '' ? [] : selectorProblems(object, selector)),
  ];
}

function replicaProblems(object: JsonObject, path: string): readonly Problem[] {
  const {value, wrong} = valueAtPath(object, path);
  if (wrong !== undefined) return [invalid(path, 0, wrong)];
  if (value === undefined) return [];
  if (typeof value !== 'number' || !Number.isInteger(value)) return [invalid(path, 0, notOfType(path, value, 'int64'))];
  if (value < 0) return [invalid(path, value, 'should be a non-negative integer')];
  return value > MOST ? [invalid(path, value, `should be less than or equal to ${MOST}`)] : [];
}

function selectorProblems(object: JsonObject, path: string): readonly Problem[] {
  const {value, wrong} = valueAtPath(object, path);
  if (wrong !== undefined) return [invalid(path, '', wrong)];
  return value === undefined || typeof value === 'string' ? [] : [invalid(path, '', notOfType(path, value, 'string'))];
}

const notOfType = (path: string, value: Json, expected: string): string =>
  `${path} accessor error: ${goValue(value)} is of the type ${goType(value)}, expected ${expected}`;

type Found = {readonly value?: Json | undefined; readonly wrong?: string};

function valueAtPath(object: JsonObject, path: string): Found {
  let value: Json = object;
  const names = path.replace(/^\./, '').split('.');
  for (const [i, name] of names.entries()) {
    if (!isObject(value)) {
      const at = `.${names.slice(0, i + 1).join('.')}`;
      if (value === null) return {};
      return {
        wrong: `${at} accessor error: ${goValue(value)} is of the type ${goType(value)}, expected map[string]interface{}`,
      };
    }
    const inner = own(value, name);
    if (inner === undefined) return {};
    value = inner;
  }
  return {value};
}
