import type {Json} from '../json.ts';

/** The functions of a program that Gantry calls: of applications, and of a policy. */
export const CALLS = ['describeApplications', 'applications', 'describePolicy', 'check', 'mutate'] as const;

/** A call of a program in the restricted process: one line of JSON. */
export type ProgramCall = {
  readonly kind: 'call';
  readonly call: (typeof CALLS)[number];
  /** The file of the program. */
  readonly module: string;
  readonly input: Json;
};

/** The result of a call as plain data, or the reasons why there is none. */
export type ProgramResult = {readonly value: Json} | {readonly faults: readonly string[]};
