/** For `node --import`: the program has a faster clock. GANTRY_TEST_SPEED says how much. */
import {registerHooks} from 'node:module';

const clock = new URL('../../src/adapters/clock/system-clock.ts', import.meta.url).href;
const faster = new URL('./fast-clock.ts', import.meta.url).href;
const speed = Number(process.env.GANTRY_TEST_SPEED);
if (!(speed > 1)) throw new Error('GANTRY_TEST_SPEED says how much faster');

registerHooks({
  load: (url, context, next) =>
    url === clock
      ? {
          format: 'module',
          shortCircuit: true,
          source: `import {fastClock} from ${JSON.stringify(faster)};\nexport const systemClock = fastClock(${speed});`,
        }
      : next(url, context),
});
