import {moduleReference} from '../../../core/chart/generated-reference.ts';
import type {JsonObject, JsonPath} from '../../../core/json.ts';
import {idOfMade} from '../../../core/module/declared-resource.ts';
import {type GeneratedValue, generatedValueIn} from '../../../core/module/generated-value.ts';
import {mapStrings} from '../../../core/reference/map-strings.ts';
import {showPath} from '../../../core/reference/path.ts';
import {isSecretObject} from '../../../core/reference/secret-data-references.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import type {Generation, Use} from './generation.ts';
import {problemAt} from './problem-at.ts';

/** A generated value of a module, and its source: `APPLICATION/ACCESSORY/NAME`. */
export type SourcedValue = GeneratedValue & {readonly source: string};

/** An object with a reference in place of each generated value. */
export type MarkedObject = {
  readonly object: JsonObject;
  readonly values: readonly SourcedValue[];
  readonly faults: readonly string[];
};

/** Replaces the placeholders of generated values by references. @param use `APPLICATION/ACCESSORY`, or the application */
export function markGenerated(object: JsonObject, use: string): MarkedObject {
  const values: SourcedValue[] = [];
  const faults: string[] = [];
  const marked = mapStrings(object, (text, path) => {
    const found = generatedValueIn(text);
    if (found === undefined) return text;
    const fault = 'fault' in found ? found.fault : isPlace(object, path) ? undefined : PLACE;
    if ('fault' in found || fault !== undefined) {
      faults.push(`the generated value in \`${showPath(path)}\` of ${idOfMade(object)} ${fault ?? ''}`);
      return text;
    }
    const source = `${use}/${found.value.name}`;
    values.push({...found.value, source});
    return moduleReference(source);
  });
  return {object: marked, values, faults};
}

/** Marks the generated values of all objects of a use. Values with the same name are one value, so their forms must be equal. */
export function markAll(
  objects: readonly JsonObject[],
  {application, accessory, node}: Use,
  {report}: Generation,
): readonly MarkedObject[] {
  const use = accessory === undefined ? application : `${application}/${accessory}`;
  const all = objects.map((object) => markGenerated(object, use));
  const forms = Map.groupBy(
    all.flatMap(({values}) => values),
    ({name}) => name,
  );
  const mixed = [...forms].flatMap(([name, [first, ...others]]) =>
    others.every((other) => deepEqual(other, first))
      ? []
      : [`the generated value \`${name}\` is declared with different lengths or alphabets`],
  );
  for (const message of [...all.flatMap(({faults}) => faults), ...mixed]) report(problemAt(node, [], {message}));
  return all;
}

const PLACE = 'must be a field of `stringData` of a Secret';

const isPlace = (object: JsonObject, path: JsonPath): boolean =>
  isSecretObject(object) && path[0] === 'stringData' && path.length === 2;
