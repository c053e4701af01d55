/** Everything in full: `npm run test:all`, `npm run test:chaos`. */
export const IN_FULL = process.env['GANTRY_TESTS'] === 'all';

/** How often a test does what it does at random, or again and again. */
export const dose = ({usual, full}: {readonly usual: number; readonly full: number}): number =>
  IN_FULL ? full : usual;
