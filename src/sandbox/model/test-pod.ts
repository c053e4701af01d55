/** Says on a pod how it is to behave, so that failure paths can be tried. */
export const TEST_POD = 'gantry.dev/test-pod';

/** All that can be said: whatever else is there is a slip. */
export const BEHAVIOURS = [
  'image-pull',
  'image-name',
  'crash-loop',
  'crash-once',
  'never-ready',
  'slow',
  'config-error',
  'failed-mount',
  'not-executable',
  'evicted',
] as const;

/** What a pod can be told to do by an annotation, for tests of failing rollouts. */
export type Behaviour = (typeof BEHAVIOURS)[number];
