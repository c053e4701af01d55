/**
 * Watches what this process does to the machine: programs that it starts, files that it opens, servers that it contacts. Import it before
 * anything else (`--import`). Nothing that was not permitted is done: a program is not found, a file may not be read, a server refuses.
 */
import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import dns from 'node:dns';
import fs from 'node:fs';
import {syncBuiltinESMExports} from 'node:module';
import {Socket} from 'node:net';
import {resolve} from 'node:path';
import {fileURLToPath} from 'node:url';

export type Deed =
  | {readonly kind: 'program'; readonly file: string; readonly env: Readonly<Record<string, string | undefined>>}
  | {readonly kind: 'file'; readonly path: string}
  | {readonly kind: 'server'; readonly host: string};

type Watch = {readonly permits: (deed: Deed) => boolean; readonly sees: (deed: Deed) => void};

let watch: Watch | undefined;

/** From here on every deed is seen, and those that are not permitted fail as they would on a machine that has none of it. */
export const watchProcess = (started: Watch | undefined): void => {
  watch = started;
};

/** Whether it may go on. */
function may(deed: Deed): boolean {
  watch?.sees(deed);
  return watch === undefined || watch.permits(deed);
}

// Functions of Node of every shape.
// oxlint-disable-next-line typescript/no-explicit-any
type Any = any;

const failure = (code: string): Error => Object.assign(new Error(`${code}: refused by the watch`), {code});

const pathOf = (path: unknown): string | undefined => {
  if (typeof path === 'string') return resolve(path);
  if (path instanceof URL) return fileURLToPath(path);
  return Buffer.isBuffer(path) ? resolve(path.toString()) : undefined;
};

const mayOpen = (path: unknown): boolean => {
  const file = pathOf(path);
  return file === undefined || may({kind: 'file', path: file});
};

function replace(on: Any, name: string, make: (original: Any) => Any): void {
  const original = on[name];
  on[name] = make(original);
}

const READS = ['open', 'readFile', 'readdir', 'opendir', 'copyFile', 'cp'];
for (const name of READS) {
  replace(fs, `${name}Sync`, (original) => (...args: Any[]) => {
    if (!mayOpen(args[0])) throw failure('EACCES');
    return original.apply(fs, args);
  });
  replace(fs, name, (original) => (...args: Any[]) => {
    if (mayOpen(args[0])) return original.apply(fs, args);
    return process.nextTick(args.at(-1), failure('EACCES'));
  });
  replace(fs.promises, name, (original) => async (...args: Any[]) => {
    if (!mayOpen(args[0])) throw failure('EACCES');
    return original.apply(fs.promises, args);
  });
}
replace(fs, 'createReadStream', (original) => (...args: Any[]) => {
  if (!mayOpen(args[0])) throw failure('EACCES');
  return original.apply(fs, args);
});

const variables = (pairs: readonly string[]): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));

replace(
  childProcess.ChildProcess.prototype,
  'spawn',
  (original) =>
    function spawn(this: unknown, options: Any) {
      const env = options.envPairs === undefined ? process.env : variables(options.envPairs);
      const isFree = may({kind: 'program', file: [options.file, ...options.args.slice(1)].join(' '), env});
      return original.call(this, isFree ? options : {...options, file: '/nonexistent/refused-by-the-watch'});
    },
);
for (const name of ['spawnSync', 'execFileSync', 'execSync'])
  replace(childProcess, name, (original) => (...args: Any[]) => {
    if (!may({kind: 'program', file: [args[0], ...(Array.isArray(args[1]) ? args[1] : [])].join(' '), env: {}}))
      throw failure('ENOENT');
    return original.apply(childProcess, args);
  });

replace(
  Socket.prototype,
  'connect',
  (original) =>
    function connect(this: Socket, ...args: Any[]) {
      const [first] = args;
      const [options] = Array.isArray(first) ? first : [first];
      const {host, path} = typeof options === 'object' ? options : {host: args[1], path: undefined};
      const deed: Deed = typeof path !== 'string' ? {kind: 'server', host: host ?? 'localhost'} : {kind: 'file', path};
      if (may(deed)) return original.apply(this, args);
      process.nextTick(() => this.destroy(failure('ECONNREFUSED')));
      return this;
    },
);
replace(
  dgram.Socket.prototype,
  'send',
  (original) =>
    function send(this: unknown, ...args: Any[]) {
      const host = args.find((one, at) => at > 0 && typeof one === 'string') ?? 'localhost';
      if (!may({kind: 'server', host})) throw failure('ECONNREFUSED');
      return original.apply(this, args);
    },
);
for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6', 'resolveTxt', 'resolveAny', 'resolveSrv']) {
  replace(dns, name, (original) => (...args: Any[]) => {
    if (may({kind: 'server', host: args[0]})) return original.apply(dns, args);
    return process.nextTick(args.at(-1), failure('ENOTFOUND'));
  });
  replace(dns.promises, name, (original) => async (...args: Any[]) => {
    if (!may({kind: 'server', host: args[0]})) throw failure('ENOTFOUND');
    return original.apply(dns.promises, args);
  });
}

syncBuiltinESMExports();
