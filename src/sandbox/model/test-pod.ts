/** Annotation that selects the behavior of a pod, to test failure paths. */
export const TEST_POD = 'gantry.dev/test-pod';

/** All behaviors. Any other value is a typing error. */
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

/** The behavior that an annotation selects for a pod, to test failing rollouts. */
export type Behaviour = (typeof BEHAVIOURS)[number];
