import type {Places} from './file-in-checkout.ts';

/** The facts about the run in a report. */
export type ReportRun = {
  /** The command: `preview`, `release rollback`. */
  readonly command: string;
  readonly version: string;
  readonly exitCode: number;
  readonly places: Places;
  /** The file for findings without a place, from the root of the checkout. GitHub accepts no finding without a file. */
  readonly fallbackFile: string;
};
