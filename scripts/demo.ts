import {Deviation, tellDemo} from './tell-demo.ts';

/** `npm run demo`: the main job on the cluster that Gantry has inside; nothing but this checkout is needed. Ends with 1 when a step deviates. */
const color = process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === '';
const begin = performance.now();
try {
  await tellDemo({write: (text) => void process.stdout.write(text), color});
  console.log(`\n# Done in ${((performance.now() - begin) / 1000).toFixed(1)} s.`);
} catch (error) {
  if (!(error instanceof Deviation)) throw error;
  console.error(`\nThe demo went wrong: ${error.message}.`);
  process.exitCode = 1;
}
