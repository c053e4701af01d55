/** The days of a week, as they are written in a change window. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
/** A day of the week. */
export type Weekday = (typeof WEEKDAYS)[number];

/** A time span of a day in which a protected workspace may be changed. */
export type ChangeWindow = {
  /** The days on which it begins. Absent: every day. */
  readonly days?: readonly Weekday[];
  /** `09:00`, inclusive. */
  readonly from: string;
  /** `17:00`, exclusive; `24:00` is the end of the day. An earlier time than `from` is on the next day. */
  readonly to: string;
  /** An IANA time zone. */
  readonly timeZone: string;
};

/** A time span without changes, whatever the windows say. */
export type Freeze = {
  /** A date, or a date and a time without an offset: `2026-12-20T18:00`. */
  readonly from: string;
  /** A date includes that whole day; a time is exclusive. */
  readonly to: string;
  readonly timeZone: string;
  readonly reason: string;
};

/** The rules of a protected workspace. */
export type Protection = {
  /** The public keys whose approvals count, as lines of `allowed_signers` or of `.pub` files. */
  readonly approvers: readonly string[];
  /** The times when changes are allowed. Empty: always. */
  readonly windows: readonly ChangeWindow[];
  readonly freezes: readonly Freeze[];
};

/** A protection, and whether its workspace is stored where no commit can change it. */
export type FoundProtection = Protection & {
  /** The file, or the key in the backend. */
  readonly file: string;
  /** True for a workspace in the backend or in `$GANTRY_HOME`. The approvers of other files do not count. */
  readonly isStored: boolean;
};
