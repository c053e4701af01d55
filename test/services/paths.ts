import {homedir} from 'node:os';
import {join} from 'node:path';

/** The user's cache: what is built or installed stays here between checkouts and test runs. */
export const CACHE = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'gantry', 'services');

/** One directory for each service that runs; what `up` started has the name of the service. */
export const RUNS = join(CACHE, 'run');

export const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt');
