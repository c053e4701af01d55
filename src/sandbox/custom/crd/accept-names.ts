import type {Json, JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {defined} from '../../../lib/defined.ts';
import {part, text, texts} from '../../model/part.ts';
import {isTrue, withCondition} from './conditions.ts';

type Conflict = {readonly reason: string; readonly message: string};

/** Returns the CRD with the names accepted that no other CRD of its group uses, and with conditions about the rest. */
export function acceptNames(crd: JsonObject, others: readonly JsonObject[], now: string): JsonObject {
  const wanted = part(part(crd['spec'])['names']);
  const status = part(crd['status']);
  const accepted = part(status['acceptedNames']);
  if (deepEqual(wanted, accepted)) return crd;
  const {names, conflict} = compareNames(wanted, accepted, takenBy(crd, others));
  const judged = withCondition(
    {...crd, status: {...status, acceptedNames: names}},
    conflict === undefined
      ? {type: 'NamesAccepted', status: 'True', reason: 'NoConflicts', message: 'no conflicts found'}
      : {type: 'NamesAccepted', status: 'False', ...conflict},
    now,
  );
  if (isTrue(judged, 'Established')) return judged;
  return withCondition(judged, conflict === undefined ? INSTALLING : NOT_ACCEPTED, now);
}

const INSTALLING = {
  type: 'Established',
  status: 'False',
  reason: 'Installing',
  message: 'the initial names have been accepted',
} as const;

const NOT_ACCEPTED = {
  type: 'Established',
  status: 'False',
  reason: 'NotAccepted',
  message: 'not all names are accepted',
} as const;

type Taken = {readonly resources: ReadonlySet<string>; readonly kinds: ReadonlySet<string>};

function takenBy(crd: JsonObject, others: readonly JsonObject[]): Taken {
  const group = part(crd['spec'])['group'];
  const names = others
    .filter((one) => part(one['spec'])['group'] === group)
    .map((one) => part(part(one['status'])['acceptedNames']));
  return {
    resources: new Set(
      names.flatMap((one) => [text(one['plural']), text(one['singular']), ...texts(one['shortNames'])]),
    ),
    kinds: new Set(names.flatMap((one) => [text(one['kind']), text(one['listKind'])])),
  };
}

const JUDGED = [
  {field: 'plural', of: 'resources', reason: 'PluralConflict'},
  {field: 'singular', of: 'resources', reason: 'SingularConflict'},
  {field: 'shortNames', of: 'resources', reason: 'ShortNamesConflict'},
  {field: 'kind', of: 'kinds', reason: 'KindConflict'},
  {field: 'listKind', of: 'kinds', reason: 'ListKindConflict'},
] as const;

type Compared = {readonly names: JsonObject; readonly conflict?: Conflict};

function compareNames(wanted: JsonObject, accepted: JsonObject, taken: Taken): Compared {
  const names: Record<string, Json> = {plural: '', kind: '', ...accepted};
  let conflict: Conflict | undefined;
  for (const {field, of, reason} of JUDGED) {
    const used = namesIn(wanted[field]).filter((one) => !namesIn(accepted[field]).includes(one) && taken[of].has(one));
    if (used.length === 0) take(names, field, wanted[field]);
    // The last conflict that is found is reported.
    else conflict = {reason, message: messageOf(used)};
  }
  take(names, 'categories', wanted['categories']);
  return {names, ...defined({conflict})};
}

function take(names: Record<string, Json>, field: string, value: Json | undefined): void {
  if (value === undefined) delete names[field];
  else names[field] = value;
}

const namesIn = (value: Json | undefined): readonly string[] => (typeof value === 'string' ? [value] : texts(value));

function messageOf(used: readonly string[]): string {
  const messages = used.map((one) => `${JSON.stringify(one)} is already in use`);
  return messages.length === 1 ? (messages[0] ?? '') : `[${messages.join(', ')}]`;
}
