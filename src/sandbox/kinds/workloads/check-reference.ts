import type {JsonObject} from '../../../core/json.ts';
import {textAt} from '../../model/part.ts';
import {child, invalid, invalids, required} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';
import {pathSegment} from '../formats.ts';

/** Checks a reference to a scale target, or to an object that a metric describes. */
export function referenceProblems(
  reference: JsonObject,
  path: string,
  {checksVersion, needsGroup}: {readonly checksVersion: boolean; readonly needsGroup: boolean},
): readonly Problem[] {
  const version = textAt(reference, 'apiVersion');
  const complaint = checksVersion ? versionComplaint(version, needsGroup) : undefined;
  return [
    ...['kind', 'name'].flatMap((key) => {
      const value = textAt(reference, key);
      return value === '' ? [required(child(path, key))] : invalids(child(path, key), value, pathSegment(value));
    }),
    ...(complaint === undefined ? [] : [invalid(child(path, 'apiVersion'), version, complaint)]),
  ];
}

function versionComplaint(version: string, needsGroup: boolean): string | undefined {
  const parts = version.split('/');
  if (parts.length > 2) return `unexpected GroupVersion string: ${version}`;
  return needsGroup && (parts.length < 2 || parts[0] === '') ? 'apiVersion must specify API group' : undefined;
}
