/** The outcomes of a stack in a run over several stacks. */
export const STACK_OUTCOMES = [
  'built',
  'valid',
  'changes',
  'unchanged',
  'applied',
  'destroyed',
  'declined',
  'ready',
  'not-ready',
  'failed',
  'skipped',
  'deferred',
  'stopped',
] as const;
/** The outcome of one stack in a run of several. */
export type StackOutcome = (typeof STACK_OUTCOMES)[number];
