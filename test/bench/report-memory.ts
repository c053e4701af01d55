import {writeFileSync} from 'node:fs';

/** Preloaded into a measured Node program: writes its peak memory (KiB) when it ends. */
process.on('exit', () => {
  const file = process.env['GANTRY_BENCH_MEMORY'];
  if (file !== undefined) writeFileSync(file, String(process.resourceUsage().maxRSS));
});
