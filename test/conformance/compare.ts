import {alike} from './alike.ts';
import {differing} from './differing.ts';
import {requestsIn} from './requests.ts';
import {sandbox} from './sandbox.ts';
import {doorOf, serverAt} from './server.ts';

/**
 * `node test/conformance/compare.ts REAL OTHER [AREA]`: sends the table to the servers of two kubeconfigs and prints where their
 * answers differ. `sandbox` instead of a kubeconfig starts a sandbox in this process. With the same file twice it prints the
 * requests that one server does not answer alike.
 */
const [real = '', other = '', only] = process.argv.slice(2);
const ns = `conformance-${process.pid}`;
const areas = Object.entries(requestsIn(ns)).filter(
  ([area]) => only === undefined || [only, 'begin', 'end'].includes(area),
);

const gather = async (path: string) => {
  const started = path === 'sandbox' ? await sandbox() : undefined;
  const server = serverAt(started ?? doorOf(path));
  const answers = new Map<string, unknown>();
  for (const [, requests] of areas) {
    for (const request of requests) {
      const answer = await server
        .ask(request)
        .catch((cause: unknown) => ({status: 0, type: '', warnings: '', body: String(cause)}));
      answers.set(request.name, alike(answer, ns));
    }
  }
  server.close();
  await started?.close();
  return answers as ReadonlyMap<string, ReturnType<typeof alike>>;
};

const both =
  real === other ? [await gather(real), await gather(other)] : await Promise.all([gather(real), gather(other)]);
let count = 0;
let different = 0;
for (const [area, requests] of areas) {
  console.log(`\n## ${area}`);
  for (const request of requests) {
    count += 1;
    if (request.uncompared === true) continue;
    const lines = differing(both[0]?.get(request.name), both[1]?.get(request.name));
    if (lines.length === 0) continue;
    different += 1;
    const path = typeof request.path === 'string' ? request.path : '…';
    console.log(`\n- **${request.name}** (${request.method} ${path.slice(0, 150)})`);
    for (const line of lines.slice(0, 12)) console.log(`    ${line}`);
    if (lines.length > 12) console.log(`    … and ${lines.length - 12} more`);
  }
}
console.log(`\n${different} of ${count} requests are answered differently.`);
