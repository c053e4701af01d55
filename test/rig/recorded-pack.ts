import {readFileSync} from 'node:fs';
import {openPack, type Pack} from '../../src/sandbox/discovery/pack.ts';

const DIRECTORY = new URL('../../src/sandbox/pack/', import.meta.url);

/** The recorded API of a real server. */
export const recordedPack = (): Pack => openPack((path) => readFileSync(new URL(path, DIRECTORY)));
