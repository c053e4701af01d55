/** Everything in full: `npm run test:all`, `npm run test:chaos`. */
export const IN_FULL = process.env['GANTRY_TESTS'] === 'all';

/** Returns how often a random or repeated test runs: `usual` times by default, `full` times in test:all and test:chaos. */
export const repetitions = ({usual, full}: {readonly usual: number; readonly full: number}): number =>
  IN_FULL ? full : usual;
