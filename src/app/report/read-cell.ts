import {type Failure, GantryError} from '../../core/failure/failure.ts';
import {describeAuthor} from '../../core/release/describe-holder.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import type {Release} from '../../core/release/release.ts';
import type {ResourceImage} from '../../core/variation/promoted-images.ts';
import {openHistory, type ReleaseHistory} from '../../engine/release/release-history.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import {detectDrift, type StackDrift} from '../detect-drift.ts';
import {stackStatus} from '../operate/stack-status.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {pinnedImages, releaseImages} from '../release/release-images.ts';
import type {ReportCell, ReportedRelease, ReportPart} from './report.ts';

/** A part of a cell, or the reason why it could not be read. */
export type Reading<T> = {readonly value: T} | {readonly failure: Failure};

/**
 * Reads a part of a cell. A failure is a value, so that the report contains the other parts.
 * @throws bugs, and an interrupt
 */
export async function reading<T>(read: () => Promise<T>): Promise<Reading<T>> {
  try {
    return {value: await read()};
  } catch (error) {
    if (!(error instanceof GantryError) || error.failure.code === 'cancelled') throw error;
    return {failure: error.failure};
  }
}

/**
 * Reads all parts of a cell but the plan: the release from the backend, the rest from the cluster. If the cluster cannot be reached, it is
 * not tried again.
 * @param deps the dependencies of the stack in the workspace
 */
export async function readCell(names: HistoryNames, request: StackRequest, deps: Deps): Promise<ReportCell> {
  const history = await reading(async () => openHistory({backend: await deps.backend(), ...names}));
  if ('failure' in history) return {...names, failures: [{parts: ['release'], failure: history.failure}]};
  const {last, pending} = history.value;
  if (last === undefined && pending === undefined) return {...names, failures: []};
  const release = defined({release: last && releaseOf(last)});
  const status = await reading(() => stackStatus({...request, targets: []}, deps));
  const found = {...names, ...release, ...defined({status: 'value' in status ? status.value : undefined})};
  const lost = 'failure' in status ? status.failure : status.value.failure;
  const written = last === undefined ? {} : {images: releaseImages(last)};
  if (lost !== undefined) return {...found, ...written, failures: [{parts: prevented(history.value), failure: lost}]};
  return {...found, ...(await readLive(last, request, deps))};
}

/** Returns the parts that need the cluster. */
const prevented = ({last}: ReleaseHistory): readonly ReportPart[] =>
  last === undefined ? ['status'] : ['status', 'drift', 'images'];

type Live = Pick<ReportCell, 'failures'> & {readonly drift?: StackDrift; readonly images?: readonly ResourceImage[]};

async function readLive(last: Release | undefined, request: StackRequest, deps: Deps): Promise<Live> {
  if (last === undefined) return {failures: []};
  const drift = await reading(() => detectDrift({...request, all: false}, deps));
  const images = await reading(async () => (await pinnedImages(last, request, deps)).images);
  return {
    ...('value' in drift ? defined({drift: drift.value.stacks[0]}) : {}),
    images: 'value' in images ? images.value : releaseImages(last),
    failures: [...failed('drift', drift), ...failed('images', images)],
  };
}

/** Returns the entry of a failed part. */
export const failed = (part: ReportPart, read: Reading<unknown>): ReportCell['failures'] =>
  'failure' in read ? [{parts: [part], failure: read.failure}] : [];

function releaseOf(release: Release): ReportedRelease {
  const {revision, operation, phase, startedAt, finishedAt, source, state, by} = release;
  return {
    revision,
    operation,
    phase,
    startedAt,
    by: describeAuthor(by),
    resources: state.length,
    ...defined({finishedAt, source, run: by.run}),
  };
}
