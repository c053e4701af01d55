/** The outcomes that a notification can report, in the order of documentation. */
export const OUTCOMES = ['drift', 'failed', 'succeeded', 'recovered'] as const;

/** An outcome. `recovered`: drift has ended, or a check or a release works again. */
export type Outcome = (typeof OUTCOMES)[number];

/** The subjects, each with a state of its own. `drift-check`: whether the check works, independent of the drift. */
export const SUBJECTS = ['drift', 'drift-check', 'release'] as const;

/** A subject. */
export type Subject = (typeof SUBJECTS)[number];

/** A message about a stack in a workspace, to people. It contains no values of fields, because they can be secret. */
export type Notification = {
  readonly outcome: Outcome;
  readonly subject: Subject;
  /**
   * False if the same may have been reported before: by another process, or before the memory was lost. Only a target that keeps the state
   * itself (an issue) is then informed.
   */
  readonly isChange: boolean;
  /** The command: `apply`, `drift`. */
  readonly command: string;
  /** Project and stack are empty if the check failed before they were known. */
  readonly project: string;
  readonly stack: string;
  readonly workspace: string;
  /** One sentence. */
  readonly title: string;
  /** The lines below the title, in plain text. */
  readonly details: string;
  /** The time of the observation. */
  readonly time: string;
  /** The time of the first observation of this state. */
  readonly since?: string | undefined;
  readonly revision?: number | undefined;
  /** The code of the failure. */
  readonly code?: string | undefined;
  /** Identifies the state: the same drift has the same digest. */
  readonly digest: string;
  /** The address of the job in the CI system. */
  readonly job?: string | undefined;
};

/** A notification, and the text that the template of a target makes of it. */
export type Message = Notification & {readonly text: string};

/** Reports whether an outcome ends a bad state. */
export const isGood = (outcome: Outcome): boolean => outcome === 'succeeded' || outcome === 'recovered';
