import type {ReportCell, ReportedRelease, ReportPart} from '../../../app/report/report.ts';
import {hasChanges, isBlocked} from '../../../core/plan/summary.ts';
import {changesText} from '../../summary-text.ts';
import {driftCounts, hasDrift} from '../stack/drift-text.ts';
import {healthCounts} from '../stack/status-text.ts';

/** The meaning of a fact: `quiet` is neither good nor bad. */
export type Tone = 'good' | 'note' | 'warn' | 'bad' | 'quiet';

/** A fact about a stack in a workspace, in a few words. */
export type Fact = {readonly text: string; readonly tone: Tone};

/** The facts of a cell in their order. */
export type CellFacts = Readonly<Record<'release' | 'health' | 'drift' | 'plan', Fact>>;

/** Returns the facts of a cell. */
export const cellFacts = (cell: ReportCell, hasFiles: boolean): CellFacts => ({
  release: releaseFact(cell),
  health: healthFact(cell),
  drift: driftFact(cell),
  plan: planFact(cell, hasFiles),
});

/** The parts of a cell in words. */
export const PART_WORDS: Readonly<Record<ReportPart, string>> = {
  release: 'release',
  status: 'health',
  drift: 'drift',
  images: 'digests',
  plan: 'plan',
};

const NOT_READ: Fact = {text: 'not read', tone: 'bad'};
const NOTHING: Fact = {text: '', tone: 'quiet'};

const isLost = ({failures}: ReportCell, part: ReportPart): boolean =>
  failures.some(({parts}) => parts.includes(part) || parts.includes('release'));

function releaseFact(cell: ReportCell): Fact {
  const {release, status} = cell;
  if (isLost(cell, 'release')) return NOT_READ;
  const {run} = status ?? {};
  const current = run === undefined ? '' : `; revision ${run.revision} ${run.alive ? 'in progress' : 'interrupted'}`;
  if (release === undefined)
    return run === undefined ? {text: 'no release', tone: 'quiet'} : {text: current.slice(2), tone: 'warn'};
  return {text: `${revisionText(release)}${current}`, tone: run === undefined ? toneOf(release) : 'warn'};
}

/** Returns the number and the outcome of a release: `revision 4, destroyed`. */
export function revisionText({revision, phase, operation}: ReportedRelease): string {
  const outcome = operation === 'destroy' ? (phase === 'succeeded' ? 'destroyed' : `destroy ${phase}`) : phase;
  return `revision ${revision}, ${outcome}`;
}

const toneOf = ({phase, operation}: ReportedRelease): Tone =>
  phase !== 'succeeded' ? 'bad' : operation === 'destroy' ? 'quiet' : 'good';

function healthFact(cell: ReportCell): Fact {
  if (isLost(cell, 'status')) return NOT_READ;
  const {status} = cell;
  if (status === undefined || status.objects.length === 0) return NOTHING;
  const {failed, missing} = status.summary;
  const tone = status.healthy ? 'good' : failed + missing > 0 ? 'bad' : 'warn';
  return {text: healthCounts(status.summary), tone};
}

function driftFact(cell: ReportCell): Fact {
  if (isLost(cell, 'drift')) return NOT_READ;
  const {drift} = cell;
  if (drift === undefined || drift.objects.length === 0) return NOTHING;
  return hasDrift(drift) ? {text: driftCounts(drift.summary).join(', '), tone: 'warn'} : {text: 'none', tone: 'good'};
}

function planFact(cell: ReportCell, hasFiles: boolean): Fact {
  if (isLost(cell, 'plan') && hasFiles) return NOT_READ;
  const {plan, release} = cell;
  if (plan === undefined) return release === undefined || hasFiles ? NOTHING : {text: 'no files here', tone: 'quiet'};
  if (!hasChanges(plan)) return {text: 'no changes', tone: 'good'};
  return {text: changesText(plan.summary), tone: isBlocked(plan) ? 'bad' : 'note'};
}
