import {describe, it} from 'vitest';
import {RACE, RACE_TIMEOUT_MS, runRace} from '../rig/race/run-race.ts';
import {openS3TestBackend, withService} from '../rig/s3.ts';
import {scratchDirectory} from '../rig/scratch.ts';

const title = `${RACE.racers} real processes with one lock have one winner in each of ${RACE.rounds} rounds, and the others are told who`;

describe('a local directory', () => {
  it(title, {timeout: RACE_TIMEOUT_MS}, async () => {
    await runRace({kind: 'local', directory: await scratchDirectory()});
  });
});

await withService('minio', 'a bucket', () => {
  it(title, {timeout: RACE_TIMEOUT_MS}, async () => {
    const {config, service} = await openS3TestBackend({service: 'minio'});
    const {credentials: _, ...plain} = config;
    await runRace({kind: 's3', config: plain, keys: [service.accessKeyId, service.secretAccessKey]});
  });
});
