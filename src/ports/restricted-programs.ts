import type {Json} from '../core/json.ts';
import type {ProgramCall, ProgramResult} from '../core/program/program-call.ts';

/** Programs of a project, which share a restricted process. A program that loops, ends or returns invalid data is a fault, never an exception. */
export type RestrictedPrograms = {
  /** Calls a function of the program in a file. */
  readonly call: (call: ProgramCall['call'], file: string, input: Json) => Promise<ProgramResult>;
};

/** Opens programs. A program can read the files beside it, and does not run before the first call. */
export type OpenPrograms = (files: readonly string[]) => RestrictedPrograms;
