/** In one word, what came of one stack of a run over several. */
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
  'stopped',
] as const;
/** The outcome of one stack in a run of several. */
export type StackOutcome = (typeof STACK_OUTCOMES)[number];
