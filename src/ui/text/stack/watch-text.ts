import {type DriftMemory, namesOfKey, type ObservedChange} from '../../../app/drift/follow-drift.ts';
import type {Check} from '../../../app/drift/observe-drift.ts';
import {count} from '../../count.ts';
import {duration} from '../../duration.ts';
import {failureText} from '../../failure-text.ts';
import {driftNotification, subjectOf} from '../../notify/drift-notification.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';
import {driftText, hasDrift} from './drift-text.ts';

/** Returns the changes of a round, each with its time, and the drift of the stacks that they are about. */
export const changesText = (changes: readonly ObservedChange[], style: Style): string =>
  changes.map((change) => `${stamp(style)} ${changeText(change, style)}`).join('');

function changeText(change: ObservedChange, style: Style): string {
  const {title, details} = driftNotification(change, {now: style.now, command: 'drift', job: undefined});
  const {change: kind, found} = change;
  if (kind === 'failing') return `${style.paint.bad(title)}: ${details}\n`;
  if (kind === 'ended' || kind === 'working') return `${style.paint.good(title)}\n`;
  const of = found === undefined ? '' : driftText({formatVersion: 1, stacks: [found], failed: []}, style);
  return `${style.paint.warn(title)}\n${of}`;
}

/** Returns one line about a round without changes, with the age of each drift and of each failure. */
export function quietText(check: Check, memory: DriftMemory, style: Style): string {
  const ages = Object.entries(memory).flatMap(([key, {drift, failing}]) => {
    const of = subjectOf(namesOfKey(key));
    const parts = [
      ...(drift === undefined ? [] : [`drifted ${ageOf(drift.since, style)} ago`]),
      ...(failing === undefined ? [] : [`check failing for ${ageOf(failing.since, style)}`]),
    ];
    return parts.length === 0 ? [] : [`${of}: ${parts.join(', ')}`];
  });
  const listed = ages.length === 0 ? '' : `; ${ages.join('; ')}`;
  return `${stamp(style)} ${style.paint.dim(`No change: ${countsOf(check)}${listed}`)}\n`;
}

function countsOf(check: Check): string {
  if ('failure' in check) return `the check fails: ${printable(failureText(check.failure).message)}`;
  const {stacks, failed} = check.report;
  const drifted = stacks.filter(hasDrift).length;
  return [
    count(stacks.length + failed.length, 'stack'),
    ...(drifted > 0 ? [`${drifted} drifted`] : []),
    ...(failed.length > 0 ? [`${failed.length} not checked`] : []),
  ].join(', ');
}

const ageOf = (since: string, {now}: Style): string =>
  duration(Math.max(0, (now.getTime() - Date.parse(since)) / 1000));

const stamp = ({now, paint}: Style): string => paint.dim(`${now.toISOString().slice(0, 19)}Z`);
