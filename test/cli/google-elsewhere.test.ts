import {execFile} from 'node:child_process';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {expect, it, onTestFinished} from 'vitest';
import {scratchDirectory} from '../rig/scratch.ts';
import {TESTED_PROGRAM} from '../rig/tested-program.ts';

const BIN = fileURLToPath(new URL('../../bin/gantry.js', import.meta.url));

it('a bucket without credentials outside of Google Cloud is refused without a warning of the library', async () => {
  const metadata = createServer((_, response) => response.writeHead(500).end());
  await new Promise<void>((resolve) => metadata.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void metadata.close());
  const home = await scratchDirectory();
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    GANTRY_BACKEND: 'gs://no-such-bucket/releases',
    GCE_METADATA_HOST: `127.0.0.1:${(metadata.address() as AddressInfo).port}`,
    ...TESTED_PROGRAM,
  };
  const ran = promisify(execFile)(process.execPath, [BIN, 'release', 'list'], {cwd: home, env});
  const {stderr} = await ran.then(
    () => expect.fail('there are no credentials'),
    (error: {readonly stderr: string}) => error,
  );
  expect(stderr.split('\n').map((line) => line.split(':')[0])).toEqual(['error', 'hint', '']);
});
