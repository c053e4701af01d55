import type {Clock} from '../../ports/clock.ts';

/** What logins need of the machine. */
export type Doors = {
  /** Where they are kept, a file for each issuer and client. */
  readonly directory: string;
  /** Tokens of pipelines, the proxy, and whether there is a screen. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** Ends waiting for a person; a renewal under way is let end, or its token would be lost. */
  readonly signal: AbortSignal;
};
