import {readFileSync, writeFileSync} from 'node:fs';
import {type Lock, withoutUnhashed} from './without-unhashed.ts';

/**
 * Adds to package-lock.json the optional packages of other platforms that npm left out because it could not read them where it
 * ran: without them `npm ci` refuses the lock everywhere. Run it after `npm install` (npm run lock does both).
 * With `--reopen`, before `npm install`: takes them out, so that npm asks for them and their hashes again.
 */
type Locked = {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
};

const FILE = 'package-lock.json';
const SYSTEMS = ['android', 'darwin', 'freebsd', 'openharmony', 'win32', 'linux'];
const PROCESSORS = ['arm64', 'riscv64', 'ppc64', 's390x', 'x64', 'ia32', 'arm'];

const lock = JSON.parse(readFileSync(FILE, 'utf8')) as Lock;
if (process.argv.includes('--reopen')) write(withoutUnhashed(lock));
else complete(lock);

function complete({packages: locked, ...rest}: Lock): void {
  const missing = Object.values(locked as Readonly<Record<string, Locked>>).flatMap(
    ({dev, optionalDependencies = {}}) =>
      Object.entries(optionalDependencies)
        .filter(([name]) => !Object.keys(locked).some((path) => path.endsWith(`node_modules/${name}`)))
        .map(
          ([name, version]) =>
            [`node_modules/${name}`, platformPackage(name, version, dev === true)] satisfies [string, Locked],
        ),
  );
  const packages: readonly (readonly [string, Locked])[] = [...Object.entries(locked), ...missing];
  const sorted = Object.fromEntries(packages.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  write({...rest, packages: sorted});
  console.log(`${FILE}: ${missing.length} packages of other platforms added, without a hash`);
}

function write(lock: Lock): void {
  writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
}

/** `@oxlint/binding-linux-x64-musl` says itself where it runs. */
function platformPackage(name: string, version: string, dev: boolean): Locked {
  const words = new Set((name.split('/').at(-1) ?? '').split('-'));
  const cpu = PROCESSORS.find((processor) => words.has(processor));
  const os = SYSTEMS.find((system) => words.has(system));
  // `gnueabihf` and `musleabihf` are those of 32-bit ARM.
  const has = (library: string): boolean => [...words].some((word) => word.startsWith(library));
  const libc = has('musl') ? 'musl' : has('gnu') && os === 'linux' ? 'glibc' : undefined;
  return {
    version,
    ...(cpu === undefined ? {} : {cpu: [cpu]}),
    ...(dev ? {dev} : {}),
    ...(libc === undefined ? {} : {libc: [libc]}),
    optional: true,
    ...(os === undefined ? {} : {os: [os]}),
  };
}
