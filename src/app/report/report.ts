import type {Failure} from '../../core/failure/failure.ts';
import type {Plan} from '../../core/plan/plan.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import type {Phase} from '../../core/release/phase.ts';
import type {Release} from '../../core/release/release.ts';
import type {SourceCommit} from '../../core/release/source-commit.ts';
import type {ResourceImage} from '../../core/variation/promoted-images.ts';
import type {StackDrift} from '../detect-drift.ts';
import type {StackStatus} from '../operate/stack-status.ts';

/** A request for a report of stacks in workspaces. */
export type ReportRequest = {
  /** `-C`, absolute: the directory where the search starts. */
  readonly directory: string;
  /** `-s`, repeatable. Empty: the stack of the directory, or all. */
  readonly stacks: readonly string[];
  /** True for every stack at and below the directory, and the stacks that only the backend knows. */
  readonly all: boolean;
  /** `-w`, repeatable. Empty: the workspaces of the project and of its backend. */
  readonly workspaces: readonly string[];
  /** `--parallel-stacks`: the maximum number of stacks of one workspace that are read at once. */
  readonly parallel?: number | undefined;
};

/** A row of a report. */
export type ReportStack = {
  readonly project: string;
  readonly stack: string;
  /** False if only the backend knows the stack: it has releases and no plan. */
  readonly hasFiles: boolean;
};

/** A column of a report. */
export type ReportWorkspace = {
  readonly name: string;
  /** Nothing may be applied to it. */
  readonly suspended: boolean;
};

/** The last recorded release of a stack in a workspace, without its resources. */
export type ReportedRelease = {
  readonly revision: number;
  readonly operation: Release['operation'];
  readonly phase: Phase;
  readonly startedAt: string;
  readonly finishedAt?: string;
  readonly by: string;
  /** The URL of the CI run. */
  readonly run?: string;
  readonly source?: SourceCommit;
  readonly resources: number;
};

/** The parts of a cell, in the order in which they are read. */
export const REPORT_PARTS = ['release', 'status', 'drift', 'images', 'plan'] as const;
/** A part of a cell. */
export type ReportPart = (typeof REPORT_PARTS)[number];

/** The facts about one stack in one workspace. A part that could not be read is absent, with its reason in `failures`. */
export type ReportCell = HistoryNames & {
  /** Absent before the first apply. */
  readonly release?: ReportedRelease;
  readonly status?: StackStatus;
  readonly drift?: StackDrift;
  /** The images of the last release, with the digests that its containers run as far as they are known. */
  readonly images?: readonly ResourceImage[];
  /** The changes that an apply would make now. */
  readonly plan?: Plan;
  /** A failure with all parts that it prevented. */
  readonly failures: readonly {readonly parts: readonly ReportPart[]; readonly failure: Failure}[];
};

/** Stacks and workspaces, and the facts about each stack in each workspace, row by row. */
export type Report = {
  readonly formatVersion: 1;
  /** The time when the reading began (RFC 3339). */
  readonly at: string;
  readonly stacks: readonly ReportStack[];
  readonly workspaces: readonly ReportWorkspace[];
  readonly cells: readonly ReportCell[];
};
