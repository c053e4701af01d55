import type {Clock} from '../../ports/clock.ts';

/** The dependencies of logins. */
export type LoginDeps = {
  /** The directory of the logins, with a file for each issuer and client. */
  readonly directory: string;
  /** The environment: tokens of pipelines, the proxy, and the display. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** Ends the wait for a user. A renewal in progress continues, because its token would be lost. */
  readonly signal: AbortSignal;
};
