import {createRequire, isBuiltin, registerHooks} from 'node:module';
import {inspect} from 'node:util';
import type {ProvidedEntry} from './provide-entry.ts';

/** The built-in modules of Node.js that a module may use. The others give access to the network, other programs or the machine. */
const ALLOWED = new Set(
  'assert,assert/strict,buffer,crypto,events,fs,fs/promises,os,path,path/posix,punycode,querystring,string_decoder,timers,timers/promises,url,util'.split(
    ',',
  ),
);

/** Globals that reach the network. */
const NETWORK = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest', 'Worker', 'BroadcastChannel'];

/**
 * Removes access to the network, programs, threads and the environment from all code that this process loads later. Returns the function that
 * loads code. The permission model of Node.js does the same for files, programs and threads, and from Node.js 25 for the network.
 */
export function restrict(entry: ProvidedEntry): (path: string) => Promise<unknown> {
  registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier === entry.specifier) return {url: entry.url, format: 'module', shortCircuit: true};
      refuseBuiltin(specifier);
      return next(specifier, context);
    },
    load: (url, context, next) => {
      if (url === entry.url) return {format: 'module', source: entry.source, shortCircuit: true};
      if (url.startsWith('node:')) refuseBuiltin(url);
      return next(url, context);
    },
  });
  for (const name of NETWORK) {
    // Node.js creates some of them when they are defined again: the HTTP client takes a quarter of the start.
    Reflect.deleteProperty(globalThis, name);
    Object.defineProperty(globalThis, name, {get: () => refuse(name)});
  }
  const getBuiltinModule = process.getBuiltinModule.bind(process);
  const replaced = {
    getBuiltinModule: (name: string) => {
      refuseBuiltin(name);
      return getBuiltinModule(name);
    },
    binding: () => refuse('process.binding'),
    dlopen: () => refuse('process.dlopen'),
    kill: () => refuse('process.kill'),
    env: environment(),
  };
  for (const [name, value] of Object.entries(replaced)) Object.defineProperty(process, name, {value});
  // `import()` of the single executable finds only bundled modules. `require` loads modules of both forms from files.
  return async (path) => {
    const {default: exported} = createRequire(path)(path) as {readonly default?: unknown};
    return exported;
  };
}

function refuseBuiltin(specifier: string): void {
  if (isBuiltin(specifier) && !ALLOWED.has(specifier.replace(/^node:/, ''))) refuse(specifier);
}

function refuse(what: string): never {
  throw new Error(`it uses ${what}, but it must not use the network, other programs or threads`);
}

/** Returns the environment of a module. It has no variables, and listing them is an error. */
const environment = (): NodeJS.ProcessEnv =>
  new Proxy({[inspect.custom]: refuseListing}, {ownKeys: refuseListing, get: () => undefined});

function refuseListing(): never {
  throw new Error('it lists the environment variables, but it has no access to them');
}
