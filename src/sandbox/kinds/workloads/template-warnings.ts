import type {JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {numberAt, partAt, textAt} from '../../model/part.ts';
import {at, child} from '../../model/problem.ts';
import type {KindRules, Write} from '../../model/rules.ts';
import {addressWarnings} from '../address-warnings.ts';
import {dnsLabel} from '../formats.ts';
import {itemsAt} from '../objects/fields.ts';
import {pvcSpecWarnings} from '../objects/volume/volume-warnings.ts';
import {appArmorWarnings} from './app-armor.ts';
import {behaviourWarnings, podWarnings} from './pod-warnings.ts';

type Warnings = NonNullable<KindRules['warnings']>;

/** Returns the warnings for a Pod: all of them if it is new; for a write to its status, those about addresses. */
export const warningsForPod: Warnings = (write, given = write.object) => {
  const {object, before, subresource} = write;
  if (subresource === 'status') return [...ipWarnings(object, 'podIPs'), ...ipWarnings(object, 'hostIPs')];
  if (subresource !== '') return [];
  if (before !== undefined) return behaviourWarnings(object, ['metadata', 'annotations']);
  return [
    ...appArmorWarnings(given),
    ...nameWarnings(object, "this is used in the Pod's hostname"),
    ...podWarnings(object, ['spec']),
  ];
};

const ipWarnings = (pod: JsonObject, list: string): readonly string[] =>
  itemsAt(pod, 'status', list).flatMap(([one, i]) =>
    addressWarnings(textAt(one, 'ip'), child(at(`status.${list}`, i), 'ip')),
  );

/**
 * Returns the warnings for objects with a pod template at `path`, for a new object and for a change that increases the generation. `named`:
 * the Pods get its name. `more`: further warnings of the kind, for each write.
 */
export const warningsForTemplate =
  (
    path: readonly string[],
    {named = false, more = () => []}: {named?: boolean | undefined; more?: Warnings} = {},
  ): Warnings =>
  (write) => {
    const {object, before, subresource} = write;
    if (subresource !== '') return [];
    const isNew = before === undefined;
    return [
      ...(isNew && named ? nameWarnings(object, 'this is used in Pod names and hostnames') : []),
      ...(isNew || isCounted(write, path) ? [...indexWarnings(object, path), ...podWarnings(object, path)] : []),
      ...more(write),
    ];
  };

/** Warns of Jobs that are too large for their status: more than 100,000 indexes, and a parallelism over 10,000. */
function indexWarnings(object: JsonObject, path: readonly string[]): readonly string[] {
  const job = path.slice(0, -2);
  const {completionMode, completions, parallelism} = partAt(object, ...job);
  const isBig = completionMode === 'Indexed' && Number(completions) > 100_000 && Number(parallelism) > 10_000;
  return isBig
    ? [
        `${job.join('.')}: In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail`,
      ]
    : [];
}

/** Reports whether a write changes the template. For a DaemonSet, only that counts. */
const isCounted = ({object, before}: Write, path: readonly string[]): boolean =>
  object['kind'] === 'DaemonSet'
    ? !deepEqual(partAt(object, ...path), partAt(before, ...path))
    : numberAt(object, 'metadata', 'generation') !== numberAt(before, 'metadata', 'generation');

function nameWarnings(object: JsonObject, use: string): readonly string[] {
  const complaints = dnsLabel(textAt(object, 'metadata', 'name'));
  if (complaints.length === 0) return [];
  return [
    `metadata.name: ${use}, which can result in surprising behavior; a DNS label is recommended: [${complaints.join(' ')}]`,
  ];
}

/** Returns the warnings for a StatefulSet: about the amounts of its PVCs, and its revision history limit. */
export const statefulSetWarnings: Warnings = ({object, before}) => [
  ...itemsAt(object, 'spec', 'volumeClaimTemplates').flatMap(([claim, i]) => {
    const path = at('spec.volumeClaimTemplates', i);
    return pvcSpecWarnings(partAt(claim, 'spec'), before === undefined ? path : child(path, 'Spec'));
  }),
  ...(numberAt(object, 'spec', 'revisionHistoryLimit') < 0
    ? ['spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended']
    : []),
];

/** Returns the warning for a changed CronJob whose schedule names a time zone. */
export const scheduleWarnings: Warnings = ({object, before}) =>
  before !== undefined && textAt(object, 'spec', 'schedule').includes('TZ')
    ? [
        'cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details',
      ]
    : [];
