import {createHash} from 'node:crypto';
import {readdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {runAction, unbuiltCheckout} from '../rig/composite-action.ts';
import {authority, httpsServer} from '../rig/https-server.ts';
import {failingNpm, NPM_CALLED, writePackageFile} from '../rig/package-file.ts';
import {type Fault, releaseServer} from '../rig/release-server.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {TESTED_PROGRAM} from '../rig/tested-program.ts';

/** A runner with a tool cache, which several jobs use, and a server of releases. */
async function runner() {
  const [cache, files, actionPath] = [await scratchDirectory(), await scratchDirectory(), await unbuiltCheckout()];
  await writePackageFile(join(files, 'gantry.tgz'));
  const server = await releaseServer(await readFile(join(files, 'gantry.tgz')));
  return {
    server,
    cache,
    cached: join(cache, 'gantry/0.1.0', placeOf(server.url)),
    job: async (inputs: Readonly<Record<string, string>> = {}, env: Readonly<Record<string, string>> = {}) =>
      runAction({
        inputs: {command: 'validate', comment: 'false', releases: server.url, ...inputs},
        env: {
          PATH: `${await failingNpm()}:${process.env['PATH'] ?? ''}`,
          RUNNER_TOOL_CACHE: cache,
          ...TESTED_PROGRAM,
          ...env,
        },
        workspace: await scratchDirectory(),
        actionPath,
      }),
  };
}

/** The directory of a server in the tool cache. */
const placeOf = (releases: string): string => createHash('sha256').update(releases).digest('hex');

/** The program starts, and fails because the directory has no stack. */
const STARTED = {code: 3, outputs: {'exit-code': '3'}, log: expect.stringContaining('is not in a stack')};
const refused = (text: string | RegExp) => ({
  code: 3,
  ran: ['Node.js', 'Install Gantry'],
  log: expect.stringMatching(text),
});

describe('the release of the action', () => {
  it('the action downloads a release once, checks it, and finds it in the tool cache without a server', async () => {
    const {server, cached, job} = await runner();
    const cold = await job({version: '0.1.0'});
    expect(cold, cold.log).toMatchObject(STARTED);
    expect(cold.log).not.toContain(NPM_CALLED);
    expect(server.asked).toEqual(['/v0.1.0/SHA256SUMS', '/v0.1.0/gantry-0.1.0.tgz']);
    expect((await readdir(cached)).toSorted()).toEqual(['gantry-0.1.0.tgz', 'gantry-0.1.0.tgz.sha256']);
    server.faults.push(500, 500, 500);
    const warm = await job({version: 'v0.1.0'});
    expect(warm, warm.log).toMatchObject(STARTED);
    expect(server.asked).toHaveLength(2);
  });

  it('the action without inputs uses the release of its own version', async () => {
    const {server, job} = await runner();
    const ran = await job();
    expect(ran, ran.log).toMatchObject(STARTED);
    expect(server.asked[1]).toBe('/v0.1.0/gantry-0.1.0.tgz');
  });

  it('the action uses the releases of its own repository by default', async () => {
    const {server, job} = await runner();
    const ran = await job({releases: '', version: '0.1.0'});
    expect(ran).toMatchObject(
      refused(
        'SHA256SUMS of version 0.1.0 was not downloaded from https://github.example/me/gantry/releases/download: ',
      ),
    );
    expect(server.asked).toEqual([]);
  });

  it('the action with a checksum needs no SHA256SUMS, and refuses any other package', async () => {
    const {server, job} = await runner();
    const other = '0'.repeat(64);
    const wrong = await job({version: '0.1.0', sha256: other});
    expect(wrong).toMatchObject(refused(`has the SHA-256 ${server.sha256}, not ${other}: it was changed`));
    expect(await job({version: '0.1.0', sha256: server.sha256})).toMatchObject(STARTED);
    expect(server.asked).not.toContain('/v0.1.0/SHA256SUMS');
    // Not from the cache either.
    expect(await job({version: '0.1.0', sha256: other})).toMatchObject(refused('not 0000'));
  });

  it.each<{name: string; faults: Fault[]; says: RegExp}>([
    {
      name: 'was changed',
      faults: ['none', 'changed'],
      says: /has the SHA-256 [0-9a-f]{64}, not [0-9a-f]{64}: .*Nothing of it was run/,
    },
    {name: 'is cut off by a mirror', faults: ['none', 'short'], says: /or its download was cut off/},
    {
      name: 'is cut off three times by the network',
      faults: ['none', 'cut', 'cut', 'cut'],
      says: /gantry-0\.1\.0\.tgz of version 0\.1\.0 was not downloaded from .*: .+/,
    },
    {
      name: 'is not served to this job',
      faults: [403],
      says: /SHA256SUMS of version 0\.1\.0 was not downloaded from .*: HTTP 403\./,
    },
    {
      name: 'has no line in SHA256SUMS',
      faults: ['short'],
      says: /SHA256SUMS of release v0\.1\.0 has no line for gantry-0\.1\.0\.tgz/,
    },
  ])('a release that $name is refused, and the cache stays empty', async ({faults, says}) => {
    const {server, cached, job} = await runner();
    server.faults.push(...faults);
    const ran = await job({version: '0.1.0'});
    expect(ran, ran.log).toMatchObject(refused(says));
    expect(await readdir(cached)).toEqual([]);
    expect(await job({version: '0.1.0'})).toMatchObject(STARTED);
  });

  it('a release is downloaded again after the network was interrupted or the server was busy', async () => {
    const {server, job} = await runner();
    server.faults.push(500, 429, 'none', 'cut');
    expect(await job({version: '0.1.0'})).toMatchObject(STARTED);
    expect(server.asked).toHaveLength(5);
  });

  it('a release whose server redirects through a server without TLS is refused', async () => {
    const {server, job} = await runner();
    const front = await httpsServer(({url = ''}, response) => {
      const back = {redirect: `${front.address}/back${url}`};
      server.faults.push(back);
      if (url.startsWith('/back')) response.end(`${server.sha256}  gantry-0.1.0.tgz\n`);
      else response.writeHead(302, {location: server.url + url}).end();
    });
    const ca = join(await scratchDirectory(), 'ca.pem');
    await writeFile(ca, authority.cert);
    const ran = await job({version: '0.1.0', releases: front.address}, {NODE_EXTRA_CA_CERTS: ca});
    expect(ran, ran.log).toMatchObject(
      refused(`SHA256SUMS of version 0.1.0 was not downloaded from ${front.address}: it redirects to ${server.url}.`),
    );
  });

  it('a damaged file in the tool cache is replaced', async () => {
    const {cached, job} = await runner();
    await job({version: '0.1.0'});
    const file = join(cached, 'gantry-0.1.0.tgz');
    const good = await readFile(file);
    await writeFile(file, good.subarray(0, 100));
    expect(await job({version: '0.1.0'})).toMatchObject(STARTED);
    expect(await readFile(file)).toEqual(good);
  });

  it('a package in the tool cache is not used for a release of another server', async () => {
    const {cached, job} = await runner();
    await job({version: '0.1.0'});
    const {url} = await releaseServer(await readFile(join(cached, 'gantry-0.1.0.tgz')));
    const other = await job({version: '0.1.0', releases: `${url}/other`});
    expect(other).toMatchObject(refused(`SHA256SUMS of version 0.1.0 was not found at ${url}/other`));
  });

  it('an unknown version is refused with the places of versions', async () => {
    const {server, job} = await runner();
    const ran = await job({version: '9.9.9'});
    expect(ran).toMatchObject(
      refused(
        `SHA256SUMS of version 9.9.9 was not found at ${server.url}. Name a released version, for example version: 0.1.0, or a package file.`,
      ),
    );
  });

  it.each([
    {inputs: {version: '../../x'}, says: 'The input "version" is not a version like 0.1.0: ../../x.'},
    {inputs: {version: 'latest'}, says: 'The input "version" is not a version'},
    {inputs: {version: '0.1.0', sha256: 'abc'}, says: 'The input "sha256" does not consist of 64'},
    {inputs: {version: '0.1.0', sha256: 'A'.repeat(64)}, says: 'The input "sha256" does not consist of 64'},
    {inputs: {version: '0.1.0', package: 'x.tgz'}, says: 'The inputs "package" and "version" cannot be used together.'},
    {
      inputs: {version: '0.1.0', releases: 'http://example.com'},
      says: 'The input "releases" is not a URL that begins with https://',
    },
    {inputs: {version: '0.1.0', releases: 'http://localhost.example.com/'}, says: 'The input "releases" is not'},
    {inputs: {version: '0.1.0', releases: 'file:///tmp'}, says: 'The input "releases" is not'},
  ])('the action refuses $inputs before it asks a server', async ({inputs, says}) => {
    const {server, job} = await runner();
    const ran = await job(inputs);
    expect(ran.code, ran.log).toBe(3);
    expect(ran.log).toContain(`::error title=gantry::${says}`);
    expect(server.asked).toEqual([]);
  });

  it.each([
    {inputs: {comment: 'yes'}, says: 'The input "comment" is not one of true and false.'},
    {inputs: {'setup-node': 'False'}, says: 'The input "setup-node" is not one of true and false.'},
    {inputs: {untrusted: 'no'}, says: 'The input "untrusted" is not one of auto, true and false.'},
    {inputs: {command: 'destroy'}, says: 'The input "command" is not one of preview, apply, drift and validate.'},
  ])('the action refuses $inputs', async ({inputs, says}) => {
    const {code, log} = await (await runner()).job({comment: 'false', ...inputs});
    expect({code, log}).toEqual({code: 3, log: expect.stringContaining(`::error title=gantry::${says}`)});
  });
});
