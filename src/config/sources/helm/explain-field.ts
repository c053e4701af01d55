import type {ChartField} from '../../../core/chart/chart-field.ts';
import {listValues, type PlacedValue} from '../../../core/chart/list-values.ts';
import {mergeValues} from '../../../core/chart/merge-values.ts';
import {literalOf} from '../../../core/chart/replace-tokens.ts';
import {showValuePath} from '../../../core/chart/value-path.ts';
import {isError} from '../../../core/diagnostic/diagnostic.ts';
import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../../core/json.ts';
import {jsonAt} from '../../../core/json-at.ts';
import {idOfObject} from '../../../core/resource/id.ts';
import {type Located, locate} from '../../../core/variation/located.ts';
import {readableText} from '../../../kubernetes/chart/generated-value.ts';
import {fieldFinder} from '../../../kubernetes/variation/field-finder.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {defined} from '../../../lib/defined.ts';
import type {Candidate} from '../../manifests/candidate.ts';
import type {ChartReferences} from './find-references.ts';
import type {RenderWith} from './put-references.ts';
import {type ChangesWith, searchValues} from './search-values.ts';

/** The chart of a field, its values, and a function that renders it. */
export type FieldSource = {
  readonly chart: string;
  readonly references: ChartReferences;
  /** The user's values for helm. */
  readonly values: JsonObject;
  readonly defaults: Located;
  readonly render: RenderWith;
  /** The namespace of objects without one. */
  readonly namespace: string | undefined;
  readonly now: () => number;
};

const LIMITS = {mostRenders: 40, mostMs: 15_000};

/**
 * Finds the values that a field of a chart's object changes with: the chart is rendered again with other values. Values whose text is in
 * the field are tried one by one, all others in halves.
 */
export async function explainField(id: string, path: string, source: FieldSource): Promise<ChartField | undefined> {
  const {chart, references, values, defaults, render, namespace, now} = source;
  const own = locate(values, {file: '', position: references.placeOf});
  const all = mergeValues(defaults, own);
  const whole = all.value as JsonObject;
  const find = (candidates: readonly Candidate[]): Candidate | undefined =>
    candidates.find(({object}) => idsOf(object, namespace).includes(id));
  const [one, other] = await Promise.all([render(whole), render(whole)]);
  const found = find(one.candidates);
  const field = found && fieldFinder(path, [found.object]);
  if (found === undefined || field === undefined) return undefined;
  const valueIn = (candidates: readonly Candidate[]): Json | undefined => {
    const object = find(candidates)?.object;
    const place = object && field.find(object);
    return object === undefined || place === undefined ? undefined : jsonAt(object, place);
  };
  const before = valueIn(one.candidates);
  const described = {chart, template: found.origin.file};
  if (!deepEqual(before, valueIn(other.candidates)))
    return {...described, values: [], isComplete: true, isGenerated: true};
  const changesWith: ChangesWith = async (group) => {
    const changed = group.reduce<Json>((made, {path: at, node}) => withValue(made, at, altered(node.value)), whole);
    const {candidates, diagnostics} = await render(changed as JsonObject);
    return diagnostics.some(isError) ? undefined : !deepEqual(before, valueIn(candidates));
  };
  const leaves = listValues(all).filter(({node}) => typeof node.value !== 'object');
  const text = readable(found.object, field.path, before);
  const likely = likelyValues(leaves, text);
  const others = leaves.filter((leaf) => !likely.includes(leaf));
  const {values: feeding, isComplete} = await searchValues(likely, others, changesWith, {...LIMITS, now});
  return {
    ...described,
    values: feeding.map(({path: at, node}) => ({
      path: showValuePath(at),
      at: placeOf(node),
      ...defined({isDefault: jsonAt(values, at) === undefined ? true : undefined}),
    })),
    isComplete,
  };
}

function placeOf({place: {origin, path}}: Located): ChartField['values'][number]['at'] {
  const {file, line, column} = origin.position(path);
  return {file, line, column};
}

/** Returns the values whose text is in the text of the field, the longest first. */
const likelyValues = (leaves: readonly PlacedValue[], text: string): readonly PlacedValue[] =>
  leaves
    .filter(({node}) => text.includes(textOf(node.value)))
    .toSorted((a, b) => textOf(b.node.value).length - textOf(a.node.value).length)
    .slice(0, LIMITS.mostRenders / 2);

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Returns the ids that an object may have: with its own namespace, or with that of the stack. */
function idsOf(object: JsonObject, namespace: string | undefined): readonly string[] {
  const metadata = isObject(object['metadata']) ? object['metadata'] : {};
  return [
    idOfObject(object),
    ...(namespace === undefined ? [] : [idOfObject({...object, metadata: {namespace, ...metadata}})]),
  ];
}

function readable(object: JsonObject, path: JsonPath, value: Json | undefined): string {
  if (typeof value !== 'string') return JSON.stringify(value ?? null);
  return readableText(object, path, literalOf(value) ?? value);
}

const altered = (value: Json): Json =>
  typeof value === 'number' ? value + 1 : typeof value === 'boolean' ? !value : `${textOf(value)}x`;

function withValue(value: Json, [step, ...rest]: JsonPath, leaf: Json): Json {
  if (step === undefined) return leaf;
  if (isList(value)) return value.map((item, index) => (index === step ? withValue(item, rest, leaf) : item));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, name === step ? withValue(part, rest, leaf) : part]),
  );
}
