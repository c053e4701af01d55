import type {Json, JsonObject} from '../../../core/json.ts';
import {namespaceOf} from '../../model/metadata.ts';
import {partAt, textAt} from '../../model/part.ts';
import {invalid, invalids, required} from '../../model/problem.ts';
import type {KindRules} from '../../model/rules.ts';
import type {Problem} from '../../model/status.ts';
import {qualifiedName} from '../formats.ts';
import {withField} from './fields.ts';

/** The names of an Event's fields in `v1` and in `events.k8s.io/v1`, two APIs of one resource. */
const NAMES: readonly (readonly [core: string, events: string])[] = [
  ['involvedObject', 'regarding'],
  ['message', 'note'],
  ['reportingComponent', 'reportingController'],
  ['source', 'deprecatedSource'],
  ['firstTimestamp', 'deprecatedFirstTimestamp'],
  ['lastTimestamp', 'deprecatedLastTimestamp'],
  ['count', 'deprecatedCount'],
];

const EVENTS = 'events.k8s.io/v1';

/** The fields that each API writes even if they are empty. */
const SHOWN: Readonly<Record<string, JsonObject>> = {
  v1: {
    involvedObject: {},
    source: {},
    firstTimestamp: null,
    lastTimestamp: null,
    eventTime: null,
    reportingComponent: '',
    reportingInstance: '',
  },
  [EVENTS]: {
    eventTime: null,
    regarding: {},
    deprecatedSource: {},
    deprecatedFirstTimestamp: null,
    deprecatedLastTimestamp: null,
  },
};

/** Converts an Event to the other API. */
export function convertEvent(event: JsonObject, apiVersion: string): JsonObject {
  if (event['apiVersion'] === apiVersion) return event;
  const [from, to] = apiVersion === EVENTS ? [0, 1] : [1, 0];
  const names = new Map(NAMES.map((pair) => [pair[from] ?? '', pair[to] ?? '']));
  const renamed = Object.entries(event).map(([key, value]) => [names.get(key) ?? key, value] as const);
  const fields: JsonObject = {...SHOWN[apiVersion], ...Object.fromEntries(renamed), apiVersion};
  return apiVersion === EVENTS ? withoutEmpty(fields) : fields;
}

/** Removes empty strings, which only the core group writes. */
const withoutEmpty = (event: JsonObject): JsonObject =>
  ['reportingController', 'reportingInstance'].reduce<JsonObject>(
    (rest, key) => (rest[key] === '' ? withField(rest, key, undefined) : rest),
    event,
  );

const coreEvent = (event: JsonObject): JsonObject => convertEvent(event, 'v1');

const ownNamespace = (event: JsonObject, where: readonly string[]): readonly Problem[] => {
  const [mine, theirs] = [namespaceOf(event), textAt(event, 'involvedObject', 'namespace')];
  const fits = theirs === '' ? where.includes(mine) : theirs === mine;
  return fits ? [] : [invalid('involvedObject.namespace', theirs, 'does not match event.namespace')];
};

function timedProblems(event: JsonObject, controller: string): readonly Problem[] {
  const fields = {
    [controller]: 'reportingComponent',
    reportingInstance: 'reportingInstance',
    action: 'action',
    reason: 'reason',
  };
  const homeless =
    textAt(event, 'involvedObject', 'namespace') === '' ? ownNamespace(event, ['default', 'kube-system']) : [];
  return [
    ...homeless,
    ...Object.entries(fields).flatMap(([shown, key]) => [
      ...(textAt(event, key) === '' ? [required(shown)] : []),
      ...(key === 'reportingComponent' ? invalids(shown, textAt(event, key), qualifiedName(textAt(event, key))) : []),
    ]),
  ];
}

/** Makes the additional checks of `events.k8s.io/v1`, where deprecated fields are not allowed. */
function strictProblems(event: JsonObject): readonly Problem[] {
  const type = textAt(event, 'type');
  const set = (key: string): boolean => event[key] !== undefined && event[key] !== null && event[key] !== 0;
  const source: Json = partAt(event, 'source');
  return [
    ...(set('eventTime') ? [] : [required('eventTime')]),
    ...(type === 'Normal' || type === 'Warning' ? [] : [invalid('type', '', `has invalid value: ${type}`)]),
    ...['firstTimestamp', 'lastTimestamp', 'count'].flatMap((key) =>
      set(key) ? [invalid(key, '', 'needs to be unset')] : [],
    ),
    ...(Object.keys(source).length > 0 ? [invalid('source', '', 'needs to be unset')] : []),
  ];
}

/** Rules of both Event APIs: core/v1, and events.k8s.io/v1, which is stricter. */
export const EVENT: KindRules = {
  createsOnUpdate: true,
  defaults: (object) => ({...SHOWN[textAt(object, 'apiVersion')], ...object}),
  validate: ({object, before}) => {
    const strict = object['apiVersion'] === EVENTS;
    const event = coreEvent(object);
    const timed = event['eventTime'] !== null;
    return [
      ...(timed
        ? timedProblems(event, strict ? 'reportingController' : 'reportingComponent')
        : ownNamespace(event, ['', 'default'])),
      ...(strict && before === undefined ? strictProblems(event) : []),
    ];
  },
};
