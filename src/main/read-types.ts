import {brotliDecompressSync} from 'node:zlib';
import type {Deps} from '../app/deps.ts';
import {ownFile} from './own-file.ts';

type KubernetesPack = Awaited<ReturnType<Deps['kubernetesTypes']>>;

/** Reads the types of Kubernetes that the program contains. @param main the URL of main.ts */
export const readTypes = (main: string): KubernetesPack =>
  JSON.parse(
    brotliDecompressSync(ownFile('./kubernetes/types/pack/types.json.br', main)).toString('utf8'),
  ) as KubernetesPack;
