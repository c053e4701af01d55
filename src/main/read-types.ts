import {brotliDecompressSync} from 'node:zlib';
import type {PackedTypes} from '../kubernetes/types/packed-types.ts';
import {ownFile} from './own-file.ts';

/** Reads the types of Kubernetes that the program contains. @param main the URL of main.ts */
export const readTypes = (main: string): PackedTypes =>
  JSON.parse(
    brotliDecompressSync(ownFile('./kubernetes/types/pack/types.json.br', main)).toString('utf8'),
  ) as PackedTypes;
