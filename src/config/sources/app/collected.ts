import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import type {Generation} from './generation.ts';

/** A result, and the problems that were found while it was computed. */
export type Collected<T> = {readonly value: T; readonly problems: readonly Diagnostic[]};

/** Collects the problems of concurrent work, so that they can be reported in order. */
export async function collected<T>(
  generation: Generation,
  work: (own: Generation) => Promise<T>,
): Promise<Collected<T>> {
  const problems: Diagnostic[] = [];
  return {value: await work({...generation, report: (problem) => problems.push(problem)}), problems};
}

/** Reports the collected problems, and returns the result. */
export function reported<T>({value, problems}: Collected<T>, {report}: Generation): T {
  for (const problem of problems) report(problem);
  return value;
}
