import {readFileSync, writeFileSync} from 'node:fs';

/**
 * Adds to package-lock.json the optional packages of other platforms that npm left out because it could not read them where it
 * ran: without them `npm ci` refuses the lock everywhere. Run it after `npm install` (npm run lock does both).
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

const lock = JSON.parse(readFileSync(FILE, 'utf8')) as {packages: Record<string, Locked>};
const missing = Object.values(lock.packages).flatMap(({dev, optionalDependencies = {}}) =>
  Object.entries(optionalDependencies)
    .filter(([name]) => !Object.keys(lock.packages).some((path) => path.endsWith(`node_modules/${name}`)))
    .map(
      ([name, version]) =>
        [`node_modules/${name}`, platformPackage(name, version, dev === true)] satisfies [string, Locked],
    ),
);
const packages = Object.entries(lock.packages).concat(missing);
const sorted = Object.fromEntries(packages.toSorted(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(FILE, `${JSON.stringify({...lock, packages: sorted}, null, 2)}\n`);
console.log(`${FILE}: ${missing.length} packages of other platforms added`);

/** `@oxlint/binding-linux-x64-musl` says itself where it runs. */
function platformPackage(name: string, version: string, dev: boolean): Locked {
  const words = new Set((name.split('/').at(-1) ?? '').split('-'));
  const cpu = PROCESSORS.find((processor) => words.has(processor));
  const os = SYSTEMS.find((system) => words.has(system));
  const libc = words.has('musl') ? 'musl' : words.has('gnu') && os === 'linux' ? 'glibc' : undefined;
  return {
    version,
    ...(cpu === undefined ? {} : {cpu: [cpu]}),
    ...(dev ? {dev} : {}),
    ...(libc === undefined ? {} : {libc: [libc]}),
    optional: true,
    ...(os === undefined ? {} : {os: [os]}),
  };
}
