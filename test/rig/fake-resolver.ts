import dns from 'node:dns';
import {isIP} from 'node:net';
import {onTestFinished, vi} from 'vitest';

/** Until the test ends, DNS gives these addresses for these names, and knows other names as before. Returns how often it was asked for one of them. */
export function resolveTo(names: Readonly<Record<string, readonly string[]>>): () => number {
  const real = dns.lookup;
  let count = 0;
  const lookup = (name: string, options: unknown, done: (...answer: readonly unknown[]) => void): void => {
    const addresses = names[name]?.map((address) => ({address, family: isIP(address)}));
    const [first] = addresses ?? [];
    if (addresses === undefined || first === undefined) {
      real(name, options as never, done as never);
      return;
    }
    count++;
    const isAll = typeof options === 'object' && options !== null && 'all' in options && options.all === true;
    process.nextTick(() => (isAll ? done(null, addresses) : done(null, first.address, first.family)));
  };
  const spy = vi.spyOn(dns, 'lookup').mockImplementation(lookup as never);
  onTestFinished(() => spy.mockRestore());
  return () => count;
}
