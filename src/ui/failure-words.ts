import type {Failure, FailureCode} from '../core/failure/failure.ts';

/** The message of a failure, which names the file, object and field, and the next command if there is one. */
export type FailureText = {readonly message: string; readonly hint?: string};

/** A text for each code of failure; the compiler finds a missing one. */
export type Words = {readonly [Code in FailureCode]: (failure: Extract<Failure, {readonly code: Code}>) => FailureText};
