import {setTimeout as sleep} from 'node:timers/promises';
import {GantryError} from '../../../src/core/failure/failure.ts';
import type {Backend} from '../../../src/ports/backend.ts';
import {type Faults, SLOW_MS} from './faults.ts';

/** A backend without a network, with the faults of one. */
export function faultyBackend(real: Backend, faults: Faults): Backend {
  const pass = async <T>(work: () => Promise<T>): Promise<T> => {
    const fault = faults.next();
    if (fault === 'cut before' || fault === 'error before') throw broken();
    if (fault === 'slow before') await sleep(SLOW_MS);
    const outcome = await work();
    if (fault === 'cut after' || fault === 'error after' || fault === 'half') throw broken();
    if (fault === 'slow after') await sleep(SLOW_MS);
    return outcome;
  };
  return {
    name: `${real.name}, failing now and then`,
    get: (key) => pass(() => real.get(key)),
    put: (...args) => pass(() => real.put(...args)),
    delete: (...args) => pass(() => real.delete(...args)),
    list: (prefix) => pass(() => real.list(prefix)),
  };
}

const broken = (): GantryError => new GantryError({code: 'backend/io', detail: 'the connection broke'});
